import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AlarmRig, openAlarmRig, openEngine } from '../../testing/alarm-rig.ts';
import { aMeter, aPurifier } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const LONG = { timeout: 60_000 };

let database: TestDatabase;
let rig: AlarmRig;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database, { sensors: ['CO2', 'PM2.5'] });
});
afterEach(async () => {
  await rig.engine.stop();
  await database.close();
});

const repeat = (value: number, count: number): number[] => new Array<number>(count).fill(value);
/** A rule of the organization's own, so that a test need not wait for two hours. */
const aRule = async (changed: { code?: string; bound?: number; release?: number; duration?: number } = {}) => {
  const { code = 'A001', bound = 1000, release = 900, duration = 0 } = changed;
  await rig.db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release, duration_min)
    values (${rig.organization.id}, ${code}, 'CO2', ${bound}, ${release}, ${duration})`);
  await rig.engine.registry.reload();
};
const states = async (): Promise<number> =>
  (await rig.db.query<{ count: number }>(sql`select count(*) as count from alarm_state`)).rows[0]?.count ?? 0;
const clear = (userId: number | null = 1) =>
  rig.db.query(sql`update alarm set cleared_time = ${new Date(rig.clock.now())}, cleared_by = ${userId}
    where cleared_time is null`);
const minute = async (value: number): Promise<void> => {
  rig.clock.advance(MINUTE_MS);
  await rig.measure(rig.frame(rig.clock.now(), { CO2: value }));
};

describe('values', LONG, () => {
  test('raise an alarm that says what, where, since when and why', async () => {
    await rig.measure(...rig.until([...repeat(700, 5), ...repeat(1600, 14)]));
    const start = rig.clock.now() - 13 * MINUTE_MS;
    expect(await rig.alarms()).toMatchObject([
      {
        code: 'A004',
        category: 'SENSOR',
        source: 'VALUE',
        severity: 'WARNING',
        description: '공기질 매우 나쁨 10분 지속',
        meter_id: rig.meter.id,
        sensor_id: rig.meter.sensorIds[0],
        organization_name: rig.organization.name,
        sensor_name: 'CO2 1',
        value: 1600,
        bound: 1500,
        since_time: new Date(start),
        occurred_time: new Date(start + 10 * MINUTE_MS),
        ended_time: null,
        occurrences: 1,
      },
    ]);
    expect(await rig.events()).toEqual(['RAISED']);
  });

  test('normal values add no row', async () => {
    await rig.measure(...rig.until(repeat(1000, 30)));
    expect([await rig.alarms(), await states()]).toEqual([[], 0]);
  });

  test('leave a row while they are beyond a bound, and none afterwards', async () => {
    await aRule();
    await minute(1000);
    expect(await states()).toBe(1);
    for (let i = 0; i < 4; i++) await minute(800);
    expect(await states()).toBe(0);
    expect(await rig.alarms()).toMatchObject([
      { code: 'A001', bound: 1000, value: 1000, ended_time: expect.any(Date) },
    ]);
  });

  test('values that cross a bound back and forth for an hour are one alarm', async () => {
    await aRule();
    for (let i = 0; i < 30; i++) {
      await minute(1010);
      await minute(950);
    }
    expect(await rig.alarms()).toMatchObject([{ occurrences: 1, ended_time: null }]);
  });

  test('values that exceed the bound again reopen the same alarm', async () => {
    await aRule();
    for (const value of [1100, 800, 1100]) await minute(value);
    expect(await rig.alarms()).toMatchObject([{ occurrences: 2, ended_time: null }]);
    expect(await rig.events()).toEqual(['RAISED', 'ENDED', 'CAME_BACK']);
  });

  test('a recurrence 10 minutes after the end needs a new acknowledgement, an earlier one does not', async () => {
    await aRule();
    await minute(1100);
    await rig.db.query(sql`update alarm set acknowledged_time = now(), acknowledged_by = 1, acknowledged_login = 'kim',
      acknowledged_note = 'window is open'`);
    for (const value of [800, 1100, ...repeat(800, 10)]) await minute(value);
    expect(await rig.alarms()).toMatchObject([{ acknowledged_login: 'kim', openings: 1, occurrences: 2 }]);
    await minute(1100);
    const unacknowledged = {
      acknowledged_time: null,
      acknowledged_by: null,
      acknowledged_login: null,
      acknowledged_note: null,
    };
    expect(await rig.alarms()).toMatchObject([{ ...unacknowledged, ended_time: null, openings: 2, occurrences: 3 }]);
    expect((await rig.events()).slice(-2)).toEqual(['ENDED', 'REOPENED']);
  });

  test('raise again 10 minutes after a person has cleared the alarm', async () => {
    await aRule();
    await minute(1100);
    await clear();
    for (let i = 0; i < 9; i++) await minute(1100);
    expect(await rig.alarms()).toHaveLength(1);
    await minute(1100);
    expect(await rig.alarms()).toMatchObject([{ ended_time: expect.any(Date) }, { ended_time: null, occurrences: 1 }]);
  });

  test('a recurrence after a clearing by a person is a new alarm at once', async () => {
    await aRule();
    await minute(1100);
    await minute(800);
    await clear();
    await minute(1100);
    expect(await rig.alarms()).toHaveLength(2);
  });

  test('old values raise nothing, unless the condition lasts until now', async () => {
    await aRule({ duration: 10 });
    const now = rig.clock.now();
    const hoursAgo = rig.until(repeat(1600, 30)).map((frame) => ({ ...frame, time: frame.time - 2 * HOUR_MS }));
    await rig.measure(...hoursAgo);
    expect(await rig.alarms()).toEqual([]);
    expect(rig.clock.now()).toBe(now);
    await rig.measure(...rig.until(repeat(1600, 30)));
    expect((await rig.alarms()).map(({ code }) => code)).toEqual(['A001']);
  });

  test('late values correct the times of an open alarm, which says so; nothing else changes', async () => {
    const old = rig.clock.now() - 40 * MINUTE_MS;
    const late = Array.from({ length: 27 }, (_, i) => rig.frame(old + i * MINUTE_MS, { CO2: i < 5 ? 700 : 1600 }));
    await rig.measure(...rig.until([...repeat(1600, 14)]));
    const [raised] = await rig.alarms();
    expect(raised?.since_time).toEqual(new Date(rig.clock.now() - 13 * MINUTE_MS));
    await rig.measure(...late);
    await rig.engine.sweep();
    expect(await rig.alarms()).toEqual([raised]);
    rig.clock.advance(16_000);
    await rig.engine.sweep();
    const [corrected] = await rig.alarms();
    expect(corrected).toMatchObject({
      id: raised?.id,
      since_time: new Date(old + 5 * MINUTE_MS),
      occurred_time: new Date(old + 15 * MINUTE_MS),
      corrected_time: new Date(rig.clock.now()),
      ended_time: null,
    });
    expect(await rig.events()).toEqual(['RAISED', 'CORRECTED']);
    rig.clock.advance(60_000);
    await rig.engine.sweep();
    expect(await rig.alarms()).toEqual([corrected]);
  });

  test('a late good value in the run of an open alarm begins it later', async () => {
    await rig.measure(...rig.until(repeat(1600, 40)).filter((_, i) => i !== 20));
    const [raised] = await rig.alarms();
    const minute20 = rig.clock.now() - 19 * MINUTE_MS;
    await rig.measure(rig.frame(minute20, { CO2: 700 }));
    rig.clock.advance(16_000);
    await rig.engine.sweep();
    const [corrected] = await rig.alarms();
    expect([raised?.since_time, corrected?.since_time]).toEqual([
      new Date(minute20 - 20 * MINUTE_MS),
      new Date(minute20 + MINUTE_MS),
    ]);
  });

  test('clearing an alarm closes its record, though the condition ends later', async () => {
    await rig.measure(...rig.until(repeat(1600, 14)));
    await clear();
    const cleared = rig.clock.now();
    for (let i = 0; i < 5; i++) await minute(700);
    const times = { cleared_time: new Date(cleared), ended_time: new Date(cleared) };
    expect(await rig.alarms()).toMatchObject([times]);
  });

  test('late values that are older than the newest one raise nothing', async () => {
    await aRule();
    const now = rig.clock.now();
    await rig.measure(rig.frame(now, { CO2: 700 }));
    await rig.measure(rig.frame(now - 60_000, { CO2: 1100 }));
    expect([await rig.alarms(), await states()]).toMatchObject([[], 1]);
    await rig.measure(rig.frame(now - 180_000, { CO2: 1100 }));
    for (let i = 0; i < 3; i++) await minute(700);
    expect([await rig.alarms(), await states()]).toEqual([[], 0]);
  });

  test('a more severe alarm is the cause of the less severe ones of the same sensor', async () => {
    await aRule({ code: 'A002', bound: 1000 });
    await aRule({ code: 'A001', bound: 1200 });
    await minute(1100);
    await minute(1300);
    const [bad, veryBad] = await rig.alarms();
    expect([bad?.code, veryBad?.code]).toEqual(['A002', 'A001']);
    expect([bad?.cause_id, veryBad?.cause_id]).toEqual([veryBad?.id, null]);
    await minute(800);
    expect((await rig.alarms()).map(({ cause_id }) => cause_id)).toEqual([null, null]);
  });

  test('both at once raise the more severe one only', async () => {
    await aRule({ code: 'A002', bound: 1000 });
    await aRule({ code: 'A001', bound: 1200 });
    await minute(1300);
    expect((await rig.alarms()).map(({ code }) => code)).toEqual(['A001']);
  });

  test('beyond the range of the master sensor are an alarm of their own when they are repeated', async () => {
    await rig.db.query(sql`update master_sensor set range_max = 5000 where type = 'CO2'`);
    await rig.engine.registry.reload();
    for (const value of [5001, 700, 5001, 700]) await minute(value);
    expect(await rig.alarms()).toEqual([]);
    await minute(5002);
    expect(await rig.alarms()).toMatchObject([{ code: 'M008', bound: 5000, value: 5002 }]);
    for (const value of repeat(700, 9)) await minute(value);
    expect(await rig.alarms()).toMatchObject([{ ended_time: null }]);
    await minute(700);
    expect(await rig.alarms()).toMatchObject([{ ended_time: new Date(rig.clock.now()) }]);
  });

  test('of a sensor or meter that is not in use raise nothing', async () => {
    await aRule();
    await rig.db.query(sql`update meter set use = 'N'`);
    await rig.engine.registry.reload();
    await minute(1100);
    expect(await rig.alarms()).toEqual([]);
  });
});

describe('rules', LONG, () => {
  test('of an organization take the place of the installation’s', async () => {
    await rig.db.query(sql`insert into alarm_rule (organization_id, code, grade, use)
      values (${rig.organization.id}, 'A004', 'VERY_BAD', 'N')`);
    await rig.engine.registry.reload();
    await rig.measure(...rig.until(repeat(1600, 20)));
    expect(await rig.alarms()).toEqual([]);
  });

  test('a rule whose error is not used by the organization raises nothing and ends its open alarms', async () => {
    await aRule();
    await minute(1100);
    await rig.db.query(sql`update organization_error e set use = 'N' from master_error m
      where m.id = e.master_error_id and m.code = 'A001' and e.organization_id = ${rig.organization.id}`);
    await rig.engine.registry.reload();
    await minute(1100);
    expect(await rig.alarms()).toMatchObject([{ ended_time: expect.any(Date) }]);
  });

  test('take severity and description of the organization', async () => {
    await aRule();
    await rig.db.query(sql`update organization_error e set severity = 'CRITICAL', description = '환기하세요' from master_error m
      where m.id = e.master_error_id and m.code = 'A001' and e.organization_id = ${rig.organization.id}`);
    await rig.engine.registry.reload();
    await minute(1100);
    expect(await rig.alarms()).toMatchObject([{ severity: 'CRITICAL', description: '환기하세요' }]);
  });

  test('take the thresholds that hold today', async () => {
    await rig.db.query(sql`insert into standard (organization_id, type, valid_from, bounds) values
      (${rig.organization.id}, 'CO2', '2026-01-01', '{400,500,600,700}'),
      (${rig.organization.id}, 'CO2', '2026-12-01', '{400,500,600,5000}')`);
    await rig.engine.registry.reload();
    await rig.measure(...rig.until(repeat(701, 20)));
    expect(await rig.alarms()).toMatchObject([{ code: 'A004', bound: 700 }]);
  });
});

describe('what devices report', LONG, () => {
  const report = async (
    code: string,
    state: 'RAISED' | 'ENDED',
    part: { purifierId?: number; sensorId?: number } = {},
  ) => {
    rig.clock.advance(MINUTE_MS);
    await rig.db.query(sql`insert into device_error (meter_id, sensor_id, purifier_id, code, state, changed_time, detail)
      values (${rig.meter.id}, ${part.sensorId ?? null}, ${part.purifierId ?? null}, ${code}, ${state},
        ${new Date(rig.clock.now())}, 'rpm 0')
      on conflict (meter_id, code, sensor_id, purifier_id) do update
        set state = excluded.state, changed_time = excluded.changed_time`);
    await rig.say({ kind: 'errors', error: { meterId: rig.meter.id, code } });
    await rig.settled();
  };

  test('is raised and ended', async () => {
    await report('M003', 'RAISED');
    expect(await rig.alarms()).toMatchObject([
      { code: 'M003', category: 'METER', source: 'DEVICE', severity: 'MAJOR', detail: 'rpm 0', ended_time: null },
    ]);
    await report('M003', 'RAISED');
    await report('M003', 'ENDED');
    expect(await rig.alarms()).toMatchObject([{ ended_time: new Date(rig.clock.now()), occurrences: 1 }]);
  });

  test('of a purifier and of a sensor are alarms of their own', async () => {
    const purifierId = await aPurifier(rig.db, rig.meter.id);
    const [sensorId] = rig.meter.sensorIds;
    await rig.engine.registry.reload();
    await report('P002', 'RAISED', { purifierId });
    await report('M005', 'RAISED', sensorId === undefined ? {} : { sensorId });
    await report('M005', 'RAISED');
    expect(await rig.alarms()).toMatchObject([
      { category: 'AIR_PURIFIER', purifier_id: purifierId },
      { category: 'SENSOR', sensor_id: sensorId },
      { category: 'METER', sensor_id: null },
    ]);
  });

  const [first, second, third] = [3, 2, 1].map((minutes) => (): number => rig.clock.now() - minutes * MINUTE_MS) as [
    () => number,
    () => number,
    () => number,
  ];
  /** Saves and publishes device errors as the error receiver does, several at once. */
  const reportAll = async (
    ...reports: { code: string; state: 'RAISED' | 'ENDED'; time: number; detail?: string }[]
  ) => {
    for (const { code, state, time } of reports) {
      await rig.db.query(sql`insert into device_error (meter_id, code, state, changed_time)
        values (${rig.meter.id}, ${code}, ${state}, ${new Date(time)})
        on conflict (meter_id, code, sensor_id, purifier_id) do update
          set state = excluded.state, changed_time = excluded.changed_time`);
    }
    const part = { sensorId: null, purifierId: null };
    await rig.say(
      ...reports.map(({ code, state, time, detail = null }) => ({
        kind: 'errors' as const,
        error: { meterId: rig.meter.id, code, report: { ...part, state, time, detail } },
      })),
    );
    await rig.settled();
  };

  test('in one burst are an occurrence each, with its own begin and end', async () => {
    const times = [first(), second(), third()] as const;
    await reportAll(
      { code: 'M003', state: 'RAISED', time: times[0], detail: 'rpm 0' },
      { code: 'M003', state: 'ENDED', time: times[1] },
      { code: 'M003', state: 'RAISED', time: times[2], detail: 'rpm 1' },
    );
    expect(await rig.alarms()).toMatchObject([
      { since_time: new Date(times[2]), ended_time: null, occurrences: 2, detail: 'rpm 1' },
    ]);
    expect(await rig.earlierOccurrences()).toMatchObject([
      { occurred_time: new Date(times[0]), ended_time: new Date(times[1]), occurrences: 1, detail: 'rpm 0' },
    ]);
  });

  test('errors that end at once count each time, also in one burst', async () => {
    const times = [first(), second(), third()];
    await reportAll(...times.map((time) => ({ code: 'M015', state: 'RAISED' as const, time })));
    expect(await rig.alarms()).toMatchObject([
      { severity: 'INFO', occurred_time: new Date(times[2] ?? 0), ended_time: null, occurrences: 3 },
    ]);
    expect(await rig.earlierOccurrences()).toMatchObject(
      times.slice(0, 2).map((time, i) => ({
        ...{ occurred_time: new Date(time), ended_time: new Date(time), occurrences: i + 1 },
      })),
    );
  });

  test('errors that end at once raise a new alarm right after a person has cleared one', async () => {
    const time = rig.clock.now();
    await reportAll({ code: 'M015', state: 'RAISED', time });
    await clear();
    rig.clock.advance(1_000);
    await reportAll({ code: 'M015', state: 'RAISED', time: rig.clock.now() });
    expect(await rig.alarms()).toMatchObject([
      { occurred_time: new Date(time), ended_time: new Date(time), occurrences: 1 },
      { occurred_time: new Date(rig.clock.now()), ended_time: null, cleared_time: null, occurrences: 1 },
    ]);
  });

  test('errors that end at once raise alarms while the meter is silent too, because the report shows that it works', async () => {
    await reportAll({ code: 'M001', state: 'RAISED', time: second() });
    await rig.db.query(sql`update alarm set source = 'SILENCE'`);
    await reportAll({ code: 'M015', state: 'RAISED', time: third() });
    expect(await rig.alarms()).toMatchObject([{ code: 'M001' }, { code: 'M015' }]);
  });

  test.each([
    [
      'added',
      `insert into master_error (code, device_group, severity, description) values ('X901', 'METER', 'INFO', '')`,
    ],
    ['put in use', `update master_error set use = 'Y'`],
  ])(
    'the first report of a code that was %s is an alarm, before this process follows the change',
    async (_, change) => {
      const code = change.startsWith('insert') ? 'X901' : 'M015';
      await rig.db.query(sql`update master_error set use = 'N' where code = 'M015'`);
      await rig.engine.registry.reload();
      await reportAll({ code: 'M001', state: 'RAISED', time: second() });
      await rig.db.query(sql`update alarm set source = 'SILENCE'`);
      await rig.db.query({ text: change });
      await reportAll({ code, state: 'RAISED', time: third() });
      expect(await rig.alarms()).toMatchObject([{ code: 'M001' }, { code }]);
    },
  );

  test('a lasting error is one alarm, however often it is reported', async () => {
    await reportAll(...[first(), second(), third()].map((time) => ({ code: 'M003', state: 'RAISED' as const, time })));
    expect(await rig.alarms()).toMatchObject([{ occurrences: 1 }]);
    expect(await rig.earlierOccurrences()).toEqual([]);
  });

  test('with a code that is unknown, or out of use, is no alarm', async () => {
    await report('X999', 'RAISED');
    expect(await rig.alarms()).toEqual([]);
  });
});

test('two engines share the meters, and none of their alarms is there twice', LONG, async () => {
  await aRule();
  const other = await openEngine(database.url, rig.clock);
  const meters = [rig.meter];
  for (let i = 0; i < 15; i++) meters.push(await aMeter(rig.db, { department: rig.department, sensors: ['CO2'] }));
  await Promise.all([rig.engine.registry.reload(), other.registry.reload()]);
  for (const value of [1100, 800, 1100, 1100]) {
    rig.clock.advance(MINUTE_MS);
    await rig.measure(...meters.map(({ id }) => rig.frame(rig.clock.now(), { CO2: value }, id)));
  }
  await other.stop();
  const alarms = await rig.alarms();
  expect(alarms.map(({ meter_id }) => meter_id).sort()).toEqual(meters.map(({ id }) => id).sort());
  expect(alarms.every(({ occurrences, ended_time }) => occurrences === 2 && ended_time === null)).toBe(true);
});
