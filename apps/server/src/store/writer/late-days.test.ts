import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { held, lockWaits } from '../../testing/held.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { dropPartition, listPartitions } from '../frames/partition-queries.ts';
import { createPacker } from '../packed/packer.ts';
import { readFrames } from '../packed/read-frames-queries.ts';

const CO2 = channelOf('CO2', 1);
const NOW = Date.parse('2026-11-21T03:00:00Z');
/** Today, tomorrow, the days before that are likely to be late, and one for all that is older. */
const MAX_PARTITIONS = 8;

let database: TestDatabase;
let rig: StoreRig;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openStoreRig(database.db, { now: NOW });
});
afterEach(async () => {
  await rig.writer.stop();
  await database.close();
});

const countPartitions = async (): Promise<number> =>
  (await rig.db.query(sql`select from pg_inherits where inhparent = 'frame'::regclass`)).rowCount;

/** Repeats until nothing is left: a partition in use, by autovacuum for example, is left for the next time. */
const packAll = ({ db, clock, log } = rig) =>
  expect.poll(() => createPacker({ db, clock, log, hotDays: 2 }).pack(), { timeout: 60_000 }).toBe(true);

/** `time → value` of all that is stored of a meter. */
const stored = async (meterId: number): Promise<Map<number, number | null | undefined>> => {
  const span = { meterId, start: NOW - 3_000 * DAY_MS, end: NOW + 30 * DAY_MS };
  const [columns] = await readFrames(rig.db, [span], [CO2]);
  return new Map(columns?.times.map((time, i) => [time, columns.channels.get(CO2)?.[i]]));
};

const late = (daysAgo: number, value = daysAgo % 1000): MeterFrame =>
  rig.frame(NOW - daysAgo * DAY_MS, { [CO2]: value });

describe('frames of very many old days', () => {
  const all = Array.from({ length: 1_800 }, (_, i) => i + 1);

  it('are stored in a handful of partitions, then packed, then added to', async () => {
    const frames = all.map((daysAgo) => late(daysAgo));
    for (let i = 0; i < frames.length; i += 450) await rig.write(frames.slice(i, i + 450));
    const expected = new Map(frames.map(({ time, ticks }) => [time, ticks[0]]));
    expect(await countPartitions()).toBeLessThanOrEqual(MAX_PARTITIONS);
    expect(await stored(rig.meter().id)).toEqual(new Map([...expected].sort(([a], [b]) => a - b)));

    await packAll();
    expect(await countPartitions()).toBeLessThanOrEqual(MAX_PARTITIONS);
    expect((await rig.db.query(sql`select from frame`)).rowCount).toBeLessThanOrEqual(2);
    for (let i = 0; i < all.length; i += 7) {
      const frame = rig.frame(NOW - (all[i] ?? 0) * DAY_MS + 1, { [CO2]: 9 });
      expected.set(frame.time, 9);
      frames.push(frame);
    }
    await rig.write(frames.slice(all.length));
    expect(await countPartitions()).toBeLessThanOrEqual(MAX_PARTITIONS);
    expect(await stored(rig.meter().id)).toEqual(new Map([...expected].sort(([a], [b]) => a - b)));
  }, 120_000);

  it('are read beside each other without running out of locks', async () => {
    await rig.write(all.map((daysAgo) => late(daysAgo)));
    // No time narrows it down: each of them locks all partitions and their indexes.
    const questions = Array.from({ length: 10 }, () =>
      rig.db.tx(async (tx) => {
        await tx.query(sql`select count(*) from frame where meter_id = ${rig.meter().id}`);
        await new Promise(setImmediate);
        return (await tx.query(sql`select from pg_locks where pid = pg_backend_pid() and locktype = 'relation'`))
          .rowCount;
      }),
    );
    for (const locks of await Promise.all(questions)) expect(locks).toBeLessThanOrEqual(3 * MAX_PARTITIONS);
  });
});

it('frames of today do not wait for late ones', async () => {
  const time = NOW - 100 * DAY_MS;
  await rig.write([late(100)]);
  await packAll();
  // Another transaction blocks late frames.
  const blocker = held(rig.db, (tx) => tx.query(sql`select from packed_day for update`));
  await blocker.isReady;
  const order: string[] = [];
  const waits: Promise<number>[] = [];
  // One batch after the other, as many as there are ways.
  for (const way of [1, 2]) {
    waits.push(rig.write([rig.frame(time + way, { [CO2]: way })]).then(() => order.push('late')));
    await lockWaits(rig.db, way);
  }
  const mixed = [rig.frame(time + 3, { [CO2]: 3 }), rig.frame(NOW - 1, { [CO2]: 4 })];
  waits.push(rig.write(mixed).then(() => order.push('mixed')));
  await rig.write([rig.frame(NOW, { [CO2]: 500 })]);
  order.push('today');
  expect(order).toEqual(['today']);
  expect((await stored(rig.meter().id)).size).toBe(3);
  await blocker.end();
  await Promise.all(waits);
  expect(order.sort()).toEqual(['late', 'late', 'mixed', 'today']);
  expect((await stored(rig.meter().id)).size).toBe(6);
});

it('any late days, in any order, packed in between: nothing is lost, and there are few partitions', async () => {
  const daysAgo = fc.oneof(fc.nat(12), fc.nat(1_800), fc.constantFrom(2, 3, 4, 5, 6, 7, 8));
  const step = fc.record({
    kind: fc.constantFrom('write', 'write', 'write', 'pack', 'next day'),
    days: fc.array(daysAgo, { maxLength: 8 }),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
    const own = await openStoreRig(database.db, { now: NOW });
    const expected = new Map<number, number>();
    try {
      for (const [i, each] of steps.entries()) {
        if (each.kind === 'next day') own.clock.advance(DAY_MS);
        else if (each.kind === 'pack') await packAll(own);
        else {
          const frames = each.days.map((ago) => own.frame(own.clock.now() - ago * DAY_MS - i, { [CO2]: ago }));
          for (const { time, ticks } of frames) expected.set(time, expected.get(time) ?? ticks[0] ?? 0);
          await own.write(frames);
        }
        // The days that have passed since may have left one each.
        expect(await countPartitions()).toBeLessThanOrEqual(MAX_PARTITIONS + steps.length);
      }
      expect(await stored(own.meter().id)).toEqual(new Map([...expected].sort(([a], [b]) => a - b)));
    } finally {
      await own.writer.stop();
      await own.db.tx(async (tx) => {
        for (const partition of await listPartitions(tx)) await dropPartition(tx, partition);
      });
      await own.db.query(sql`delete from packed_day`);
    }
  });
  await fc.assert(property, { numRuns: 15 });
}, 120_000);
