import { DAY_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { held, lockWaits } from '../../testing/held.ts';
import { quietFeed } from '../../testing/quiet-feed.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDirtyHours } from '../frames/dirty-hours.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { createPartition, listPartitions } from '../frames/partition-queries.ts';
import { coversDay } from '../frames/partition-ranges.ts';
import { type Conflict, storeFrames } from '../frames/store-frames.ts';
import { createFrameWriter } from '../writer/frame-writer.ts';
import { decodeTimes } from './decode-day.ts';
import { encodeDay } from './encode-day.ts';
import { makeHot } from './make-hot.ts';
import { packDays } from './pack-days.ts';

import { deletePackedFrames, lockedDays, savePacked, takeDays } from './packed-queries.ts';
import { createPacker } from './packer.ts';
import { readFrames } from './read-frames-queries.ts';

const DAY = Date.UTC(2026, 2, 2) / DAY_MS;
const START = DAY * DAY_MS;
const MINUTE = 60_000;
const [CO2, PM10] = [401, 101];
const log = pino({ level: 'silent' });

let database: TestDatabase;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await database.close();
});

/** A store with a writer and a packer, five days after DAY. */
const openStore = async () => {
  const { db } = database;
  const clock = testClock(START + 5 * DAY_MS);
  const conflicts: Conflict[] = [];
  const refused: MeterFrame[] = [];
  const writer = createFrameWriter({
    db,
    log,
    clock,
    monotonic: () => performance.now(),
    dirtyHours: createDirtyHours(() => 'UTC'),
    feed: quietFeed,
    random: () => 0,
    onStored: (stored) => conflicts.push(...stored.conflicts),
    onRefused: (frame) => refused.push(frame),
  });
  writer.start();
  stops.push(writer.stop);
  const newPacker = () => createPacker({ db, clock, log, hotDays: 2 });
  const write = (...frames: MeterFrame[]) => new Promise<void>((resolve) => writer.write(frames, resolve));
  const read = (meterId: number, day = DAY) =>
    readFrames(db, [{ meterId, start: day * DAY_MS, end: (day + 1) * DAY_MS }], null).then(([columns]) => columns);
  const packedDays = async (meterId: number): Promise<number[]> =>
    (
      await db.query<{ day: number }>(sql`select distinct day - date '1970-01-01' as day from packed_day
        where meter_id = ${meterId} order by 1`)
    ).rows.map(({ day }) => day);
  return { db, clock, conflicts, refused, newPacker, write, read, packedDays, ...newPacker() };
};

const frame = (meterId: number, minute: number, readings: Record<number, number>, day = DAY): MeterFrame => ({
  meterId,
  time: day * DAY_MS + minute * MINUTE,
  channels: Object.keys(readings).map(Number),
  ticks: Object.values(readings),
});

