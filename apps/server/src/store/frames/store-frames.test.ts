import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/pool.ts';
import { lockWaits } from '../../testing/held.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import type { MeterFrame } from './frame-batch.ts';
import { createPartition } from './partition-queries.ts';
import { storeFrames } from './store-frames.ts';

const [CO2, PM10, HCHO] = [channelOf('CO2', 1), channelOf('PM10', 1), channelOf('HCHO', 1)];
const DAY = 20_000;
const TIME = DAY * DAY_MS + 5;

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await createPartition(database.db, DAY);
});
afterEach(() => database.close());

const frame = (readings: Record<number, number>, meterId = 1, time = TIME): MeterFrame => ({
  meterId,
  time,
  channels: Object.keys(readings).map(Number),
  ticks: Object.values(readings),
});
const store = (...frames: MeterFrame[]) => database.db.tx((tx) => storeFrames(tx, frames));
const stored = async () =>
  (await database.db.query(sql`select meter_id, channel, value from frame order by meter_id, time`)).rows;

it('two batches that add to one frame at once both add to it', async () => {
  const { db } = database;
  await store(frame({ [CO2]: 800 }));
  let goOn = (): void => {};
  const isToGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let found = (): void => {};
  const isFound = new Promise<void>((resolve) => {
    found = resolve;
  });
  const first = db.tx((tx) => {
    // Both have read the existing frame, and neither has added to it.
    const slow: Tx = {
      query: async (statement) => {
        const result = await tx.query(statement);
        if (statement.text.startsWith('select meter_id')) {
          found();
          await isToGoOn;
        }
        return result as never;
      },
    };
    return storeFrames(slow, [frame({ [PM10]: 7 })]);
  });
  await isFound;
  const second = store(frame({ [HCHO]: 30, [PM10]: 8 }));
  await Promise.race([second, lockWaits(db, 1)]);
  goOn();
  await first;
  expect((await second).conflicts).toMatchObject([{ channel: PM10, ticks: 8 }]);
  expect(await stored()).toEqual([{ meter_id: 1, channel: [PM10, CO2, HCHO], value: [7, 800, 30] }]);
});

it('one batch adds to frames that are there, and to frames of its own', async () => {
  await store(frame({ [CO2]: 800 }));
  const { added, conflicts } = await store(
    frame({ [CO2]: 800, [PM10]: 1 }),
    frame({ [PM10]: 2 }, 2),
    frame({ [CO2]: 3, [PM10]: 2 }, 2),
    frame({ [PM10]: 9 }, 2),
    frame({ [CO2]: 5 }, 1, TIME + 1),
  );
  expect(await stored()).toEqual([
    { meter_id: 1, channel: [PM10, CO2], value: [1, 800] },
    { meter_id: 1, channel: [CO2], value: [5] },
    { meter_id: 2, channel: [PM10, CO2], value: [2, 3] },
  ]);
  // Repeats and conflicting readings are left out.
  expect(conflicts.map(({ channel, ticks }) => [channel, ticks])).toEqual([[PM10, 9]]);
  expect(added.map(({ meterId, channels, ticks }) => [meterId, channels, ticks])).toEqual([
    [1, [PM10], [1]],
    [2, [PM10], [2]],
    [2, [CO2], [3]],
    [1, [CO2], [5]],
  ]);
});
