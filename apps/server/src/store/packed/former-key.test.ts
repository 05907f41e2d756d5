import { channelOf } from '@airdeck/domain/channel';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeProcess, saveProcess } from '../../features/health/health-queries.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { dropFormerKey } from './former-key.ts';
import { savePacked } from './packed-queries.ts';
import { createPacker } from './packer.ts';
import { readFrames } from './read-frames-queries.ts';

const CO2 = channelOf('CO2', 1);
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-21T03:00:00Z');
const DAY = Math.floor(NOW / DAY_MS) - 5;
const OLD = { supervisorId: '5f0c5d0e-1111-4222-8333-444455556666', role: 'work' };
const NEW = { supervisorId: '5f0c5d0e-1111-4222-8333-444455557777', role: 'work' };

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

const keys = async (): Promise<number> =>
  (await rig.db.query(sql`select from pg_constraint where conrelid = 'packed_day'::regclass and contype = 'p'`))
    .rowCount;

const mark = () => ({ meterId: rig.meter().id, day: DAY, channel: 0, data: Buffer.of(16, 0) });

/** As processes before migration 84 save a day. */
const saveAsBefore = () =>
  rig.db.query(sql`insert into packed_day (meter_id, day, channel, data)
    values (${mark().meterId}, date '1970-01-01' + ${DAY}::integer, 0, ${mark().data})
    on conflict (meter_id, channel, day) do nothing`);

it('an older process saves days beside this one until it has ended', async () => {
  await saveProcess(rig.db, OLD, []);
  await saveProcess(rig.db, NEW, [], { migration: 84 });
  expect(await dropFormerKey(rig.db)).toBe(false);
  await saveAsBefore();
  await saveAsBefore();
  await removeProcess(rig.db, OLD);
  expect(await dropFormerKey(rig.db)).toBe(true);
  expect(await dropFormerKey(rig.db)).toBe(true);
  expect(await keys()).toBe(0);
  await expect(saveAsBefore()).rejects.toThrow();
});

it('the packer drops the key, but not during a read', async () => {
  const packer = createPacker({ db: rig.db, clock: rig.clock, log: pino({ level: 'silent' }), hotDays: 2 });
  let answer: boolean | null = null;
  await rig.db.tx(async (tx) => {
    await tx.query(sql`select from packed_day`);
    answer = await dropFormerKey(rig.db);
  });
  expect([answer, await keys()]).toEqual([false, 1]);
  packer.start();
  await expect.poll(keys, { timeout: 60_000 }).toBe(0);
  await packer.stop();
});

it('without the key a day is packed, becomes hot, and is packed again, once', async () => {
  expect(await dropFormerKey(rig.db)).toBe(true);
  const packer = createPacker({ db: rig.db, clock: rig.clock, log: pino({ level: 'silent' }), hotDays: 2 });
  const expected: number[] = [];
  for (const minute of [7, 3, 5]) {
    expected.push(minute);
    await rig.write([rig.frame(DAY * DAY_MS + minute * 60_000, { [CO2]: minute })]);
    expect(await packer.pack()).toBe(true);
    const [columns] = await readFrames(rig.db, [{ meterId: rig.meter().id, start: DAY * DAY_MS, end: NOW }], [CO2]);
    expect(columns?.channels.get(CO2)).toEqual(expected.toSorted((a, b) => a - b));
  }
  const before = await rig.db.query(sql`select channel, data from packed_day order by channel`);
  await savePacked(rig.db, [mark()]);
  expect((await rig.db.query(sql`select channel, data from packed_day order by channel`)).rows).toEqual(before.rows);
  await expect(rig.db.query(sql`insert into packed_day select * from packed_day where channel = 0`)).rejects.toThrow(
    'packed_day_mark',
  );
});