describe('packing', () => {
  it('ends after what is on its way when it is stopped, without the rest that would come then', async () => {
    const { db, clock, write } = await openStore();
    await write(frame(1, 0, { [CO2]: 600 }));
    let stopped: Promise<void> | null = null;
    const slow: Db = {
      ...db,
      async tx(run) {
        const answer = await db.tx(run);
        // It took an hour, so the pause is as long, on the timer clock, which is not advanced any more.
        vi.advanceTimersByTime(3_600_000);
        stopped ??= packer.stop();
        return answer;
      },
    };
    const packer = createPacker({ db: slow, clock, log, hotDays: 2 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    packer.start();
    while (stopped === null) await new Promise((resolve) => setImmediate(resolve));
    await stopped;
    expect(packer.packedSoFar()).toBe(1);
  });

  it('changes nothing of what is read, and drops the partitions of days that are closed for long enough', async () => {
    const { write, read, pack, db, packedDays } = await openStore();
    const days = [0, 1, 2, 3, 4, 5].map((n) => DAY + n);
    for (const day of days) {
      await write(
        frame(1, 0, { [CO2]: 800, [PM10]: 41 }, day),
        frame(1, 1, { [CO2]: 801 }, day),
        frame(1, 3, {}, day),
        frame(2, 1439, { [CO2]: -5 }, day),
      );
    }
    const before = await Promise.all(days.flatMap((day) => [read(1, day), read(2, day)]));
    expect(await pack()).toBe(true);
    expect(await Promise.all(days.flatMap((day) => [read(1, day), read(2, day)]))).toEqual(before);
    expect(before[0]?.times).toHaveLength(3);
    expect(await packedDays(1)).toEqual(days.slice(0, 3));
    expect((await listPartitions(db)).map(({ first }) => first).sort((a, b) => a - b)).toEqual(days.slice(3));
  });

  it('drops a partition that was not written to', async () => {
    const { db, pack } = await openStore();
    await createPartition(db, DAY);
    expect(await pack()).toBe(true);
    expect(await listPartitions(db)).toEqual([]);
  });

  it('goes on where another one ended', async () => {
    const { db, write, read, newPacker, packedDays } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(2, 0, { [CO2]: 900 }), frame(3, 0, { [CO2]: 950 }));
    await db.tx((tx) => packDays(tx, [{ meterId: 2, day: DAY }]));
    const failing = db.tx(async (tx) => {
      await packDays(tx, [{ meterId: 1, day: DAY }]);
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow('power cut');
    expect([await packedDays(1), await packedDays(2)]).toEqual([[], [DAY]]);
    expect(await newPacker().pack()).toBe(true);
    expect(await listPartitions(db)).toEqual([]);
    const all = await Promise.all([1, 2, 3].map((meterId) => read(meterId)));
    expect(all.map((columns) => columns?.channels.get(CO2))).toEqual([[800], [900], [950]]);
  });

  it('a stopped packing packs nothing, and reports nothing as packed', async () => {
    const { write, stop, pack, packedDays } = await openStore();
    await write(frame(1, 1, { [CO2]: 500 }));
    await stop();
    expect(await pack()).toBe(false);
    expect(await packedDays(1)).toEqual([]);
  });

  it('leaves it to another server that is at it', async () => {
    const { write, pack, packedDays } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }));
    const other = held(database.db, (tx) => takeDays(tx, [DAY - 100]));
    await other.isReady;
    expect(await pack()).toBe(false);
    expect(await packedDays(1)).toEqual([]);
    await other.end();
    expect(await pack()).toBe(true);
  });

  it('takes a day from midnight to midnight', async () => {
    const { db, read, pack, write } = await openStore();
    const [first, last] = [START, START + DAY_MS - 1];
    const edges = [first - 1, first, last, last + 1].map((time) => ({ ...frame(1, 0, { [CO2]: time - START }), time }));
    await write(...edges.map((each, i) => ({ ...each, ticks: [i] })));
    await db.tx((tx) => packDays(tx, [{ meterId: 1, day: DAY }]));
    const packed = await db.query<{ data: Buffer }>(sql`select data from packed_day where channel = 0`);
    expect(packed.rows.map(({ data }) => decodeTimes(data, DAY))).toEqual([[first, last]]);
    expect(await pack()).toBe(true);
    expect(await listPartitions(db)).toEqual([]);
    const all = await readFrames(db, [{ meterId: 1, start: first - 1, end: last + 2 }], null);
    expect(all).toEqual([
      { meterId: 1, times: [first - 1, first, last, last + 1], channels: new Map([[CO2, [0, 1, 2, 3]]]) },
    ]);
    expect((await read(1))?.times).toEqual([first, last]);
  });

  it('saves what another server has packed meanwhile no second time', async () => {
    const { db, write, read } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }));
    const before = await read(1);
    for (let i = 0; i < 2; i++) await db.tx((tx) => packDays(tx, [{ meterId: 1, day: DAY }]));
    expect(await read(1)).toEqual(before);
  });
});

