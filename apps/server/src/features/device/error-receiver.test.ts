import type { MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, aPurifier, type TestOrganization } from '../../testing/factory.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const DEADLINE = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
let devices: DeviceServer;
let clock: TestClock;
let organization: TestOrganization;
let meter: { id: number; code: string; sensorIds: number[] };
let purifierId: number;
let device: MqttClient;
let gateway: MqttClient;
let gatewayCode: string;

beforeAll(async () => {
  database = await testDatabase();
  clock = testClock();
  organization = await anOrganization(database.db);
  devices = await openDeviceServer(database.db, clock);
});
afterAll(async () => {
  await devices.close();
  await database.close();
});
beforeEach(async () => {
  const department = await aDepartment(database.db, { organizationId: organization.id });
  meter = await aMeter(database.db, { department, sensors: ['CO2'] });
  purifierId = await aPurifier(database.db, meter.id);
  gatewayCode = `GW-${meter.id}`;
  const own = await aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
  const other = await aCredential(database.db, { organization, code: gatewayCode, meterId: null });
  await devices.registry.reload();
  device = await devices.connect(own);
  const will = { topic: topicOf(gatewayCode, 'status'), payload: Buffer.from('{"status":"OFFLINE"}'), qos: 1 as const };
  gateway = await devices.connect({ ...other, will: { ...will, retain: false } });
});

const topicOf = (code: string, rest: string) => `airdeck/v1/${organization.code}/${code}/${rest}`;
const say = (error: object, from = device) =>
  from.publishAsync(topicOf(meter.code, 'errors'), JSON.stringify(error), { qos: 1 });
const stored = async () =>
  (
    await database.db.query(sql`select sensor_id, purifier_id, code, state, changed_time, detail from device_error
      where meter_id = ${meter.id} order by code`)
  ).rows;
const told = async (): Promise<number> =>
  (
    await database.db.query(sql`select from feed where kind = 5 and convert_from(substring(data from 2), 'UTF8')::jsonb
    @> ${JSON.stringify({ meterId: meter.id })}::jsonb`)
  ).rowCount;

describe('an error of a device', () => {
  it('is stored when it is acknowledged, and told', async () => {
    await say({ code: 'M003', state: 'RAISED', detail: '팬 정지' });
    const changed_time = new Date(clock.now());
    const parts = { sensor_id: null, purifier_id: null };
    expect(await stored()).toEqual([{ ...parts, code: 'M003', state: 'RAISED', changed_time, detail: '팬 정지' }]);
    expect(await told()).toBe(1);
  });

  it('keeps the words of the device as one line', async () => {
    await say({ code: 'M003', state: 'RAISED', detail: '팬\n정지\u0000\u202e!' });
    expect(await stored()).toMatchObject([{ code: 'M003', state: 'RAISED', detail: '팬 정지  !' }]);
  });

  it('may be of a sensor or a purifier, and of a device behind a gateway', async () => {
    await say({ code: 'M005', state: 'RAISED', sensor: 'CO2' });
    await say({ code: 'P002', state: 'RAISED', purifier: 1 }, gateway);
    expect(await stored()).toMatchObject([
      { code: 'M005', sensor_id: meter.sensorIds[0] },
      { code: 'P002', purifier_id: purifierId },
    ]);
  });

  it('a report older than the stored one changes nothing, and a repeated one is not announced', async () => {
    const time = clock.now();
    await say({ code: 'M003', state: 'ENDED', time });
    await say({ code: 'M003', state: 'RAISED', time: time - 1_000 });
    await say({ code: 'M003', state: 'ENDED', time });
    expect(await stored()).toMatchObject([{ state: 'ENDED' }]);
    expect(await told()).toBe(1);
  });

  it('a report that raises an error again is published, unless the same message arrives twice', async () => {
    await say({ code: 'M015', state: 'RAISED' });
    clock.advance(999);
    await say({ code: 'M015', state: 'RAISED' });
    expect(await told()).toBe(1);
    clock.advance(1);
    await say({ code: 'M015', state: 'RAISED' });
    await say({ code: 'M015', state: 'RAISED', time: clock.now() });
    expect(await told()).toBe(2);
  });

  it('a report from the future counts as now', async () => {
    await say({ code: 'M003', state: 'RAISED', time: clock.now() + 60_000 });
    expect(await stored()).toMatchObject([{ changed_time: new Date(clock.now()) }]);
  });
});

describe('a gateway', () => {
  const route = async () =>
    (await database.db.query<{ gateway: string }>(sql`select gateway from meter_route where meter_id = ${meter.id}`))
      .rows;
  const status = async () =>
    (
      await database.db.query<{ status: string }>(
        sql`select status from gateway_status where organization_id = ${organization.id} and code = ${gatewayCode}`,
      )
    ).rows;

  it('is known to speak for a meter, until the meter speaks for itself', async () => {
    await say({ code: 'M003', state: 'RAISED' }, gateway);
    await expect.poll(route, DEADLINE).toEqual([{ gateway: gatewayCode }]);
    await say({ code: 'M003', state: 'ENDED' });
    await expect.poll(route, DEADLINE).toEqual([]);
  });

  it('says that it is there, and its last will that it is gone', async () => {
    await gateway.publishAsync(topicOf(gatewayCode, 'status'), '{"status":"ONLINE"}', { qos: 1 });
    expect(await status()).toEqual([{ status: 'ONLINE' }]);
    gateway.stream.destroy();
    await expect.poll(status, DEADLINE).toEqual([{ status: 'OFFLINE' }]);
  });
});
