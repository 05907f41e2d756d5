import { z } from 'zod';
import { unstoredLine } from './field.ts';

/** How a list can be downloaded. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Query of an export, in addition to the list's own. */
export const exportFile = z.object({
  format: z.enum(EXPORT_FORMATS),
  /** File name without its ending, and name of the sheet; what a file system or Excel does not take is left out. */
  name: unstoredLine(120).default('excel'),
  sheet: unstoredLine(31).default('sheet1'),
  /** Key for requests of the progress, chosen by the client. */
  exportId: z.uuid().optional(),
});

/** How far a file is that is being written or read. */
export const exportProgress = z.object({ rows: z.int(), total: z.int(), done: z.boolean() });
export type ExportProgress = z.infer<typeof exportProgress>;

/** A file is a download; the schema represents its bytes. */
export const fileAnswer = z.string();

/** Description of an export for the API document. */
export const EXPORTED = 'as Excel or CSV; x-total-rows: rows';
