import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { DEFAULT_RETENTION } from '@airdeck/domain/retention';
import pino from 'pino';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aPurifier } from '../../testing/factory.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createPacker } from '../packed/packer.ts';
import { estimateDeletion } from './estimate.ts';
import { horizon, isTooOld, widestHorizon } from './horizon.ts';
import { createRetention } from './retention.ts';
import { takeRetentionLock } from './retention-queries.ts';

const CO2 = channelOf('CO2', 1);
const log = pino({ level: 'silent' });
/** 12:00 in Seoul. */
const NOW = Date.parse('2026-11-21T03:00:00Z');

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

const keep = async (layer: string, days: number): Promise<void> => {
  await rig.db.query(sql`insert into retention values (${rig.organization.id}, ${layer}, ${days})
    on conflict (organization_id, layer) do update set days = excluded.days`);
  await rig.registry.reload();
};

const retention = () => createRetention({ db: rig.db, registry: rig.registry, clock: rig.clock, log });

/** Frames at noon in Seoul this many days ago, rolled up and packed. */
const measure = async (...daysAgo: number[]): Promise<void> => {
  await rig.write(daysAgo.map((days) => rig.frame(NOW - days * DAY_MS, { [CO2]: 900 })));
  await rig.rollup.drain();
  await createPacker({ db: rig.db, clock: rig.clock, log, hotDays: 2 }).pack();
};

const days = async (table: 'packed_day' | 'rollup_hour' | 'frame'): Promise<string[]> => {
  const statements = {
    packed_day: sql`select day::text as day from packed_day where channel = 0 order by 1`,
    rollup_hour: sql`select day::text as day from rollup_hour where channel = 0 order by 1`,
    frame: sql`select time::date::text as day from frame order by 1`,
  };
  return (await rig.db.query<{ day: string }>(statements[table])).rows.map(({ day }) => day);
};
const blocks = async (): Promise<string[]> =>
  (await rig.db.query<{ first: string }>(sql`select first from packed_hour where channel = 0 order by 1`)).rows.map(
    ({ first }) => first,
  );
const months = async (): Promise<string[]> =>
  (await rig.db.query<{ month: string }>(sql`select month from rollup_day where channel = 0 order by 1`)).rows.map(
    ({ month }) => month,
  );

describe('what is kept', () => {
  test('begins at a local midnight, the chosen number of days before today', async () => {
    const snapshot = rig.registry.snapshot();
    const { organization } = rig.meter();
    expect(horizon(snapshot, organization, 'READING', NOW).day).toBe('2021-11-22');
    await keep('READING', 30);
    const start = Date.parse('2026-10-22T00:00:00+09:00');
    expect(horizon(rig.registry.snapshot(), organization, 'READING', NOW)).toEqual({ day: '2026-10-22', start });
    // Settings that were not given stay as they are.
    expect(rig.registry.snapshot().retentions.get(organization.id)).toEqual({ ...DEFAULT_RETENTION, READING: 30 });
    expect(isTooOld(rig.registry.snapshot(), organization, start - 1, NOW)).toBe(true);
    expect(isTooOld(rig.registry.snapshot(), organization, start, NOW)).toBe(false);
    expect(isTooOld(rig.registry.snapshot(), organization, NOW - 20 * DAY_MS, NOW)).toBe(false);
  });

  test('of data without an organization is the longest of all organizations', async () => {
    expect(widestHorizon(rig.registry.snapshot(), 'READING', NOW).day).toBe('2021-11-22');
    await keep('READING', 30);
    expect(widestHorizon(rig.registry.snapshot(), 'READING', NOW).day).toBe('2021-11-22');
    await keep('READING', 3000);
    expect(widestHorizon(rig.registry.snapshot(), 'READING', NOW).day).toBe('2018-09-04');
  });
});

