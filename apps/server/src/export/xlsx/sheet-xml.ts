import type { Column } from '../column.ts';
import type { RowCursor } from '../row-cursor.ts';
import { excelSerial, wallClock } from '../wall-clock.ts';
import type { SharedTexts } from './shared-texts.ts';
import { HEADER_STYLE, numberStyle, timeStyle } from './styles.ts';
import { XML_DECLARATION } from './xml-text.ts';

/** One cell as XML; '' is an empty one. */
type CellWriter<Row> = (row: Row, rowNumber: number) => string;

/** The letters of a column, counted from 0: A to Z, AA, … */
const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

function cellWriter<Row>(column: Column<Row>, letters: string, texts: SharedTexts): CellWriter<Row> {
  const begin = `<c r="${letters}`;
  switch (column.kind) {
    case 'text':
      return (row, rowNumber) => {
        const text = column.of(row);
        return text ? `${begin}${rowNumber}"${texts.cellEnd(text)}` : '';
      };
    case 'number':
      return (row, rowNumber) => {
        const value = column.of(row);
        if (value === null || !Number.isFinite(value)) return '';
        return `${begin}${rowNumber}" s="${numberStyle(column.digits(row))}"><v>${value}</v></c>`;
      };
    case 'time': {
      const style = timeStyle(column.form);
      return (row, rowNumber) => {
        const instant = column.of(row);
        if (instant === null) return '';
        return `${begin}${rowNumber}" s="${style}"><v>${excelSerial(wallClock(instant, column.zone(row)))}</v></c>`;
      };
    }
  }
}

function sheetStart<Row>(columns: readonly Column<Row>[], texts: SharedTexts): string {
  const widths = columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width}" customWidth="1"/>`);
  const headers = columns.map(
    ({ header }, i) => `<c r="${columnLetters(i)}1" s="${HEADER_STYLE}"${texts.cellEnd(header)}`,
  );
  return [
    XML_DECLARATION,
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>',
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    `</sheetView></sheetViews><cols>${widths.join('')}</cols>`,
    `<sheetData><row r="1">${headers.join('')}</row>`,
  ].join('');
}

/**
 * The XML of one sheet, a portion of rows at a time: a frozen line of headings with filters, then up to
 * `lastRow` − 1 rows of the cursor.
 */
export async function* sheetXml<Row>(
  rows: RowCursor<Row>,
  columns: readonly Column<Row>[],
  texts: SharedTexts,
  lastRow: number,
): AsyncGenerator<string> {
  const writers = columns.map((column, i) => cellWriter(column, columnLetters(i), texts));
  let rowNumber = 1;
  yield sheetStart(columns, texts);
  while (rowNumber < lastRow) {
    const portion = await rows.take(lastRow - rowNumber);
    if (portion.length === 0) break;
    let xml = '';
    for (const row of portion) {
      rowNumber++;
      xml += `<row r="${rowNumber}">`;
      for (const write of writers) xml += write(row, rowNumber);
      xml += '</row>';
    }
    yield xml;
  }
  yield `</sheetData><autoFilter ref="A1:${columnLetters(columns.length - 1)}${rowNumber}"/></worksheet>`;
}
