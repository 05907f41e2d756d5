import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { byteView } from '../../platform/byte-view.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { CELL_BYTES, readCell } from './day-cell.ts';
import { forgetCells, type MonthRow } from './day-queries.ts';
import { createRollup } from './rollup.ts';
import { rollDays } from './rollup-days.ts';
import { INDEX_CHANNEL } from './rollup-rows.ts';

const CO2 = channelOf('CO2', 1);
const PM10 = channelOf('PM10', 1);
/** 09:00 in Seoul. */
const nine = Date.parse('2026-03-02T00:00:00Z');

let database: TestDatabase;
let rig: StoreRig;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => rig.writer.stop());
afterAll(() => database.close());

const dirtyHours = async (): Promise<number> =>
  (await database.db.query(sql`select from dirty_hour where meter_id = ${rig.meter().id}`)).rowCount;

const open = async (options: Parameters<typeof openStoreRig>[1] = {}): Promise<StoreRig> => {
  rig = await openStoreRig(database.db, options);
  return rig;
};

const months = async (): Promise<MonthRow[]> =>
  (
    await database.db.query<MonthRow>(
      sql`select meter_id, month, channel, data from rollup_day where meter_id = ${rig.meter().id} order by month, channel`,
    )
  ).rows;

/** The days that a channel has, as `day: cell`. */
const cells = async (channel: number): Promise<Record<string, unknown>> => {
  const found: [string, unknown][] = [];
  for (const { month, data } of (await months()).filter((row) => row.channel === channel)) {
    for (let day = 0; day < data.length / CELL_BYTES; day++) {
      const cell = readCell(byteView(data), day);
      if (cell) found.push([`${month.slice(0, 8)}${String(day + 1).padStart(2, '0')}`, cell]);
    }
  }
  return Object.fromEntries(found);
};

const marks = async (): Promise<string[]> => {
  const of = sql`select day::text from dirty_day where meter_id = ${rig.meter().id} order by 1`;
  return (await database.db.query<{ day: string }>(of)).rows.map(({ day }) => day);
};

test('a day is made of its hours: readings summed up, the index weighted by frames', async () => {
  const { write, frame, rollup } = await open();
  await write([
    frame(nine, { [CO2]: 1000, [PM10]: 0 }),
    frame(nine + HOUR_MS, { [CO2]: 700 }),
    frame(nine + HOUR_MS + MINUTE_MS, { [CO2]: 700 }),
    frame(nine + 2 * DAY_MS, { [CO2]: 500 }),
  ]);
  await rollup.drain();
  expect(await cells(CO2)).toEqual({
    '2026-03-02': { count: 3, sum: 2400, min: 700, max: 1000 },
    '2026-03-04': { count: 1, sum: 500, min: 500, max: 500 },
  });
  expect(await cells(PM10)).toEqual({ '2026-03-02': { count: 1, sum: 0, min: 0, max: 0 } });
  // CO2 1000 is 100, 700 is 37.5.
  expect((await cells(INDEX_CHANNEL))['2026-03-02']).toEqual({ count: 3, sum: 1750, min: 375, max: 1000 });
  expect(await marks()).toEqual([]);
});

test.each([
  ['2026-02-10T03:00:00Z', 28],
  ['2024-02-10T03:00:00Z', 29],
  ['2026-04-10T03:00:00Z', 30],
  ['2026-12-31T14:59:59Z', 31],
])('the month of %s has %i cells', async (time, length) => {
  const { write, frame, rollup } = await open({ now: Date.parse(time) });
  await write([frame(Date.parse(time), { [CO2]: 900 })]);
  await rollup.drain();
  expect((await months()).map(({ data }) => data.length / CELL_BYTES)).toEqual([length, length]);
});

test('between hours and days nothing is lost: the mark stays until the day is made', async () => {
  const { write, frame, rollup, rollHoursOnly, db, registry } = await open();
  await write([frame(nine, { [CO2]: 900 })]);
  await rollHoursOnly();
  expect([await marks(), await months()]).toEqual([['2026-03-02'], []]);
  const failAfterwards = db.tx(async (tx) => {
    expect(await rollDays(tx, registry.snapshot(), null, 10)).toBe(1);
    throw new Error('power cut');
  });
  await expect(failAfterwards).rejects.toThrow('power cut');
  expect([await marks(), await months()]).toEqual([['2026-03-02'], []]);
  await rollup.drain();
  expect([await marks(), Object.keys(await cells(CO2))]).toEqual([[], ['2026-03-02']]);
});

test('a day that is not over waits; where it is over depends on the zone', async () => {
  const { write, frame, rollHoursOnly, db, registry, meter } = await open({ timeZone: 'Asia/Seoul' });
  await write([frame(nine, { [CO2]: 900 }), frame(nine + DAY_MS, { [CO2]: 900 })]);
  await rollHoursOnly();
  const roll = (today: [string, string][]) => db.tx((tx) => rollDays(tx, registry.snapshot(), new Map(today), 10));
  expect(await roll([['Asia/Seoul', '2026-03-02']])).toBe(0);
  expect(await roll([['Europe/Berlin', '2026-03-09']])).toBe(0);
  expect(await marks()).toEqual(['2026-03-02', '2026-03-03']);
  expect(await roll([['Asia/Seoul', '2026-03-03']])).toBe(1);
  expect([await marks(), Object.keys(await cells(CO2))]).toEqual([['2026-03-03'], ['2026-03-02']]);
  await db.query(sql`delete from meter where id = ${meter().id}`);
  await registry.reload();
  expect(await roll([])).toBe(1);
  const { rowCount } = await db.query(sql`select from dirty_day where day = '2026-03-03'`);
  expect(rowCount).toBe(0);
});