test('readings go after their days, packed or hot; their hours and days stay', async () => {
  await measure(50, 41, 40, 39, 1);
  await rig.write([rig.frame(NOW - 45 * DAY_MS, { [CO2]: 800 })]);
  await keep('READING', 40);
  await retention().sweep();
  // Its hour has not been made of it yet.
  expect(await days('frame')).toEqual(['2026-10-07', '2026-11-20']);
  await rig.rollup.drain();
  await retention().sweep();
  // 12 October begins in Seoul while it is still the 11th in UTC, by whose days frames are packed.
  const packed = ['2026-10-11', '2026-10-12', '2026-10-13'];
  expect([await days('frame'), await days('packed_day')]).toEqual([['2026-11-20'], packed]);
  expect(await days('rollup_hour')).toEqual([
    '2026-10-02',
    '2026-10-07',
    '2026-10-11',
    '2026-10-12',
    '2026-10-13',
    '2026-11-20',
  ]);
  expect(await months()).toEqual(['2026-10-01', '2026-11-01']);
});

test('a packed day whose hours have not been made of it stays until they are', async () => {
  await rig.write([rig.frame(NOW - 45 * DAY_MS, { [CO2]: 800 })]);
  expect(await createPacker({ db: rig.db, clock: rig.clock, log, hotDays: 2 }).pack()).toBe(true);
  await keep('READING', 40);
  await retention().sweep();
  expect([await days('packed_day'), await days('rollup_hour')]).toEqual([['2026-10-07'], []]);
  await rig.rollup.drain();
  await retention().sweep();
  expect([await days('packed_day'), await days('rollup_hour')]).toEqual([[], ['2026-10-07']]);
});

test('hours go after their days, a month of days when all of it is old', async () => {
  await measure(120, 81, 80, 52, 51);
  await keep('READING', 30);
  await keep('HOUR', 80);
  await keep('DAY', 81);
  await retention().sweep();
  expect(await days('rollup_hour')).toEqual(['2026-09-02', '2026-09-30', '2026-10-01']);
  // 1 September was 81 days ago.
  expect(await months()).toEqual(['2026-09-01', '2026-10-01']);
  rig.clock.advance(DAY_MS * 30);
  await retention().sweep();
  expect(await months()).toEqual(['2026-10-01']);
});

test('packed hours go when all ten days are old, and a rebuilt one with them', async () => {
  // 14 September begins a block, 24 September the next one.
  await measure(61, 60, 52, 51, 50);
  await rig.packHours();
  expect(await days('rollup_hour')).toEqual([]);
  await rig.write([rig.frame(NOW - 60 * DAY_MS + HOUR_MS, { [CO2]: 800 })]);
  await rig.rollup.drain();
  expect(await days('rollup_hour')).toEqual(['2026-09-22']);
  await keep('HOUR', 59);
  await keep('READING', 30);
  await retention().sweep();
  expect(await blocks()).toEqual(['2026-09-14', '2026-09-24']);
  expect(await days('rollup_hour')).toEqual(['2026-09-22']);
  await keep('HOUR', 58);
  await retention().sweep();
  expect([await blocks(), await days('rollup_hour')]).toEqual([['2026-09-24'], []]);
});

test('hours whose day has not been made of them stay until it is', async () => {
  await rig.write([rig.frame(NOW - 100 * DAY_MS, { [CO2]: 900 })]);
  await rig.rollHoursOnly();
  await keep('READING', 30);
  await keep('HOUR', 30);
  await retention().sweep();
  expect(await days('rollup_hour')).toHaveLength(1);
  await rig.rollup.drain();
  await retention().sweep();
  expect([await days('rollup_hour'), await months()]).toEqual([[], ['2026-08-01']]);
});

