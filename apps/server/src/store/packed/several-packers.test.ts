import { channelOf } from '@airdeck/domain/channel';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDb, type Db } from '../../platform/db/pool.ts';
import { openStoreRig, openStoreServer, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { listPartitions } from '../frames/partition-queries.ts';
import { dropFormerKey } from './former-key.ts';
import { createPacker } from './packer.ts';
import { readFrames } from './read-frames-queries.ts';

const CO2 = channelOf('CO2', 1);
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-21T03:00:00Z');
const log = pino({ level: 'silent' });

let database: TestDatabase;
let rig: StoreRig;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  expect(await dropFormerKey(database.db)).toBe(true);
  rig = await openStoreRig(database.db, { now: NOW });
  ends.push(rig.writer.stop);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await database.close();
});

const anotherPool = (): Db => {
  const db = createDb({ connection: database.url, log, size: 4 });
  ends.push(db.close);
  return db;
};
const packer = (db: Db) => createPacker({ db, clock: rig.clock, log, hotDays: 2 });

const stored = async (): Promise<Map<number, number | null | undefined>> => {
  const spans = [{ meterId: rig.meter().id, start: NOW - 60 * DAY_MS, end: NOW + DAY_MS }];
  const [columns] = await readFrames(rig.db, spans, [CO2]);
  return new Map(columns?.times.map((time, i) => [time, columns.channels.get(CO2)?.[i]]));
};

it('a packer goes on where another server has dropped the partition that it was about to pack', async () => {
  const frames = [5, 4, 3].map((daysAgo) => rig.frame(NOW - daysAgo * DAY_MS, { [CO2]: 400 + daysAgo }));
  for (const frame of frames) {
    rig.clock.advance(frame.time - rig.clock.now());
    await rig.write([frame]);
  }
  rig.clock.advance(NOW - rig.clock.now());
  expect((await listPartitions(rig.db)).length).toBeGreaterThan(1);
  const other = packer(anotherPool());
  let isFirst = true;
  const between: Db = {
    ...rig.db,
    query: async (statement) => {
      const result = await rig.db.query(statement);
      if (isFirst && statement.text.includes('pg_inherits')) {
        isFirst = false;
        expect(await other.pack()).toBe(true);
      }
      return result as never;
    },
  };
  expect(await packer(between).pack()).toBe(true);
  expect(await stored()).toEqual(new Map(frames.map(({ time, ticks }) => [time, ticks[0]])));
});

it('two packers and two writers of late frames at once lose nothing and count nothing twice', async () => {
  const writers = [rig, await openStoreServer(anotherPool(), rig.clock)];
  ends.push(...writers.slice(1).map(({ writer }) => writer.stop));
  let isOver = false;
  const packing = [packer(anotherPool()), packer(anotherPool())].map(async ({ pack }) => {
    while (!isOver) await pack();
  });
  const expected = new Map<number, number>();
  await Promise.all(
    writers.map(async ({ write }, way) => {
      for (let i = 0; i < 25; i++) {
        const time = NOW - (3 + (i % 5)) * DAY_MS + i * 2 + way;
        expected.set(time, 400 + i);
        await write([rig.frame(time, { [CO2]: 400 + i })]);
      }
    }),
  );
  isOver = true;
  await Promise.all(packing);
  expect(await packer(rig.db).pack()).toBe(true);
  const sorted = [...expected].sort(([a], [b]) => a - b);
  expect([...(await stored())]).toEqual(sorted);
  await rig.rollup.drain();
  const { rows } = await rig.db.query<{ count: (number | null)[] }>(
    sql`select count from rollup_hour where meter_id = ${rig.meter().id} and channel = ${CO2}`,
  );
  expect(rows.flatMap(({ count }) => count).reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(sorted.length);
}, 120_000);
