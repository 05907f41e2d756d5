import { readCsv } from './read-csv.ts';
import type { SheetRow } from './sheet-row.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/** With which a ZIP archive begins, and so a workbook. */
const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');

export interface SheetFile {
  rows: AsyncIterable<SheetRow>;
  /** Whether a date may stand there as Excel counts days. */
  hasSerialDates: boolean;
}

/** A file's rows, by what it is and not by what it is called. */
export const openSheet = (file: Buffer): SheetFile =>
  file.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)
    ? { rows: readXlsx(file), hasSerialDates: true }
    : { rows: readCsv(file), hasSerialDates: false };
