import type { MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashSecret } from '../../device-messages/secret.ts';
import { type DeviceApp, openDeviceApp } from '../../testing/device-app.ts';
import { aCredential } from '../../testing/device-server.ts';
import { aDepartment, anOrganization, type TestDepartment, type TestOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

/** Devices that connect or are claimed at once. */
const PORTION = 25;
const DEADLINE = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
let app: DeviceApp;
let own: TestOrganization;
let department: TestDepartment;
let made = 0;
let code: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db);
  department = await aDepartment(db, { organizationId: own.id });
  await db.query(sql`update organization set enrolment_hash = ${hashSecret('enrol')} where id = ${own.id}`);
  app = await openDeviceApp(database, own);
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(() => {
  code = `HO-${++made}`;
});

const topicOf = (of: string, rest: string) => `airdeck/v1/${own.code}/${of}/${rest}`;
const connect = (password: string, of = code) => app.devices.connect({ username: `${own.code}:${of}`, password });
const report = (device: MqttClient, of = code) =>
  device.publishAsync(topicOf(of, 'readings'), '{"readings":{"CO2":700}}', { qos: 1 });
const closed = (device: MqttClient) => new Promise((resolve) => device.once('close', () => resolve('closed')));

/** A device that waits for its secret, and the messages that it receives. */
const enrol = async (of = code, isSubscribed = true) => {
  const device = await connect('enrol', of);
  const received: { topic: string; secret: string; isRetained: boolean }[] = [];
  device.on('message', (topic, payload, { retain }) => {
    received.push({ topic, ...JSON.parse(payload.toString()), isRetained: retain });
  });
  if (isSubscribed) await device.subscribeAsync(topicOf(of, 'settings'), { qos: 1 });
  await report(device, of);
  return { device, received };
};
const idOf = async (of = code): Promise<number> =>
  (await app.ask('GET', `/unregistered?search=${of}`)).body.content.find((row: { code: string }) => row.code === of).id;
const claim = async (of = code, receives_secret?: 'Y' | 'N') => {
  const body = { department_id: department.id, ...(receives_secret && { receives_secret }) };
  const answer = await app.ask('POST', `/unregistered/${await idOf(of)}/registration`, body);
  expect(answer.status).toBe(200);
  return answer.body;
};
const meterOf = async (id: number) => (await app.ask('GET', `/meters/${id}`)).body;
const stateOf = async (id: number) => (await meterOf(id)).hand_over;
const reload = async () => {
  await app.devices.registry.reload();
  app.devices.bus.emit('registry.changed', {});
};

it('300 devices that enrolled are claimed and get their own secrets without a visit', async () => {
  const codes = Array.from({ length: 300 }, (_, n) => `SCHOOL-${n}`);
  /** A device as its firmware behaves: it waits for a secret, and connects with it from then on. */
  const live = async (of: string) => {
    const device = await connect('enrol', of);
    const own = new Promise<string>((resolve) => {
      device.on('message', (_, payload) => resolve(JSON.parse(payload.toString()).secret));
    });
    await device.subscribeAsync(topicOf(of, 'settings'), { qos: 1 });
    await report(device, of);
    return async () => {
      const secret = await own;
      await device.endAsync();
      const again = await connect(secret, of);
      await report(again, of);
      return secret;
    };
  };
  const finish = new Map<string, () => Promise<string>>();
  for (let at = 0; at < 300; at += PORTION) {
    const portion = codes.slice(at, at + PORTION);
    await Promise.all(portion.map(async (of) => finish.set(of, await live(of))));
  }
  const list = (await app.ask('GET', '/unregistered?search=SCHOOL-&size=300')).body.content;
  expect(list).toHaveLength(300);
  const secrets = new Set<string | undefined>();
  for (let at = 0; at < 300; at += PORTION) {
    const claimed = list.slice(at, at + PORTION).map(async ({ id, code: of }: { id: number; code: string }) => {
      const path = `/unregistered/${id}/registration`;
      const { status, body } = await app.ask('POST', path, { department_id: department.id });
      expect([status, body.credential]).toEqual([200, null]);
      secrets.add(await finish.get(of)?.());
    });
    await Promise.all(claimed);
  }
  expect(secrets.size).toBe(300);
  const doneCount = async () => (await app.ask('GET', '/meters?hand_over=DONE&search=SCHOOL-')).body.totalElements;
  await expect.poll(doneCount, DEADLINE).toBe(300);
  for (const of of ['SCHOOL-0', 'SCHOOL-299']) await expect(connect('enrol', of)).rejects.toThrow();
}, 120_000);

