import type { Entity } from '@airdeck/domain/policy/policies';
import { z } from 'zod';
import { FIELD_CODES } from './error/field-code.ts';
import { exportFile, fileAnswer } from './export-file.ts';
import { organizationCode, text, yesNo } from './field.ts';
import { route } from './route.ts';

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 100_000;
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
  /** 0 for a preview, or if there is any error: all rows are added or none. */
  added: z.int(),
  /** CSV of the added rows with a device's secret or a person's link each. Returned only here. */
  secrets: text.nullable(),
});
export type ImportResult = z.infer<typeof importResult>;

interface ImportOptions<Row extends z.ZodObject> {
  /** `/offices` */
  path: `/${string}`;
  entity: Entity;
  /** Name of the added rows in the API document. */
  what: string;
  /** A row; its fields are the columns, found by their names or their labels in either language. */
  row: Row;
}

/** The routes by which rows of a file are added to a resource: a template to fill in, and the filled-in file. */
export const importRoutes = <Row extends z.ZodObject>({ path, entity, what, row }: ImportOptions<Row>) => ({
  row,
  template: route({
    method: 'GET',
    path: `${path}/import/template`,
    access: { action: 'create', entity },
    summary: `Template for an import of ${what} (Excel or CSV)`,
    query: exportFile,
    answer: fileAnswer,
  }),
  send: route({
    method: 'POST',
    path: `${path}/import`,
    access: { action: 'create', entity },
    summary: `Imports ${what} from Excel or CSV (UTF-8, CP949); commit=N: preview`,
    query: z.object({
      commit: yesNo.default('N'),
      /** Key for requests of the progress, as for an export. */
      exportId: z.uuid().optional(),
    }),
    answer: importResult,
  }),
});
