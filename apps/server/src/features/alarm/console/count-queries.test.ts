import { type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { timeRangeOf } from '@airdeck/domain/range';
import sql, { join } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PeriodCount } from '../../../resource/period-counts.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { makeBlock } from '../blocks/block-queries.ts';
import { countAll, countSome, type GraphCounts } from './count-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.query(sql`truncate alarm, alarm_block cascade`));

type Bucket = Pick<PeriodCount<unknown>, 'start' | 'end'>;

interface Raised {
  at: number;
  severity?: 'MAJOR' | 'MINOR';
  isOpen?: boolean;
  meter?: string;
}

/** Each is of a gateway of its own: only one alarm of a subject is open. */
const raise = async (alarms: readonly Raised[]): Promise<void> => {
  const rows = alarms.map(
    ({ at, severity = 'MAJOR', isOpen = false, meter = 'Room' }, i) => sql`(${`G${i}`}, ${meter}, 'METER', 'M001',
      'SILENCE', ${severity}, '통신 없음', ${new Date(at)}::timestamptz, ${new Date(at)}::timestamptz,
      ${isOpen ? null : new Date(at)}::timestamptz)`,
  );
  await database.db.query(sql`insert into alarm (gateway, meter_name, category, code, source, severity, description,
    since_time, occurred_time, cleared_time) values ${join(rows)}`);
};

type Count = (buckets: readonly Bucket[], isCleared: boolean) => Promise<GraphCounts | null>;

const countByStatements: Count = (buckets, isCleared) => {
  const { starts, end } = askedOf(buckets);
  const conditions = [sql`a.occurred_time >= ${new Date(starts[0] ?? end)}`, sql`a.occurred_time < ${new Date(end)}`];
  return countSome(database.db, { conditions, isCleared }, starts);
};

const askedOf = (buckets: readonly Bucket[]) => ({
  starts: buckets.map(({ start }) => start),
  end: buckets.at(-1)?.end ?? 0,
});

const countByBlocks: Count = (buckets, isCleared) =>
  countAll(database.db, { ...askedOf(buckets), isCleared, ofKinds: [] });

/** Two blocks with a gap between them and newer alarms after them. */
const countWithBlocks: Count = async (buckets, isCleared) => {
  const { rows } = await database.db.query<{ ids: number[] }>(sql`select array_agg(id order by id) as ids from alarm`);
  const id = (share: number): number => rows[0]?.ids.at(Math.floor((rows[0]?.ids.length ?? 0) * share)) ?? 0;
  await makeBlock(database.db, { first: 1, last: id(0.3) });
  await makeBlock(database.db, { first: id(0.5), last: id(0.8) });
  return countByBlocks(buckets, isCleared);
};

/** All must agree. */
const WAYS = Object.entries({ statements: countByStatements, loose: countByBlocks, blocks: countWithBlocks }).flatMap(
  ([way, count]) => [false, true].map((isCleared) => ({ way, count, isCleared })),
);

describe.each(WAYS)('counts by $way, cleared: $isCleared,', ({ count, isCleared }) => {
  it.each<[BucketUnit, string, string, string, number]>([
    ['day', 'America/New_York', '2026-03-06', '2026-03-10', 23],
    ['day', 'America/New_York', '2026-10-30', '2026-11-03', 25],
    // The clock goes back by half an hour.
    ['day', 'Australia/Lord_Howe', '2026-04-03', '2026-04-06', 24.5],
    ['hour', 'Asia/Kathmandu', '2026-03-01', '2026-03-02', 1],
    ['day', 'Asia/Kathmandu', '2026-03-01', '2026-03-05', 24],
    ['month', 'Asia/Kathmandu', '2025-11-10', '2026-03-05', 31 * 24],
    ['year', 'America/New_York', '2024-05-01', '2026-03-05', 365 * 24],
  ])('have a %s of %s begin and end exactly, %s to %s', async (unit, zone, from, to, hours) => {
    const buckets = bucketsOf(unit, from, to, zone);
    expect(buckets.map(({ start, end }) => (end - start) / HOUR_MS)).toContain(hours);
    const { end } = timeRangeOf({ from, to }, zone);
    const alarms = [...buckets.map((bucket) => bucket.start), end].flatMap((at, i) => [
      { at: at - 1, severity: 'MAJOR' as const, isOpen: i % 3 === 0 },
      { at, severity: 'MINOR' as const, isOpen: i % 3 === 1 },
      { at, severity: 'MINOR' as const },
    ]);
    await raise(alarms);
    const expected = buckets.flatMap((bucket, i) =>
      (['MAJOR', 'MINOR'] as const).map((severity): GraphCounts['occurred'][number] => {
        const found = alarms.filter(
          (alarm) => alarm.severity === severity && alarm.at >= bucket.start && alarm.at < bucket.end,
        );
        return { bucket: i, severity, count: found.filter(({ isOpen }) => !(isCleared && isOpen)).length };
      }),
    );
    const counts = await count(buckets, isCleared);
    const some = (each: readonly GraphCounts['occurred'][number][]) =>
      new Set(each.filter((bucket) => bucket.count !== 0));
    expect(some(counts?.occurred ?? [])).toEqual(some(expected));
  });

  it('are of the devices with the most alarms, each with its own', async () => {
    const now = Date.UTC(2026, 2, 2);
    await raise([
      ...Array.from({ length: 4 }, (_, i) => ({ at: now + i, meter: 'Often', isOpen: i > 1 })),
      ...Array.from({ length: 3 }, (_, i) => ({ at: now + i, meter: 'Past', severity: 'MINOR' as const })),
      { at: now, meter: 'Open', isOpen: true },
      { at: now - DAY_MS, meter: 'Before' },
    ]);
    const counts = await count([{ start: now, end: now + DAY_MS }], isCleared);
    const named = counts?.devices.map(({ meter_name, MAJOR, MINOR }) => [meter_name, MAJOR, MINOR]);
    const all = [
      ['Often', 4, 0],
      ['Past', 0, 3],
      ['Open', 1, 0],
    ];
    const cleared = [
      ['Past', 0, 3],
      ['Often', 2, 0],
    ];
    expect(named).toEqual(isCleared ? cleared : all);
  });
});

it('devices with as many alarms in the same minute are in the same order by each way', async () => {
  const now = Date.UTC(2026, 2, 2);
  await raise(Array.from({ length: 40 }, (_, i) => ({ at: now + i, meter: `Room ${i}` })));
  await database.db.query(sql`update alarm set meter_id = id where id % 2 = 0`);
  const buckets = [{ start: now, end: now + DAY_MS }];
  const byStatements = await countByStatements(buckets, false);
  expect(byStatements?.devices).toHaveLength(20);
  expect((await countByBlocks(buckets, false))?.devices).toEqual(byStatements?.devices);
  expect((await countWithBlocks(buckets, false))?.devices).toEqual(byStatements?.devices);
});
