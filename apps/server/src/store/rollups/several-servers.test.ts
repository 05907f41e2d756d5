import { hourStart, hoursOfDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import fc from 'fast-check';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDb, type Db, type PipelinedTx } from '../../platform/db/pool.ts';
import { startTalkingProcess, type TalkingProcess } from '../../testing/engine-process.ts';
import { aMeter } from '../../testing/factory.ts';
import { lockWaits } from '../../testing/held.ts';
import type { StoreChildOptions } from '../../testing/store-child.ts';
import { openStoreRig, openStoreServer, type StoreRig, type StoreServer } from '../../testing/store-rig.ts';
import { storedHours } from '../../testing/stored-hours.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { holdEpochs } from '../frames/frame-queries.ts';
import { readFrames } from '../packed/read-frames-queries.ts';

const CO2 = channelOf('CO2', 1);
const ZONE = 'Asia/Kolkata';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-12-31T12:00:00Z');
/** The start of an hour there. */
const START = Date.parse('2026-12-31T01:30:00Z');
const log = pino({ level: 'silent' });

let database: TestDatabase;
let rig: StoreRig;
let meterIds: number[];
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  rig = await openStoreRig(database.db, { timeZone: ZONE, now: NOW });
  const second = await aMeter(database.db, { department: await departmentOf(rig), sensors: ['CO2'] });
  await rig.registry.reload();
  meterIds = [rig.meter().id, second.id];
  ends.push(rig.writer.stop);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await database.close();
});

const departmentOf = async ({ db, meter }: StoreRig) => {
  const { rows } = await db.query<{ id: number; organizationId: number; officeId: number }>(sql`
    select department_id as id, organization_id as "organizationId", office_id as "officeId" from meter
    where id = ${meter().id}`);
  const [row] = rows;
  if (!row) throw new Error('not registered');
  return row;
};

/** Another process on the same database: nothing in memory is shared. */
const anotherServer = async (changed: (db: Db) => Db = (db) => db) => {
  const db = createDb({ connection: database.url, log, size: 4 });
  ends.push(db.close);
  const server = await openStoreServer(changed(db), rig.clock);
  ends.push(server.writer.stop);
  return server;
};

/** For each hour of each meter: the number of readings, their sum, the smallest and the largest. */
type Sums = Map<string, number[]>;

/** The sums of the stored frames. */
const expected = async (zone = ZONE): Promise<Sums> => {
  const sums: Sums = new Map();
  const spans = meterIds.map((meterId) => ({ meterId, start: 0, end: 2 * NOW }));
  for (const { meterId, times, channels } of await readFrames(rig.db, spans, [CO2])) {
    for (const [i, time] of times.entries()) {
      const ticks = channels.get(CO2)?.[i];
      if (typeof ticks !== 'number') continue;
      const key = `${meterId}@${hourStart(time, zone)}`;
      const [count = 0, sum = 0, min = ticks, max = ticks] = sums.get(key) ?? [];
      sums.set(key, [count + 1, sum + ticks, Math.min(min, ticks), Math.max(max, ticks)]);
    }
  }
  return sums;
};

/** The values of the rollups. */
const rolled = async (zone = ZONE): Promise<Sums> => {
  const rows = (await storedHours(rig.db, meterIds)).filter(({ channel }) => channel === CO2);
  const sums: Sums = new Map();
  for (const { meter_id, day, count, sum, min, max } of rows) {
    for (const [i, start] of hoursOfDay(day, zone).entries()) {
      if (count[i]) sums.set(`${meter_id}@${start}`, [count[i], sum[i] ?? 0, min[i] ?? 0, max[i] ?? 0]);
    }
  }
  return sums;
};

const sorted = (sums: Sums) => [...sums].sort(([a], [b]) => a.localeCompare(b));

/** Afterwards a server without memory handles what is left. */
const expectRight = async (): Promise<Sums> => {
  await (await anotherServer()).rollup.drain();
  const sums = await expected();
  expect(sorted(await rolled())).toEqual(sorted(sums));
  expect((await rig.db.query(sql`select from dirty_hour`)).rowCount).toBe(0);
  return sums;
};

const mean = async (): Promise<number> => {
  const [, [count = 0, sum = 0] = []] = [...(await rolled())][0] ?? [];
  return sum / count;
};

const at = (time: number, ticks: number): MeterFrame => rig.frame(time, { [CO2]: ticks });

it('frames count whose hour another server has worked off since it was marked', async () => {
  const other = await anotherServer();
  await rig.write([at(START, 410)]);
  await other.rollup.drain();
  expect(await mean()).toBe(410);
  await rig.write([at(START + MINUTE, 680)]);
  await other.rollup.drain();
  expect(await mean()).toBe(545);
});

