import { hoursOfDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { SensorType } from '@airdeck/domain/sensor-type';
import fc from 'fast-check';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createBus } from '../../platform/bus.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { BusEvents } from '../../registry/bus-events.ts';
import { createRegistry } from '../../registry/registry.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { quietFeed } from '../../testing/quiet-feed.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDirtyHours } from '../frames/dirty-hours.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { createFrameWriter } from '../writer/frame-writer.ts';
import { createRollup } from './rollup.ts';
import { rollHours } from './rollup-hours.ts';
import { listDirty, shardOf, takeMarks, waitForRollupLock } from './rollup-queries.ts';
import type { DayRow } from './rollup-rows.ts';

const CO2 = channelOf('CO2', 1);
const PM10 = channelOf('PM10', 1);
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

/** The store's path of frames, with its own meter. */
async function setUp({ timeZone = 'Asia/Seoul', sensors = ['CO2', 'PM10'] as SensorType[], now = Date.now() } = {}) {
  const { db } = database;
  const organization = await anOrganization(db, { timeZone });
  const meter = await aMeter(db, { department: await aDepartment(db, { organizationId: organization.id }), sensors });
  const registry = createRegistry(db);
  await registry.reload();
  const bus = createBus<BusEvents>(log);
  const zoneOf = (id: number) => registry.snapshot().meters.get(id)?.organization.timeZone ?? 'UTC';
  const dirtyHours = createDirtyHours(zoneOf);
  const refused: MeterFrame[] = [];
  const writer = createFrameWriter({
    db,
    log,
    clock: { now: () => now },
    monotonic: () => performance.now(),
    dirtyHours,
    feed: quietFeed,
    random: () => 0,
    onStored: () => {},
    onRefused: (frame) => refused.push(frame),
  });
  writer.start();
  stops.push(writer.stop);
  const rollup = createRollup({ db, registry, bus, clock: { now: () => now }, log, writer });
  const before = Number.MAX_SAFE_INTEGER / 4;
  const shard = shardOf(meter.id);
  const take = () => db.tx(async (tx) => takeMarks(tx, await listDirty(db, { before, shard, limit: 100 })));
  const write = (frames: MeterFrame[]) => new Promise<void>((resolve) => writer.write(frames, resolve));
  const frame = (time: number, readings: Record<number, number>): MeterFrame => ({
    meterId: meter.id,
    time,
    channels: Object.keys(readings).map(Number),
    ticks: Object.values(readings),
  });
  const rows = async (): Promise<DayRow[]> =>
    (
      await db.query<DayRow>(sql`select meter_id, day, channel, count, sum, min, max from rollup_hour
        where meter_id = ${meter.id} order by day, channel`)
    ).rows;
  const dirty = async (): Promise<number> =>
    (await db.query(sql`select from dirty_hour where meter_id = ${meter.id}`)).rowCount;
  return { db, organization, meter, registry, bus, rollup, write, frame, rows, dirty, take, refused };
}

test('an hour keeps count, sum, smallest and largest of each channel, and the index of its means', async () => {
  const { rollup, write, frame, rows, dirty } = await setUp();
  // 09:00 in Seoul.
  const nine = Date.parse('2026-03-02T00:00:00Z');
  await write([
    frame(nine, { [PM10]: 100, [CO2]: 900 }),
    frame(nine + MINUTE_MS, { [CO2]: 1100 }),
    frame(nine + HOUR_MS, { [CO2]: 700 }),
  ]);
  await rollup.drain();
  const [index, pm10, co2, ...none] = await rows();
  expect(none).toEqual([]);
  expect(co2).toMatchObject({ day: '2026-03-02', channel: CO2 });
  expect([co2?.count[9], co2?.sum[9], co2?.min[9], co2?.max[9]]).toEqual([2, 2000, 900, 1100]);
  expect([co2?.count[10], co2?.sum[10]]).toEqual([1, 700]);
  expect(co2?.count).toHaveLength(24);
  expect(co2?.count.filter((count) => count !== null)).toHaveLength(2);
  expect([pm10?.count[9], pm10?.sum[9], pm10?.count[10]]).toEqual([1, 100, null]);
  // CO2 mean 1000 → 100; PM10 10.0 → 16.7. CO2 700 → 37.5.
  expect([index?.channel, index?.count[9], index?.sum[9], index?.min[9]]).toEqual([0, 2, 1000, 1000]);
  expect(index?.sum[10]).toBe(375);
  expect(await dirty()).toBe(0);
});

