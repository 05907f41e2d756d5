import { setImmediate } from 'node:timers/promises';
import type { FieldCode } from '@airdeck/contract/error/field-code';
import { foldedName, toText } from '@airdeck/domain/text-form';
import { z } from 'zod';
import { fieldErrors } from '../platform/http/field-errors.ts';
import type { Known, Matched } from './import-table.ts';
import { isNeeded, type ParsedFile, type ParsedRow, TURN_ROWS } from './parse-rows.ts';
import type { Seen } from './seen.ts';

type Values = Readonly<Record<string, unknown>>;

/** A row that changes a registered one. */
export interface Change {
  known: Known<Values>;
  row: Matched<Values>;
}

/** The valid rows of a part of a file. */
export interface MatchedRows {
  added: Matched<Values>[];
  changes: Change[];
  unchanged: number;
}

interface MatchOptions {
  schema: z.ZodObject;
  key: readonly string[];
  /** Groups of fields that must be unique within the file. */
  unique: readonly (readonly string[])[];
  /** Versions that the preview saw. null: registered rows are duplicates; undefined: this is the preview. */
  seen: Seen | null | undefined;
}

/** Whether a stored value is that of a cell. Old texts may have other forms of the same characters. */
const isSame = (stored: unknown, given: unknown): boolean =>
  typeof stored === 'string' && typeof given === 'string'
    ? toText(stored) === toText(given)
    : (stored ?? '') === (given ?? '');

/** Finds duplicates of groups of fields, compared as the database does; missing values are no duplicates. */
const createRepeats = (unique: readonly (readonly string[])[]) => {
  const seen = unique.map(() => new Set<string>());
  return (value: Values): string[] =>
    unique.flatMap((fields, index) => {
      const values = fields.map((name) => value[name]);
      if (values.some((one) => one === null || one === undefined)) return [];
      const key = JSON.stringify(values.map((one) => (typeof one === 'string' ? foldedName(one) : one)));
      const isRepeated = seen[index]?.has(key) === true;
      seen[index]?.add(key);
      return isRepeated ? [fields.at(-1) ?? ''] : [];
    });
};

/** Decides for each row of a file whether it is new, changes a registered row, or is refused. */
export const createMatching = (
  { errors, fields, headings }: ParsedFile,
  { schema, key, unique, seen }: MatchOptions,
) => {
  const repeats = createRepeats(unique);
  const lastOfKey = key.at(-1) ?? '';
  const keySchema = z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => key.includes(name))));
  const single = new Map(Object.entries(schema.shape).map(([name, field]) => [name, z.object({ [name]: field })]));
  const canBeEmpty = new Set(
    Object.keys(schema.shape).filter((name) => single.get(name)?.safeParse({ [name]: null }).success),
  );
  const entered = [...new Set(fields)].filter((name) => name !== '' && !key.includes(name));
  let isMissingSaid = false;

  const validNew = ({ n, values, formulas }: ParsedRow): Values | undefined => {
    if (headings.missing.length > 0) {
      if (!isMissingSaid) for (const name of headings.missing) errors.add(headings.row, name, 'REQUIRED');
      isMissingSaid = true;
      return undefined;
    }
    const result = schema.safeParse(values, { reportInput: true });
    if (result.success) return errors.has(n) ? undefined : result.data;
    for (const [field, code] of Object.entries(fieldErrors(result.error.issues, 'row'))) {
      if (!formulas.has(field)) errors.add(n, field, code);
    }
    return undefined;
  };

  /** The entered values that differ from the registered ones. A column that the file does not have changes nothing. */
  const changesOf = ({ n, values, formulas }: ParsedRow, known: Known<Values>): Record<string, unknown> => {
    const changes: Record<string, unknown> = {};
    for (const name of entered) {
      // A field that is for new rows only has no stored value.
      if (formulas.has(name) || !(name in known)) continue;
      const stored = Reflect.get(known, name);
      const value = values[name] ?? null;
      if (isSame(stored, value)) continue;
      // Empty: a field with a default keeps its value.
      if (value === null && !canBeEmpty.has(name) && !isNeeded(schema, name)) continue;
      const result = single.get(name)?.safeParse({ [name]: value ?? undefined }, { reportInput: true });
      if (result?.success === false) {
        for (const code of Object.values(fieldErrors(result.error.issues, 'row'))) errors.add(n, name, code);
      } else {
        const valid = Reflect.get(result?.data ?? {}, name) ?? null;
        if (!isSame(stored, valid)) changes[name] = valid;
      }
    }
    return changes;
  };

  const refuse = (n: number, code: FieldCode): void => errors.add(n, lastOfKey, code);

  return {
    /** The row with the values of its key; undefined: they are not valid, so that no registered row has them. */
    keyOf: ({ n, values }: ParsedRow): (Values & { n: number }) | undefined => {
      const result = keySchema.safeParse(values);
      return result.success ? { ...result.data, n } : undefined;
    },
    match: async (rows: readonly ParsedRow[], known: ReadonlyMap<number, Known<Values>>): Promise<MatchedRows> => {
      const matched: MatchedRows = { added: [], changes: [], unchanged: 0 };
      for (const [index, row] of rows.entries()) {
        if (index % TURN_ROWS === 0) await setImmediate();
        const { n } = row;
        const registered = known.get(n);
        const changes = registered === undefined ? undefined : changesOf(row, registered);
        const value = changes === undefined ? validNew(row) : { ...registered, ...changes };
        if (value === undefined) continue;
        for (const field of repeats(value)) errors.add(n, field, 'REPEATED');
        const version = seen?.get(n);
        if (registered === undefined || changes === undefined) {
          // It was deleted since the preview.
          if (version !== undefined) refuse(n, 'EDITED_MEANWHILE');
          if (!errors.has(n)) matched.added.push({ ...value, n, id: null });
        } else if (seen === null) refuse(n, 'DUPLICATE');
        else if (errors.has(n)) continue;
        else if (Object.keys(changes).length === 0) matched.unchanged++;
        else if (seen && !(version?.id === registered.id && version.version === registered.version)) {
          refuse(n, 'EDITED_MEANWHILE');
        } else matched.changes.push({ known: registered, row: { ...value, n, id: registered.id } });
      }
      return matched;
    },
  };
};
