import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readXlsx } from '../../testing/read-xlsx.ts';
import { inChunks } from '../../testing/rows.ts';
import type { Column } from '../column.ts';
import { createRowCursor } from '../row-cursor.ts';
import { writeXlsx } from './write-xlsx.ts';

interface Row {
  name: string | null;
  value: number | null;
  time: string | null;
}

const COLUMNS: Column<Row>[] = [
  { kind: 'time', header: '시각', width: 20, form: 'dateTime', of: (row) => row.time, zone: () => 'Asia/Seoul' },
  { kind: 'text', header: '=이름', width: 15, of: (row) => row.name },
  { kind: 'number', header: 'HCHO', width: 10, of: (row) => row.value, digits: () => 3 },
];

const textual: Column<Row> = { kind: 'text', header: '이름', width: 15, of: ({ name }) => name };
const numeric: Column<Row> = {
  ...{ kind: 'number', header: '값', width: 10, of: ({ value }) => value, digits: () => 1 },
  summary: ['mean', 'max'],
};

const sheetsOf = async (rows: Row[], sheetRows?: number, language: 'ko' | 'en' = 'ko') => {
  const file = { columns: COLUMNS, sheet: '보고서', language };
  return readXlsx(
    await buffer(
      writeXlsx(
        createRowCursor(inChunks(rows), () => undefined),
        file,
        sheetRows,
      ),
    ),
  );
};

const row = (name: string | null, value: number | null = null, time: string | null = null): Row => ({
  name,
  value,
  time,
});

test('cells of three kinds below bold headings', async () => {
  const [sheet] = await sheetsOf([row('본관', -0.021, '2026-01-31T15:00:00Z'), row(null)]);
  expect(sheet?.name).toBe('보고서');
  expect(sheet?.rows[0]?.map((cell) => [cell?.type, cell?.value, cell?.isBold])).toEqual([
    ['text', '시각', true],
    ['text', '=이름', true],
    ['text', 'HCHO', true],
  ]);
  expect(sheet?.rows[1]).toEqual([
    { type: 'number', value: '46054', format: 'yyyy-mm-dd hh:mm:ss', isBold: false, fill: null },
    { type: 'text', value: '본관', format: 'General', isBold: false, fill: null },
    { type: 'number', value: '-0.021', format: '0.000', isBold: false, fill: null },
  ]);
  expect(sheet?.rows[2]).toEqual([]);
  expect(sheet?.xml).toContain('state="frozen"');
  expect(sheet?.xml).toContain('<autoFilter ref="A1:C3"/>');
  expect(sheet?.xml).not.toContain('<f');
});

test('dates in the form of the language', async () => {
  const [sheet] = await sheetsOf([row('a', 1, '2026-01-31T15:00:00Z')], undefined, 'en');
  expect(sheet?.rows[1]?.[0]?.format).toBe('mm\\/dd\\/yyyy hh:mm:ss');
});

test.each([
  ['=1+1', '=1+1'],
  ['<b>&"x"</b>', '<b>&"x"</b>'],
  ['two\nlines\r\n\tand a tab', 'two\nlines\r\n\tand a tab'],
  ['  spaces  ', '  spaces  '],
  ['😀 한글', '😀 한글'],
  ['_x0041_ is no A', '_x0041_ is no A'],
  // Characters that XML cannot contain are removed.
  ['a\u0000b\u001bc\ufffe', 'abc'],
  ['half \ud83d of one', 'half  of one'],
  ['x'.repeat(40_000), 'x'.repeat(32_767)],
])('words %j', async (words, read) => {
  const [sheet] = await sheetsOf([row(words)]);
  expect(sheet?.rows[1]?.[1]).toMatchObject({ type: 'text', value: read });
});

test('writes an empty cell for a value that is not a number', async () => {
  const [sheet] = await sheetsOf([row('a', Number.NaN), row('b', Number.POSITIVE_INFINITY), row('c', 0)]);
  expect(sheet?.rows.slice(1).map((cells) => cells[2]?.value)).toEqual([undefined, undefined, '0']);
});

