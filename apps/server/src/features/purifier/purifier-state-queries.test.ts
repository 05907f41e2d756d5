import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { FanSpeed } from '@airdeck/domain/purifier-state';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { saveState } from './purifier-state-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const minute = (n: number): number => Date.parse('2026-05-04T09:00:00Z') + n * 60_000;

const blowing = (fan_speed: FanSpeed): PurifierState => ({
  power: 'ON',
  control: 'MANUAL',
  run: 'WORK',
  source: 'REMOTE',
  fan_speed,
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
});

type Report = readonly [number, FanSpeed];
type Span = readonly [number, number, FanSpeed];

let purifiers = 1_000;
/** The rows that are left when reports come in this order: first minute, last minute, speed. */
const rowsAfter = async (reports: readonly Report[]): Promise<Span[]> => {
  const id = purifiers++;
  for (const [at, speed] of reports) await saveState(database.db, id, minute(at), blowing(speed));
  const { rows } = await database.db.query<{ time: Date; last_time: Date; state: PurifierState }>(sql`
    select time, last_time, state from purifier_state where purifier_id = ${id} order by time`);
  const at = (time: Date) => (time.getTime() - minute(0)) / 60_000;
  return rows.map(({ time, last_time, state }) => [at(time), at(last_time), state.fan_speed ?? 'STOP']);
};

test.each<[string, Report[], Span[]]>([
  [
    'the same again lengthens the row',
    [
      [0, 'WEAK'],
      [1, 'WEAK'],
      [2, 'WEAK'],
    ],
    [[0, 2, 'WEAK']],
  ],
  [
    'a change begins a row',
    [
      [0, 'WEAK'],
      [1, 'STRONG'],
    ],
    [
      [0, 0, 'WEAK'],
      [1, 1, 'STRONG'],
    ],
  ],
  [
    'a repeated report changes nothing',
    [
      [0, 'WEAK'],
      [1, 'STRONG'],
      [0, 'WEAK'],
    ],
    [
      [0, 0, 'WEAK'],
      [1, 1, 'STRONG'],
    ],
  ],
  [
    'of two at one time the first stays',
    [
      [0, 'WEAK'],
      [0, 'STRONG'],
    ],
    [[0, 0, 'WEAK']],
  ],
  [
    'a late one between two rows',
    [
      [0, 'WEAK'],
      [5, 'STRONG'],
      [3, 'MEDIUM'],
    ],
    [
      [0, 0, 'WEAK'],
      [3, 3, 'MEDIUM'],
      [5, 5, 'STRONG'],
    ],
  ],
  [
    'a late one that agrees',
    [
      [0, 'WEAK'],
      [5, 'STRONG'],
      [3, 'WEAK'],
    ],
    [
      [0, 3, 'WEAK'],
      [5, 5, 'STRONG'],
    ],
  ],
  [
    'a late one before all',
    [
      [5, 'STRONG'],
      [0, 'WEAK'],
    ],
    [
      [0, 0, 'WEAK'],
      [5, 5, 'STRONG'],
    ],
  ],
  [
    'a late one that contradicts splits the row',
    [
      [0, 'WEAK'],
      [2, 'WEAK'],
      [9, 'WEAK'],
      [5, 'STRONG'],
    ],
    [
      [0, 5, 'WEAK'],
      [5, 5, 'STRONG'],
      [9, 9, 'WEAK'],
    ],
  ],
  [
    'and what it split is whole again for those who come later',
    [
      [0, 'WEAK'],
      [9, 'WEAK'],
      [5, 'STRONG'],
      [10, 'WEAK'],
      [6, 'STRONG'],
    ],
    [
      [0, 5, 'WEAK'],
      [5, 6, 'STRONG'],
      [9, 10, 'WEAK'],
    ],
  ],
])('%s', async (_, reports, spans) => {
  expect(await rowsAfter(reports)).toEqual(spans);
});
