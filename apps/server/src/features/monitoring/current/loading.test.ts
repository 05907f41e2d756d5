import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FeedEntry, StoredFrame } from '../../../feed/entry.ts';
import { createFeed } from '../../../feed/feed.ts';
import { createRegistry } from '../../../registry/registry.ts';
import { aContext } from '../../../testing/context.ts';
import { aMeter } from '../../../testing/factory.ts';
import { storeFrame } from '../../../testing/frames.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { createAssessor } from '../assess/assessor.ts';
import { placesOf } from '../assess/places.ts';
import { createCurrentAir } from './current-air.ts';
import { loadCurrent } from './current-queries.ts';
import { createLoading, fillTrends } from './loading.ts';
import { createCurrentSaver } from './save-current.ts';

const NOW = Date.UTC(2026, 2, 2, 3, 5);
const MINUTE = 60_000;
const [PM10, CO2, HUMIDITY] = [101, 401, 601];
const log = pino({ level: 'silent' });

let database: TestDatabase;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => database.close());

/** A meter, and a way to restart the server on the stored data. */
const setUp = async () => {
  const { db } = database;
  const meter = await aMeter(db, { sensors: ['PM10', 'CO2'] });
  const registry = createRegistry(db);
  await registry.reload();
  const frame = (time: number, readings: Record<number, number>): StoredFrame => ({
    meterId: meter.id,
    time,
    channels: Object.keys(readings).map(Number),
    ticks: Object.values(readings),
  });
  const store = async (...frames: StoredFrame[]): Promise<void> => {
    for (const each of frames) await storeFrame(db, each);
  };
  const feed = createFeed({ db, log, random: () => 0, monotonic: () => performance.now() });
  const saver = createCurrentSaver(feed, 50);
  await saver.start();
  stops.push(saver.stop);
  const saved = () => loadCurrent(db, [meter.id]);
  const tell = (...entries: FeedEntry[]) => db.tx((tx) => feed.append(tx, entries));
  const begin = () => {
    const current = createCurrentAir();
    const loading = createLoading({ db, registry, clock: { now: () => NOW }, log, current });
    loading.start();
    stops.push(loading.stop);
    const values = () => {
      const air = current.of(meter.id);
      return air?.channels.map((channel, i) => [channel, air.ticks[i], air.times[i]]);
    };
    const snapshot = registry.snapshot();
    const place = placesOf(aContext(snapshot)).byKind.meter.get(meter.id);
    if (!place) throw new Error('no place');
    const trend = () =>
      createAssessor(current)
        .places([place], aContext(snapshot, { now: NOW }))
        .flatMap(({ air }) => air.trend);
    return { current, load: loading.load, values, trend };
  };
  return { db, meter, frame, store, tell, saved, begin };
};

test('saves current values behind the feed, each channel with its own time, and loads them', async () => {
  const { begin, frame, tell, saved } = await setUp();
  await tell({ kind: 'frames', frames: [frame(NOW - MINUTE, { [PM10]: 123 }), frame(NOW + 1, { [CO2]: 901 })] });
  await expect.poll(saved, { timeout: 60_000 }).toHaveLength(1);
  // Late readings, and one of a channel that had none yet.
  await tell({ kind: 'frames', frames: [frame(NOW, { [CO2]: 5, [PM10]: 124, [HUMIDITY]: 40 })] });
  await expect.poll(async () => (await saved())[0]?.channels, { timeout: 60_000 }).toHaveLength(3);
  const { load, values } = begin();
  await load();
  expect(values()).toEqual([
    [PM10, 124, NOW],
    [CO2, 901, NOW + 1],
    [HUMIDITY, 40, NOW],
  ]);
});

test('catches up on frames stored after the last save', async () => {
  const { begin, frame, store, tell, saved } = await setUp();
  await store(frame(NOW - 5 * MINUTE, { [CO2]: 700 }));
  await tell({ kind: 'frames', frames: [frame(NOW - 5 * MINUTE, { [CO2]: 700 })] });
  await expect.poll(saved, { timeout: 60_000 }).toHaveLength(1);
  await store(frame(NOW - MINUTE, { [CO2]: 900 }), frame(NOW - 2 * MINUTE, { [CO2]: 800, [PM10]: 50 }));
  const { load, values } = begin();
  await load();
  expect(values()).toEqual([
    [CO2, 900, NOW - MINUTE],
    [PM10, 50, NOW - 2 * MINUTE],
  ]);
});

test('a reload does not overwrite newer values', async () => {
  const { begin, frame, tell, saved } = await setUp();
  await tell({ kind: 'frames', frames: [frame(NOW - MINUTE, { [CO2]: 700, [PM10]: 9 })] });
  await expect.poll(saved, { timeout: 60_000 }).toHaveLength(1);
  const { current, load, values } = begin();
  current.apply([frame(NOW, { [CO2]: 800 })]);
  await load();
  expect(values()).toEqual([
    [CO2, 800, NOW],
    [PM10, 9, NOW - MINUTE],
  ]);
});

test('catches up on a meter whose first values were not saved before a crash', async () => {
  const { begin, frame, store } = await setUp();
  await store(frame(NOW - MINUTE, { [CO2]: 900 }));
  const { load, values } = begin();
  await load();
  expect(values()).toEqual([[CO2, 900, NOW - MINUTE]]);
});

test('reads the trend of the last six hours from the store at a start', async () => {
  const { begin, frame, store } = await setUp();
  const ago = (minutes: number, co2: number) => frame(NOW - minutes * MINUTE, { [CO2]: co2, [PM10]: 10 });
  await store(ago(400, 5000), ago(65, 700), ago(61, 900), ago(10, 600), ago(1, 1000));
  const { load, trend } = begin();
  await load();
  await expect.poll(() => trend().filter((index) => index !== null)).toEqual([50, 25, 100]);
  // 02:00, 02:50 and 03:00, the last of 36 slots.
  expect(trend().flatMap((index, i) => (index === null ? [] : [i]))).toEqual([29, 34, 35]);
});

test('counts frames once that arrive while the trend is being read', async () => {
  const { begin, db, frame, store } = await setUp();
  const { current, trend } = begin();
  const early = frame(NOW - 2 * MINUTE, { [CO2]: 600 });
  const meanwhile = frame(NOW - MINUTE, { [CO2]: 1000 });
  // Both are committed, but only one was on the feed when the read begins.
  await store(early, meanwhile);
  current.apply([early]);
  const filled = fillTrends(db, current, [current.open(early.meterId)], NOW);
  current.apply([meanwhile]);
  expect(trend()[35]).toBe(25);
  await filled;
  expect(trend()[35]).toBe(50);
});

test('late frames reach the trend, repeats do not count twice', async () => {
  const { begin, db, frame, store } = await setUp();
  const { current, trend } = begin();
  const [a, b] = [frame(NOW - 3 * MINUTE, { [CO2]: 600 }), frame(NOW - 2 * MINUTE, { [CO2]: 1000 })];
  await store(b, a);
  current.apply([b, a, a, a]);
  expect(trend()[35]).toBe(100);
  await fillTrends(db, current, current.takeLate(10), NOW);
  expect(trend()[35]).toBe(50);
});

test('drops a meter that is no longer registered at the next start', async () => {
  const { begin, db, frame, meter, tell, saved } = await setUp();
  await tell({ kind: 'frames', frames: [frame(NOW, { [CO2]: 901 })] });
  await expect.poll(saved, { timeout: 60_000 }).toHaveLength(1);
  await db.query(sql`delete from meter where id = ${meter.id}`);
  const { load, values } = begin();
  await load();
  expect(values()).toBeUndefined();
});