it('an hour is marked once, not once a frame, by each server', async () => {
  const marks: number[] = [];
  const counting = (db: Db): Db => ({
    ...db,
    tx: (run) =>
      db.tx((tx, client) =>
        run(
          {
            ...tx,
            query: (statement) => {
              if (statement.text.includes('insert into dirty_hour')) marks.push(1);
              return tx.query(statement);
            },
          },
          client,
        ),
      ),
  });
  const [one, other] = [await anotherServer(counting), await anotherServer(counting)];
  for (let i = 0; i < 5; i++) for (const { write } of [one, other]) await write([at(START + i, 400)]);
  expect(marks).toHaveLength(2);
  // Once more when it has been worked off.
  await one.rollup.drain();
  for (let i = 5; i < 9; i++) for (const { write } of [one, other]) await write([at(START + i, 400)]);
  expect(marks).toHaveLength(4);
  await expectRight();
});

it('marks are taken from the writer that relies on them when its batch is stored, and no other writer waits meanwhile', async () => {
  let goOn = (): void => {};
  const isToGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // A test that fails while it is held up ends too.
  ends.push(async () => goOn());
  let isSlow = false;
  const slow = await anotherServer((db) => ({
    ...db,
    tx: (run) =>
      db.tx(async (tx, client) => {
        const result = await run(tx, client);
        if (isSlow) await isToGoOn;
        return result;
      }),
  }));
  const [third, roller] = [await anotherServer(), await anotherServer()];
  await slow.write([at(START, 410)]);
  await third.write([at(START + 1, 410)]);
  // It has found its mark, and has not committed.
  isSlow = true;
  const stored = slow.write([at(START + 2, 680)]);
  const isHeld = sql`select from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await rig.db.query(isHeld)).rowCount, { timeout: 60_000 }).toBe(1);
  const done = roller.rollup.drain();
  await lockWaits(rig.db, 1, 'advisory');
  await third.write([at(START + 3, 680)]);
  await lockWaits(rig.db, 1, 'advisory');
  goOn();
  await Promise.all([stored, done]);
  await third.write([at(START + 4, 555)]);
  expect((await expectRight()).size).toBe(1);
});

it('a writer that keeps a shard for too long costs a worker its turn, and no more', async () => {
  await rig.write([at(START, 410)]);
  const roller = await anotherServer();
  await rig.db.tx(async (tx) => {
    expect((await holdEpochs(tx, [{ meterId: 1, hour: START }])).size).toBe(1);
    await roller.rollup.drain();
    expect((await rolled()).size).toBe(0);
  });
  await expectRight();
});

it('a server that does not know yet that an organization has moved to another zone marks what others find', async () => {
  const other = await anotherServer();
  await other.rollup.drain();
  await rig.db.query(sql`update organization set time_zone = 'UTC' where id = ${rig.organization.id}`);
  await other.registry.reload();
  await other.rollup.drain();
  // It still marks the hour that begins at half past.
  await rig.write([at(START, 410), at(START + 45 * MINUTE, 680)]);
  await other.rollup.drain();
  expect(sorted(await rolled('UTC'))).toEqual(sorted(await expected('UTC')));
  expect((await rolled('UTC')).size).toBe(2);
});

it('a server that does not know yet that an organization has moved leaves its rollups to others', async () => {
  const other = await anotherServer();
  await rig.rollup.follow();
  await rig.write([at(START, 410), at(START + 45 * MINUTE, 680)]);
  await rig.rollup.drain();
  await rig.db.query(sql`update organization set time_zone = 'UTC' where id = ${rig.organization.id}`);
  await other.registry.reload();
  await other.rollup.follow();
  await rig.rollup.drain();
  await other.rollup.drain();
  expect(sorted(await rolled('UTC'))).toEqual(sorted(await expected('UTC')));
});

it('nor does it make days of those hours', async () => {
  await rig.rollup.follow();
  await rig.write([at(START, 410)]);
  await rig.rollHoursOnly();
  const marked = async () => (await rig.db.query(sql`select from dirty_day`)).rowCount;
  expect(await marked()).toBe(1);
  await rig.db.query(sql`update organization set time_zone = 'UTC' where id = ${rig.organization.id}`);
  await rig.rollup.drain();
  expect(await marked()).toBe(1);
  await (await anotherServer()).rollup.drain();
  expect(await marked()).toBe(0);
});

/** Before any statement of a transaction and before its commit: 0 aborts it, more lets others have this many turns. */
const disturbed =
  (next: () => number) =>
  (db: Db): Db => {
    const disturb = async (): Promise<void> => {
      const turns = next();
      if (turns === 0) throw Object.assign(new Error('made to fail'), { code: '57P01' });
      for (let i = 0; i < turns; i++) await new Promise(setImmediate);
    };
    return {
      ...db,
      tx: (run) =>
        db.tx(async (tx, client) => {
          const disturbedTx: PipelinedTx = {
            ...tx,
            query: async (statement) => {
              await disturb();
              return tx.query(statement);
            },
          };
          const result = await run(disturbedTx, client);
          await disturb();
          return result;
        }),
    };
  };

interface Measured {
  meter: number;
  hour: number;
  minute: number;
  ticks: number;
}

const frameOf = (start: number, { meter, hour, minute, ticks }: Measured): MeterFrame => ({
  ...at(start + hour * HOUR + minute * MINUTE, ticks),
  meterId: meterIds[meter] ?? 0,
});

it('writers and rollers in any order, broken off anywhere: rollups are what the stored frames come to', async () => {
  const frame = fc.record({ meter: fc.nat(1), hour: fc.nat(3), minute: fc.nat(59), ticks: fc.nat(5_000) });
  const batches = fc.array(fc.array(frame, { minLength: 1, maxLength: 4 }), { minLength: 6, maxLength: 20 });
  const run = fc.record({
    writers: fc.array(batches, { minLength: 2, maxLength: 3 }),
    rollers: fc.integer({ min: 1, max: 2 }),
    turns: fc.infiniteStream(
      fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 12, arbitrary: fc.nat(1_500) }, fc.constant(0)),
    ),
  });
  let day = 0;
  const property = fc.asyncProperty(run, async ({ writers, rollers, turns }) => {
    // Days whose hours are packed.
    const start = START - (10 + ++day) * 24 * HOUR;
    let isOpen = false;
    const next = (): number => (isOpen ? (turns.next().value ?? 1) : 1);
    const openWriter = () => anotherServer(disturbed(next));
    // Quick, so that much happens while a writer is at one place.
    const openRoller = () => anotherServer(disturbed(() => Math.min(1, next())));
    const [rolling, writing] = [[], []] as [StoreServer[], (typeof rig)['write'][]];
    for (let i = 0; i < rollers; i++) rolling.push(await openRoller());
    for (let i = 0; i < writers.length; i++) writing.push((await openWriter()).write);
    isOpen = true;
    let isOver = false;
    const rolls = rolling.map(async ({ rollup, packHours }) => {
      while (!isOver) {
        await rollup.drain().catch(() => undefined);
        await packHours().catch(() => undefined);
      }
    });
    const writes = writing.map(async (write, i) => {
      for (const batch of writers[i] ?? []) await write(batch.map((each) => frameOf(start, each)));
    });
    await Promise.all(writes);
    isOver = true;
    await Promise.all(rolls);
    await expectRight();
    for (const end of ends.splice(1).reverse()) await end();
  });
  await fc.assert(property, { numRuns: 8, endOnFailure: true });
}, 180_000);

it('processes that are killed at any moment leave nothing unmarked', async () => {
  const spawned: TalkingProcess[] = [];
  const start = (write: StoreChildOptions['write']) => {
    const child = startTalkingProcess('store-child.ts', { url: database.url, now: NOW, write });
    spawned.push(child);
    return child;
  };
  ends.push(async () => {
    for (const { child } of spawned) child.kill('SIGKILL');
    await Promise.all(spawned.map(({ ended }) => ended));
  });
  // All write into the same hours, each at its own seconds.
  let offset = 0;
  const startWriter = () => start({ meterIds, channel: CO2, start: START + offset++ * 1_000, stepMs: 41_000 });
  const startRoller = () => start(null);
  const running = [startWriter(), startWriter(), startRoller(), startRoller()];
  const starts = [startWriter, startRoller];
  /** Until it has stored or rolled up so often. */
  const progressed = (child: TalkingProcess, count: number) =>
    expect
      .poll(() => child.lines('stored').length + child.lines('rolled').length * 10, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(count);
  for (let round = 0; round < 6; round++) {
    const [victim] = running.splice(round % 2 === 0 ? 0 : 1, 1);
    if (!victim) break;
    await progressed(victim, 20 + round * 7);
    victim.child.kill('SIGKILL');
    await victim.ended;
    running.push((starts[round % 2] ?? startWriter)());
  }
  for (const child of running) await progressed(child, 30);
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(spawned.map(({ ended }) => ended));
  await expectRight();
  const acknowledged = spawned.flatMap((child) => child.lines('stored'));
  const spans = meterIds.map((meterId) => ({ meterId, start: 0, end: 2 * NOW }));
  const stored = new Set<string>();
  for (const { meterId, times } of await readFrames(rig.db, spans, [CO2])) {
    for (const time of times) stored.add(`${meterId}@${time}`);
  }
  expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(100);
}, 180_000);
