import { MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Consumer } from '../../feed/consumer.ts';
import { type AlarmRig, openAlarmRig } from '../../testing/alarm-rig.ts';
import { aDepartment, aMeter, type TestMeter } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDeliverer } from '../notification/deliverer.ts';
import { createPlanner } from '../notification/planner.ts';
import type { MessageToSend } from '../notification/send.ts';

/** The storm is a hundred batches and ten whole sweeps. */
const LONG = { timeout: 240_000 };
const BEYOND = 1100;
const GOOD = 700;

let database: TestDatabase;
let rig: AlarmRig;
let planner: Consumer;
let messages: MessageToSend[];
let deliver: () => Promise<void>;
let outside: TestMeter;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database);
  const { db, clock, engine } = rig;
  outside = await aMeter(db, {
    department: await aDepartment(db, { organizationId: rig.organization.id }),
    sensors: ['CO2'],
  });
  await db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound)
    values (${rig.organization.id}, 'A001', 'CO2', 1000)`);
  await db.query(sql`
    insert into notification_rule (organization_id, name, severity, alarm_category, channel, recipients, delivery,
      critical_passes, message_language, use)
    values (${rig.organization.id}, '안전팀', 'INFO', 'ALL', 'MAIL', 'safety@example.com', 'NOW', 'Y', 'ko', 'Y')`);
  await engine.registry.reload();
  messages = [];
  const sender = { send: async (message: MessageToSend) => void messages.push(message) };
  deliver = createDeliverer({ db, clock, log: pino({ level: 'silent' }), sender }).deliver;
  const onPlanned = () => undefined;
  planner = createPlanner({ feed: engine.feed, registry: engine.registry, clock, onPlanned });
  await planner.start();
});
afterEach(async () => {
  await planner.stop();
  await rig.engine.stop();
  await database.close();
});

/** Of the office of the rig's meter, from now on. */
const openWindow = async (minutes: number): Promise<number> => {
  const now = rig.clock.now();
  const { rows } = await rig.db.query<{ id: number }>(sql`
    insert into maintenance_window (organization_id, office_id, begin_time, end_time, reason)
    values (${rig.organization.id}, ${rig.department.officeId}, ${new Date(now)},
      ${new Date(now + minutes * MINUTE_MS)}, '배관 공사') returning id`);
  return rows[0]?.id ?? 0;
};
const minute = async (values: Readonly<Record<number, number>>): Promise<void> => {
  rig.clock.advance(MINUTE_MS);
  const now = rig.clock.now();
  await rig.measure(...Object.entries(values).map(([id, value]) => rig.frame(now, { CO2: value }, Number(id))));
  await rig.engine.sweep();
  await rig.settled();
};
const all = (meters: readonly TestMeter[], value: number) => Object.fromEntries(meters.map(({ id }) => [id, value]));
/** Sends what is due when all alarm events were planned; codes and meters of the messages since the last call. */
const sent = async (): Promise<string[][]> => {
  const isBehind = async () =>
    (
      await rig.db.query(sql`select from feed_consumer c join feed f on f.lane = c.lane and f.kind = any(c.kinds)
        and (f.xid, f.seq) > (c.xid, c.seq) where c.name = 'notifications' limit 1`)
    ).rowCount > 0;
  await expect.poll(isBehind, LONG).toBe(false);
  await deliver();
  const { rows } = await rig.db.query<{ id: number; meter_id: number }>(sql`select id, meter_id from alarm`);
  const meterOf = new Map(rows.map((row) => [row.id, row.meter_id]));
  return messages.splice(0).map(({ alarms }) => alarms.map(({ id, code }) => `${code} ${meterOf.get(id)}`).toSorted());
};
const open = async () => (await rig.alarms()).filter(({ cleared_time }) => cleared_time === null);

test('an alarm storm in a window notifies of nothing, and of what still holds once when it ends', LONG, async () => {
  const more: TestMeter[] = [];
  for (let i = 1; i < 12; i++) more.push(await aMeter(rig.db, { department: rig.department, sensors: ['CO2'] }));
  const meters = [rig.meter, ...more];
  await rig.engine.registry.reload();
  const [bad, silent, good] = [meters.slice(0, 3), meters.slice(3, 6), meters.slice(6)];
  await minute(all([...meters, outside], GOOD));

  const id = await openWindow(60);
  for (let i = 0; i < 2; i++) await minute({ ...all(meters, i % 2 === 0 ? BEYOND : GOOD), [outside.id]: GOOD });
  await rig.say(
    ...meters.map(({ id: meterId }) => ({
      kind: 'errors' as const,
      error: {
        ...{ meterId, code: 'M014' },
        report: { sensorId: null, purifierId: null, state: 'RAISED' as const, time: rig.clock.now(), detail: null },
      },
    })),
  );
  for (let i = 0; i < 4; i++) await minute({ ...all(bad, BEYOND), ...all(good, GOOD), [outside.id]: GOOD });
  expect(await sent()).toEqual([]);
  const held = await open();
  expect(held.filter(({ code }) => code === 'A001')).toHaveLength(12);
  expect(held.filter(({ code }) => code === 'M001').map(({ meter_id }) => meter_id)).toEqual(silent.map((m) => m.id));
  const until = new Date(rig.clock.now() - 6 * MINUTE_MS + 60 * MINUTE_MS);
  for (const alarm of held) expect(alarm).toMatchObject({ window_id: id, shelved_until: until });
  await minute({ ...all(bad, BEYOND), ...all(good, GOOD), [outside.id]: BEYOND });
  expect(await sent()).toEqual([[`A001 ${outside.id}`]]);

  rig.clock.advance(53 * MINUTE_MS);
  await minute({ ...all(bad, BEYOND), ...all(good, GOOD), [outside.id]: BEYOND });
  const still = [...bad.map((meter) => `A001 ${meter.id}`), ...silent.map((meter) => `M001 ${meter.id}`)].toSorted();
  expect(await sent()).toEqual([still]);
  const listed = (await open()).filter(({ meter_id }) => meter_id !== outside.id);
  expect(listed.map(({ code, meter_id }) => `${code} ${meter_id}`).toSorted()).toEqual(still);
  for (const alarm of listed) expect(alarm).toMatchObject({ window_id: id, shelved_until: null, ended_time: null });
  await minute({ ...all(bad, BEYOND), ...all(good, GOOD), [outside.id]: BEYOND });
  expect(await sent()).toEqual([]);
});

const endNow = (id: number) =>
  rig.db.query(sql`update maintenance_window set end_time = ${new Date(rig.clock.now())} where id = ${id}`);

test(
  'an open alarm is held when a window begins, as long as one runs, and comes back when the last is ended',
  LONG,
  async () => {
    await minute({ [rig.meter.id]: BEYOND });
    expect(await sent()).toEqual([[`A001 ${rig.meter.id}`]]);
    const [first, last] = [await openWindow(30), await openWindow(90)];
    await minute({ [rig.meter.id]: BEYOND });
    expect(await open()).toMatchObject([{ window_id: last, shelved_until: expect.any(Date) }]);
    await endNow(last);
    await minute({ [rig.meter.id]: BEYOND });
    expect(await open()).toMatchObject([{ window_id: first, shelved_until: expect.any(Date) }]);
    expect(await sent()).toEqual([]);
    await endNow(first);
    await minute({ [rig.meter.id]: BEYOND });
    expect(await open()).toMatchObject([{ window_id: first, shelved_until: null, openings: 2 }]);
    expect(await sent()).toEqual([[`A001 ${rig.meter.id}`]]);
  },
);

test(
  "a person's shelving and reports of people are left alone; an event of the window is not announced after it",
  LONG,
  async () => {
    await minute({ [rig.meter.id]: BEYOND });
    const until = new Date(rig.clock.now() + 90 * MINUTE_MS);
    await rig.db.query(sql`update alarm set shelved_until = ${until}, shelved_login = 'kim', shelved_note = 'wait'`);
    await rig.db.query(sql`insert into alarm (organization_id, meter_id, category, code, source, severity, description,
      since_time, occurred_time, report_key)
    values (${rig.organization.id}, ${rig.meter.id}, 'METER', 'R001', 'REPORT', 'MINOR', '물이 샘', now(), now(),
      gen_random_uuid())`);
    const id = await openWindow(30);
    await rig.db.query(sql`insert into alarm (organization_id, meter_id, category, code, source, severity, description,
      since_time, occurred_time)
    values (${rig.organization.id}, ${rig.meter.id}, 'METER', 'M014', 'DEVICE', 'INFO', '재시작',
      ${new Date(rig.clock.now())}, ${new Date(rig.clock.now())})`);
    await minute({ [rig.meter.id]: BEYOND });
    expect(await open()).toMatchObject([
      { code: 'A001', window_id: null, shelved_until: until },
      { code: 'R001', window_id: null, shelved_until: null },
      { code: 'M014', window_id: id, shelved_until: expect.any(Date) },
    ]);
    await endNow(id);
    await minute({ [rig.meter.id]: BEYOND });
    expect((await open()).map(({ code }) => code)).toEqual(['A001', 'R001']);
  },
);