test('purifier states go by their last report, of purifiers out of use and gone too', async () => {
  const [used, unused] = [await aPurifier(rig.db, rig.meter().id, 1), await aPurifier(rig.db, rig.meter().id, 2)];
  await rig.db.query(sql`update purifier set use = 'N' where id = ${unused}`);
  const gone = 999_999;
  const report = (id: number, from: number, to: number) =>
    rig.db.query(
      sql`insert into purifier_state values (${id}, ${new Date(NOW - from * DAY_MS)}, ${new Date(NOW - to * DAY_MS)}, '{}')`,
    );
  for (const id of [used, unused, gone]) {
    await report(id, 3000, 2900);
    await report(id, 60, 50);
    await report(id, 49, 3);
  }
  await keep('PURIFIER_STATE', 40);
  await retention().sweep();
  const { rows } = await rig.db.query<{ purifier_id: number; ago: number }>(sql`
    select purifier_id, extract(day from ${new Date(NOW)} - time)::integer as ago from purifier_state order by 1, 2`);
  expect(rows.map(({ purifier_id, ago }) => [purifier_id, ago])).toEqual([
    [used, 49],
    [unused, 49],
    [gone, 49],
    [gone, 60],
  ]);
});

test('alarms go when they are cleared and over for so long, and their labels with the last of them', async () => {
  const { id } = rig.organization;
  const ago = (days: number | null) => (days === null ? null : new Date(NOW - days * DAY_MS));
  const alarm = (code: string, occurred: number, ended: number | null, cleared: number | null, organizationId = id) =>
    rig.db.query(sql`insert into alarm
        (organization_id, category, code, source, severity, description, since_time, occurred_time, ended_time, cleared_time)
      values (${organizationId}, 'METER', ${code}, 'DEVICE', 'MINOR', 'fan', ${ago(occurred)}, ${ago(occurred)},
        ${ago(ended)}, ${ago(cleared)})`);
  await alarm('OLD', 500, 499, 498);
  await alarm('OLD', 390, 389, 388);
  await alarm('BOTH', 500, 401, 401);
  await alarm('BOTH', 10, 9, 8);
  await alarm('CLEARED-LATE', 500, 499, 399);
  await alarm('ENDED-LATE', 500, 399, 499);
  await alarm('OPEN', 500, 499, null);
  await alarm('HOLDS', 500, null, 499);
  await alarm('GONE', 1000, 999, 998, 999_999);
  await keep('ALARM', 400);
  const { organization } = rig.meter();
  const wanted = { ...DEFAULT_RETENTION, ALARM: 385 };
  const { layers } = await estimateDeletion(rig.db, rig.registry.snapshot(), organization, wanted, NOW);
  expect(layers.at(-1)).toMatchObject({ layer: 'ALARM', rows: 5 });
  await retention().sweep();
  const codes = async (from: Sql) =>
    (await rig.db.query<{ code: string }>(sql`select code from ${from} order by code`)).rows.map(({ code }) => code);
  const kept = ['BOTH', 'CLEARED-LATE', 'ENDED-LATE', 'GONE', 'HOLDS', 'OLD', 'OPEN'];
  expect([await codes(sql`alarm`), await codes(sql`alarm_kind`)]).toEqual([kept, kept]);
  await keep('ALARM', 385);
  await retention().sweep();
  const left = ['BOTH', 'GONE', 'HOLDS', 'OPEN'];
  expect([await codes(sql`alarm`), await codes(sql`alarm_kind`)]).toEqual([left, left]);
});

test('data of a deleted meter have the retention of their organization', async () => {
  await measure(50);
  await rig.db.query(sql`delete from meter`);
  await rig.registry.reload();
  await keep('READING', 60);
  await retention().sweep();
  expect(await days('packed_day')).toHaveLength(1);
  await keep('READING', 30);
  await retention().sweep();
  expect(await days('packed_day')).toEqual([]);
});

test('data that no meter is known for are kept for the longest retention, and then deleted', async () => {
  await measure(50);
  await keep('READING', 30);
  await rig.db.query(sql`delete from meter`);
  await rig.db.query(sql`delete from deleted_row`);
  await rig.registry.reload();
  await retention().sweep();
  expect(await days('packed_day')).toHaveLength(1);
  rig.clock.advance(1825 * DAY_MS);
  await retention().sweep();
  expect(await days('packed_day')).toEqual([]);
});

