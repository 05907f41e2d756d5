import type { Entity } from '@airdeck/domain/policy/policies';
import { z } from 'zod';
import { FIELD_CODES } from './error/field-code.ts';
import { exportFile, fileAnswer } from './export-file.ts';
import { organizationCode, text, unstoredLine, yesNo } from './field.ts';
import { route } from './route.ts';
import { rowChange } from './row-change.ts';

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 100_000;
/** The versions that a preview of so many rows has seen. */
export const MAX_SEEN_BYTES = 4 * 1024 * 1024;
/** How long a file may take to be checked and added. */
export const MAX_IMPORT_MS = 60_000;
/** Limits of rows that a response lists; its counts cover the whole file. */
export const MAX_SHOWN_ERRORS = 1_000;
export const MAX_SHOWN_ROWS = 100;

/** The organization of a row. Those who administer one only may leave it out. */
export const organizationOfRow = organizationCode.optional();

/** Error of a cell: row number as in a spreadsheet; the field or, for an unknown column, its heading. */
export const rowError = z.object({ row: z.int(), field: text, code: z.enum(FIELD_CODES) });
export type RowError = z.infer<typeof rowError>;

export const importResult = z.object({
  /** The fields of the file's columns in their order. */
  fields: z.array(text),
  total: z.int(),
  error_count: z.int(),
  /** The first of them, by row. */
  errors: z.array(rowError),
  /** The first rows of the file, and the first with errors, with their cells' texts. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(text) })),
  /** Columns of an exported file that a person does not enter, such as counts and times. They are not read. */
  ignored: z.array(text),
  /** Rows that the file adds, changes, or leaves; those with errors are refused. */
  plan: z.object({ added: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() }),
  /** The first rows that change, with the fields that change. */
  changes: z.array(rowChange),
  /** Versions of the registered rows that a preview has seen; sent back with the file to change them. */
  seen: text,
  /** 0 for a preview, or if there is any error: all rows are added and changed, or none. */
  added: z.int(),
  changed: z.int(),
  /** CSV of the added rows with a device's secret or a person's link each. Returned only here. */
  secrets: text.nullable(),
  /** Mails with a person's link that are on their way. */
  mailed: z.int(),
});
export type ImportResult = z.infer<typeof importResult>;

export const importQuery = z.object({
  commit: yesNo.default('N'),
  /** Name of the file, for the audit log. */
  file: unstoredLine(120).optional(),
  /** Key for requests of the progress, as for an export. */
  exportId: z.uuid().optional(),
});

interface ImportOptions<Row extends z.ZodObject> {
  /** `/offices` */
  path: `/${string}`;
  entity: Entity;
  /** Name of the added rows in the API document. */
  what: string;
  /** A row; its fields are the columns, found by their names or their labels in either language. */
  row: Row;
  /** The fields that identify a registered row. */
  key: readonly (keyof z.output<Row> & string)[];
  /** A row of the list, whose fields are the columns of its exported file. */
  item: z.ZodObject;
}

/**
 * The routes by which rows of a file are added to a resource or change its rows: a template to fill in, and the filled-in
 * file. A multipart body has the parts `file` and `seen`; any other body is the file, which then only adds rows.
 */
export const importRoutes = <Row extends z.ZodObject>({ path, entity, what, row, key, item }: ImportOptions<Row>) => ({
  ...{ row, key, item },
  template: route({
    method: 'GET',
    path: `${path}/import/template`,
    access: { action: 'create', entity },
    summary: `Import template of ${what}`,
    query: exportFile,
    answer: fileAnswer,
  }),
  send: route({
    method: 'POST',
    path: `${path}/import`,
    access: { action: 'create', entity },
    summary: `Imports ${what}: Excel, CSV (UTF-8, CP949); commit=N: preview`,
    query: importQuery,
    answer: importResult,
  }),
});
