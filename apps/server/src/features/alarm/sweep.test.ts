import { WILL_WAIT_MS } from '@airdeck/domain/alarm/silence';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/pool.ts';
import { type AlarmRig, openAlarmRig } from '../../testing/alarm-rig.ts';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createSweep } from './sweep.ts';

const LONG = { timeout: 60_000 };

let database: TestDatabase;
let rig: AlarmRig;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database);
});
afterEach(async () => {
  await rig.engine.stop();
  await database.close();
});

const sweepAfter = async (ms: number): Promise<void> => {
  rig.clock.advance(ms);
  await rig.engine.sweep();
};
const measure = (value: number, meterId = rig.meter.id) =>
  rig.measure(rig.frame(rig.clock.now(), { CO2: value }, meterId));
const status = async (value: 'ONLINE' | 'OFFLINE'): Promise<void> => {
  const time = rig.clock.now();
  await rig.db.query(sql`insert into device_status (meter_id, status, changed_time)
    values (${rig.meter.id}, ${value}, ${new Date(time)})
    on conflict (meter_id) do update set status = excluded.status, changed_time = excluded.changed_time`);
  await rig.say({ kind: 'status', status: { meterId: rig.meter.id, status: value, time } });
  await rig.settled();
};
const report = async (code: string, state: 'RAISED' | 'ENDED', purifierId: number | null = null): Promise<void> => {
  await rig.db.query(sql`insert into device_error (meter_id, purifier_id, code, state, changed_time)
    values (${rig.meter.id}, ${purifierId}, ${code}, ${state}, ${new Date(rig.clock.now())})
    on conflict (meter_id, code, sensor_id, purifier_id) do update
      set state = excluded.state, changed_time = excluded.changed_time`);
  await rig.say({ kind: 'errors', error: { meterId: rig.meter.id, code } });
  await rig.settled();
};
const clearAll = () =>
  rig.db.query(sql`update alarm set cleared_time = ${new Date(rig.clock.now())}, cleared_by = 1
    where cleared_time is null`);
const open = async () => (await rig.alarms()).filter(({ ended_time }) => ended_time === null).map(({ code }) => code);

test('looking at all meters rests thirty times as long as it took, and half a minute at most', LONG, async () => {
  let time = 0;
  let tookMs = 500;
  const { db, feed, registry, ruleSets } = rig.engine;
  const seen: string[] = [];
  /** Each statement about the silence of all meters or gateways takes a while. */
  const slow: Db = {
    ...db,
    query: async (statement) => {
      const answer = await db.query(statement);
      const isOfAll = /with heard as|from meter_route/.test(statement.text);
      if (isOfAll) seen.push(`${time}`);
      if (isOfAll) time += tookMs;
      return answer;
    },
  };
  const { sweep } = createSweep({
    ...{ db: slow, feed, registry, ruleSets, clock: rig.clock, log: pino({ level: 'silent' }) },
    listening: { since: () => 0, look: () => Promise.resolve() },
    serverTroubles: () => Promise.resolve([]),
    monotonic: () => time,
  });
  const looksAfter = async (ms: number): Promise<boolean> => {
    time += ms;
    seen.length = 0;
    await sweep();
    return seen.length > 0;
  };
  await measure(700);
  expect(await looksAfter(0)).toBe(true);
  expect([await looksAfter(5_000), await looksAfter(5_000), await looksAfter(4_000)]).toEqual([false, false, false]);
  tookMs = 10_000;
  expect([await looksAfter(1_000), await looksAfter(29_000), await looksAfter(1_000)]).toEqual([true, false, true]);
  tookMs = 1;
  expect([await looksAfter(30_000), await looksAfter(5_000), await looksAfter(5_000)]).toEqual([true, true, true]);
  rig.clock.advance(3 * MINUTE_MS + 1);
  await looksAfter(5_000);
  expect(await open()).toEqual(['M001']);
});

