import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsumeOptions } from '../../../feed/consumer.ts';
import type { StoredFrame } from '../../../feed/entry.ts';
import { aMeter } from '../../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { loadCurrent } from './current-queries.ts';
import { createCurrentSaver } from './save-current.ts';

let database: TestDatabase;
let meterIds: number[] = [];
beforeAll(async () => {
  database = await testDatabase();
  meterIds = [(await aMeter(database.db)).id, (await aMeter(database.db)).id];
});
afterAll(() => database.close());

/** Gives a batch to the saver. */
const handle = async (frames: StoredFrame[]): Promise<void> => {
  let options: ConsumeOptions<'frames'> | undefined;
  createCurrentSaver({
    consume(given) {
      options = given as unknown as ConsumeOptions<'frames'>;
      return { start: async () => {}, wake: () => {}, lookForPartitions: () => {}, stop: async () => {} };
    },
  });
  await database.db.tx(async (tx) => {
    await options?.handle(tx, [{ kind: 'frames', frames }], { partition: 0, tenure: {}, afterCommit: () => undefined });
  });
};

/** The newest reading of each channel; of two with the same time the first. */
const newestOf = (frames: readonly StoredFrame[], meterId: number) => {
  const newest: Record<number, [ticks: number, time: number]> = {};
  for (const { time, channels, ticks } of frames.filter((frame) => frame.meterId === meterId)) {
    for (const [i, channel] of channels.entries()) {
      if ((newest[channel]?.[1] ?? -1) < time) newest[channel] = [ticks[i] ?? 0, time];
    }
  }
  return newest;
};

test('saves the newest reading of each channel, however the frames arrive', async () => {
  const frame = fc
    .record({
      meter: fc.nat(1),
      minute: fc.nat(20),
      // Most meters report the same channels each time, in the same order.
      channels: fc.constantFrom<number[]>([101, 401], [101, 401], [101, 401], [401, 101], [101], [601]),
      ticks: fc.nat(1_000),
    })
    .map(({ meter, minute, channels, ticks }): StoredFrame => {
      const time = Date.UTC(2026, 2, 2) + minute * 60_000;
      return { meterId: meterIds[meter] ?? 0, time, channels, ticks: channels.map((_, i) => ticks + i) };
    });
  const batches = fc.array(fc.array(frame, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(batches, async (given) => {
      await database.db.query(sql`delete from meter_current`);
      for (const batch of given) await handle(batch);
      for (const meterId of meterIds) {
        const [row] = await loadCurrent(database.db, [meterId]);
        const saved = row?.channels.map((channel, i) => [channel, [row.ticks[i], row.times[i]]]) ?? [];
        expect(Object.fromEntries(saved)).toEqual(newestOf(given.flat(), meterId));
        expect(row?.time ?? 0).toBe(Math.max(0, ...(row?.times ?? [])));
      }
    }),
    { numRuns: 100 },
  );
});
