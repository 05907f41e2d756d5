import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRegistry } from '../../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import {
  createWeekCache,
  loadMeterWeeks,
  type PlaceWeeks,
  weekAverages,
  weekParts,
  weeksUntil,
} from './week-averages.ts';

describe('parts of days', () => {
  test.each([
    ['an ordinary afternoon', 'Asia/Seoul', '2026-03-25T14:32:00+09:00', '14:00', [14, 14, 14, 14]],
    ['the last moment of an hour', 'Asia/Seoul', '2026-03-25T03:59:59+09:00', '03:00', [3, 3, 3, 3]],
    ['the first hour of a day', 'Asia/Seoul', '2026-03-25T00:59:00+09:00', '00:00', [0, 0, 0, 0]],
    ['a zone of half hours', 'Asia/Kolkata', '2026-03-25T14:32:00+05:30', '14:00', [14, 14, 14, 14]],
    // The clock goes forward on 29 March: that day has no two o'clock, and nine hours up to ten.
    ['a week after spring', 'Europe/Berlin', '2026-04-05T10:15:00+02:00', '10:00', [10, 9, 10, 10]],
    // It goes back on 25 October: that day has eleven.
    ['a week after autumn', 'Europe/Berlin', '2026-11-01T10:15:00+01:00', '10:00', [10, 11, 10, 10]],
    ['the day of autumn', 'Europe/Berlin', '2026-10-25T10:15:00+01:00', '10:00', [11, 10, 10, 10]],
  ])('%s: the hours that are over on both sides, and their label', (_, zone, now, until, hours) => {
    const parts = weekParts(Date.parse(now), zone);
    expect(parts.map((part) => part.hours)).toEqual(hours);
    expect(weeksUntil(Date.parse(now), zone)).toBe(until);
    for (const [i, part] of parts.entries()) expect(part.end - part.start).toBe((hours[i] ?? 0) * HOUR_MS);
  });

  test('are seven days apart', () => {
    const days = weekParts(Date.parse('2026-03-02T01:00:00+09:00'), 'Asia/Seoul').map((part) => part.day);
    expect(days).toEqual(['2026-03-02', '2026-02-23', '2026-02-16', '2026-02-09']);
  });
});

describe('averages', () => {
  let database: TestDatabase;
  let snapshot: RegistrySnapshot;
  let one: Meter;
  let other: Meter;
  // 02:30 in Seoul: two whole hours and half of the third.
  const now = Date.parse('2026-03-25T02:30:00+09:00');

  beforeAll(async () => {
    database = await testDatabase();
    const { db } = database;
    const department = await aDepartment(db, { organizationId: (await anOrganization(db)).id });
    const ids = [
      (await aMeter(db, { department, intervalS: 60, sensors: ['CO2', 'CO2'] })).id,
      (await aMeter(db, { department, intervalS: 600, sensors: ['CO2'] })).id,
    ];
    const registry = createRegistry(db);
    await registry.reload();
    snapshot = registry.snapshot();
    const [first, second] = ids.map((id) => snapshot.meters.get(id));
    if (!first || !second) throw new Error('not registered');
    [one, other] = [first, second];
  });
  afterAll(() => database.close());

  /** An hour's readings of a channel: the mean in ticks, and how many. */
  const roll = (meter: Meter, day: string, channel: number, hours: [number | null, number][]) => {
    const pad = <T>(values: T[]) => [...values, ...new Array<null>(24 - values.length).fill(null)];
    const [mean, count] = [pad(hours.map(([ticks]) => ticks)), pad(hours.map(([, frames]) => frames))];
    const sum = pad(hours.map(([ticks, frames]) => ticks && ticks * frames));
    return database.db.query(sql`insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
      values (${meter.id}, ${day}, ${channel}, ${count}, ${sum}, ${mean}, ${mean})`);
  };
  const [FRAMES, FIRST, SECOND] = [0, 401, 402];

  test('are the index of the means of all hours that are over, and have a completeness', async () => {
    const today = '2026-03-25';
    await roll(one, today, FRAMES, [
      [0, 60],
      [0, 50],
      [0, 15],
    ]);
    await roll(one, today, FIRST, [
      [600, 60],
      [900, 60],
      [5_000, 15],
    ]);
    await roll(one, today, SECOND, [
      [1_200, 60],
      [1_300, 60],
    ]);
    await roll(one, '2026-03-18', FRAMES, [[0, 30]]);
    await roll(one, '2026-03-18', FIRST, [[1_000, 30]]);
    await roll(other, today, FRAMES, [[0, 600]]);
    await roll(other, today, FIRST, [[1_500, 600]]);
    const weeks = await loadMeterWeeks(database.db, snapshot, [one, other], now);
    // The mean of both sensors is 1,000 ppm: the top of normal.
    expect(weekAverages([one], weeks)).toEqual([
      { weeks_ago: 0, index: 100, grade: 'NORMAL', completeness: 0.917 },
      { weeks_ago: 1, index: 100, grade: 'NORMAL', completeness: 0.25 },
      { weeks_ago: 2, index: null, grade: null, completeness: 0 },
      { weeks_ago: 3, index: null, grade: null, completeness: 0 },
    ]);
    // A meter that sends more often than its interval is complete, not more than complete.
    expect(weekAverages([other], weeks)[0]).toMatchObject({ index: 250, completeness: 1 });
    expect(weekAverages([one, other], weeks)[0]).toEqual({
      weeks_ago: 0,
      index: (100 + 250) / 2,
      grade: 'BAD',
      completeness: Math.round(((110 + 12) / 132) * 1000) / 1000,
    });
  });

  test('are null without meters', async () => {
    const weeks = await loadMeterWeeks(database.db, snapshot, [], now);
    expect(weekAverages([], weeks)[0]).toEqual({ weeks_ago: 0, index: null, grade: null, completeness: 0 });
  });
});

