import { API_BASE } from '@airdeck/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCredential } from '../../testing/device-server.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type Ask, logIn } from '../../testing/signed-in.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

// Requests as the brokers send them. All answers come from the role `web` as it is in the product.

let database: TestDatabase;
let web: WebServer;
let ask: Ask;
let organization: TestOrganization;
let meter: TestMeter;
let login: { username: string; password: string };
let gateway: { username: string; password: string };
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db);
  meter = await aMeter(db, {
    department: await aDepartment(db, { organizationId: organization.id }),
    sensors: ['CO2'],
  });
  login = await aCredential(db, { organization, code: meter.code, meterId: meter.id });
  gateway = await aCredential(db, { organization, code: 'GW', meterId: null });
  const administrator = await aUser(db, { organization: await anOrganization(db), authority: 'SUPER_ADMIN' });
  web = await openWebServer(database, ['--broker-auth', '10.9.9.9,127.0.0.0/8']);
  url = web.base.replace(API_BASE, '/broker-auth');
  ask = await logIn(web.base, administrator);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const form = async (path: string, fields: Record<string, string>): Promise<string> => {
  const answer = await fetch(`${url}/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  return `${answer.status} ${await answer.text()}`;
};
const json = async (path: string, fields: object): Promise<string> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) });
  return `${answer.status} ${await answer.text()}`;
};
const topic = (rest: string, device = meter.code, code = organization.code): string =>
  `airdeck/v1/${code}/${device}/${rest}`;
const rabbitTopic = (permission: 'write' | 'read', name: string, username = login.username): Promise<string> =>
  form('topic', {
    ...{ username, vhost: '/', resource: 'topic', name: 'amq.topic', permission },
    routing_key: name.replaceAll('/', '.').replaceAll('+', '*'),
  });

const [ALLOW, DENY] = ['200 allow', '200 deny'];

test('RabbitMQ: admits a device by its secret and its own client id', async () => {
  expect(await form('user', { ...login, vhost: '/', client_id: login.username })).toBe(ALLOW);
  expect(await form('user', { ...login, client_id: `${login.username}:2` })).toBe(ALLOW);
  expect(await form('user', login)).toBe(ALLOW);
  expect(await form('user', { ...login, password: `${login.password}x` })).toBe(DENY);
  expect(await form('user', { ...login, password: '' })).toBe(DENY);
  expect(await form('user', { ...login, username: `${organization.code}:NONE` })).toBe(DENY);
  expect(await form('user', { ...login, username: meter.code })).toBe(DENY);
  // Another device's session: RabbitMQ would close its connection.
  expect(await form('user', { ...login, client_id: gateway.username })).toBe(DENY);
  expect(await form('user', { ...login, client_id: `${login.username}2` })).toBe(DENY);
});

test('RabbitMQ: gives a device its session and the exchange, and topics by the policy', async () => {
  const { username } = login;
  const resource = (resource: string, name: string, permission: string) =>
    form('resource', { username, vhost: '/', resource, name, permission });
  expect(await form('vhost', { username, vhost: '/', ip: '10.0.0.5' })).toBe(ALLOW);
  expect(await form('vhost', { username, vhost: 'finance', ip: '10.0.0.5' })).toBe(DENY);
  expect(await resource('exchange', 'amq.topic', 'write')).toBe(ALLOW);
  expect(await resource('exchange', 'amq.topic', 'configure')).toBe(DENY);
  expect(await resource('queue', `mqtt-subscription-${username}qos1`, 'configure')).toBe(ALLOW);
  expect(await resource('queue', `mqtt-subscription-${gateway.username}qos1`, 'read')).toBe(DENY);
  expect(await resource('queue', 'invoices', 'read')).toBe(DENY);
  expect(await rabbitTopic('write', topic('readings'))).toBe(ALLOW);
  expect(await rabbitTopic('write', topic('commands'))).toBe(DENY);
  expect(await rabbitTopic('write', topic('readings', 'OTHER'))).toBe(DENY);
  expect(await rabbitTopic('write', topic('readings', meter.code, 'OTHER'))).toBe(DENY);
  expect(await rabbitTopic('read', topic('commands'))).toBe(ALLOW);
  expect(await rabbitTopic('read', topic('commands', '+'))).toBe(DENY);
  expect(await rabbitTopic('read', topic('commands', '#'))).toBe(DENY);
  expect(await rabbitTopic('read', '#')).toBe(DENY);
  expect(await rabbitTopic('read', topic('commands', '+'), gateway.username)).toBe(ALLOW);
  expect(await rabbitTopic('write', topic('readings', 'ANY'), gateway.username)).toBe(ALLOW);
});

test('EMQX: allows and denies in JSON, always with status 200', async () => {
  const clientid = login.username;
  const answer = (result: string) => `200 ${JSON.stringify({ result, is_superuser: false })}`;
  expect(await json('emqx/authentication', { ...login, clientid })).toBe(answer('allow'));
  expect(await json('emqx/authentication', { ...login, clientid: 'another' })).toBe(answer('deny'));
  expect(await json('emqx/authentication', { ...login, clientid, password: 'x' })).toBe(answer('deny'));
  const { username } = login;
  const authorization = (action: string, name: string) =>
    json('emqx/authorization', { username, clientid, topic: name, action });
  expect(await authorization('publish', topic('status'))).toBe(answer('allow'));
  expect(await authorization('subscribe', topic('settings'))).toBe(answer('allow'));
  expect(await authorization('subscribe', `$share/g/${topic('settings')}`)).toBe(answer('deny'));
  expect(await authorization('publish', topic('settings'))).toBe(answer('deny'));
  // A status other than 200 would let EMQX go on to its default, which may be to allow.
  expect(await authorization('publish', 'x'.repeat(9_000))).toBe(answer('deny'));
});

test('Mosquitto: answers with a status and JSON, and never grants superuser', async () => {
  const clientid = login.username;
  const [yes, no] = ['200 {"ok":true,"error":""}', '403 {"ok":false,"error":"refused"}'];
  const { username } = login;
  expect(await json('mosquitto/user', { ...login, clientid })).toBe(yes);
  expect(await form('mosquitto/user', { ...login, clientid })).toBe(yes);
  expect(await json('mosquitto/user', { ...login, clientid, password: 'x' })).toBe(no);
  expect(await json('mosquitto/superuser', { username })).toBe(no);
  const acl = (acc: number, name: string) => json('mosquitto/acl', { username, clientid, topic: name, acc });
  expect(await acl(2, topic('readings'))).toBe(yes);
  expect(await acl(4, topic('commands'))).toBe(yes);
  expect(await acl(1, topic('commands'))).toBe(yes);
  expect(await acl(4, '#')).toBe(no);
  expect(await acl(1, topic('readings'))).toBe(no);
});

test('an enrolling device is not admitted', async () => {
  const { body } = await ask('POST', `/organizations/${organization.id}/enrolment`);
  const password = body.credential.secret;
  expect(await form('user', { username: `${organization.code}:NEW`, password })).toBe(DENY);
  expect(await form('user', { username: login.username, password })).toBe(DENY);
});

test.each([
  ['no body', { method: 'POST' }],
  ['a huge body', { method: 'POST', body: new URLSearchParams({ username: 'x'.repeat(100_000) }) }],
  ['an unknown type', { method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<a/>' }],
  ['a repeated field', { method: 'POST', body: new URLSearchParams('username=a&username=b&password=c') }],
])('says no to %s', async (_, request) => {
  const answer = await fetch(`${url}/user`, request);
  expect(await answer.text()).toBe('deny');
});

const TOKEN = 'a-token-of-at-least-32-characters';

test.each([
  ['when the option is off', [], { '': false }],
  ['for other addresses', ['--broker-auth', '10.9.9.9'], { '': false }],
  [
    'without the token',
    ['--broker-auth', '127.0.0.1', '--broker-auth-token', TOKEN],
    { '': false, [`?token=${TOKEN}x`]: false, [`?token=${TOKEN}&token=${TOKEN}`]: false, [`?token=${TOKEN}`]: true },
  ],
])('the addresses do not exist %s', async (_, args, cases) => {
  const other = await openWebServer(database, args);
  const answerOf = async (path: string): Promise<string> => {
    const address = `${other.base.replace(API_BASE, '')}/${path}`;
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(login) });
    return `${answer.status} ${await answer.text()}`.replace(/"request_id":"[^"]+"/, '');
  };
  try {
    const nothing = await answerOf('nothing/user');
    for (const [query, isOpen] of Object.entries(cases)) {
      expect(await answerOf(`broker-auth/user${query}`)).toBe(isOpen ? ALLOW : nothing);
    }
  } finally {
    await other.close();
  }
});

test('a renewed secret, a meter out of use and an ended code end at once', async () => {
  const old = { ...login };
  login.password = (await ask('POST', `/meters/${meter.id}/secret`)).body.credential.secret;
  expect([await form('user', old), await form('user', login)]).toEqual([DENY, ALLOW]);

  const { body: organizationRow } = await ask('GET', `/organizations/${organization.id}`);
  const { name, version } = organizationRow;
  const code = '55500002';
  expect((await ask('PUT', `/organizations/${organization.id}`, { code, name, version })).status).toBe(200);
  const current = { ...login, username: `${code}:${meter.code}` };
  // The former code stays an alias, each with its own topics.
  expect([await form('user', login), await form('user', current)]).toEqual([ALLOW, ALLOW]);
  expect(await rabbitTopic('write', topic('readings', meter.code, code))).toBe(DENY);
  await ask('DELETE', `/organizations/${organization.id}/codes/${organization.code}`);
  expect([await form('user', login), await rabbitTopic('write', topic('readings'))]).toEqual([DENY, DENY]);
  expect(await form('user', current)).toBe(ALLOW);

  const { body: row } = await ask('GET', `/meters/${meter.id}`);
  const { department_id, version: meterVersion } = row;
  const fields = { department_id, name: row.name, code: row.code, version: meterVersion, use: 'N' };
  expect((await ask('PUT', `/meters/${meter.id}`, fields)).body).toMatchObject({ use: 'N' });
  const known = form('vhost', { username: current.username, vhost: '/', ip: '' });
  expect([await form('user', current), await known]).toEqual([DENY, DENY]);
});
