import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addDeviceRoutes } from './device-routes.ts';

const SOON = { timeout: 30_000 };
let database: TestDatabase;
let devices: DeviceServer;
let app: SessionApp;
let organization: TestOrganization;
let foreign: TestOrganization;
const bearers: Record<string, { authorization: string }> = {};
let number = 0;
let code: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db, { name: 'Own' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  devices = await openDeviceServer(db);
  app = await sessionApp({ db, clock: systemClock });
  const { registry, bus } = devices;
  const changeRegistry = testChangeRegistry(db, registry, () => bus.emit('registry.changed', {}));
  addDeviceRoutes(app.http, {
    db,
    registry,
    changeRegistry,
    randomBytes,
    dataDir: null,
    mqtt: { port: 1883, tls: false },
  });
  for (const authority of ['SUPER_ADMIN', 'LOCAL_ADMIN', 'LOCAL_USER'] as const) {
    bearers[authority] = await app.bearer(await aUser(db, { organization, authority }));
  }
});
afterAll(async () => {
  await app.http.close();
  await devices.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from audit`);
  number += 1;
  code = `GW-${number}`;
});

const ask = (method: Method, path: string, payload?: object, role = 'LOCAL_ADMIN') =>
  app.ask(bearers[role] ?? { authorization: '' }, method, path, payload);
const register = async () => (await ask('POST', '/gateways', { organization_id: organization.id, code })).body;
const read = async (id: number) => (await ask('GET', `/gateways/${id}`)).body;
const loginOf = ({ username, secret }: { username: string; secret: string }) => ({ username, password: secret });
const closed = (client: { once(event: 'close', listener: () => void): unknown }) =>
  new Promise((resolve) => client.once('close', () => resolve('closed')));
const audits = async () =>
  (await database.db.query(sql`select action, entity, entity_id, before, after from audit order by id`)).rows;

it('lists gateways with their last connection, their state and the meters that spoke through them', async () => {
  const { id, credential, ...registered } = await register();
  expect(registered).toMatchObject({ code, connection: null, last_connected_time: null, meter_count: 0, version: 1 });
  const department = await aDepartment(database.db, { organizationId: organization.id });
  const meter = await aMeter(database.db, { department, sensors: ['CO2'] });
  await devices.registry.refresh({ organizations: [organization.id], meters: [meter.id] });

  const client = await devices.connect(loginOf(credential));
  const topicOf = (device: string, rest: string) => `airdeck/v1/${organization.code}/${device}/${rest}`;
  await client.publishAsync(topicOf(code, 'status'), '{"status":"ONLINE"}', { qos: 1 });
  await client.publishAsync(topicOf(meter.code, 'readings'), '{"readings":{"CO2":500}}', { qos: 1 });
  await expect
    .poll(() => read(id), SOON)
    .toMatchObject({
      ...{ connection: 'CONNECTED', meter_count: 1 },
      last_connected_time: expect.any(String),
    });
  const { body } = await ask('GET', `/gateways?search=${code}&sort=last_connected_time,DESC`, undefined, 'LOCAL_USER');
  expect(body.content).toEqual([await read(id)]);
  expect(JSON.stringify(body)).not.toContain(credential.secret);
});

it('gets a new secret, which is answered once; the connection with the old one is closed', async () => {
  const { id, credential } = await register();
  const client = await devices.connect(loginOf(credential));
  await client.publishAsync(`airdeck/v1/${organization.code}/${code}/status`, '{"status":"ONLINE"}', { qos: 1 });
  const end = closed(client);
  const renewed = (await ask('POST', `/gateways/${id}/secret`)).body.credential;
  expect(renewed).toMatchObject({ username: credential.username, mqtt_port: 1883, mqtt_tls: false });
  expect(await end).toBe('closed');
  expect(await read(id)).toMatchObject({ connection: 'DISCONNECTED', version: 2 });
  await expect(devices.connect(loginOf(credential))).rejects.toThrow();
  await devices.connect(loginOf(renewed));
});

it('is revoked: its connection is closed, its logins are refused, and its code is free again', async () => {
  const { id, credential } = await register();
  const end = closed(await devices.connect(loginOf(credential)));
  expect((await ask('DELETE', `/gateways/${id}?version=2`)).body.code).toBe('EDITED_MEANWHILE');
  expect((await ask('DELETE', `/gateways/${id}?version=1`)).status).toBe(200);
  expect(await end).toBe('closed');
  await expect(devices.connect(loginOf(credential))).rejects.toThrow();
  expect((await ask('GET', `/gateways/${id}`)).status).toBe(404);
  expect((await register()).code).toBe(code);
});

it('is named in the audit log, without a secret', async () => {
  const { id } = await register();
  await ask('POST', `/gateways/${id}/secret`);
  await ask('DELETE', `/gateways/${id}?version=2`);
  const common = { entity: 'gateways', entity_id: id };
  expect(await audits()).toMatchObject([
    { action: 'create', ...common, before: null, after: { code } },
    { action: 'write', ...common, before: null, after: { code, secret: 'renewed' } },
    { action: 'delete', ...common, before: { code }, after: null },
  ]);
});

it('has a code of its own, and the credentials of meters are none of its rows', async () => {
  const department = await aDepartment(database.db, { organizationId: organization.id });
  const meter = await aMeter(database.db, { department });
  await aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
  const answer = await ask('POST', '/gateways', { organization_id: organization.id, code: meter.code });
  expect([answer.status, answer.body.code, answer.body.errors]).toEqual([
    409,
    'DUPLICATION_METER_CODE',
    { code: 'DUPLICATE' },
  ]);
  const { rows } = await database.db.query<{ id: number }>(
    sql`select id from device_credential where meter_id = ${meter.id}`,
  );
  const id = rows[0]?.id;
  expect((await ask('GET', `/gateways/${id}`)).status).toBe(404);
  expect((await ask('POST', `/gateways/${id}/secret`)).status).toBe(404);
  expect((await ask('DELETE', `/gateways/${id}?version=1`)).status).toBe(404);
});

it('of another organization does not exist', async () => {
  await aCredential(database.db, { organization: foreign, code, meterId: null });
  const { rows } = await database.db.query<{ id: number }>(sql`select id from device_credential where code = ${code}`);
  const id = rows[0]?.id;
  expect((await ask('POST', '/gateways', { organization_id: foreign.id, code })).status).toBe(404);
  expect((await ask('GET', `/gateways/${id}`)).status).toBe(404);
  expect((await ask('POST', `/gateways/${id}/secret`)).status).toBe(404);
  expect((await ask('DELETE', `/gateways/${id}?version=1`)).status).toBe(404);
  expect((await ask('GET', `/gateways/${id}`, undefined, 'SUPER_ADMIN')).body.code).toBe(code);
});