describe('the cache', () => {
  const noon = Date.parse('2026-03-25T03:00:00Z');
  const minute = noon + MINUTE_MS;
  let registered: RegistrySnapshot;
  beforeEach(() => {
    registered = {} as RegistrySnapshot;
  });

  /** A cache whose loads end when the test calls `end` or `fail`. */
  const openCache = () => {
    const cache = createWeekCache();
    const loads: { end(at: number): void; fail(): void }[] = [];
    const read = <T>() =>
      new Promise<T>((resolve, reject) => {
        const end = (at: number) => resolve({ of: () => [], at } satisfies PlaceWeeks as T);
        loads.push({ end, fail: () => reject(new Error('no database')) });
      });
    const ask = async (now: number) => (await cache('all', [], { now, snapshot: registered, read })).at;
    return { ask, loads };
  };

  test('loads one time for all who ask at once', async () => {
    const { ask, loads } = openCache();
    const both = [ask(noon), ask(noon + 1)];
    loads[0]?.end(noon);
    expect(await Promise.all(both)).toEqual([noon, noon]);
    expect(loads).toHaveLength(1);
  });

  test('answers with the last weeks while newer ones are loaded, also if that fails', async () => {
    const { ask, loads } = openCache();
    const first = ask(noon);
    loads[0]?.end(noon);
    await first;
    expect([await ask(minute), await ask(minute), loads.length]).toEqual([noon, noon, 2]);
    loads[1]?.fail();
    await vi.waitFor(async () => {
      expect(await ask(minute)).toBe(noon);
      expect(loads).toHaveLength(3);
    });
    loads[2]?.end(minute);
    await vi.waitFor(async () => expect(await ask(minute)).toBe(minute));
    expect(loads).toHaveLength(3);
  });

  test('waits for weeks of a changed registry, instead of those that are too old, and after a failure', async () => {
    const { ask, loads } = openCache();
    const answers = async (now: number) => {
      const answer = ask(now);
      loads.at(-1)?.end(now);
      return [await answer, loads.length];
    };
    expect(await answers(noon)).toEqual([noon, 1]);
    registered = {} as RegistrySnapshot;
    expect(await answers(noon + 1)).toEqual([noon + 1, 2]);
    expect(await answers(noon + HOUR_MS)).toEqual([noon + HOUR_MS, 3]);
    registered = {} as RegistrySnapshot;
    const failed = ask(noon + HOUR_MS);
    loads.at(-1)?.fail();
    await expect(failed).rejects.toThrow('no database');
    expect(await answers(noon + HOUR_MS)).toEqual([noon + HOUR_MS, 5]);
  });
});
