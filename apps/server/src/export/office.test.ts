import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type OfficeCell, officePath, openWithOffice } from '../testing/office.ts';
import { inChunks } from '../testing/rows.ts';
import type { Column } from './column.ts';
import { writeCsv } from './csv/write-csv.ts';
import { createRowCursor } from './row-cursor.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';

interface Row {
  time: string;
  /** Seoul's clock at that time. */
  clock: string;
  name: string;
  value: number;
}

const COLUMNS: Column<Row>[] = [
  { kind: 'time', header: '측정 시각', width: 20, form: 'dateTime', of: (row) => row.time, zone: () => 'Asia/Seoul' },
  { kind: 'time', header: '날짜', width: 20, form: 'date', of: (row) => row.time, zone: () => 'Asia/Seoul' },
  { kind: 'text', header: '=이름', width: 15, of: (row) => row.name },
  { kind: 'number', header: 'HCHO (mg/m³)', width: 10, of: (row) => row.value, digits: () => 3 },
];
const HEADERS = COLUMNS.map(({ header }) => header);

const NAMES = [
  '한국기관 본관 1층',
  '=1+1',
  '=HYPERLINK("http://example.com","x")',
  '+82-2-1234-5678',
  '-x',
  '@SUM(A1)',
  '\ttab before',
  'tab\tin it',
  'say "hi", then go',
  'two\nlines',
  '😀 emoji',
  '<b>&amp;</b>',
  "'quoted",
  '1=1',
  '_x0041_',
  'a  b',
];
const VALUES = [0.001, -0.021, 0, 123_456.789, -40, 1e-7, 0.1 + 0.2];
const TIMES = [
  ['2026-01-31T15:00:00Z', '2026-02-01T00:00:00'],
  ['2026-02-01T14:59:59Z', '2026-02-01T23:59:59'],
  ['2024-02-28T15:00:01Z', '2024-02-29T00:00:01'],
  ['1999-12-31T14:59:59.999Z', '1999-12-31T23:59:59'],
] as const;

const ROWS: Row[] = Array.from({ length: 2_400 }, (_, i) => {
  const [time, clock] = TIMES[i % TIMES.length] ?? TIMES[0];
  return { time, clock, name: NAMES[i % NAMES.length] ?? '', value: (VALUES[i % VALUES.length] ?? 0) + i };
});

const rows = () => createRowCursor(inChunks(ROWS), () => undefined);
const file = { columns: COLUMNS, sheet: '보고서', language: 'ko' as const };
const cell = (type: OfficeCell['type'], value: string): OfficeCell => ({ type, value, isFormula: false });
const expectedRow = ({ clock, value }: Row, name: string): OfficeCell[] => [
  cell('date', clock),
  cell('date', clock),
  cell('string', name),
  cell('float', String(value)),
];

/** LibreOffice starts again each time, on a busy machine. */
const PATIENCE_MS = 120_000;

describe.skipIf(!officePath)('opened with LibreOffice (skipped where it is not installed)', () => {
  test('an Excel workbook of three sheets has every cell as it was put in', { timeout: PATIENCE_MS }, async () => {
    const sheets = await openWithOffice(await buffer(writeXlsx(rows(), file, 1_001)), 'xlsx');
    expect(sheets.map(({ name }) => name)).toEqual(['보고서', '보고서 (2)', '보고서 (3)']);
    for (const sheet of sheets) {
      expect(sheet.rows[0]).toEqual(HEADERS.map((header) => cell('string', header)));
    }
    expect(sheets.flatMap((sheet) => sheet.rows.slice(1))).toEqual(ROWS.map((row) => expectedRow(row, row.name)));
  });

  test('title, places, grades and summary are read as they are meant', { timeout: PATIENCE_MS }, async () => {
    const columns: Column<Row>[] = COLUMNS.map((column) =>
      column.kind === 'number' ? { ...column, grade: () => 'BAD', summary: ['min', 'max'] } : column,
    );
    const summary = { names: { mean: '평균', min: '최소', max: '최대', sum: '합계' }, rows: (n: number) => `${n}행` };
    const made = { ...file, columns, title: ['=본관', '2026-01'], frozen: 2, summary };
    const [sheet] = await openWithOffice(await buffer(writeXlsx(rows(), made)), 'xlsx');
    const read = sheet?.rows ?? [];
    expect(read.slice(0, 2)).toEqual([[cell('string', '=본관')], [cell('string', '2026-01')]]);
    expect(read[2]?.map((heading) => heading?.value)).toEqual(HEADERS);
    expect(read.slice(3, -2)).toEqual(ROWS.map((row) => expectedRow(row, row.name)));
    const values = ROWS.map(({ value }) => value);
    expect(read.slice(-2).map((row) => [row[0]?.value, row[3]?.value])).toEqual([
      ['최소 (2400행)', String(Math.min(...values))],
      ['최대 (2400행)', String(Math.max(...values))],
    ]);
  });

  test('a CSV file has every cell as it was put in, and words stay words', { timeout: PATIENCE_MS }, async () => {
    const [sheet] = await openWithOffice(await buffer(writeCsv(rows(), file)), 'csv');
    expect(sheet?.rows[0]?.map((heading) => heading?.value)).toEqual(HEADERS.map((h) => (h === '=이름' ? `'${h}` : h)));
    const armed = (name: string) => (/^[=+\-@\t]/.test(name) ? `'${name}` : name);
    expect(sheet?.rows.slice(1)).toEqual(
      ROWS.map((row) => {
        const [time, , name, value] = expectedRow(row, armed(row.name));
        return [time, cell('date', `${row.clock.slice(0, 10)}T00:00:00`), name, value];
      }),
    );
  });
});
