import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AlarmRig, openAlarmRig } from '../../../testing/alarm-rig.ts';
import { openStoreServer, type StoreServer } from '../../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const LONG = { timeout: 60_000 };
/** A meter of ten minutes, so that weeks are few frames. */
const INTERVAL_S = 600;

let database: TestDatabase;
let rig: AlarmRig;
let store: StoreServer;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database, { sensors: ['CO2', 'PM2.5'], intervalS: INTERVAL_S });
  store = await openStoreServer(database.db, rig.clock);
});
afterEach(async () => {
  await store.writer.stop();
  await rig.engine.stop();
  await database.close();
});

/** Stores a reading every ten minutes from a time up to now; null: none. */
const measured = async (type: SensorType, from: number, valueAt: (time: number) => number | null): Promise<void> => {
  const frames = [];
  for (let time = from; time < rig.clock.now(); time += INTERVAL_S * 1000) {
    const value = valueAt(time);
    if (value !== null) frames.push(rig.frame(time, { [type]: value }));
  }
  await store.write(frames);
  await rig.settled();
};
const sweepAfter = async (ms: number): Promise<void> => {
  rig.clock.advance(ms);
  await rig.engine.sweep();
};
const ofMeans = async () => (await rig.alarms()).filter(({ source }) => source === 'DAY_MEAN' || source === 'BASELINE');

/** Only the alarms of a day's mean. */
const noOtherRules = async (): Promise<void> => {
  await rig.db.query(sql`delete from alarm_rule where average <> 'DAY'`);
  await rig.engine.registry.reload();
};

describe('the mean of 24 hours', LONG, () => {
  test('at the limit is an alarm, until it is below the release bound', async () => {
    await noOtherRules();
    const now = rig.clock.now();
    // Shipped for PM2.5: 35, released below 31.5.
    await measured('PM2.5', now - DAY_MS, (time) => (time < now - 12 * HOUR_MS ? 20 : 50));
    await sweepAfter(1);
    expect(await ofMeans()).toMatchObject([
      {
        ...{ code: 'A003', source: 'DAY_MEAN', severity: 'WARNING', category: 'SENSOR', value: 35, bound: 35 },
        ...{ since_time: new Date(now - DAY_MS), occurred_time: new Date(now), ended_time: null },
      },
    ]);
    rig.clock.advance(HOUR_MS);
    await measured('PM2.5', now, () => 0);
    await sweepAfter(1);
    // 34.2 is below the limit and not below the release.
    expect(await ofMeans()).toMatchObject([{ ended_time: null, version: 1 }]);
    rig.clock.advance(6 * HOUR_MS);
    await measured('PM2.5', now + HOUR_MS, () => 0);
    await sweepAfter(1);
    expect(await ofMeans()).toMatchObject([{ ended_time: new Date(now + 7 * HOUR_MS) }]);
  });

  test('below the limit, or of less than 18 hours, is none', async () => {
    const now = rig.clock.now();
    await measured('PM2.5', now - 17 * HOUR_MS, () => 50);
    await measured('CO2', now - DAY_MS, () => 999);
    await sweepAfter(1);
    expect(await ofMeans()).toEqual([]);
  });

  test('an unknown mean changes nothing, and a removed rule ends its alarm', async () => {
    await noOtherRules();
    await measured('PM2.5', rig.clock.now() - DAY_MS, () => 50);
    await sweepAfter(1);
    await sweepAfter(8 * HOUR_MS);
    expect(await ofMeans()).toMatchObject([{ ended_time: null }]);
    await rig.db.query(sql`delete from alarm_rule where code = 'A003'`);
    await rig.engine.registry.reload();
    await sweepAfter(MINUTE_MS);
    expect(await ofMeans()).toMatchObject([{ ended_time: new Date(rig.clock.now()) }]);
  });

  test('has none of its own while a more severe alarm of the same values lasts', async () => {
    await measured('PM2.5', rig.clock.now() - DAY_MS, () => 50);
    await sweepAfter(1);
    expect((await rig.alarms()).map(({ code, ended_time }) => [code, ended_time])).toContainEqual(['A002', null]);
    expect(await ofMeans()).toEqual([]);
  });

  test("is compared with the organization's own limit where it has one", async () => {
    await rig.db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, average)
      values (${rig.organization.id}, 'A003', 'PM2.5', 60, 'DAY')`);
    await rig.engine.registry.reload();
    await measured('PM2.5', rig.clock.now() - DAY_MS, () => 59);
    await sweepAfter(1);
    expect(await ofMeans()).toEqual([]);
  });
});

describe('the least CO2 of a week', LONG, () => {
  const zone = 'Asia/Seoul';
  const today = '2026-03-02';
  const weekStart = startOfLocalDay(addDays(today, -7), zone);

  test('a lowest CO2 above outdoor air is a drifting sensor, until it is right again', async () => {
    await measured('CO2', weekStart, () => 650);
    await sweepAfter(1);
    expect(await ofMeans()).toMatchObject([
      {
        ...{ code: 'M011', source: 'BASELINE', severity: 'WARNING', value: 650, bound: 600, ended_time: null },
        ...{ since_time: new Date(weekStart), occurred_time: new Date(startOfLocalDay(today, zone)) },
      },
    ]);
    const rest = rig.clock.now() - 1;
    rig.clock.advance(DAY_MS);
    await measured('CO2', rest, () => 430);
    await sweepAfter(1);
    expect(await ofMeans()).toMatchObject([{ ended_time: new Date(startOfLocalDay(addDays(today, 1), zone)) }]);
  });

  test('a lowest CO2 below outdoor air is a drifting sensor too', async () => {
    await measured('CO2', weekStart, (time) => (time === weekStart ? 379 : 650));
    await sweepAfter(1);
    expect(await ofMeans()).toMatchObject([{ code: 'M011', value: 379, bound: 380 }]);
  });

  test('says nothing of a room that is never measured at night', async () => {
    await measured('CO2', weekStart, (time) => ((time - weekStart) % DAY_MS < 9 * HOUR_MS ? null : 650));
    await sweepAfter(1);
    expect(await ofMeans()).toEqual([]);
  });
});