it('the secret goes to the device only, once and not retained; the enrolment secret works until it is used', async () => {
  const gateway = await aCredential(database.db, { organization: own, code: `GW-${code}`, meterId: null });
  await reload();
  const listener = await app.devices.connect(gateway);
  const overheard: string[] = [];
  listener.on('message', (topic) => overheard.push(topic));
  await listener.subscribeAsync(topicOf('+', 'settings'), { qos: 1 });
  const { device, received } = await enrol();
  const { id } = await claim();
  await expect.poll(() => received, DEADLINE).toHaveLength(1);
  const [message] = received;
  const secret = message?.secret ?? '';
  expect(message).toEqual({ topic: topicOf(code, 'settings'), secret, isRetained: false });
  expect(await meterOf(id)).toMatchObject({ hand_over: 'DELIVERED', hand_over_time: expect.any(String) });
  // The device still sends with the enrolment secret; another connection with it gets nothing.
  await report(device);
  const late = await enrol();
  await late.device.endAsync();
  expect(await stateOf(id)).toBe('DELIVERED');
  const end = closed(device);
  const again = await connect(secret);
  const later: string[] = [];
  again.on('message', (topic) => later.push(topic));
  await again.subscribeAsync(topicOf(code, 'settings'), { qos: 1 });
  expect(await end).toBe('closed');
  await expect(connect('enrol')).rejects.toThrow();
  expect(await stateOf(id)).toBe('DONE');
  await report(again);
  expect([received.length, late.received, later, overheard]).toEqual([1, [], [], []]);
  // It cannot be opened or ended any more.
  expect((await app.ask('POST', `/meters/${id}/hand-over`)).status).toBe(404);
  expect((await app.ask('DELETE', `/meters/${id}/hand-over`)).status).toBe(404);
});

it('two connections with one code: neither gets the secret until one is gone', async () => {
  const first = await enrol();
  const second = await enrol();
  const { id } = await claim();
  await report(first.device);
  await report(second.device);
  expect([await stateOf(id), first.received, second.received]).toEqual(['OPEN', [], []]);
  await first.device.endAsync();
  // A new subscription asks at once.
  await second.device.unsubscribeAsync(topicOf(code, 'settings'));
  await second.device.subscribeAsync(topicOf(code, 'settings'), { qos: 1 });
  await expect.poll(() => second.received, DEADLINE).toHaveLength(1);
  expect(first.received).toEqual([]);
});

it('from another address than that of the enrolment it waits until an administrator opens it again', async () => {
  const { device } = await enrol(code, false);
  const { id } = await claim();
  await database.db.query(sql`update hand_over set ip = '192.0.2.1' where meter_id = ${id}`);
  await reload();
  await device.endAsync();
  const { device: moved, received } = await enrol();
  await report(moved);
  expect([await stateOf(id), received]).toEqual(['OPEN', []]);
  expect((await app.ask('POST', `/meters/${id}/hand-over`)).status).toBe(200);
  await expect.poll(() => received, DEADLINE).toHaveLength(1);
});

it('a delivery that was lost is repeated with another secret, by an administrator only', async () => {
  const { received } = await enrol();
  const { id } = await claim();
  await expect.poll(() => received, DEADLINE).toHaveLength(1);
  expect((await app.ask('POST', `/meters/${id}/hand-over`)).status).toBe(200);
  await expect.poll(() => received, DEADLINE).toHaveLength(2);
  const [lost = '', secret = ''] = received.map((message) => message.secret);
  await expect(connect(lost)).rejects.toThrow();
  await connect(secret);
  await expect.poll(() => stateOf(id), DEADLINE).toBe('DONE');
});

it.each([
  ['an administrator ends it', (id: number) => app.ask('DELETE', `/meters/${id}/hand-over`), 'ENDED'],
  ['a new secret is made', (id: number) => app.ask('POST', `/meters/${id}/secret`), 'ENDED'],
  [
    'its time is over',
    async (id: number) => {
      await database.db.query(sql`update hand_over set closes_time = now() where meter_id = ${id}`);
      await reload();
    },
    'EXPIRED',
  ],
])('the enrolment secret ends when %s', async (_, end, state) => {
  const { device } = await enrol(code, false);
  const { id } = await claim();
  await report(device);
  const gone = closed(device);
  await end(id);
  expect(await gone).toBe('closed');
  await expect(connect('enrol')).rejects.toThrow();
  expect(await stateOf(id)).toBe(state);
  const { rows } = await database.db.query(sql`select after from audit where entity_id = ${id} and action = 'write'`);
  if (state === 'ENDED') expect(rows).toHaveLength(1);
});

it('a device that only a gateway spoke for gets no hand-over, and neither does one registered without', async () => {
  const gateway = await app.devices.connect(
    await aCredential(database.db, { organization: own, code: `GW-${code}`, meterId: null }).finally(reload),
  );
  await report(gateway);
  const { id, credential } = await claim();
  expect([await stateOf(id), credential.username]).toEqual([null, `${own.code}:${code}`]);
  await expect(connect('enrol')).rejects.toThrow();

  const other = `${code}-N`;
  const { device, received } = await enrol(other);
  const end = closed(device);
  const claimed = await claim(other, 'N');
  expect(await end).toBe('closed');
  expect([await stateOf(claimed.id), received]).toEqual([null, []]);
  await connect(claimed.credential.secret, other);
});
