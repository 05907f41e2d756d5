import { API_BASE } from '@airdeck/contract/route';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSealKey } from '../../platform/installation-keys.ts';
import { systemRandom } from '../../platform/random.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Ask, type Body, logIn } from '../../testing/signed-in.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';
import { sessionIdOf, siteSecret, siteUsername } from './site-login.ts';

let database: TestDatabase;
let web: WebServer;
let ask: Ask;
let own: TestOrganization;
let key: Uint8Array;

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db);
  web = await openWebServer(database, ['--broker-auth', '127.0.0.1']);
  key = loadSealKey(web.dataDir, systemRandom).key;
  ask = await logIn(web.base, await aUser(database.db, { organization: own, authority: 'SUPER_ADMIN' }));
});
afterAll(async () => {
  await web.close();
  await database.close();
});

let count = 0;
const addSite = async (fields: object = {}): Promise<Body> => {
  const given = { organization_id: own.id, name: `Broker ${++count}`, ip: '10.0.0.7', port: 1883, own_login: 'Y' };
  return (await ask('POST', '/local-servers', { ...given, ...fields })).body;
};
const asked = async (path: string, fields: Record<string, string>): Promise<string> => {
  const url = `${web.base.replace(API_BASE, '/broker-auth')}/${path}`;
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();
};
const loginOf = (site: Body) => ({ username: siteUsername(site.id), password: siteSecret(key, site) });
const topic = ({ id }: Body, permission: 'read' | 'write', name: string): Promise<string> =>
  asked('topic', {
    ...{ username: siteUsername(id), vhost: '/', resource: 'topic', name: 'amq.topic', permission },
    routing_key: name.replaceAll('/', '.').replaceAll('+', '*'),
  });

test('a local server logs in by its derived secret, while it is in use and at its addresses', async () => {
  const site = await addSite();
  const login = loginOf(site);
  expect(await asked('user', { ...login, client_id: sessionIdOf(key, 'any') })).toBe('allow');
  expect(await asked('user', { ...login, client_id: `${own.code}:M1` })).toBe('deny');
  expect(await asked('user', { ...login, password: `${login.password}x` })).toBe('deny');
  expect(await asked('user', { ...login, username: siteUsername(site.id + 1_000) })).toBe('deny');

  const edit = async (fields: object): Promise<Body> => {
    const { body } = await ask('GET', `/local-servers/${site.id}`);
    const { name, ip, port, own_login, version } = body;
    return (await ask('PUT', `/local-servers/${site.id}`, { name, ip, port, own_login, version, ...fields })).body;
  };
  const moved = await edit({ ip: '10.0.0.8' });
  expect([await asked('user', login), await asked('user', loginOf(moved))]).toEqual(['deny', 'allow']);
  await edit({ ip: '10.0.0.7', own_login: 'N' });
  expect(await asked('user', login)).toBe('deny');
  await edit({ own_login: 'Y' });
  expect(await asked('user', login)).toBe('allow');
  await edit({ use: 'N' });
  expect([await asked('user', login), await topic(site, 'write', `airdeck/v1/${own.code}/M1/commands`)]).toEqual([
    'deny',
    'deny',
  ]);
});

test('it subscribes to messages of devices and publishes to them, in its organization only', async () => {
  const site = await addSite();
  const { username } = loginOf(site);
  const queue = `mqtt-subscription-${sessionIdOf(key, 'any')}qos1`;
  expect(
    await asked('resource', { username, vhost: '/', resource: 'queue', name: queue, permission: 'configure' }),
  ).toBe('allow');
  for (const rest of ['readings', 'status', 'errors', 'purifiers/+/state', 'commands/ack', 'settings/ack']) {
    expect(await topic(site, 'read', `airdeck/v1/${own.code}/+/${rest}`)).toBe('allow');
  }
  expect(await topic(site, 'read', 'airdeck/v1/+/+/readings')).toBe('deny');
  expect(await topic(site, 'read', 'airdeck/v1/OTHER/+/readings')).toBe('deny');
  expect(await topic(site, 'read', '#')).toBe('deny');
  expect(await topic(site, 'write', `airdeck/v1/${own.code}/M1/commands`)).toBe('allow');
  expect(await topic(site, 'write', `airdeck/v1/${own.code}/M1/settings`)).toBe('allow');
  expect(await topic(site, 'write', `airdeck/v1/${own.code}/M1/readings`)).toBe('deny');
  expect(await topic(site, 'write', 'airdeck/v1/OTHER/M1/commands')).toBe('deny');
  expect(await topic(site, 'write', 'zigbee2mqtt/lamp/set')).toBe('deny');
});

test('one of the installation has the rights of all organizations, and of no others', async () => {
  const other = await anOrganization(database.db);
  const site = await addSite({ organization_id: null });
  expect(await asked('user', { ...loginOf(site), client_id: sessionIdOf(key, 'any') })).toBe('allow');
  for (const { code } of [own, other]) {
    expect(await topic(site, 'read', `airdeck/v1/${code}/+/readings`)).toBe('allow');
    expect(await topic(site, 'write', `airdeck/v1/${code}/M1/commands`)).toBe('allow');
    expect(await topic(site, 'write', `airdeck/v1/${code}/M1/readings`)).toBe('deny');
  }
  expect(await topic(site, 'read', 'airdeck/v1/+/+/readings')).toBe('deny');
  expect(await topic(site, 'read', 'airdeck/v1/99999999/+/readings')).toBe('deny');
  expect(await topic(site, 'write', 'airdeck/v1/99999999/M1/commands')).toBe('deny');
  const door = { organization_id: own.id, name: 'Shared', kind: 'SITE', local_server_id: site.id, filters: ['x/#'] };
  expect((await ask('POST', '/device-doors', door)).body.errors).toEqual({ local_server_id: 'NOT_FOUND' });
});

test('doors that receive from it add their topics', async () => {
  const site = await addSite();
  expect(await topic(site, 'read', 'zigbee2mqtt/#')).toBe('deny');
  const door = { organization_id: own.id, name: 'Zigbee', kind: 'SITE', local_server_id: site.id };
  expect((await ask('POST', '/device-doors', { ...door, filters: ['zigbee2mqtt/#'] })).status).toBe(200);
  expect(await topic(site, 'read', 'zigbee2mqtt/#')).toBe('allow');
  expect(await topic(site, 'write', 'zigbee2mqtt/lamp/set')).toBe('allow');
  expect(await topic(site, 'write', '$SYS/x')).toBe('deny');
  const acl = { username: siteUsername(site.id), clientid: sessionIdOf(key, 'any'), topic: 'zigbee2mqtt/lamp' };
  expect(await asked('mosquitto/acl', { ...acl, acc: '1' })).toContain('"ok":true');
  expect(await asked('mosquitto/acl', { ...acl, topic: 'other/lamp', acc: '1' })).toContain('"ok":false');
});

test('its secret is in no row and no answer', async () => {
  const site = await addSite();
  expect(JSON.stringify(site)).not.toContain(siteSecret(key, site));
  const { rows } = await database.db.query(sql`select account, password from local_server where id = ${site.id}`);
  expect(rows).toEqual([{ account: null, password: null }]);
});