describe('a meter', LONG, () => {
  test('a meter that has missed three intervals does not communicate, until it measures', async () => {
    await measure(700);
    await sweepAfter(3 * MINUTE_MS);
    expect(await rig.alarms()).toEqual([]);
    const last = rig.clock.now() - 3 * MINUTE_MS;
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([
      { code: 'M001', category: 'METER', severity: 'CRITICAL', since_time: new Date(last), ended_time: null },
    ]);
    await sweepAfter(MINUTE_MS);
    await measure(700);
    expect(await rig.alarms()).toMatchObject([{ ended_time: new Date(rig.clock.now()), occurrences: 1, version: 2 }]);
  });

  test('a meter that is silent again reopens its alarm with the present outage; the previous occurrence is kept', async () => {
    await measure(700);
    const firstSince = new Date(rig.clock.now());
    await sweepAfter(4 * MINUTE_MS);
    const firstOccurred = new Date(rig.clock.now());
    await rig.db.query(
      sql`update alarm set acknowledged_time = now(), acknowledged_login = 'kim', acknowledged_by = 1`,
    );
    await measure(700);
    const firstEnd = new Date(rig.clock.now());
    rig.clock.advance(90 * MINUTE_MS);
    await measure(700);
    const secondSince = new Date(rig.clock.now());
    await sweepAfter(4 * MINUTE_MS);
    const [alarm] = await rig.alarms();
    expect(alarm).toMatchObject({
      ...{ since_time: secondSince, occurred_time: new Date(rig.clock.now()), ended_time: null, cleared_time: null },
      ...{ occurrences: 2, openings: 2, acknowledged_login: null },
    });
    const first = { since_time: firstSince, occurred_time: firstOccurred, ended_time: firstEnd };
    expect(await rig.earlierOccurrences()).toMatchObject([
      {
        ...{ ...first, occurrence_of: alarm?.id, occurrences: 1, acknowledged_login: 'kim', code: 'M001' },
        ...{ cleared_time: new Date(rig.clock.now()), cleared_by: null, meter_id: rig.meter.id },
      },
    ]);
    await measure(700);
    expect(await rig.alarms()).toMatchObject([{ since_time: secondSince, ended_time: new Date(rig.clock.now()) }]);
    expect(await rig.earlierOccurrences()).toMatchObject([first]);
  });

  test('has occurrences that never overlap, whenever their first readings were', async () => {
    await measure(700);
    await sweepAfter(4 * MINUTE_MS);
    await measure(700);
    const end = new Date(rig.clock.now());
    // A stored reading of the outage arrives late, and nothing after it.
    await sweepAfter(4 * MINUTE_MS);
    const [alarm] = await rig.alarms();
    expect(alarm?.since_time.getTime()).toBeGreaterThanOrEqual(end.getTime());
    expect(alarm?.occurred_time.getTime()).toBeGreaterThanOrEqual(alarm?.since_time.getTime() ?? 0);
  });

  test('a meter that never measured is not in operation yet', async () => {
    await sweepAfter(HOUR_MS);
    expect(await rig.alarms()).toEqual([]);
  });

  test('is not silent because the server was', async () => {
    await measure(700);
    rig.engine.listenSince(rig.clock.now() + HOUR_MS - MINUTE_MS);
    await sweepAfter(HOUR_MS);
    expect(await rig.alarms()).toEqual([]);
    await sweepAfter(2 * MINUTE_MS + 1);
    expect(await rig.alarms()).toHaveLength(1);
  });

  test('a meter is not silent while its newest reading is stored but not saved as current yet', async () => {
    await measure(700);
    rig.clock.advance(10 * MINUTE_MS);
    await measure(700);
    await rig.db.query(sql`update meter_current set time = time - interval '10 minutes'`);
    await rig.engine.sweep();
    expect(await rig.alarms()).toEqual([]);
  });

  test('a meter that does not return after its last will does not communicate from that moment, until it measures', async () => {
    await measure(700);
    rig.clock.advance(1_000);
    const gone = rig.clock.now();
    await status('OFFLINE');
    await sweepAfter(WILL_WAIT_MS - 1);
    expect(await rig.alarms()).toEqual([]);
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([{ code: 'M001', occurred_time: new Date(gone) }]);
    rig.clock.advance(1_000);
    await status('ONLINE');
    expect(await open()).toEqual([]);
  });

  test('a meter that returns soon after its last will has no alarm', async () => {
    await measure(700);
    rig.clock.advance(1_000);
    await status('OFFLINE');
    await sweepAfter(WILL_WAIT_MS - 1_000);
    await status('ONLINE');
    await sweepAfter(WILL_WAIT_MS);
    expect(await rig.alarms()).toEqual([]);
  });

  test('a silent meter stays silent when it connects to a server that has just started', async () => {
    await measure(700);
    await sweepAfter(4 * MINUTE_MS);
    rig.engine.listenSince(rig.clock.now());
    await status('OFFLINE');
    expect(await rig.events()).toEqual(['RAISED']);
  });

  test('of an organization that is not in use is not missed', async () => {
    await measure(700);
    await rig.db.query(sql`update organization set use = 'N'`);
    await rig.engine.registry.reload();
    await sweepAfter(HOUR_MS);
    expect(await rig.alarms()).toEqual([]);
  });

  test('a meter that is disabled or deleted has no alarm any more', async () => {
    await measure(700);
    await sweepAfter(4 * MINUTE_MS);
    await rig.db.query(sql`delete from meter`);
    await rig.engine.registry.reload();
    await sweepAfter(MINUTE_MS);
    const now = new Date(rig.clock.now());
    expect(await rig.alarms()).toMatchObject([{ ended_time: now, cleared_time: now, cleared_by: null }]);
  });
});

