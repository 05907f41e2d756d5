import { setImmediate } from 'node:timers/promises';
import type { FieldCode } from '@airdeck/contract/error/field-code';
import { MAX_IMPORT_ROWS, MAX_SHOWN_ERRORS, type RowError } from '@airdeck/contract/import-file';
import type { z } from 'zod';
import { textsOf } from '../export/texts.ts';
import { Failure } from '../platform/http/failure.ts';
import { fieldErrors } from '../platform/http/field-errors.ts';
import { type FieldKind, fieldKind } from '../resource/field-kind.ts';
import { cellValue } from './cell-value.ts';
import { readHeadings } from './headings.ts';
import type { Numbered } from './import-table.ts';
import type { SheetFile } from './read-rows.ts';
import { type Cell, FORMULA, type SheetRow } from './sheet-row.ts';

/** The errors of a file: all are counted, and the first ones kept. */
export class RowErrors {
  #count = 0;
  readonly #kept: RowError[] = [];

  add(row: number, field: string, code: FieldCode): void {
    this.#count++;
    if (this.#kept.length < MAX_SHOWN_ERRORS) this.#kept.push({ row, field, code });
  }

  get count(): number {
    return this.#count;
  }

  /** The errors by row; within a row in the order in which they were found. */
  list(): RowError[] {
    return this.#kept.toSorted((a, b) => a.row - b.row);
  }
}

/** A file may be in either language, for any user. */
const LANGUAGES = [textsOf('ko'), textsOf('en')];
const ORGANIZATION = 'organization_code';
/** Number of rows, some milliseconds, after which other requests get their turn. */
const TURN_ROWS = 250;

export interface CheckOptions {
  schema: z.ZodObject;
  unique: readonly (readonly string[])[];
  caseless?: readonly string[] | undefined;
  /** The organization of rows that name none; undefined: each row must name its own. */
  ownCode: string | undefined;
  /** Called after each row. @throws Failure to abort */
  check(): void;
}

export interface CheckedFile {
  fields: string[];
  /** Non-empty rows below the headings. */
  total: number;
  errors: RowErrors;
  /** Rows without errors. */
  rows: Numbered<Record<string, unknown>>[];
  /** All rows as in the file. */
  shown: { row: number; cells: string[] }[];
}

const isEmpty = (cell: Cell): boolean => cell !== FORMULA && cell.trim() === '';

const shownCell = (cell: Cell | undefined): string => (cell === FORMULA ? '=…' : (cell ?? ''));

const nextRow = async (rows: AsyncIterator<SheetRow>): Promise<SheetRow | undefined> => {
  for (;;) {
    const { done, value } = await rows.next();
    if (done) return undefined;
    if (!value.cells.every(isEmpty)) return value;
  }
};

/** Finds duplicates of groups of fields; missing values are no duplicates. */
const createRepeats = (unique: readonly (readonly string[])[], caseless: readonly string[]) => {
  const seen = unique.map(() => new Set<string>());
  return (value: Readonly<Record<string, unknown>>): string[] =>
    unique.flatMap((fields, index) => {
      const values = fields.map((name) => value[name]);
      if (values.some((one) => one === null || one === undefined)) return [];
      const key = JSON.stringify(
        values.map((one, at) => (caseless.includes(fields[at] ?? '') ? String(one).toLowerCase() : one)),
      );
      const isRepeated = seen[index]?.has(key) === true;
      seen[index]?.add(key);
      return isRepeated ? [fields.at(-1) ?? ''] : [];
    });
};

/** The values of a row by field; invalid cells become errors. */
const valuesOf = (
  { number, cells }: SheetRow,
  fields: readonly string[],
  kinds: ReadonlyMap<string, FieldKind>,
  hasSerialDates: boolean,
  errors: RowErrors,
): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [index, name] of fields.entries()) {
    const cell = cells[index] ?? '';
    const field = kinds.get(name);
    if (cell === FORMULA) errors.add(number, name, 'FORMULA');
    else if (field !== undefined) values[name] = cellValue(cell, { name, field, hasSerialDates, languages: LANGUAGES });
  }
  return values;
};

/** Whether a row must contain the field. */
const isNeeded = ({ shape }: z.ZodObject, name: string): boolean =>
  !(shape[name] as z.ZodType).safeParse(undefined).success;

/** Reads a file and validates each row with the schema of its form. @throws Failure INVALID_FILE, FILE_TOO_BIG */
export const checkRows = async (
  { rows: source, hasSerialDates }: SheetFile,
  { schema, unique, caseless = [], ownCode, check }: CheckOptions,
): Promise<CheckedFile> => {
  const rows = source[Symbol.asyncIterator]();
  const kinds = new Map(Object.entries(schema.shape).map(([name, field]) => [name, fieldKind(field)]));
  const isRequired = (name: string): boolean =>
    name === ORGANIZATION ? ownCode === undefined : isNeeded(schema, name);
  const errors = new RowErrors();
  const first = await nextRow(rows);
  if (first === undefined) throw new Failure('INVALID_FILE');
  const names = [...kinds.keys()];
  const { fields, errors: wrong } = readHeadings(first.cells, names, names.filter(isRequired), LANGUAGES);
  // No row of a file of another kind would be valid.
  if (!fields.some((name) => name !== '')) throw new Failure('INVALID_FILE');
  for (const [field, code] of wrong) errors.add(first.number, field, code);
  const repeats = createRepeats(unique, caseless);
  const checked: CheckedFile = { fields, total: 0, errors, rows: [], shown: [] };
  for (let row = await nextRow(rows); row !== undefined; row = await nextRow(rows)) {
    check();
    if (checked.total % TURN_ROWS === 0) await setImmediate();
    if (++checked.total > MAX_IMPORT_ROWS) throw new Failure('FILE_TOO_BIG');
    const { number, cells } = row;
    checked.shown.push({ row: number, cells: fields.map((_, index) => shownCell(cells[index])) });
    if (wrong.length > 0) continue;
    const before = errors.count;
    const formulas = new Set(fields.filter((_, index) => cells[index] === FORMULA));
    const values = valuesOf(row, fields, kinds, hasSerialDates, errors);
    if (ORGANIZATION in schema.shape && values[ORGANIZATION] === undefined) {
      if (ownCode !== undefined) values[ORGANIZATION] = ownCode;
      else if (!formulas.has(ORGANIZATION)) errors.add(number, ORGANIZATION, 'REQUIRED');
    }
    const result = schema.safeParse(values, { reportInput: true });
    if (!result.success) {
      for (const [field, code] of Object.entries(fieldErrors(result.error.issues, 'row'))) {
        if (!formulas.has(field)) errors.add(number, field, code);
      }
    } else {
      for (const field of repeats(result.data)) errors.add(number, field, 'REPEATED');
      if (errors.count === before) checked.rows.push({ ...result.data, n: number });
    }
  }
  return checked;
};
