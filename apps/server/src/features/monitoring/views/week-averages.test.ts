import { HOUR_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRegistry } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { loadMeterWeeks, weekAverages, weekParts } from './week-averages.ts';

describe('parts of days', () => {
  test.each([
    ['an ordinary afternoon', 'Asia/Seoul', '2026-03-25T14:32:00+09:00', [15, 15, 15, 15], [14.533, 15, 15, 15]],
    ['the first moment of a day', 'Asia/Seoul', '2026-03-25T00:00:00+09:00', [1, 1, 1, 1], [0, 1, 1, 1]],
    ['a zone of half hours', 'Asia/Kolkata', '2026-03-25T14:32:00+05:30', [15, 15, 15, 15], [14.533, 15, 15, 15]],
    // The clock goes forward on 29 March: that day has no two o'clock, and ten hours up to the end of ten.
    ['a week after spring', 'Europe/Berlin', '2026-04-05T10:15:00+02:00', [11, 10, 11, 11], [10.25, 10, 11, 11]],
    // It goes back on 25 October: that day has twelve.
    ['a week after autumn', 'Europe/Berlin', '2026-11-01T10:15:00+01:00', [11, 12, 11, 11], [10.25, 12, 11, 11]],
    ['the day of autumn', 'Europe/Berlin', '2026-10-25T10:15:00+01:00', [12, 11, 11, 11], [11.25, 11, 11, 11]],
  ])('%s', (_, zone, now, hours, lengths) => {
    const parts = weekParts(Date.parse(now), zone);
    expect(parts.map((part) => part.hours)).toEqual(hours);
    for (const [i, part] of parts.entries()) expect(part.periodMs / HOUR_MS).toBeCloseTo(lengths[i] ?? 0, 2);
  });

  test('are seven days apart', () => {
    const days = weekParts(Date.parse('2026-03-02T01:00:00+09:00'), 'Asia/Seoul').map((part) => part.day);
    expect(days).toEqual(['2026-03-02', '2026-02-23', '2026-02-16', '2026-02-09']);
  });
});

describe('averages', () => {
  let database: TestDatabase;
  let one: Meter;
  let other: Meter;
  // 02:30 in Seoul: two whole hours and half of the third.
  const now = Date.parse('2026-03-25T02:30:00+09:00');

  beforeAll(async () => {
    database = await testDatabase();
    const { db } = database;
    const department = await aDepartment(db, { organizationId: (await anOrganization(db)).id });
    const ids = [
      (await aMeter(db, { department, intervalS: 60 })).id,
      (await aMeter(db, { department, intervalS: 600 })).id,
    ];
    const registry = createRegistry(db);
    await registry.reload();
    const [first, second] = ids.map((id) => registry.snapshot().meters.get(id));
    if (!first || !second) throw new Error('not registered');
    [one, other] = [first, second];
  });
  afterAll(() => database.close());

  const roll = (meter: Meter, day: string, hours: [number | null, number][], channel = 0) => {
    const pad = <T>(values: T[]) => [...values, ...new Array<null>(24 - values.length).fill(null)];
    const index = pad(hours.map(([tenths]) => tenths));
    const count = pad(hours.map(([, frames]) => frames));
    return database.db.query(sql`insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
      values (${meter.id}, ${day}, ${channel}, ${count}, ${index}, ${index}, ${index})`);
  };

  test('weigh hours by their frames, leave out later hours and other channels, and have a completeness', async () => {
    await roll(one, '2026-03-25', [
      [500, 60],
      [1000, 60],
      [null, 15],
    ]);
    await roll(one, '2026-03-18', [
      [200, 60],
      [200, 60],
      [500, 30],
      [5000, 60],
    ]);
    await roll(one, '2026-03-18', [[9999, 60]], 401);
    await roll(other, '2026-03-25', [
      [2500, 600],
      [2500, 600],
      [2500, 600],
    ]);
    const weeks = await loadMeterWeeks(database.db, [one, other], now);
    expect(weekAverages([one], weeks)).toEqual([
      { weeks_ago: 0, index: 75, grade: 'NORMAL', completeness: 0.9 },
      { weeks_ago: 1, index: 26, grade: 'GOOD', completeness: 0.833 },
      { weeks_ago: 2, index: null, grade: null, completeness: 0 },
      { weeks_ago: 3, index: null, grade: null, completeness: 0 },
    ]);
    // A meter that sends more often than its interval is complete, not more than complete.
    expect(weekAverages([other], weeks)[0]).toMatchObject({ index: 250, completeness: 1 });
    expect(weekAverages([one, other], weeks)[0]).toEqual({
      weeks_ago: 0,
      index: (75 + 250) / 2,
      grade: 'BAD',
      completeness: Math.round(((135 + 15) / 165) * 1000) / 1000,
    });
  });

  test('are null without meters', async () => {
    const weeks = await loadMeterWeeks(database.db, [], now);
    expect(weekAverages([], weeks)[0]).toEqual({ weeks_ago: 0, index: null, grade: null, completeness: 0 });
  });
});
