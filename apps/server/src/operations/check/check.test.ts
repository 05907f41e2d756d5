import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/pool.ts';
import { createPacker } from '../../store/packed/packer.ts';
import { createHourPacker } from '../../store/rollups/pack-hours.ts';
import { aDepartment, aMeter, anOrganization, aUser } from '../../testing/factory.ts';
import { storeFrame } from '../../testing/frames.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { backUp } from '../backup/backup.ts';
import { openBackupFile } from '../backup/read-file.ts';
import { restore } from '../backup/restore.ts';
import { check } from './check.ts';

const NOW = Date.UTC(2027, 0, 10, 12);
const FIRST = Date.UTC(2027, 0, 4);
const STEP_MS = 300_000;
const STEPS = (NOW - FIRST) / STEP_MS;

let folder: string;
let file: string;
let database: TestDatabase;
let rig: StoreRig;
const signal = new AbortController().signal;
const none = () => undefined;

const faultsOf = async (db: Db, isAll = true): Promise<string[]> =>
  (await check({ db, clock: rig.clock, random: seededRandom(), isAll, progress: none, signal })).faults;

const frameAt = (step: number) => rig.frame(FIRST + step * STEP_MS, { 501: 400 + (step % 97), 101: step % 50 });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-check-'));
  file = join(folder, 'all.backup');
  database = await testDatabase();
  rig = await openStoreRig(database.db, { now: NOW });
  await rig.write(Array.from({ length: STEPS }, (_, step) => frameAt(step)));
  // The code that computes rollups also writes their basis.
  await rig.rollup.drain();
  await createPacker({ ...rig, hotDays: 2 }).pack();
  await backUp(file, { db: database.db, clock: rig.clock, version: 'test', progress: none, signal });
}, 120_000);
afterAll(async () => {
  await rig.writer.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The same air in a separate database, after these statements. */
const spoilt = async (...statements: Sql[]): Promise<string[]> => {
  const other = await testDatabase({ isBlank: true });
  const source = await openBackupFile(file);
  try {
    const migrations = join(import.meta.dirname, '../../migrations');
    await restore(source, { db: other.db, migrations, progress: none, tableDone: none, signal });
    for (const statement of statements) {
      expect((await other.db.query(statement)).rowCount).toBeGreaterThan(0);
    }
    const all = await faultsOf(other.db);
    // There is so little of everything that the sample contains all of it.
    expect(await faultsOf(other.db, false)).toEqual(all);
    return all;
  } finally {
    await source.close();
    await other.close();
  }
};

describe('check', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await spoilt()).toEqual([]);
  });

  const hours = sql`where day = '2027-01-05' and channel = 501`;
  it.each<[string, Sql[], RegExp[]]>([
    [
      'an hour whose sum is another',
      [sql`update rollup_hour set sum[4] = sum[4] + 1 ${hours}`],
      [/2027-01-05: hour 2027-01-04T18:00Z, channel 501: .* the frames 12 readings/, /the day's averages/],
    ],
    [
      'an hour that is missing',
      [sql`delete from rollup_hour ${hours}`],
      [/the averages say nothing, the frames 12/, /its hours nothing/],
    ],
    [
      'a day whose cell is another',
      [sql`update rollup_day set data = set_byte(data, 64, 7) where channel = 501`],
      [/2027-01-05: channel 501: the day's averages say 263 readings.* its hours 288/],
    ],
    [
      'a packed day that cannot be unpacked',
      [sql`update packed_day set data = substr(data, 1, 20) ${hours}`],
      [
        /2027-01-05 \(UTC\): it is packed, and cannot be unpacked/,
        /2027-01-05: its averages cannot be compared/,
        /2027-01-06: its averages/,
      ],
    ],
    [
      'a day that is missing',
      [sql`delete from packed_day where day = '2027-01-05'`],
      [/2027-01-05: hour 2027-01-05T00:00Z, .* the frames nothing/, /2027-01-06: .* the frames nothing/],
    ],
    [
      'packed readings without their times',
      [sql`delete from packed_day where day = '2027-01-05' and channel = 0`],
      [
        /2027-01-05 \(UTC\): its packed readings have no times/,
        /2027-01-05: .* the frames nothing/,
        /2027-01-06: .* the frames nothing/,
      ],
    ],
    [
      'frames whose channels have no values',
      [sql`update frame set value = '{1}' where time = '2027-01-10T08:00Z'`],
      [/2027-01-10 \(UTC\): 1 frames have channels without values/, /2027-01-10: hour/],
    ],
    [
      'a device that waits with more than it may',
      [
        sql`insert into quarantine (organization_id, device_code, reason, measured_time, received_time, channel, value)
        select 1, 'X', 'UNREGISTERED', now(), now(), '{}', '{}' from generate_series(1, 24001)`,
      ],
      [/quarantine of organization 1, device X: 24001 rows/],
    ],
  ])('finds %s', async (_title, statements, words) => {
    const faults = await spoilt(...statements);
    expect(faults).toEqual(words.map((each) => expect.stringMatching(each)));
  });

  it('looks at packed hours as at others', async () => {
    const other = await testDatabase({ isBlank: true });
    const source = await openBackupFile(file);
    const migrations = join(import.meta.dirname, '../../migrations');
    await restore(source, { db: other.db, migrations, progress: none, tableDone: none, signal });
    await source.close();
    const packer = createHourPacker(other.db);
    while (await packer.pack(NOW + 30 * 86_400_000));
    expect((await other.db.query(sql`select from rollup_hour`)).rowCount).toBe(0);
    expect(await faultsOf(other.db)).toEqual([]);
    await other.db.query(sql`update packed_hour set data = set_byte(data, 0, 9) where channel = 501`);
    const faults = await faultsOf(other.db);
    expect(faults.length).toBeGreaterThan(0);
    expect(new Set(faults.map((fault) => fault.replace(/^.*?: /, '')))).toEqual(
      new Set(['the packed hours of channel 501 of meter 1 from 2027-01-02 on cannot be read']),
    );
    await other.close();
  });

  it('takes what is marked for old', async () => {
    const mark = sql`insert into dirty_hour (meter_id, hour) select meter_id, '2027-01-04T18:00Z' from rollup_hour limit 1`;
    const markDay = sql`insert into dirty_day (meter_id, day) select meter_id, '2027-01-05' from rollup_hour limit 1`;
    expect(await spoilt(sql`update rollup_hour set sum[4] = 0 ${hours}`, mark, markDay)).toEqual([]);
  });

  it('skips averages that are just being rebuilt', async () => {
    const zone = sql`update organization set time_zone = 'America/New_York'`;
    expect(await spoilt(zone, sql`update rollup_hour set sum[4] = 0 ${hours}`)).toEqual([]);
  });

  it('tells frames that a packed day does not hold from those that only have not been dropped', async () => {
    const other = await testDatabase({ isBlank: true });
    const source = await openBackupFile(file);
    const migrations = join(import.meta.dirname, '../../migrations');
    await restore(source, { db: other.db, migrations, progress: none, tableDone: none, signal });
    await source.close();
    const day = Date.UTC(2027, 0, 5);
    await storeFrame(other.db, frameAt((day - FIRST) / STEP_MS));
    expect(await faultsOf(other.db)).toEqual([]);
    await storeFrame(other.db, { ...frameAt(0), time: day + 1 });
    expect(await faultsOf(other.db)).toEqual([expect.stringMatching(/2027-01-05 .*1 frames beside it are not in it/)]);
    await other.close();
  });

  it('finds nothing wrong while frames are stored, late ones too, rolled up and packed', async () => {
    const packer = createPacker({ ...rig, hotDays: 1 });
    let isOver = false;
    const write = async () => {
      for (let step = 0; !isOver; step = (step + 29) % STEPS) {
        await rig.write([{ ...frameAt(step), time: FIRST + step * STEP_MS + 1_000 }]);
      }
    };
    const work = async () => {
      while (!isOver) {
        await rig.rollup.drain();
        await packer.pack();
      }
    };
    const busy = [write(), work()];
    for (let i = 0; i < 5; i++) expect(await faultsOf(database.db)).toEqual([]);
    isOver = true;
    await Promise.all(busy);
  }, 120_000);
});

it('ids and device codes that differ from another by case only are listed, and are no fault', async () => {
  const other = await testDatabase();
  const { db } = other;
  const organization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  for (const code of ['m-1', 'M-1x']) await aMeter(db, { department, code });
  for (const login of ['kim.su', 'Kim.Sux']) await aUser(db, { organization, login });
  await db.query(sql`update meter set code = 'M-1', kept_code = 'M-1' where code = 'M-1x'`);
  await db.query(sql`update app_user set login = 'Kim.Su', kept_login = 'Kim.Su' where login = 'Kim.Sux'`);
  await db.query(sql`insert into device_credential (organization_id, code, kind, secret_hash, kept_code)
    values (${organization.id}, 'gw', 'GATEWAY', '\\x00', null), (${organization.id}, 'GW', 'GATEWAY', '\\x00', 'GW')`);
  const report = await check({ db, clock: rig.clock, random: seededRandom(), isAll: true, progress: none, signal });
  expect([report.faultCount, report.kept]).toEqual([
    0,
    [`gateway ${organization.code}:GW`, `meter ${organization.code}:M-1`, `user ${organization.code} Kim.Su`],
  ]);
  await other.close();
});
