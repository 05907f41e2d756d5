import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { inChunks } from '../../testing/rows.ts';
import type { Column } from '../column.ts';
import { createRowCursor } from '../row-cursor.ts';
import { textField, writeCsv } from './write-csv.ts';

interface Row {
  name: string | null;
  value: number | null;
  time: string | null;
}

const COLUMNS: Column<Row>[] = [
  { kind: 'time', header: '시각', width: 1, form: 'dateTime', of: (row) => row.time, zone: () => 'Asia/Seoul' },
  { kind: 'text', header: 'a "name", quoted', width: 1, of: (row) => row.name },
  { kind: 'number', header: '-', width: 1, of: (row) => row.value, digits: () => 1 },
];

const csvOf = async (rows: Row[], language: 'ko' | 'en') => {
  const file = { columns: COLUMNS, sheet: '', language };
  return (
    await buffer(
      writeCsv(
        createRowCursor(inChunks(rows), () => undefined),
        file,
      ),
    )
  ).toString('utf8');
};

test('rows as lines, with a byte order mark, in the language of the file', async () => {
  const rows = [
    { time: '2026-01-31T15:00:00Z', name: '본관 "가", 1층', value: -2.5 },
    { time: null, name: null, value: null },
    { time: '2026-01-31T14:59:59Z', name: 'two\nlines', value: 0.001 },
  ];
  expect(await csvOf(rows, 'ko')).toBe(
    '\ufeff시각,"a ""name"", quoted",\'-\r\n' +
      '2026-02-01 00:00:00,"본관 ""가"", 1층",-2.5\r\n' +
      ',,\r\n' +
      '2026-01-31 23:59:59,"two\nlines",0.001\r\n',
  );
  expect(await csvOf(rows.slice(0, 1), 'en')).toContain('02/01/2026 00:00:00,');
});

test('nothing but the headings where nothing was measured', async () => {
  expect((await csvOf([], 'ko')).split('\r\n')).toHaveLength(2);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+82-2-123', "'+82-2-123"],
  ['-x', "'-x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['1=1', '1=1'],
  ['a;b', 'a;b'],
  ["'", "'"],
])('words %j are written %j', (words, field) => {
  expect(textField(words)).toBe(field);
});
