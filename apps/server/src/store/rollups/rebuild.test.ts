import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plainBuckets } from '../../testing/plain-buckets.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { storedHours } from '../../testing/stored-hours.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { readBuckets } from '../history/read-buckets.ts';
import { createPacker } from '../packed/packer.ts';

const CO2 = channelOf('CO2', 1);
/** 04:30 on 3 March in Seoul, 01:00 in India. */
const night = Date.parse('2026-03-02T19:30:00Z');

let database: TestDatabase;
let rig: StoreRig;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => rig.writer.stop());
afterAll(() => database.close());

const open = async (): Promise<StoreRig> => {
  rig = await openStoreRig(database.db);
  return rig;
};

const moveTo = async (zone: string): Promise<void> => {
  await rig.db.query(sql`update organization set time_zone = ${zone} where id = ${rig.organization.id}`);
  await rig.registry.reload();
};

const standard = async (day: string, bounds: number[]): Promise<void> => {
  await rig.db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
    values (${rig.organization.id}, 'CO2', ${day}, ${bounds})`);
  await rig.registry.reload();
};

const dirty = async (): Promise<number> =>
  (await rig.db.query(sql`select from dirty_hour where meter_id = ${rig.meter().id}`)).rowCount;

/** `day: [hour, …]` of the stored hours, packed or not. */
const hours = async (): Promise<Record<string, number[]>> => {
  const rows = (await storedHours(rig.db, [rig.meter().id])).filter(({ channel }) => channel === CO2);
  return Object.fromEntries(rows.map(({ day, count }) => [day, count.flatMap((each, hour) => (each ? [hour] : []))]));
};

const expectPlain = async (): Promise<void> => {
  const snapshot = rig.registry.snapshot();
  for (const unit of BUCKET_UNITS) {
    const question = { meters: [rig.meter()], channels: null, unit, from: '2026-02-25', to: '2026-03-10' };
    expect(await readBuckets(rig.db, snapshot, question)).toEqual(await plainBuckets(rig.db, snapshot, question));
  }
};

test('after a change of zone hours and days are rebuilt, and meanwhile read from the frames', async () => {
  const { rollup, write, frame } = await open();
  await write([frame(night, { [CO2]: 900 }), frame(night - 3 * DAY_MS, { [CO2]: 700 })]);
  await rollup.drain();
  expect(await hours()).toEqual({ '2026-02-28': [4], '2026-03-03': [4] });
  await moveTo('Asia/Kolkata');
  await rollup.follow();
  expect([await hours(), await dirty()]).toEqual([{}, 2]);
  await expectPlain();
  await rollup.drain();
  expect([await hours(), await dirty()]).toEqual([{ '2026-02-28': [1], '2026-03-03': [1] }, 0]);
  await expectPlain();
});

test('packed days are rebuilt as well', async () => {
  const { rollup, write, frame, clock, db } = await open();
  await write([frame(night, { [CO2]: 900 })]);
  await rollup.drain();
  await createPacker({ db, clock, log: rig.log, hotDays: 1 }).pack();
  await moveTo('Asia/Kolkata');
  await rollup.drain();
  expect(await hours()).toEqual({ '2026-03-03': [1] });
});

test('packed hours are rebuilt, and those that the frames do not reach are kept', async () => {
  const { rollup, write, frame, db, meter, packHours } = await open();
  // 16 February begins a block, 26 February and 8 March the next ones.
  await write([-7, -1, 0, 1, 2, 3, 4].map((day) => frame(night + day * DAY_MS, { [CO2]: 900 + day })));
  await rollup.drain();
  await packHours();
  expect((await db.query(sql`select from rollup_hour`)).rowCount).toBe(0);
  const before = await hours();
  expect(Object.keys(before)).toHaveLength(7);
  await expectPlain();
  await db.query(sql`delete from frame where meter_id = ${meter().id} and time < ${new Date(night)}`);
  await moveTo('Asia/Kolkata');
  await rollup.follow();
  // It is unknown whether 3 March is a whole day.
  expect(await hours()).toEqual({ '2026-02-24': [4], '2026-03-02': [4], '2026-03-03': [4] });
  await rollup.drain();
  await packHours();
  expect(await hours()).toEqual({
    '2026-02-24': [4],
    '2026-03-02': [4],
    '2026-03-03': [4],
    '2026-03-04': [1],
    '2026-03-05': [1],
    '2026-03-06': [1],
    '2026-03-07': [1],
  });
});

test('rollups of expired frames stay as they are', async () => {
  const { rollup, write, frame, db, meter } = await open();
  await write([0, 1, 2, 3, 4].map((day) => frame(night + day * DAY_MS, { [CO2]: 900 + day })));
  await rollup.drain();
  await db.query(sql`delete from frame where meter_id = ${meter().id} and time < ${new Date(night + 2 * DAY_MS)}`);
  await moveTo('Asia/Kolkata');
  await rollup.drain();
  // It is unknown whether the first day that is left is a whole one.
  expect(await hours()).toEqual({
    '2026-03-03': [4],
    '2026-03-04': [4],
    '2026-03-05': [4],
    '2026-03-06': [1],
    '2026-03-07': [1],
  });
});

test('a standard changes the index from its day on, and nothing else', async () => {
  const { rollup, write, frame, db, meter } = await open();
  await write([-1, 0, 1].map((day) => frame(night + day * DAY_MS, { [CO2]: 600 })));
  await rollup.drain();
  await standard('2026-03-03', [400, 500, 600, 700]);
  await rollup.follow();
  expect(await dirty()).toBe(2);
  await rollup.drain();
  const { rows } = await db.query<{ index: number }>(sql`select (select max(s) from unnest(sum) s) as index
    from rollup_hour where meter_id = ${meter().id} and channel = 0 order by day`);
  expect(rows.map(({ index }) => index)).toEqual([250, 1000, 1000]);
  await expectPlain();
});

test('the version of the rollups outlives a restart, and an interrupted rebuild begins again', async () => {
  const { rollup, write, frame, db } = await open();
  await write([frame(night, { [CO2]: 900 })]);
  await rollup.drain();
  await moveTo('Asia/Kolkata');
  // Another process, which never saw the zone of before.
  const restarted = rig.anotherRollup();
  await restarted.stop();
  await restarted.follow();
  expect(await dirty()).toBe(0);
  await rig.anotherRollup().drain();
  expect(await hours()).toEqual({ '2026-03-03': [1] });
  await db.query(sql`update rollup_hour set day = day - 1`);
  await rig.anotherRollup().drain();
  // Nothing has changed, so nothing is rebuilt.
  expect(await hours()).toEqual({ '2026-03-02': [1] });
});

test('a running server notices a change at once', async () => {
  const { rollup, write, frame, bus } = await open();
  await write([frame(night, { [CO2]: 900 })]);
  rollup.start();
  try {
    await expect.poll(hours, { timeout: 60_000 }).toEqual({ '2026-03-03': [4] });
    await moveTo('Asia/Kolkata');
    bus.emit('registry.changed', {});
    await expect.poll(hours, { timeout: 60_000 }).toEqual({ '2026-03-03': [1] });
  } finally {
    await rollup.stop();
  }
});
