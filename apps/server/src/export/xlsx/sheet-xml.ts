import type { Column, SheetFile } from '../column.ts';
import type { RowCursor } from '../row-cursor.ts';
import { excelSerial, wallClock } from '../wall-clock.ts';
import type { SharedTexts } from './shared-texts.ts';
import {
  HEADER_STYLE,
  numberStyle,
  SUBTITLE_STYLE,
  SUMMARY_STYLE,
  summaryStyle,
  TITLE_STYLE,
  textStyle,
  timeStyle,
} from './styles.ts';
import type { Summary } from './summary.ts';
import { XML_DECLARATION } from './xml-text.ts';

/** One cell as XML; '' for an empty one. */
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
        if (!text) return '';
        const grade = column.grade?.(row) ?? null;
        const style = grade === null ? '' : ` s="${textStyle(grade)}"`;
        return `${begin}${rowNumber}"${style}${texts.cellEnd(text)}`;
      };
    case 'number':
      return (row, rowNumber) => {
        const value = column.of(row);
        if (value === null || !Number.isFinite(value)) return '';
        return `${begin}${rowNumber}" s="${numberStyle(column.digits(row), column.grade?.(row))}"><v>${value}</v></c>`;
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

/** Line of the headings, below the title lines. */
const headingRow = ({ title = [] }: Pick<SheetFile<never>, 'title'>): number => title.length + 1;

/** The frozen lines and columns. */
function paneXml(row: number, frozen: number): string {
  const columns = frozen > 0 ? ` xSplit="${frozen}"` : '';
  const corner = `${columnLetters(frozen)}${row + 1}`;
  const active = frozen > 0 ? 'bottomRight' : 'bottomLeft';
  return `<pane${columns} ySplit="${row}" topLeftCell="${corner}" activePane="${active}" state="frozen"/>`;
}

function sheetStart<Row>(file: SheetFile<Row>, texts: SharedTexts): string {
  const { columns, title = [], frozen = 0 } = file;
  const row = headingRow(file);
  const widths = columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width}" customWidth="1"/>`);
  const lines = title.map(
    (line, i) =>
      `<row r="${i + 1}"><c r="A${i + 1}" s="${i === 0 ? TITLE_STYLE : SUBTITLE_STYLE}"${texts.cellEnd(line)}</row>`,
  );
  const headers = columns.map(
    ({ header }, i) => `<c r="${columnLetters(i)}${row}" s="${HEADER_STYLE}"${texts.cellEnd(header)}`,
  );
  return [
    XML_DECLARATION,
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>',
    `<sheetView workbookViewId="0">${paneXml(row, frozen)}`,
    `</sheetView></sheetViews><cols>${widths.join('')}</cols>`,
    `<sheetData>${lines.join('')}<row r="${row}">${headers.join('')}</row>`,
  ].join('');
}

function summaryXml<Row>(summary: Summary<Row>, words: SheetFile<Row>['summary'], texts: SharedTexts, row: number) {
  if (!words) return '';
  const lines = summary.rows().map(({ aggregate, cells }, i) => {
    const number = row + 1 + i;
    const name = `${words.names[aggregate]} (${words.rows(summary.count)})`;
    const rest = cells.map((cell, column) => {
      // The first column is the row's name.
      if (column === 0) return `<c r="A${number}" s="${SUMMARY_STYLE}"${texts.cellEnd(name)}`;
      const place = `<c r="${columnLetters(column)}${number}"`;
      if (cell === null) return `${place} s="${SUMMARY_STYLE}"/>`;
      return `${place} s="${summaryStyle(cell.digits)}"><v>${cell.value}</v></c>`;
    });
    return `<row r="${number}">${rest.join('')}</row>`;
  });
  return lines.join('');
}

/**
 * The XML of one sheet in batches of rows: a title if the file has one, a frozen line of headings with filters, then
 * rows of the cursor up to line `lastRow`. The last sheet ends with the summary, which has been computed from all rows
 * by then.
 */
export async function* sheetXml<Row>(
  rows: RowCursor<Row>,
  file: SheetFile<Row>,
  { texts, summary }: { texts: SharedTexts; summary: Summary<Row> },
  lastRow: number,
): AsyncGenerator<string> {
  const { columns } = file;
  const writers = columns.map((column, i) => cellWriter(column, columnLetters(i), texts));
  const first = headingRow(file);
  const most = lastRow - (file.summary ? summary.maxRows : 0);
  let rowNumber = first;
  yield sheetStart(file, texts);
  while (rowNumber < most) {
    const portion = await rows.take(most - rowNumber);
    if (portion.length === 0) break;
    let xml = '';
    for (const row of portion) {
      rowNumber++;
      summary.add(row);
      xml += `<row r="${rowNumber}">`;
      for (const write of writers) xml += write(row, rowNumber);
      xml += '</row>';
    }
    yield xml;
  }
  if (!(await rows.hasMore())) yield summaryXml(summary, file.summary, texts, rowNumber);
  yield `</sheetData><autoFilter ref="A${first}:${columnLetters(columns.length - 1)}${rowNumber}"/></worksheet>`;
}