describe('under a meter that does not communicate', LONG, () => {
  test('open alarms become its symptoms, and stand for themselves again', async () => {
    await measure(700);
    await report('M003', 'RAISED');
    await sweepAfter(4 * MINUTE_MS);
    const [symptom, cause] = await rig.alarms();
    expect([symptom?.cause_id, cause?.code]).toEqual([cause?.id, 'M001']);
    await measure(700);
    expect((await rig.alarms()).map(({ cause_id }) => cause_id)).toEqual([null, null]);
    expect(await rig.events()).toEqual(['RAISED', 'RAISED', 'CAUSE', 'ENDED', 'CAUSE']);
  });

  test('nothing is raised, and what still is wrong afterwards is', async () => {
    const purifierId = await aPurifier(rig.db, rig.meter.id);
    await rig.engine.registry.reload();
    await measure(700);
    await sweepAfter(4 * MINUTE_MS);
    await report('P002', 'RAISED', purifierId);
    await sweepAfter(MINUTE_MS);
    expect(await open()).toEqual(['M001']);
    await measure(700);
    await sweepAfter(1);
    expect(await open()).toEqual(['P002']);
  });

  test('nothing is raised either when a person has cleared its alarm', async () => {
    await measure(700);
    await sweepAfter(4 * MINUTE_MS);
    await clearAll();
    await report('M003', 'RAISED');
    expect((await rig.alarms()).map(({ code }) => code)).toEqual(['M001']);
    await sweepAfter(10 * MINUTE_MS);
    expect((await rig.alarms()).map(({ code }) => code)).toEqual(['M001', 'M001']);
  });
});