test('registration data of deleted devices are purged after 30 days, and their names with their last reading', async () => {
  await measure(50);
  const meterId = rig.meter().id;
  await rig.db.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
    select organization_id, code, 'DEVICE', id, '' from meter where id = ${meterId}`);
  await rig.db.query(sql`with plan as (
    insert into floor_plan (organization_id, office_id, name, format, width, height, image)
    select organization_id, office_id, 'P', 'PNG', 20, 20, '' from meter where id = ${meterId} returning id)
    insert into floor_plan_pin select id, ${meterId}, 0.5, 0.5 from plan`);
  await rig.db.query(sql`delete from meter`);
  await rig.registry.reload();
  const kinds = async () =>
    (await rig.db.query<{ kind: string }>(sql`select distinct kind from deleted_row order by kind`)).rows.map(
      ({ kind }) => kind,
    );
  const deletedAgo = (ago: number) =>
    rig.db.query(sql`update deleted_row set deleted_time = ${new Date(rig.clock.now() - ago * DAY_MS)}`);
  await deletedAgo(29);
  await retention().sweep();
  expect(await kinds()).toEqual(expect.arrayContaining(['device_credential', 'floor_plan_pin']));
  await deletedAgo(31);
  await retention().sweep();
  expect(await kinds()).toEqual(['meter', 'meter_period', 'sensor']);
  for (const table of ['packed_day', 'frame', 'rollup_hour', 'rollup_day', 'packed_hour']) {
    await rig.db.query(sql`delete from ${raw(table)}`);
  }
  await retention().sweep();
  expect(await kinds()).toEqual([]);
});

test('more than one batch is deleted to the last row', async () => {
  await rig.db.query(sql`insert into rollup_hour
    select ${rig.meter().id}, date '2000-01-01' + n, 0, '{1}', '{1}', '{1}', '{1}' from generate_series(1, 8000) n`);
  await retention().sweep();
  expect((await days('rollup_hour'))[0]).toBe('2016-11-23');
});

test('deletes nothing while another server does', async () => {
  await measure(3000);
  await rig.db.tx(async (tx) => {
    expect(await takeRetentionLock(tx)).toBe(true);
    await retention().sweep();
    expect(await days('packed_day')).toHaveLength(1);
  });
  await retention().sweep();
  expect(await days('packed_day')).toEqual([]);
});

test('two servers that delete at once delete the same, and neither fails', async () => {
  await measure(3000, 2999, 1);
  await Promise.all([retention().sweep(), retention().sweep()]);
  // One server deletes after the other.
  await retention().sweep();
  expect(await days('packed_day')).toHaveLength(0);
  expect(await days('frame')).toHaveLength(1);
});

test('started, it sweeps by itself', async () => {
  await measure(3000);
  const swept = retention();
  swept.start();
  try {
    await expect.poll(() => days('packed_day'), { timeout: 60_000 }).toEqual([]);
  } finally {
    await swept.stop();
  }
});

test('an estimate says what a sweep deletes', async () => {
  await measure(50, 45, 41, 40, 1);
  await rig.write([rig.frame(NOW - 44 * DAY_MS, { [CO2]: 800 })]);
  await rig.rollup.drain();
  const { organization } = rig.meter();
  const wanted = { ...DEFAULT_RETENTION, READING: 40 };
  const { layers, isExact } = await estimateDeletion(rig.db, rig.registry.snapshot(), organization, wanted, NOW);
  // 41 days ago shares its UTC day with retained data. A packed day has a row for its times and one for CO2; the late
  // frame is hot.
  expect(layers.map(({ layer, rows }) => [layer, rows])).toEqual([
    ['READING', 2 * 2 + 1],
    ['HOUR', 0],
    ['DAY', 0],
    ['PURIFIER_STATE', 0],
    ['ALARM', 0],
  ]);
  expect([isExact, layers[0]?.horizon.day]).toEqual([true, '2026-10-12']);
  expect(layers[0]?.bytes).toBeGreaterThan(5 * 52);
  const count = async () => (await days('packed_day')).length * 2 + (await days('frame')).length;
  const before = await count();
  await keep('READING', 40);
  await retention().sweep();
  expect(before - (await count())).toBe(layers[0]?.rows);
});