test('a full sheet goes on in the next one, with its headings', async () => {
  const rows = Array.from({ length: 2_500 }, (_, i) => row(`row ${i}`, i));
  const sheets = await sheetsOf(rows, 1_001);
  expect(sheets.map(({ name }) => name)).toEqual(['보고서', '보고서 (2)', '보고서 (3)']);
  expect(sheets.map((sheet) => sheet.rows.length)).toEqual([1_001, 1_001, 501]);
  expect(sheets.map((sheet) => sheet.rows[0]?.[1]?.value)).toEqual(['=이름', '=이름', '=이름']);
  expect(sheets.flatMap((sheet) => sheet.rows.slice(1).map((cells) => Number(cells[2]?.value)))).toEqual(
    rows.map(({ value }) => value),
  );
});

test('a sheet that is exactly full is the last one', async () => {
  const sheets = await sheetsOf([row('a'), row('b')], 3);
  expect(sheets).toHaveLength(1);
});

test('nothing but the headings where nothing was measured', async () => {
  const [sheet] = await sheetsOf([]);
  expect(sheet?.rows).toHaveLength(1);
});

test('rows that fail are no file', async () => {
  async function* failing(): AsyncGenerator<Row[]> {
    yield [row('a')];
    throw new Error('gone');
  }
  const stream = writeXlsx(
    createRowCursor(failing(), () => undefined),
    { columns: COLUMNS, sheet: '', language: 'ko' },
  );
  await expect(buffer(stream)).rejects.toThrow('gone');
});

test('title, frozen columns, grades and the summary of all rows, on every sheet', async () => {
  const columns: Column<Row>[] = [
    { ...textual, grade: ({ value }) => (value === null ? null : value > 2 ? 'BAD' : 'GOOD') },
    { ...numeric, grade: ({ value }) => (value === null ? null : value > 2 ? 'BAD' : 'GOOD') },
  ];
  const names = { mean: '평균', min: '최소', max: '최대', sum: '합계' };
  const file = {
    ...{ columns, sheet: 'a', language: 'ko' as const, title: ['본관', '2026-01'], frozen: 1 },
    summary: { names, rows: (count: number) => `${count}행` },
  };
  const rows = [row('a', 1), row('b', 3.5), row('c', null), row('d', 2)];
  const write = async (most: number, given = rows) =>
    readXlsx(
      await buffer(
        writeXlsx(
          createRowCursor(inChunks(given), () => undefined),
          file,
          most,
        ),
      ),
    );
  const values = (sheets: Awaited<ReturnType<typeof write>>) =>
    sheets.map((sheet) => sheet.rows.map((cells) => cells.map((cell) => cell?.value ?? null)));
  const summary = [
    ['평균 (4행)', '2.1666666666666665'],
    ['최대 (4행)', '3.5'],
  ];
  const [whole] = await write(1_000);
  expect(values([whole ?? expect.unreachable()])).toEqual([
    [['본관'], ['2026-01'], ['이름', '값'], ['a', '1'], ['b', '3.5'], ['c'], ['d', '2'], ...summary],
  ]);
  expect(whole?.xml).toContain(
    '<pane xSplit="1" ySplit="3" topLeftCell="B4" activePane="bottomRight" state="frozen"/>',
  );
  expect(whole?.xml).toContain('<autoFilter ref="A3:B7"/>');
  expect(whole?.rows[4]?.[1]?.fill).toBe(whole?.rows[4]?.[0]?.fill);
  expect(whole?.rows[4]?.[1]?.fill).not.toBe(whole?.rows[3]?.[1]?.fill);
  expect(whole?.rows[4]?.[1]?.format).toBe('0.0');
  expect(whole?.rows[5]?.[0]?.fill).toBeNull();
  // Seven lines contain title, headings, two rows and the room for the summary at the end.
  expect(values(await write(7))).toEqual([
    [['본관'], ['2026-01'], ['이름', '값'], ['a', '1'], ['b', '3.5']],
    [['본관'], ['2026-01'], ['이름', '값'], ['c'], ['d', '2'], ...summary],
  ]);
  expect(values(await write(7, []))).toEqual([[['본관'], ['2026-01'], ['이름', '값']]]);
});