test('the mark of a meter that a server has not heard of yet waits for one that has', async () => {
  const earlier = await open();
  const { write, frame, rollHoursOnly, rollup, db } = await open();
  await earlier.writer.stop();
  await write([frame(nine, { [CO2]: 900 })]);
  await rollHoursOnly();
  await db.tx((tx) => rollDays(tx, earlier.registry.snapshot(), null, 10));
  expect(await marks()).toEqual(['2026-03-02']);
  await rollup.drain();
  expect([await marks(), Object.keys(await cells(CO2))]).toEqual([[], ['2026-03-02']]);
});

test('started, it makes days that are over by itself', async () => {
  const { write, frame, rollup } = await open({ now: nine + DAY_MS });
  await write([frame(nine, { [CO2]: 900 }), frame(nine + DAY_MS, { [CO2]: 900 })]);
  rollup.start();
  try {
    await expect
      .poll(async () => [await marks(), Object.keys(await cells(CO2))], { timeout: 60_000 })
      .toEqual([['2026-03-03'], ['2026-03-02']]);
  } finally {
    await rollup.stop();
  }
  expect(await dirtyHours()).toBe(0);
});

test('started, it makes the present day again after each quarter of an hour', async () => {
  const { write, frame, rollup, clock } = await open({ now: nine });
  rollup.start();
  try {
    await write([frame(nine, { [CO2]: 900 })]);
    await expect.poll(dirtyHours, { timeout: 60_000 }).toBe(0);
    // The open hour has been rolled up, and its day waits.
    expect([await marks(), await cells(CO2)]).toEqual([['2026-03-02'], {}]);
    clock.advance(15 * MINUTE_MS);
    await expect.poll(marks, { timeout: 60_000 }).toEqual([]);
    expect(Object.keys(await cells(CO2))).toEqual(['2026-03-02']);
  } finally {
    await rollup.stop();
  }
});

test('leaves present days to their readers when there are too many meters', async () => {
  const { write, frame, registry, bus, clock, log, rollHoursOnly, db } = await open({ now: nine });
  await write([frame(nine - DAY_MS, { [CO2]: 900 }), frame(nine, { [CO2]: 900 })]);
  await rollHoursOnly();
  let looks = 0;
  const writer = {
    idleMs: () => {
      looks++;
      return 0;
    },
  };
  const rollup = createRollup({ db, registry, bus, clock, log, writer, maxPresentMeters: 0 });
  rollup.start();
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(0);
  await rollup.stop();
  expect([await marks(), Object.keys(await cells(CO2))]).toEqual([['2026-03-02'], ['2026-03-01']]);
});

test('makes no rollups while another server does', async () => {
  const { write, frame, rollHoursOnly, rollup, db, registry } = await open();
  await write([frame(nine, { [CO2]: 900 })]);
  await rollHoursOnly();
  await db.tx(async (tx) => {
    await rollDays(tx, registry.snapshot(), null, 0);
    await rollup.drain();
    expect(await marks()).toEqual(['2026-03-02']);
  });
  await rollup.drain();
  expect(await marks()).toEqual([]);
});

test('removes a channel without readings from the cell of its day; hours of another calendar do not count', async () => {
  const { write, frame, rollup, db, meter } = await open();
  await write([frame(nine, { [CO2]: 900, [PM10]: 50 }), frame(nine + DAY_MS, { [CO2]: 800 })]);
  await rollup.drain();
  await db.query(sql`delete from rollup_hour where meter_id = ${meter().id} and channel = ${PM10}`);
  await db.query(sql`update rollup_hour set count = count || 7 where meter_id = ${meter().id} and day = '2026-03-03'`);
  await db.query(sql`insert into dirty_day values (${meter().id}, '2026-03-02'), (${meter().id}, '2026-03-03')`);
  await rollup.drain();
  expect(await cells(PM10)).toEqual({});
  expect(Object.keys(await cells(CO2))).toEqual(['2026-03-02']);
});

test('days are forgotten from a day on, in the middle of a month too', async () => {
  const { write, frame, rollup, db, meter } = await open();
  const times = [nine - 2 * DAY_MS, nine - DAY_MS, nine, nine + DAY_MS, nine + 30 * DAY_MS];
  await write(times.map((time) => frame(time, { [CO2]: 900 })));
  await rollup.drain();
  await db.tx((tx) => forgetCells(tx, [meter().id], '2026-03-02'));
  expect(Object.keys(await cells(CO2))).toEqual(['2026-02-28', '2026-03-01']);
  expect((await months()).map(({ data }) => data.length / CELL_BYTES)).toEqual([28, 28, 31, 31]);
});
