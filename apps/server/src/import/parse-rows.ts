import { setImmediate } from 'node:timers/promises';
import type { FieldCode } from '@airdeck/contract/error/field-code';
import { MAX_IMPORT_ROWS, MAX_SHOWN_ERRORS, type RowError } from '@airdeck/contract/import-file';
import type { z } from 'zod';
import { textsOf } from '../export/texts.ts';
import { Failure } from '../platform/http/failure.ts';
import { type FieldKind, fieldKind } from '../resource/field-kind.ts';
import { cellValue } from './cell-value.ts';
import { readHeadings } from './headings.ts';
import type { SheetFile } from './read-rows.ts';
import { type Cell, FORMULA, type SheetRow } from './sheet-row.ts';

/** The errors of a file: all are counted, and the first ones kept. */
export class RowErrors {
  #count = 0;
  readonly #kept: RowError[] = [];
  readonly #rows = new Set<number>();

  add(row: number, field: string, code: FieldCode): void {
    this.#count++;
    this.#rows.add(row);
    if (this.#kept.length < MAX_SHOWN_ERRORS) this.#kept.push({ row, field, code });
  }

  get count(): number {
    return this.#count;
  }

  has(row: number): boolean {
    return this.#rows.has(row);
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
export const TURN_ROWS = 250;

export interface ParseOptions {
  schema: z.ZodObject;
  key: readonly string[];
  /** A row of the list, whose exported file may have more columns. */
  item: z.ZodObject;
  /** The organization of rows that name none; undefined: each row must name its own. */
  ownCode: string | undefined;
  /** Called after each row. @throws Failure to abort */
  check(): void;
}

/** A row of a file by its fields; those that the file does not have are missing. */
export interface ParsedRow {
  n: number;
  /** undefined: an empty cell. */
  values: Record<string, unknown>;
  formulas: ReadonlySet<string>;
}

export interface ParsedFile {
  /** The field of each column; '' for a column that is not read. */
  fields: string[];
  /** The columns of an exported file that are not read. */
  ignored: string[];
  /** Row of the headings, and the fields of new rows that have no column. */
  headings: { row: number; missing: readonly string[] };
  /** Non-empty rows below the headings. */
  total: number;
  errors: RowErrors;
  rows: ParsedRow[];
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
export const isNeeded = ({ shape }: z.ZodObject, name: string): boolean =>
  !(shape[name] as z.ZodType).safeParse(undefined).success;

/** The kinds of the columns. A listed choice may have values that cannot be entered, such as SUPER_ADMIN. */
const kindsOf = (schema: z.ZodObject, item: z.ZodObject): Map<string, FieldKind> =>
  new Map(
    Object.entries(schema.shape).map(([name, field]) => {
      const kind = fieldKind(field);
      const listed = item.shape[name] === undefined ? kind : fieldKind(item.shape[name]);
      return kind.kind === 'choice' && listed.kind === 'choice'
        ? [name, { kind: 'choice', options: [...new Set([...kind.options, ...listed.options])] }]
        : [name, kind];
    }),
  );

/** Reads the rows of a file. Their values are not validated yet. @throws Failure INVALID_FILE, FILE_TOO_BIG */
export const parseRows = async (
  { rows: source, hasSerialDates }: SheetFile,
  { schema, key, item, ownCode, check }: ParseOptions,
): Promise<ParsedFile> => {
  const rows = source[Symbol.asyncIterator]();
  const kinds = kindsOf(schema, item);
  const isRequired = (name: string): boolean =>
    name === ORGANIZATION ? ownCode === undefined : isNeeded(schema, name);
  const errors = new RowErrors();
  const first = await nextRow(rows);
  if (first === undefined) throw new Failure('INVALID_FILE');
  const names = [...kinds.keys()];
  const others = Object.keys(item.shape).filter((name) => !kinds.has(name));
  const { fields, ignored, errors: wrong } = readHeadings(first.cells, names, others, LANGUAGES);
  // No row of a file of another kind would be valid.
  if (!fields.some((name) => name !== '')) throw new Failure('INVALID_FILE');
  for (const name of key) if (isRequired(name) && !fields.includes(name)) wrong.push([name, 'REQUIRED']);
  for (const [field, code] of wrong) errors.add(first.number, field, code);
  const missing = names.filter((name) => isRequired(name) && !fields.includes(name));
  const parsed: ParsedFile = {
    ...{ fields, ignored, headings: { row: first.number, missing }, total: 0, errors, rows: [], shown: [] },
  };
  for (let row = await nextRow(rows); row !== undefined; row = await nextRow(rows)) {
    check();
    if (parsed.total % TURN_ROWS === 0) await setImmediate();
    if (++parsed.total > MAX_IMPORT_ROWS) throw new Failure('FILE_TOO_BIG');
    const { number, cells } = row;
    parsed.shown.push({ row: number, cells: fields.map((_, index) => shownCell(cells[index])) });
    if (wrong.length > 0) continue;
    const formulas = new Set(fields.filter((_, index) => cells[index] === FORMULA));
    const values = valuesOf(row, fields, kinds, hasSerialDates, errors);
    if (ORGANIZATION in schema.shape && values[ORGANIZATION] === undefined) {
      if (ownCode !== undefined) values[ORGANIZATION] = ownCode;
      else if (!formulas.has(ORGANIZATION)) errors.add(number, ORGANIZATION, 'REQUIRED');
    }
    parsed.rows.push({ n: number, values, formulas });
  }
  return parsed;
};
