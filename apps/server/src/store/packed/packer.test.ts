import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/pool.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDirtyHours } from '../frames/dirty-hours.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { createPartition, listPartitions } from '../frames/frame-queries.ts';
import { type Conflict, storeFrames } from '../frames/store-frames.ts';
import { createFrameWriter } from '../writer/frame-writer.ts';
import { makeHot } from './make-hot.ts';
import { packMeters } from './pack-meters.ts';
import { DAY_MS } from './packed-format.ts';
import { takeDay } from './packed-queries.ts';
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
    dirtyHours: createDirtyHours(() => 'UTC'),
    random: () => 0,
    onStored: (stored) => conflicts.push(...stored.conflicts),
    onRefused: (frame) => refused.push(frame),
  });
  await writer.start();
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

/** Resolves when a connection waits for a lock of this kind. */
const someoneWaits = async (kind: 'advisory' | 'relation'): Promise<void> => {
  const waiting = sql`select from pg_locks where not granted and locktype = ${kind}`;
  while ((await database.db.query(waiting)).rowCount === 0);
};

/** Holds what a transaction has done so far until it is told to end. */
const held = (run: (tx: Tx) => Promise<unknown>) => {
  let release = (): void => {};
  const freed = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ready = (): void => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const ended = database.db.tx(async (tx) => {
    await run(tx);
    ready();
    await freed;
  });
  return {
    isReady,
    async end(): Promise<void> {
      release();
      await ended;
    },
  };
};

describe('packing', () => {
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
    expect((await listPartitions(db)).sort((a, b) => a - b)).toEqual(days.slice(3));
  });

  it('drops a partition that nobody wrote to', async () => {
    const { db, pack } = await openStore();
    await createPartition(db, DAY);
    expect(await pack()).toBe(true);
    expect(await listPartitions(db)).toEqual([]);
  });

  it('goes on where another one ended', async () => {
    const { db, write, read, newPacker, packedDays } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(2, 0, { [CO2]: 900 }), frame(3, 0, { [CO2]: 950 }));
    await db.tx((tx) => packMeters(tx, DAY, [2]));
    const failing = db.tx(async (tx) => {
      await packMeters(tx, DAY, [1]);
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow('power cut');
    expect([await packedDays(1), await packedDays(2)]).toEqual([[], [DAY]]);
    expect(await newPacker().pack()).toBe(true);
    expect(await listPartitions(db)).toEqual([]);
    const all = await Promise.all([1, 2, 3].map((meterId) => read(meterId)));
    expect(all.map((columns) => columns?.channels.get(CO2))).toEqual([[800], [900], [950]]);
  });

  it('leaves it to another server that is at it', async () => {
    const { write, pack, packedDays } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }));
    const other = held((tx) => takeDay(tx, DAY - 100));
    await other.isReady;
    expect(await pack()).toBe(false);
    expect(await packedDays(1)).toEqual([]);
    await other.end();
    expect(await pack()).toBe(true);
  });

  it('saves what another server has packed meanwhile no second time', async () => {
    const { db, write, read } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }));
    const before = await read(1);
    for (let i = 0; i < 2; i++) await db.tx((tx) => packMeters(tx, DAY, [1]));
    expect(await read(1)).toEqual(before);
  });
});

describe('late frames', () => {
  /** Packed, and the partition dropped or, with a reader in the way, not. */
  it.each([true, false])('are added to a packed day as to any (dropped: %s)', async (isDropped) => {
    const { db, write, read, pack, conflicts, refused, packedDays } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(1, 5, { [CO2]: 805 }), frame(2, 0, { [CO2]: 900 }));
    const reader = held((tx) => tx.query(sql`select from frame limit 1`));
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
    const packing = held((tx) => packMeters(tx, DAY, [1]));
    await packing.isReady;
    let isStored = false;
    const late = write(frame(1, 0, { [CO2]: 801, [PM10]: 7 }), frame(1, 1, { [CO2]: 802 })).then(() => {
      isStored = true;
    });
    await someoneWaits('advisory');
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

  it('that are being stored keep their day from being packed, and nobody else', async () => {
    const { write, read, pack, packedDays, clock } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(1, 0, { [CO2]: 700 }, DAY + 1));
    const late = [frame(1, 1, { [CO2]: 801 })];
    const storing = held(async (tx) => {
      await makeHot(tx, late, clock.now() / DAY_MS);
      await storeFrames(tx, late, []);
    });
    await storing.isReady;
    const packing = pack();
    await someoneWaits('advisory');
    await write(frame(2, 0, { [CO2]: 1 }, DAY + 5));
    expect(await packing).toBe(false);
    expect(await packedDays(1)).toEqual([DAY + 1]);
    await storing.end();
    expect(await pack()).toBe(true);
    expect((await read(1))?.channels.get(CO2)).toEqual([800, 801]);
  });

  it('of one packed day may come on two ways at once', async () => {
    const { db, write, read, pack, clock } = await openStore();
    await write(frame(1, 0, { [CO2]: 800 }), frame(2, 0, { [CO2]: 900 }));
    await pack();
    await createPartition(db, DAY);
    const store = (...late: MeterFrame[]) => {
      return async (tx: Tx) => {
        await makeHot(tx, late, clock.now() / DAY_MS);
        await storeFrames(tx, late, []);
      };
    };
    const first = held(store(frame(1, 1, { [CO2]: 801 })));
    await first.isReady;
    const second = db.tx(store(frame(2, 2, { [CO2]: 902 }), frame(1, 2, { [CO2]: 802 })));
    const waiting = sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`;
    while ((await db.query(waiting)).rowCount === 0);
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
    const reader = held((tx) => tx.query(sql`select from frame limit 1`));
    await reader.isReady;
    const packing = pack();
    await someoneWaits('relation');
    await write(frame(1, 1, { [CO2]: 2 }, DAY + 5));
    expect(await packing).toBe(false);
    expect(await listPartitions(db)).toContain(DAY);
    expect((await read(1))?.channels.get(CO2)).toEqual([800]);
    await reader.end();
    expect(await pack()).toBe(true);
    expect(await listPartitions(db)).not.toContain(DAY);
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