describe('late frames', () => {
  /** Packed, and the partition dropped or, with a reader in the way, not. */
  it.each([true, false])('are added to a packed day as to any (dropped: %s)', async (isDropped) => {
    const { db, write, read, pack, conflicts, refused, packedDays } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(1, 5, { [CO2]: 805 }), frame(2, 0, { [CO2]: 900 }));
    const reader = held(database.db, (tx) => tx.query(sql`select from frame limit 1`));
    await reader.isReady;
    if (isDropped) await reader.end();
    expect(await pack()).toBe(isDropped);
    expect(await listPartitions(db)).toHaveLength(isDropped ? 0 : 1);

    await write(frame(1, 3, { [CO2]: 803 }), frame(1, 0, { [CO2]: 800 }), frame(1, 5, { [CO2]: 806, [PM10]: 7 }));
    const expected = new Map([
      [CO2, [800, 803, 805]],
      [PM10, [null, null, 7]],
    ]);
    expect((await read(1))?.channels).toEqual(expected);
    expect(conflicts.map(({ channel, ticks }) => [channel, ticks])).toEqual([[CO2, 806]]);
    expect([await packedDays(1), await packedDays(2)]).toEqual([[], [DAY]]);
    expect((await read(2))?.channels).toEqual(new Map([[CO2, [900]]]));

    await reader.end();
    expect(await pack()).toBe(true);
    expect([await packedDays(1), await listPartitions(db)]).toEqual([[DAY], []]);
    expect((await read(1))?.channels).toEqual(expected);
    expect(refused).toEqual([]);
  });

  it('unpack as many frames and meter-days as there are', async () => {
    const { db, write, read, clock } = await openStore();
    await createPartition(db, DAY);
    const many = { meterId: 1, times: Array.from({ length: 9_000 }, (_, i) => START + i * 1000) };
    const column = many.times.map((_, i) => i % 1000);
    const others = Array.from({ length: 45 }, (_, i) => ({ meterId: i + 2, times: [START] }));
    for (const day of [many, ...others]) {
      const blobs = [...encodeDay({ ...day, channels: new Map([[CO2, column.slice(0, day.times.length)]]) }, DAY)];
      await savePacked(
        db,
        blobs.map(([channel, data]) => ({ meterId: day.meterId, day: DAY, channel, data })),
      );
    }
    const late = [many, ...others].map(({ meterId }) => frame(meterId, 1439, { [CO2]: 5 }));
    await db.tx((tx) => makeHot(tx, late, clock.now() / DAY_MS));
    expect((await db.query(sql`select from packed_day`)).rowCount).toBe(0);
    expect((await db.query(sql`select from frame`)).rowCount).toBe(9_000 + 45);
    await write(...late);
    expect((await read(1))?.channels.get(CO2)).toEqual([...column, 5]);
    for (const { meterId } of others) expect((await read(meterId))?.channels.get(CO2)).toEqual([0, 5]);
  });

  it('of today ask for no lock and look for nothing', async () => {
    const { db } = await openStore();
    const statements: string[] = [];
    const spy: Tx = {
      query: (statement) => {
        statements.push(statement.text);
        return db.query(statement);
      },
    };
    await makeHot(spy, [frame(1, 0, {}), frame(1, 0, {}, DAY + 1)], DAY);
    expect(statements).toEqual([]);
  });

  it('wait while their day is being packed, and are added to it then', async () => {
    const { write, read, conflicts, packedDays } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }));
    const packing = held(database.db, (tx) => packDays(tx, [{ meterId: 1, day: DAY }]));
    await packing.isReady;
    let isStored = false;
    const late = write(frame(1, 0, { [CO2]: 801, [PM10]: 7 }), frame(1, 1, { [CO2]: 802 })).then(() => {
      isStored = true;
    });
    await lockWaits(database.db, 1, 'advisory');
    expect(isStored).toBe(false);
    await packing.end();
    await late;
    expect((await read(1))?.channels).toEqual(
      new Map([
        [CO2, [800, 802]],
        [PM10, [7, null]],
      ]),
    );
    expect([conflicts.length, await packedDays(1)]).toEqual([1, []]);
  });

  it('late frames that are being stored delay the packing of their own partition only', async () => {
    const { write, read, pack, packedDays, clock } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(1, 0, { [CO2]: 700 }, DAY + 2));
    const late = [frame(1, 1, { [CO2]: 801 })];
    const storing = held(database.db, async (tx) => {
      await makeHot(tx, late, clock.now() / DAY_MS);
      await storeFrames(tx, late);
    });
    await storing.isReady;
    // It waits too short to be seen at it on a busy machine.
    const packing = pack();
    await write(frame(2, 0, { [CO2]: 1 }, DAY + 5));
    expect(await packing).toBe(false);
    expect(await packedDays(1)).toEqual([DAY + 2]);
    await storing.end();
    expect(await pack()).toBe(true);
    expect((await read(1))?.channels.get(CO2)).toEqual([800, 801]);
  });

  it('hold each of their days, and no others, and so does who takes a partition', async () => {
    const { db } = await openStore();
    const isFree = (days: number[]) =>
      db
        .tx((tx) => takeDays(tx, days))
        .catch((error) => {
          expect(error).toMatchObject({ code: '55P03' });
          return false;
        });
    const writer = held(db, (tx) => makeHot(tx, [frame(1, 0, {}), frame(1, 0, {}, DAY + 1)], DAY + 5));
    await writer.isReady;
    expect([await isFree([DAY]), await isFree([DAY + 1]), await isFree([DAY + 2])]).toEqual([false, false, true]);
    expect(await isFree(lockedDays({ first: Number.NEGATIVE_INFINITY, end: DAY + 3 }))).toBe(false);
    expect(await isFree(lockedDays({ first: DAY - 1, end: DAY + 1 }))).toBe(false);
    expect(await isFree(lockedDays({ first: DAY + 2, end: DAY + 4 }))).toBe(true);
    await writer.end();
    expect(await isFree(lockedDays({ first: Number.NEGATIVE_INFINITY, end: DAY + 3 }))).toBe(true);
  });

  it('of one packed day may come on two ways at once', async () => {
    const { db, write, read, pack, clock } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(2, 0, { [CO2]: 900 }));
    await pack();
    await createPartition(db, DAY);
    const store = (...late: MeterFrame[]) => {
      return async (tx: Tx) => {
        await makeHot(tx, late, clock.now() / DAY_MS);
        await storeFrames(tx, late);
      };
    };
    const first = held(database.db, store(frame(1, 1, { [CO2]: 801 })));
    await first.isReady;
    const second = db.tx(store(frame(2, 2, { [CO2]: 902 }), frame(1, 2, { [CO2]: 802 })));
    await lockWaits(db, 1);
    await first.end();
    await second;
    const all = await Promise.all([1, 2].map((meterId) => read(meterId)));
    expect(all.map((columns) => columns?.channels.get(CO2))).toEqual([
      [800, 801, 802],
      [900, 902],
    ]);
  });
});