describe('a gateway', LONG, () => {
  let other: { id: number };
  beforeEach(async () => {
    other = await aMeter(rig.db, { department: rig.department, sensors: ['CO2'] });
    await rig.engine.registry.reload();
    for (const { id } of [rig.meter, other]) {
      await rig.db.query(sql`insert into meter_route (meter_id, organization_id, gateway)
        values (${id}, ${rig.organization.id}, 'GW-1')`);
      await measure(700, id);
    }
  });
  const says = (value: 'ONLINE' | 'OFFLINE') =>
    rig.db.query(sql`insert into gateway_status (organization_id, code, status, changed_time)
      values (${rig.organization.id}, 'GW-1', ${value}, ${new Date(rig.clock.now())})
      on conflict (organization_id, code) do update set status = excluded.status, changed_time = excluded.changed_time`);

  test('a disconnected gateway is one alarm, and the state of its meters is unknown', async () => {
    rig.clock.advance(1_000);
    await says('OFFLINE');
    for (let i = 0; i < 5; i++) await sweepAfter(MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([{ code: 'M001', gateway: 'GW-1', meter_name: 'GW-1', meter_id: null }]);
    await says('ONLINE');
    await measure(700);
    await sweepAfter(1);
    expect(await open()).toEqual(['M001']);
    expect((await rig.alarms()).map(({ meter_id }) => meter_id)).toEqual([null, other.id]);
  });

  test('a gateway that returns soon after its last will has no alarm', async () => {
    rig.clock.advance(1_000);
    await says('OFFLINE');
    await sweepAfter(WILL_WAIT_MS - 1);
    await says('ONLINE');
    await sweepAfter(WILL_WAIT_MS);
    expect(await rig.alarms()).toEqual([]);
  });

  test('the alarm of a gateway lasts while the server is down', async () => {
    await sweepAfter(4 * MINUTE_MS);
    rig.engine.listenSince(rig.clock.now());
    await sweepAfter(5_000);
    expect(await rig.events()).toEqual(['RAISED']);
  });

  test('behind which all are silent is one alarm', async () => {
    await sweepAfter(4 * MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([{ gateway: 'GW-1' }]);
    await measure(700);
    await measure(700, other.id);
    await sweepAfter(1);
    expect(await open()).toEqual([]);
  });

  test('behind which one is silent is not concerned', async () => {
    rig.clock.advance(2 * MINUTE_MS);
    await measure(700, other.id);
    await sweepAfter(2 * MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([{ gateway: null, meter_id: rig.meter.id }]);
  });

  test('a gateway becomes the cause of its meters that fall silent one after the other', async () => {
    rig.clock.advance(2 * MINUTE_MS);
    await measure(700, other.id);
    await sweepAfter(2 * MINUTE_MS);
    await sweepAfter(2 * MINUTE_MS);
    const [symptom, cause] = await rig.alarms();
    expect([symptom?.cause_id, cause?.gateway]).toEqual([cause?.id, 'GW-1']);
    expect(await rig.alarms()).toHaveLength(2);
  });

  test('a deleted gateway has no alarm', async () => {
    await sweepAfter(4 * MINUTE_MS);
    await rig.db.query(sql`delete from meter_route`);
    for (const { id } of [rig.meter, other]) await measure(700, id);
    await sweepAfter(1);
    expect(await open()).toEqual([]);
  });
});

describe('a local server', LONG, () => {
  const holder = '00000000-0000-4000-8000-000000000001';
  let id: number;
  beforeEach(async () => {
    await rig.db.query(sql`insert into process (supervisor_id, role, seen_time, problems)
      values (${holder}, 'devices', clock_timestamp() + interval '1 hour', '{}')`);
    const { rows } = await rig.db.query<{ id: number }>(sql`insert into local_server (organization_id, name, ip, port)
      values (${rig.organization.id}, '별관', '10.0.0.7', 1883) returning id`);
    id = rows[0]?.id ?? 0;
    await rig.db.query(sql`insert into meter_route (meter_id, organization_id, local_server_id)
      values (${rig.meter.id}, ${rig.organization.id}, ${id})`);
    await measure(700);
    await stands('CONNECTED');
  });
  const stands = (state: 'CONNECTED' | 'DISCONNECTED') => {
    const now = new Date(rig.clock.now());
    const [connected, down] = state === 'CONNECTED' ? [now, null] : [null, now];
    return rig.db.query(sql`
      insert into local_server_status as t (local_server_id, organization_id, holder, state, connected_time, down_since)
      values (${id}, ${rig.organization.id}, ${holder}, ${state}, ${connected}, ${down})
      on conflict (local_server_id, organization_id) do update set state = excluded.state, connected_time = excluded.connected_time,
        down_since = coalesce(t.down_since, excluded.down_since)`);
  };
  const alarm = { code: 'M001', source: 'LOCAL_SERVER', meter_name: '별관', meter_id: null, detail: '10.0.0.7:1883' };

  test('a local server without a connection for a minute is one alarm, and the state of its meters is unknown', async () => {
    await stands('DISCONNECTED');
    await sweepAfter(MINUTE_MS - 1);
    expect(await rig.alarms()).toEqual([]);
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([alarm]);
    await report('M003', 'RAISED');
    for (let i = 0; i < 10; i++) await sweepAfter(MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([{ ...alarm, ended_time: null, occurrences: 1 }]);
    // It is back: lasting conditions raise their alarms, and a meter has its three intervals from now on.
    await stands('CONNECTED');
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([
      { ...alarm, ended_time: new Date(rig.clock.now() - 1) },
      { code: 'M003', meter_id: rig.meter.id },
    ]);
    await sweepAfter(3 * MINUTE_MS);
    expect(await open()).toEqual(['M003', 'M001']);
  });

  test('a local server of the installation is an alarm of each organization with meters behind it', async () => {
    await rig.db.query(sql`update local_server set organization_id = null where id = ${id}`);
    const other = await anOrganization(rig.db);
    await rig.db.query(sql`insert into local_server_status (local_server_id, organization_id, holder, state, down_since)
      values (${id}, ${other.id}, ${holder}, 'DISCONNECTED', ${new Date(rig.clock.now())})`);
    await rig.engine.registry.reload();
    const raised = async (): Promise<unknown[]> =>
      (await rig.db.query(sql`select organization_id, source from alarm where ended_time is null order by id`)).rows;
    await sweepAfter(2 * MINUTE_MS);
    expect(await raised()).toEqual([]);
    const neighbour = await aMeter(rig.db, { department: await aDepartment(rig.db, { organizationId: other.id }) });
    await rig.db.query(sql`insert into meter_route (meter_id, organization_id, local_server_id)
      values (${neighbour.id}, ${other.id}, ${id})`);
    await sweepAfter(1);
    const ofOther = { organization_id: other.id, source: 'LOCAL_SERVER' };
    expect(await raised()).toEqual([ofOther]);
    // The meter of the organization that is connected is not below it.
    await report('M003', 'RAISED');
    expect(await raised()).toEqual([ofOther, { organization_id: rig.organization.id, source: 'DEVICE' }]);
    await stands('DISCONNECTED');
    await sweepAfter(2 * MINUTE_MS);
    const { rows } = await rig.db.query(sql`select s.source from alarm s join alarm c on c.id = s.cause_id
      where s.organization_id = ${rig.organization.id} and c.organization_id = s.organization_id`);
    expect(rows).toEqual([{ source: 'DEVICE' }]);
  });

  test('a stalled local server is the only alarm: the state of its meters is unknown', async () => {
    const hears = () => rig.db.query(sql`update local_server_status set heard_time = ${new Date(rig.clock.now())}`);
    await hears();
    // Its connection is open and silent until that is detected.
    await sweepAfter(5 * MINUTE_MS);
    await stands('DISCONNECTED');
    for (let i = 0; i < 10; i++) await sweepAfter(MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([alarm]);
    expect(await rig.alarms()).toHaveLength(1);
  });

  test('a local server that sends messages leaves a silent meter behind it an alarm of its own', async () => {
    await rig.db.query(sql`update local_server_status set heard_time = ${new Date(rig.clock.now() + 4 * MINUTE_MS)}`);
    await sweepAfter(5 * MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([{ code: 'M001', meter_id: rig.meter.id }]);
  });

  test('a disconnected local server becomes the cause of the open alarms below it', async () => {
    await report('M003', 'RAISED');
    await stands('DISCONNECTED');
    await sweepAfter(MINUTE_MS);
    const [symptom, cause] = await rig.alarms();
    expect([symptom?.code, symptom?.cause_id]).toEqual(['M003', cause?.id]);
  });

  test('a local server whose meters report often is the only alarm: their own state is unknown', async () => {
    await rig.db.query(sql`update meter set interval_s = 5 where id = ${rig.meter.id}`);
    await rig.engine.registry.reload();
    await stands('DISCONNECTED');
    await sweepAfter(MINUTE_MS / 2);
    expect(await rig.alarms()).toEqual([]);
  });

  test('a local server without a process keeps its alarm, and gets no new one', async () => {
    await stands('DISCONNECTED');
    await rig.db.query(sql`update process set seen_time = 'epoch'`);
    await sweepAfter(5 * MINUTE_MS);
    expect(await rig.alarms()).toEqual([]);
    await rig.db.query(sql`update process set seen_time = clock_timestamp() + interval '1 hour'`);
    await sweepAfter(1);
    await rig.db.query(sql`update process set seen_time = 'epoch'`);
    await sweepAfter(MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([{ ...alarm, ended_time: null }]);
    // Another process begins again with it.
    await rig.db.query(sql`update process set seen_time = clock_timestamp() + interval '1 hour'`);
    await rig.db.query(
      sql`update local_server_status set state = 'CONNECTING', down_since = ${new Date(rig.clock.now())}`,
    );
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([{ ...alarm, ended_time: null, occurrences: 1 }]);
  });

  test.each(['deleted', 'unused'])('that is %s has no alarm', async (what) => {
    await stands('DISCONNECTED');
    await sweepAfter(MINUTE_MS);
    expect(await open()).toEqual(['M001']);
    if (what === 'deleted') await rig.db.query(sql`delete from local_server`);
    else await rig.db.query(sql`update local_server set use = 'N'`);
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([{ ...alarm, cleared_time: new Date(rig.clock.now()) }]);
  });

  test('a local server has a minute to connect after the server has started', async () => {
    await stands('DISCONNECTED');
    rig.engine.listenSince(rig.clock.now() + 5 * MINUTE_MS);
    await sweepAfter(5 * MINUTE_MS + 1);
    expect(await rig.alarms()).toEqual([]);
  });
});

describe('a sensor', LONG, () => {
  /** The hour before now. */
  const hour = (value: (i: number) => number) => rig.until(Array.from({ length: 62 }, (_, i) => value(i)));

  test('a sensor that reports one value for an hour is stuck, until it reports another one', async () => {
    await rig.measure(...hour(() => 612));
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([{ code: 'M009', category: 'SENSOR', source: 'STUCK', value: 612 }]);
    await sweepAfter(MINUTE_MS);
    await measure(612);
    expect(await open()).toEqual(['M009']);
    await measure(613);
    await sweepAfter(MINUTE_MS);
    await measure(613);
    expect(await open()).toEqual([]);
  });

  test('a stuck sensor stays stuck while its meter sends stored readings', async () => {
    await rig.measure(...hour(() => 612));
    await sweepAfter(1);
    await rig.measure(rig.frame(rig.clock.now() - 2 * HOUR_MS, { CO2: 700 }));
    expect(await rig.alarms()).toMatchObject([{ code: 'M009', ended_time: null }]);
  });

  test.each([
    ['moves a little', (i: number) => (i === 30 ? 613 : 612)],
    ['rests at its baseline', () => 420],
  ])('a sensor that %s is not stuck', async (_, value) => {
    await rig.measure(...hour(value));
    await sweepAfter(1);
    expect(await rig.alarms()).toEqual([]);
  });

  const refused = (...minutesAgo: number[]) => {
    const times = minutesAgo.map((minutes) => new Date(rig.clock.now() - minutes * MINUTE_MS));
    return rig.db.query(sql`insert into rejection
        (organization_id, device_code, key, reason, count, first_time, last_time, sample, recent)
      values (${rig.organization.id}, ${rig.meter.code}, 'CO2', 'OUT_OF_RANGE', 9, ${times.at(-1)}, ${times[0]}, '65535',
        ${times}::timestamptz[])
      on conflict (organization_id, device_code, key, reason) do update set last_time = excluded.last_time,
        recent = excluded.recent`);
  };

  test('a sensor with one or two implausible readings has no alarm', async () => {
    await refused(0, 1, 11);
    await sweepAfter(1);
    expect(await rig.alarms()).toEqual([]);
  });

  test('a sensor has an alarm from three implausible readings of ten until none of ten is implausible', async () => {
    await refused(0, 4, 9);
    await sweepAfter(1);
    const [first, third] = [9, 0].map((minutes) => new Date(rig.clock.now() - 1 - minutes * MINUTE_MS));
    expect(await rig.alarms()).toMatchObject([
      { code: 'M008', source: 'REJECTED', detail: '65535', since_time: first, occurred_time: third },
    ]);
    await sweepAfter(10 * MINUTE_MS - 2);
    expect(await open()).toEqual(['M008']);
    await sweepAfter(1);
    expect(await open()).toEqual([]);
  });
});

test(
  'a meter whose clock is off has an alarm when it is so repeatedly, until none of ten frames is',
  LONG,
  async () => {
    const frame = () =>
      rig.db.query(sql`insert into quarantine (organization_id, device_code, reason, measured_time, received_time, channel, value)
      values (${rig.organization.id}, ${rig.meter.code}, 'FUTURE', ${new Date(rig.clock.now() + HOUR_MS)},
        ${new Date(rig.clock.now())}, '{401}', '{700}')`);
    for (const expected of [[], [], ['M012']]) {
      await frame();
      await sweepAfter(MINUTE_MS);
      expect(await open()).toEqual(expected);
    }
    expect(await rig.alarms()).toMatchObject([{ code: 'M012', category: 'METER', source: 'CLOCK' }]);
    await sweepAfter(9 * MINUTE_MS);
    expect(await open()).toEqual([]);
  },
);

describe('an alarm', LONG, () => {
  test('an alarm that a person cleared while its condition held is raised again after 10 minutes, once', async () => {
    await report('M003', 'RAISED');
    await clearAll();
    await sweepAfter(10 * MINUTE_MS - 1);
    expect(await rig.alarms()).toHaveLength(1);
    await sweepAfter(1);
    await sweepAfter(MINUTE_MS);
    expect(await rig.alarms()).toMatchObject([
      { code: 'M003', ended_time: expect.any(Date) },
      { code: 'M003', ended_time: null, cleared_time: null },
    ]);
  });

  test('an INFO alarm is not raised again', async () => {
    await report('M015', 'RAISED');
    await clearAll();
    await sweepAfter(HOUR_MS);
    expect(await rig.alarms()).toHaveLength(1);
  });

  test('of a severity that clears itself does so 10 minutes after its end, and no other', async () => {
    await rig.db.query(sql`insert into alarm_setting (organization_id, auto_clear)
      values (${rig.organization.id}, '{MAJOR}')`);
    await rig.engine.registry.reload();
    for (const code of ['M003', 'M010']) await report(code, 'RAISED');
    for (const code of ['M003', 'M010']) await report(code, 'ENDED');
    await sweepAfter(10 * MINUTE_MS - 1);
    expect((await rig.alarms()).map(({ cleared_time }) => cleared_time)).toEqual([null, null]);
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([
      { code: 'M003', cleared_time: new Date(rig.clock.now()), cleared_by: null },
      { code: 'M010', cleared_time: null },
    ]);
  });

  test('a shelved alarm returns when its shelving expires', async () => {
    await report('M003', 'RAISED');
    await rig.db.query(sql`update alarm set shelved_until = ${new Date(rig.clock.now() + HOUR_MS)}`);
    await sweepAfter(HOUR_MS - 1);
    expect(await rig.alarms()).toMatchObject([{ shelved_until: expect.any(Date) }]);
    await sweepAfter(1);
    expect(await rig.alarms()).toMatchObject([{ shelved_until: null, ended_time: null }]);
    expect(await rig.events()).toEqual(['RAISED', 'UNSHELVED']);
  });
});

test('the server’s own trouble is an alarm of no organization', LONG, async () => {
  const own = async () =>
    (await rig.db.query(sql`select category, code, detail, ended_time from alarm order by id`)).rows;
  rig.engine.trouble({ code: 'S001', holds: true }, { code: 'S002', holds: false });
  await sweepAfter(1);
  expect(await own()).toMatchObject([{ category: 'SERVER', code: 'S001', ended_time: null }]);
  rig.engine.trouble({ code: 'S001', holds: false });
  await sweepAfter(1);
  expect(await own()).toMatchObject([{ code: 'S001', ended_time: expect.any(Date) }]);
  rig.engine.trouble({ code: 'S003', holds: true, detail: 'no space' });
  await sweepAfter(1);
  expect((await own()).at(-1)).toMatchObject({
    category: 'SERVER',
    code: 'S003',
    detail: 'no space',
    ended_time: null,
  });
});

test('asked twice, nothing changes the second time', LONG, async () => {
  await measure(700);
  await report('M003', 'RAISED');
  await sweepAfter(4 * MINUTE_MS);
  const before = await rig.alarms();
  await sweepAfter(1_000);
  await sweepAfter(1_000);
  expect(await rig.alarms()).toEqual(before);
});
