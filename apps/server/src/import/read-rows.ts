import { readCsv } from './read-csv.ts';
import type { SheetRow } from './sheet-row.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/** First bytes of a ZIP archive, and so of a workbook. */
const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');

export interface SheetFile {
  rows: AsyncIterable<SheetRow>;
  /** Whether the cell may be a date in Excel's day count. */
  hasSerialDates: boolean;
}

/** A file's rows; the format is detected from the content, not the name. */
export const openSheet = (file: Buffer): SheetFile =>
  file.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)
    ? { rows: readXlsx(file), hasSerialDates: true }
    : { rows: readCsv(file), hasSerialDates: false };