describe('dropping', () => {
  it('gives up where a reader stays, so that a writer behind it does not wait for that reader', async () => {
    const { db, write, read, pack } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(1, 0, { [CO2]: 1 }, DAY + 5));
    const reader = held(database.db, (tx) => tx.query(sql`select from frame limit 1`));
    await reader.isReady;
    let isOver = false;
    const packing = pack().finally(() => {
      isOver = true;
    });
    // Continuously, so that one of them arrives while the packer waits.
    for (let minute = 1; !isOver; minute++) await write(frame(1, minute, { [CO2]: 2 }, DAY + 5));
    expect(await packing).toBe(false);
    expect((await listPartitions(db)).some((range) => coversDay(range, DAY))).toBe(true);
    expect((await read(1))?.channels.get(CO2)).toEqual([800]);
    await reader.end();
    expect(await pack()).toBe(true);
    expect((await listPartitions(db)).some((range) => coversDay(range, DAY))).toBe(false);
  });

  it.each([
    ['of one day', DAY + 2],
    ['of all older days', DAY],
  ])('leaves a partition %s to which a late frame came after its packing', async (_, day) => {
    const { db, clock, write, read, pack } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }, day), frame(2, 0, { [CO2]: 900 }, day));
    let packed = 0;
    const between: typeof db = {
      ...db,
      tx: async (run) => {
        const answer = await db.tx(run);
        if (++packed === 1) await write(frame(1, 1, { [CO2]: 801 }, day));
        return answer;
      },
    };
    expect(await createPacker({ db: between, clock, log, hotDays: 2 }).pack()).toBe(false);
    expect((await read(1, day))?.channels.get(CO2)).toEqual([800, 801]);
    expect(await pack()).toBe(true);
    expect((await read(1, day))?.channels.get(CO2)).toEqual([800, 801]);
    expect(await listPartitions(db)).toEqual([]);
  });

  it('of all older days is not needed for what is packed not to be there twice', async () => {
    const { db, write, pack, read } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(1, 1439, { [CO2]: 801 }), frame(1, 0, { [CO2]: 802 }, DAY + 2));
    const reader = held(db, (tx) => tx.query(sql`select from frame limit 1`));
    await reader.isReady;
    expect(await pack()).toBe(false);
    // Those of a single day stay until their partition goes.
    const { rows } = await db.query<{ value: number[] }>(sql`select value from frame`);
    expect(rows.map(({ value }) => value)).toEqual([[802]]);
    await reader.end();
    expect((await read(1))?.channels.get(CO2)).toEqual([800, 801]);
  });

  it('deletes no frame of a meter-day that is not packed', async () => {
    const { db, write } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(2, 0, { [CO2]: 900 }), frame(2, 0, { [CO2]: 901 }, DAY - 1));
    await db.tx((tx) => packDays(tx, [{ meterId: 2, day: DAY }]));
    const [partition] = await listPartitions(db);
    const all = [1, 2].flatMap((meterId) => [DAY - 1, DAY].map((day) => ({ meterId, day })));
    if (partition) await db.tx((tx) => deletePackedFrames(tx, partition, all));
    const { rows } = await db.query<{ value: number[] }>(sql`select value from frame order by value`);
    expect(rows.map(({ value }) => value)).toEqual([[800], [901]]);
  });

  it('of a partition that holds open days too waits for them, and what is closed is packed meanwhile', async () => {
    const { db, clock, write, read, pack, packedDays } = await openStore();
    // The clock was wrong for a while.
    clock.advance(100 * DAY_MS);
    await write(frame(1, 0, { [CO2]: 800 }));
    clock.advance(-100 * DAY_MS);
    const days = [DAY + 2, DAY + 3, DAY + 5];
    for (const day of days) await write(frame(1, 0, { [CO2]: day % 1000 }, day));
    expect(await listPartitions(db)).toHaveLength(1);
    expect(await pack()).toBe(true);
    expect(await packedDays(1)).toEqual([DAY, DAY + 2]);
    expect(await listPartitions(db)).toHaveLength(1);
    for (const day of days) expect((await read(1, day))?.channels.get(CO2)).toEqual([day % 1000]);
  });

  it('started, works by itself', async () => {
    const { db, write, start, stop } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }));
    start();
    stops.push(stop);
    while ((await listPartitions(db)).length > 0);
    await stop();
  });
});
