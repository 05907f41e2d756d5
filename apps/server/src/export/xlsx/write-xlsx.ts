import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { SheetFile } from '../column.ts';
import type { RowCursor } from '../row-cursor.ts';
import { SharedTexts } from './shared-texts.ts';
import { sheetXml } from './sheet-xml.ts';
import { stylesXml } from './styles.ts';
import { createSummary } from './summary.ts';
import { contentTypes, rootRelations, workbookRelations, workbookXml } from './workbook-parts.ts';
import { XML_DECLARATION } from './xml-text.ts';

/** Maximum number of lines of an Excel sheet, headings included. */
const MAX_SHEET_ROWS = 1_048_576;
/** The file is a quarter larger than at the best level, and takes a third of the time. */
const COMPRESSION_LEVEL = 1;

/**
 * Rows as an Excel workbook (ECMA-376), written while they are read. When a sheet is full, the next one continues with
 * the same headings. Destroying the stream stops reading; a failure of the rows destroys the stream.
 */
export function writeXlsx<Row>(rows: RowCursor<Row>, file: SheetFile<Row>, sheetRows = MAX_SHEET_ROWS): Readable {
  const zip = new ZipFile();
  // The declared type is wider than what yazl returns.
  const output = zip.outputStream as PassThrough;
  const texts = new SharedTexts();
  const summary = createSummary(file.columns);
  let sheet: Readable | null = null;
  const add = (path: string, xml: string): void =>
    zip.addBuffer(Buffer.from(XML_DECLARATION + xml), path, { compressionLevel: COMPRESSION_LEVEL });

  const write = async (): Promise<void> => {
    add('_rels/.rels', rootRelations());
    add('xl/styles.xml', stylesXml(file.language));
    let sheets = 0;
    do {
      sheets++;
      sheet = Readable.from(sheetXml(rows, file, { texts, summary }, sheetRows), { objectMode: false });
      zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel: COMPRESSION_LEVEL });
      await finished(sheet);
    } while (await rows.hasMore());
    add('xl/sharedStrings.xml', texts.toXml());
    add('xl/workbook.xml', workbookXml(file.sheet, sheets));
    add('xl/_rels/workbook.xml.rels', workbookRelations(sheets));
    add('[Content_Types].xml', contentTypes(sheets));
    zip.end();
  };

  write().catch((error) => output.destroy(error));
  zip.once('error', (error) => output.destroy(error));
  output.once('close', () => {
    sheet?.destroy();
    rows.close().catch(() => undefined);
  });
  return output;
}
