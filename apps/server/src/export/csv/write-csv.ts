import { Readable } from 'node:stream';
import type { Column, SheetFile } from '../column.ts';
import type { RowCursor } from '../row-cursor.ts';
import { wallClock, wallText } from '../wall-clock.ts';

/** The byte order mark by which Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/**
 * Texts with which a spreadsheet starts a formula, full-width forms included, or that the apostrophe below would be taken
 * from. Escaped, as in import/read-csv.ts: a character beyond Latin-1 doubles the memory of a program's text.
 */
const LIKE_FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A field in RFC 4180 notation. */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text as a field. An apostrophe in front of a possible formula keeps it a text. */
export const textField = (text: string): string => field(LIKE_FORMULA.test(text) ? `'${text}` : text);

function fieldWriter<Row>(column: Column<Row>, { language }: SheetFile<Row>): (row: Row) => string {
  switch (column.kind) {
    case 'text':
      return (row) => textField(column.of(row) ?? '');
    case 'number':
      return (row) => {
        const value = column.of(row);
        return value === null || !Number.isFinite(value) ? '' : String(value);
      };
    case 'time':
      return (row) => {
        const instant = column.of(row);
        return instant === null ? '' : wallText(wallClock(instant, column.zone(row)), column.form, language);
      };
  }
}

async function* lines<Row>(rows: RowCursor<Row>, file: SheetFile<Row>): AsyncGenerator<string> {
  const writers = file.columns.map((column) => fieldWriter(column, file));
  yield BYTE_ORDER_MARK + file.columns.map(({ header }) => textField(header)).join(',') + LINE_END;
  for (;;) {
    const portion = await rows.take(Number.POSITIVE_INFINITY);
    if (portion.length === 0) return;
    let text = '';
    for (const row of portion) {
      text += writers.map((write) => write(row)).join(',') + LINE_END;
    }
    yield text;
  }
}

/**
 * Rows as comma-separated values (RFC 4180, UTF-8), written while they are read. Destroying the stream stops reading; a
 * failure of the rows destroys the stream.
 */
export function writeCsv<Row>(rows: RowCursor<Row>, file: SheetFile<Row>): Readable {
  const stream = Readable.from(lines(rows, file), { objectMode: false });
  stream.once('close', () => {
    rows.close().catch(() => undefined);
  });
  return stream;
}
