import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseColumnMap } from './column-map.ts';
import { detectMap } from './known-maps.ts';
import { type ReadOptions, type RecordedRow, readRecording } from './read-recording.ts';

const options: ReadOptions = { mapOf: detectMap, zone: 'Asia/Seoul' };
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
async function collect(source: AsyncIterable<Buffer | string>, more: Partial<ReadOptions> = {}) {
  const rows: RecordedRow[] = [];
  for await (const row of readRecording(source, { ...options, ...more })) rows.push(row);
  return rows;
}
const readFile = (file: string) => collect(createReadStream(file));
const fixture = (name: string) => readFile(path(`fixtures/${name}`));
const readText = (text: string, more?: Partial<ReadOptions>) => collect(Readable.from([text]), more);

it('reads a Temtop: padded numbers, a row in °F, Windows line ends', async () => {
  expect(await fixture('temtop-m2000.csv')).toEqual([
    {
      line: 2,
      time: Date.parse('2025-05-28T14:35:30+09:00'),
      readings: { 'PM2.5': 4.8, PM10: 7.7, CO2: 459, HCHO: 0.292, TEMPERATURE: 22.3, HUMIDITY: 46.3 },
      units: { TEMPERATURE: 'C' },
    },
    expect.objectContaining({ readings: expect.objectContaining({ TEMPERATURE: 70.2 }), units: { TEMPERATURE: 'F' } }),
    expect.objectContaining({ line: 4, time: Date.parse('2025-05-28T14:37:31+09:00') }),
  ]);
});

it('reads UCI occupancy: quoted header, long numbers', async () => {
  const [first, second] = await fixture('uci-occupancy.txt');
  expect(first?.readings).toEqual({ TEMPERATURE: 21.76, HUMIDITY: 31.1333333333333, CO2: 1029.66666666667 });
  expect(second?.time).toBe(Date.parse('2015-02-06T18:07:59+09:00'));
});

it('reads ROBOD: times with an offset, empty cells, rows without a reading', async () => {
  const rows = await fixture('robod.csv');
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 5]);
  expect(rows[0]?.time).toBe(Date.parse('2021-09-07T00:00:00+08:00'));
  expect(rows[1]?.readings).toEqual({ HUMIDITY: 70.1, 'PM2.5': 3.7666666510000004 });
});

it('reads the chosen file', async () => {
  const text = '\uFEFFwhen,c,t\n2025-05-28 14:35,9999999,-\n\n2025-05-28 14:36,NaN,451\n';
  const mapOf = (header: readonly string[]) => parseColumnMap('c=CO2:2,t=TEMPERATURE@F', header, 'when');
  const rows = await readText(text, { mapOf });
  expect(rows.map(({ line, readings, units }) => ({ line, readings, units }))).toEqual([
    { line: 2, readings: { 'CO2:2': 9_999_999 }, units: { TEMPERATURE: 'F' } },
    { line: 4, readings: { TEMPERATURE: 451 }, units: { TEMPERATURE: 'F' } },
  ]);
});

const uci = '"Date","Temperature","Humidity","CO2"\n';

it.each([
  ['an empty file', '', 'the file is empty'],
  ['unknown columns', 'a,b\n1\n', 'these columns are not known'],
  ['no number', `${uci}"2015-02-06 18:07:00",21,30,lots\n`, 'line 2, column CO2: "lots" is not a number'],
  ['no time', `${uci}"2015-02-06 18:07:00",21,30,1\n"noon",21,30,400\n`, 'line 3, column Date: "noon" is not a time'],
  [
    'a short row',
    `${uci}"2015-02-06 18:07:00",21,30,400\n"2015-02-06 18:08:00",21\n`,
    'line 3 has 2 columns, the first line has 4',
  ],
  ['a quote left open', `${uci}"2015-02-06 18:07:00,21,30,400\n`, 'line 2'],
])('says what is wrong with %s', async (_, text, words) => {
  await expect(readText(text)).rejects.toThrow(words);
  await expect(readText(text)).rejects.toHaveProperty('name', 'RecordingError');
});

it('passes on that a file is not there', async () => {
  await expect(readFile(path('fixtures/none.csv'))).rejects.toHaveProperty('code', 'ENOENT');
});

const recorded = path('../../../../../shared/data');
const ROWS: Readonly<Record<string, number>> = {
  'robod/combined_Room1.csv': 8352,
  'robod/combined_Room3.csv': 8352,
  'temtop-m2000/20250528_home-front-balcony-inside.csv': 99,
  'temtop-m2000/20250528_home-front-balcony.csv': 68,
  'temtop-m2000/20250528_home-front.csv': 35,
  'temtop-m2000/Temtop_test_20250711.csv': 119,
  'uci-occupancy/datatest.txt': 2665,
  'uci-occupancy/datatest2.txt': 9752,
  'uci-occupancy/datatraining.txt': 8143,
};

describe.skipIf(!existsSync(recorded))('recorded files', () => {
  it('are the ones that are known', () => {
    const folders = readdirSync(recorded, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const files = folders.flatMap(({ name }) => readdirSync(join(recorded, name)).map((file) => `${name}/${file}`));
    expect(files.filter((file) => /\.(csv|txt)$/.test(file)).sort()).toEqual(Object.keys(ROWS));
  });

  it.each(Object.entries(ROWS))('%s: every row', async (file, count) => {
    const rows = await readFile(join(recorded, file));
    expect(rows.length).toBeGreaterThan(0.98 * count);
    expect(rows.length).toBeLessThanOrEqual(count);
    const times = rows.map(({ time }) => time);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });
});
