import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveProcess } from '../../features/health/health-queries.ts';
import { aDepartment, aMeter } from '../../testing/factory.ts';
import { plainBuckets } from '../../testing/plain-buckets.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { storedHours } from '../../testing/stored-hours.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { readBuckets } from '../history/read-buckets.ts';
import { CorruptBlockError } from './block-hours.ts';
import { createHourPacker } from './pack-hours.ts';

const CO2 = channelOf('CO2', 1);
/** 9:00 in Seoul. Blocks begin on 22 January, 1, 11 and 21 February. */
const NINE = Date.parse('2027-02-15T00:00:00Z');

let database: TestDatabase;
let rig: StoreRig;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openStoreRig(database.db, { now: NINE });
});
afterEach(async () => {
  await rig.writer.stop();
  await database.close();
});

const hot = async (): Promise<string[]> =>
  (await rig.db.query<{ day: string }>(sql`select day from rollup_hour where channel = 0 order by day`)).rows.map(
    ({ day }) => day,
  );

const write = async (meterId: number, ...days: number[]): Promise<void> => {
  await rig.write(days.map((day) => ({ ...rig.frame(NINE + day * DAY_MS, { [CO2]: 900 + day }), meterId })));
  await rig.rollup.drain();
};

const expectPlain = async (): Promise<void> => {
  for (const unit of ['hour', 'day'] as const) {
    const question = { meters: [rig.meter()], channels: null, unit, from: '2027-01-01', to: '2027-02-28' };
    const snapshot = rig.registry.snapshot();
    expect(await readBuckets(rig.db, snapshot, question)).toEqual(await plainBuckets(rig.db, snapshot, question));
  }
};

test('a block is packed when its last day has been over for two, in every zone', async () => {
  // 22 and 31 January, 1, 10, 11 and 15 February: two blocks and the beginning of one.
  await write(rig.meter().id, -24, -15, -14, -5, -4, 0);
  const before = await storedHours(rig.db, [rig.meter().id]);
  await rig.packHours();
  expect(await hot()).toEqual(['2027-02-11', '2027-02-15']);
  rig.clock.advance(7 * DAY_MS);
  await rig.packHours();
  expect(await hot()).toEqual(['2027-02-11', '2027-02-15']);
  rig.clock.advance(DAY_MS);
  await rig.packHours();
  expect(await hot()).toEqual([]);
  expect(await storedHours(rig.db, [rig.meter().id])).toEqual(before);
  await expectPlain();
});

test('a late frame counts before its day is packed again and after', async () => {
  await write(rig.meter().id, -24, -23);
  await rig.packHours();
  await rig.write([rig.frame(NINE - 24 * DAY_MS + HOUR_MS, { [CO2]: 100 })]);
  await expectPlain();
  await rig.rollup.drain();
  expect(await hot()).toEqual(['2027-01-22']);
  await expectPlain();
  await rig.packHours();
  expect(await hot()).toEqual([]);
  await expectPlain();
});

test('a block that cannot be read keeps no other one from being packed, and is tried once a round', async () => {
  const department = await aDepartment(rig.db, { organizationId: rig.organization.id });
  const other = await aMeter(rig.db, { department, sensors: ['CO2'] });
  await rig.registry.reload();
  await write(rig.meter().id, -24);
  await rig.packHours();
  // The next day of the same block, generated without regard to the packed day.
  await write(rig.meter().id, -12);
  await write(other.id, -24, -12);
  await rig.db.query(sql`update rollup_hour set day = '2027-01-23' where day = '2027-02-03'
    and meter_id = ${rig.meter().id}`);
  await rig.db.query(sql`update packed_hour set data = 'x' where channel = ${CO2}`);
  const errors: Error[] = [];
  const packer = createHourPacker(rig.db, (error) => errors.push(error));
  let rounds = 0;
  while (await packer.pack(NINE)) rounds++;
  expect(errors[0]).toBeInstanceOf(CorruptBlockError);
  expect(errors).toHaveLength(rounds + 1);
  expect(await hot()).toEqual(['2027-01-23']);
});

test('nothing is packed while a process runs that cannot read it', async () => {
  const old = { supervisorId: '5f0c5d0e-1111-4222-8333-444455556666', role: 'web' };
  await write(rig.meter().id, -24);
  await saveProcess(rig.db, old, []);
  await rig.packHours();
  expect(await hot()).toEqual(['2027-01-22']);
  await saveProcess(rig.db, old, [], { migration: 84 });
  await rig.packHours();
  expect(await hot()).toEqual([]);
});