test('channels without a registered sensor are rolled up, but do not count in the index', async () => {
  const { rollup, write, frame, rows } = await setUp({ sensors: ['CO2'] });
  const time = Date.parse('2026-03-02T03:00:00Z');
  await write([frame(time, { [PM10]: 9000, [CO2]: 600 })]);
  await rollup.drain();
  const [index, pm10] = await rows();
  expect(index?.sum[12]).toBe(250);
  expect(pm10?.sum[12]).toBe(9000);
});

test('an hour in which nothing graded was measured has frames and no index', async () => {
  const { rollup, write, frame, rows } = await setUp({ sensors: ['TEMPERATURE'] });
  await write([frame(Date.parse('2026-03-02T03:00:00Z'), { [channelOf('TEMPERATURE', 1)]: 2150 })]);
  await rollup.drain();
  const [index] = await rows();
  expect([index?.count[12], index?.sum[12]]).toEqual([1, null]);
});

test('thresholds are those of the day', async () => {
  const { db, registry, organization, rollup, write, frame, rows } = await setUp();
  await db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
    values (${organization.id}, 'CO2', '2026-03-03', ${[400, 500, 600, 700]})`);
  await registry.reload();
  const noon = Date.parse('2026-03-02T03:00:00Z');
  await write([frame(noon, { [CO2]: 600 }), frame(noon + 24 * HOUR_MS, { [CO2]: 600 })]);
  await rollup.drain();
  const indexes = (await rows()).filter((row) => row.channel === 0).map((row) => row.sum[12]);
  expect(indexes).toEqual([250, 1000]);
});

test('frames of more channels than usual, and of different ones, in one hour', async () => {
  const { rollup, write, frame, rows } = await setUp();
  const nine = Date.parse('2026-03-02T00:00:00Z');
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [channelOf('CO2', i + 1), 400 + i]));
  await write([frame(nine, { [CO2]: 500, [PM10]: 7 }), frame(nine + 1, many), frame(nine + 2, { [PM10]: 9 })]);
  await rollup.drain();
  const [index, pm10, first, ...others] = (await rows()).map(({ channel, count, sum, min, max }) => {
    return [channel, count[9], sum[9], min[9], max[9]];
  });
  expect(index?.slice(0, 2)).toEqual([0, 3]);
  expect(pm10).toEqual([PM10, 2, 16, 7, 9]);
  expect(first).toEqual([CO2, 2, 900, 400, 500]);
  expect(others).toEqual(Array.from({ length: 29 }, (_, i) => [CO2 + 1 + i, 1, 401 + i, 401 + i, 401 + i]));
});

test('late frames change their hour and nothing else', async () => {
  const { rollup, write, frame, rows } = await setUp();
  const nine = Date.parse('2026-03-02T00:00:00Z');
  await write([frame(nine, { [CO2]: 900 }), frame(nine + HOUR_MS, { [CO2]: 700 })]);
  await rollup.drain();
  const before = await rows();
  await write([frame(nine + 5 * MINUTE_MS, { [CO2]: 1000 })]);
  await rollup.drain();
  const co2 = (await rows()).find((row) => row.channel === CO2);
  expect([co2?.count[9], co2?.sum[9]]).toEqual([2, 1900]);
  expect(co2?.sum[10]).toEqual(before.find((row) => row.channel === CO2)?.sum[10]);
});

test('an hour loses the channels that its frames no longer have, and the other hours of its day keep them', async () => {
  const { db, meter, rollup, write, frame, rows } = await setUp();
  const nine = Date.parse('2026-03-02T00:00:00Z');
  await write([frame(nine, { [PM10]: 7, [CO2]: 900 }), frame(nine + HOUR_MS, { [PM10]: 8, [CO2]: 700 })]);
  await rollup.drain();
  await db.query(sql`update frame set channel = ${[CO2]}::smallint[], value = ${[900]}::smallint[]
    where meter_id = ${meter.id} and time = ${new Date(nine)}`);
  await write([frame(nine + MINUTE_MS, { [CO2]: 1000 })]);
  await rollup.drain();
  const [, pm10, co2] = await rows();
  expect([pm10?.count, pm10?.sum, pm10?.min, pm10?.max].map((column) => column?.slice(9, 11))).toEqual([
    [null, 1],
    [null, 8],
    [null, 8],
    [null, 8],
  ]);
  expect(co2?.sum.slice(9, 11)).toEqual([1900, 700]);
});

test('a row of another calendar is replaced', async () => {
  const { db, meter, rollup, write, frame, rows } = await setUp();
  const short = Array.from({ length: 23 }, () => 5);
  await db.query(sql`insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
    values (${meter.id}, '2026-03-02', ${CO2}, ${short}, ${short}, ${short}, ${short})`);
  await write([frame(Date.parse('2026-03-02T00:00:00Z'), { [CO2]: 900 })]);
  await rollup.drain();
  const co2 = (await rows()).find(({ channel }) => channel === CO2);
  const only = (value: number) => Array.from({ length: 24 }, (_, hour) => (hour === 9 ? value : null));
  expect(co2).toMatchObject({ count: only(1), sum: only(900), min: only(900), max: only(900) });
});

test.each([
  ['Europe/Berlin', '2026-10-25', 25],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Asia/Kolkata', '2026-05-01', 24],
  ['Australia/Lord_Howe', '2026-04-05', 25],
])('%s, %s: every one of its %i hours holds its own frames', async (timeZone, day, length) => {
  const { rollup, write, frame, rows } = await setUp({ timeZone });
  const starts = hoursOfDay(day, timeZone);
  expect(starts).toHaveLength(length);
  await write([
    frame((starts[0] ?? 0) - 1, { [CO2]: 9999 }),
    ...starts.flatMap((start, i) => [frame(start, { [CO2]: 500 + i }), frame(start + 1, { [CO2]: 500 + i })]),
  ]);
  await rollup.drain();
  const co2 = (await rows()).find((row) => row.day === day && row.channel === CO2);
  expect(co2?.count).toEqual(starts.map(() => 2));
  expect(co2?.min).toEqual(starts.map((_, i) => 500 + i));
  expect(co2?.max).toEqual(co2?.min);
});

test('a failure between reading and writing loses nothing', async () => {
  const { db, registry, rollup, write, frame, rows, dirty, take } = await setUp();
  const hour = Date.parse('2026-03-02T00:00:00Z');
  await write([frame(hour, { [CO2]: 900 })]);
  const marks = await take();
  const failAfterwards = db.tx(async (tx) => {
    await rollHours(tx, registry.snapshot(), marks);
    throw new Error('power cut');
  });
  await expect(failAfterwards).rejects.toThrow('power cut');
  expect([await dirty(), await rows()]).toEqual([1, []]);
  await rollup.drain();
  expect(await dirty()).toBe(0);
  expect(await rows()).toHaveLength(2);
});

test('a frame that is committed while its hour is summed up is not lost', async () => {
  const { db, registry, rollup, write, frame, rows, dirty, take } = await setUp();
  const hour = Date.parse('2026-03-02T00:00:00Z');
  await write([frame(hour, { [CO2]: 900 })]);
  const marks = await take();
  await db.tx(async (tx) => {
    let summed = false;
    const between: Tx = {
      query: async (statement) => {
        const result = await tx.query(statement);
        // A writer between the sums and the removal of the mark does not have to wait.
        if (!summed && statement.text.includes('with ordinality')) {
          summed = true;
          await write([frame(hour + MINUTE_MS, { [CO2]: 1100 })]);
        }
        return result as never;
      },
    };
    await rollHours(between, registry.snapshot(), marks);
    expect(summed).toBe(true);
  });
  expect(await dirty()).toBe(1);
  await rollup.drain();
  expect((await rows()).find((row) => row.channel === CO2)?.sum[9]).toBe(2000);
});

test('makes no rollups while another server does', async () => {
  const { db, rollup, write, frame, rows, dirty } = await setUp();
  const hour = Date.parse('2026-03-02T00:00:00Z');
  await write([frame(hour, { [CO2]: 900 })]);
  await db.tx(async (tx) => {
    await waitForRollupLock(tx);
    await rollup.drain();
    expect([await dirty(), await rows()]).toEqual([1, []]);
  });
  await rollup.drain();
  expect(await dirty()).toBe(0);
});

test('marks of a meter that is gone are taken away', async () => {
  const { db, registry, rollup, write, frame, dirty, meter } = await setUp();
  await write([frame(Date.parse('2026-03-02T00:00:00Z'), { [CO2]: 900 })]);
  await db.query(sql`delete from meter where id = ${meter.id}`);
  await registry.reload();
  await rollup.drain();
  expect(await dirty()).toBe(0);
});

test('started, it works off marks by itself, closed hours before the open one', async () => {
  const now = Date.parse('2026-03-02T05:30:00Z');
  const { rollup, write, frame, dirty } = await setUp({ now });
  await write([frame(now, { [CO2]: 900 }), frame(now - 3 * HOUR_MS, { [CO2]: 900 })]);
  rollup.start();
  stops.push(rollup.stop);
  await expect.poll(dirty, { timeout: 60_000 }).toBe(0);
});

test('while frames arrive, an open hour waits until it is over', async () => {
  const clock = testClock(Date.parse('2026-03-02T05:30:00Z'));
  const { db, registry, bus, write, frame, dirty } = await setUp({ now: clock.now() });
  await write([frame(clock.now(), { [CO2]: 900 })]);
  let looks = 0;
  const idleMs = () => {
    looks++;
    return 0;
  };
  const rollup = createRollup({ db, registry, bus, clock, log, writer: { idleMs } });
  rollup.start();
  stops.push(rollup.stop);
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(1);
  expect(await dirty()).toBe(1);
  clock.advance(HOUR_MS);
  await expect.poll(dirty, { timeout: 60_000 }).toBe(0);
});

test('leaves the other open hours alone when frames arrive again', async () => {
  const now = Date.parse('2026-03-02T05:30:00Z');
  const { db, registry, bus, rollup: drained } = await setUp({ now });
  stops.push(drained.drain);
  // More than one round of each shard; nothing is known of these meters. Each shard looks again after its first round.
  await db.query(sql`insert into dirty_hour (meter_id, hour)
    select id, ${new Date(now - 30 * MINUTE_MS)}::timestamptz from generate_series(1000001, 1002500) id`);
  let looks = 0;
  const idleMs = () => (looks++ === 0 ? Number.POSITIVE_INFINITY : 0);
  const rollup = createRollup({ db, registry, bus, clock: { now: () => now }, log, writer: { idleMs } });
  rollup.start();
  stops.push(rollup.stop);
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(2);
  expect((await db.query(sql`select from dirty_hour where meter_id > 1000000`)).rowCount).toBe(500);
});

test('marks that cannot be taken are reported as an error, and not as missing', async () => {
  const { db, registry, bus, write, frame, dirty } = await setUp();
  await write([frame(Date.parse('2026-03-02T00:00:00Z'), { [CO2]: 900 })]);
  const failing: Db = {
    ...db,
    tx: (run) =>
      db.tx((tx, client) => {
        const query: Tx['query'] = (statement) =>
          tx.query(statement.text.includes('update rollup_epoch') ? sql`select 1 / 0` : statement);
        return run({ ...tx, query }, client);
      }),
  };
  const idleMs = () => Number.POSITIVE_INFINITY;
  const rollup = createRollup({ db: failing, registry, bus, clock: { now: Date.now }, log, writer: { idleMs } });
  await expect(rollup.drain()).rejects.toThrow('division by zero');
  expect(await dirty()).toBe(1);
});

test('waits for the other shard before it reports the failure of one', async () => {
  const { db, registry, bus, organization, meter, write, frame } = await setUp();
  const second = await aMeter(db, {
    department: await aDepartment(db, { organizationId: organization.id }),
    sensors: ['CO2'],
  });
  await registry.reload();
  expect(shardOf(meter.id)).not.toBe(shardOf(second.id));
  const time = Date.parse('2026-03-02T00:00:00Z');
  await write([frame(time, { [CO2]: 900 }), { ...frame(time, { [CO2]: 900 }), meterId: second.id }]);
  let hasFailed = (): void => {};
  const failure = new Promise<void>((resolve) => {
    hasFailed = resolve;
  });
  const order: string[] = [];
  // A meter's transaction fails; the other's continues afterwards and must still be committed.
  const disturbed: Db = {
    ...db,
    async tx(run) {
      let fate = '';
      const result = db.tx(async (tx, client) => {
        const query: Tx['query'] = (statement) => {
          if (statement.text.includes('insert into rollup_hour')) {
            fate = String(statement.values?.[0]).startsWith(`{${meter.id},`) ? 'fails' : 'goes on';
            if (fate === 'fails') throw new Error('made to fail');
          }
          return tx.query(statement);
        };
        const done = await run({ ...tx, query }, client);
        if (fate === 'goes on') await failure;
        return done;
      });
      await result.catch(() => undefined);
      if (fate === 'fails') hasFailed();
      if (fate === 'goes on') order.push('committed');
      return result;
    },
  };
  const idleMs = () => Number.POSITIVE_INFINITY;
  const rollup = createRollup({ db: disturbed, registry, bus, clock: { now: () => time }, log, writer: { idleMs } });
  await expect(rollup.drain()).rejects.toThrow('made to fail');
  order.push('told');
  expect(order).toEqual(['committed', 'told']);
});

test('frames in any order, some more than once, give the rollups of frames in order', async () => {
  const start = Date.parse('2026-03-02T00:00:00Z');
  const readings = fc.record({ minute: fc.nat(150), co2: fc.integer({ min: 0, max: 5000 }), both: fc.boolean() });
  const distinct = fc.uniqueArray(readings, { selector: ({ minute }) => minute, minLength: 1, maxLength: 12 });
  const shuffled = distinct.chain((all) =>
    fc.tuple(fc.constant(all), fc.array(fc.nat(all.length - 1), { maxLength: 6 }), fc.infiniteStream(fc.nat(1000))),
  );
  const property = fc.asyncProperty(shuffled, async ([all, repeats, keys]) => {
    const [one, other] = [await setUp(), await setUp()];
    type Reading = (typeof all)[number];
    const frameOf = ({ frame }: typeof one, { minute, co2, both }: Reading) =>
      frame(start + minute * MINUTE_MS, both ? { [PM10]: minute, [CO2]: co2 } : { [CO2]: co2 });
    const sorted = all.toSorted((a, b) => a.minute - b.minute);
    await one.write(sorted.map((reading) => frameOf(one, reading)));
    await one.rollup.drain();
    const again = [...all, ...repeats.flatMap((at) => all.slice(at, at + 1))];
    const mixed = again.map((reading) => ({ reading, key: keys.next().value ?? 0 })).toSorted((a, b) => a.key - b.key);
    for (const { reading, key } of mixed) {
      await other.write([frameOf(other, reading)]);
      if (key % 3 === 0) await other.rollup.drain();
    }
    await other.rollup.drain();
    const bare = (rows: DayRow[]) => rows.map(({ meter_id: _, ...row }) => row);
    expect(bare(await other.rows())).toEqual(bare(await one.rows()));
    expect(one.refused).toEqual([]);
  });
  await fc.assert(property, { numRuns: 12 });
});

test('a meter with readings from before its registration was in use since the first of them; changes are dated', async () => {
  const { db, meter, registry, rollup, write, frame } = await setUp();
  const registered = Date.parse('2026-03-02T10:20:00+09:00');
  const periods = async () => {
    await registry.reload();
    return registry
      .snapshot()
      .meters.get(meter.id)
      ?.periods.map(({ from, intervalS, use }) => [from, intervalS, use]);
  };
  await db.query(sql`update meter_period set from_time = ${new Date(registered)} where meter_id = ${meter.id}`);
  await registry.reload();
  await write([frame(registered + MINUTE_MS, { [CO2]: 500 })]);
  await rollup.drain();
  expect(await periods()).toEqual([[registered, 60, 'Y']]);
  await write([frame(registered - 26 * HOUR_MS, { [CO2]: 500 }), frame(registered - 30 * HOUR_MS, { [CO2]: 500 })]);
  await rollup.drain();
  const first = Date.parse('2026-03-01T04:00:00+09:00');
  expect(await periods()).toEqual([[first, 60, 'Y']]);
  await db.query(sql`update meter set interval_s = 30 where id = ${meter.id}`);
  await db.query(sql`update meter set name = 'Other' where id = ${meter.id}`);
  await db.query(sql`update meter set use = 'N' where id = ${meter.id}`);
  expect((await periods())?.map(([, ...each]) => each)).toEqual([
    [60, 'Y'],
    [30, 'Y'],
    [30, 'N'],
  ]);
});
