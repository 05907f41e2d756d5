import type { SheetRow } from './sheet-row.ts';

/** First bytes of a ZIP archive, and so of a workbook. */
const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');

export interface SheetFile {
  rows: AsyncIterable<SheetRow>;
  /** Whether the cell may be a date in Excel's day count. */
  hasSerialDates: boolean;
}

/** Parsers are loaded with the first file: most servers rarely import one, and tables of encodings need 1 MB. */
async function* readAfter(load: () => Promise<() => AsyncIterable<SheetRow>>): AsyncGenerator<SheetRow> {
  const read = await load();
  yield* read();
}
const rowsOfXlsx = (file: Buffer) =>
  readAfter(async () => {
    const { readXlsx } = await import('./xlsx/read-xlsx.ts');
    return () => readXlsx(file);
  });
const rowsOfCsv = (file: Buffer) =>
  readAfter(async () => {
    const { readCsv } = await import('./read-csv.ts');
    return () => readCsv(file);
  });

/** A file's rows; the format is detected from the content, not the name. */
export const openSheet = (file: Buffer): SheetFile =>
  file.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)
    ? { rows: rowsOfXlsx(file), hasSerialDates: true }
    : { rows: rowsOfCsv(file), hasSerialDates: false };
