import mqtt from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareStored, registerSenders, sendUntilStopped } from '../testing/crash-run.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../testing/database-proxy.ts';
import { aCredential } from '../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestUser } from '../testing/factory.ts';
import { aDataDir, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

// Each role on a machine of its own, with a network to the database that drops packets without closing anything.

const SLOW = { timeout: 90_000, interval: 100 };
/** Two seconds until the pool asks, eight of silence, ten for a new connection, and a busy machine. */
const BOUND_MS = 40_000;
const METERS = ['C-1'];
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let networks: Record<'web' | 'devices', DatabaseProxy>;
let web: ServerProcess;
let devices: ServerProcess;
let device: { username: string; password: string; topic: string };
let kept: TestUser;
let removed: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  networks = { web: await openDatabaseProxy(database.url), devices: await openDatabaseProxy(database.url) };
  cleanups.push(networks.web.close, networks.devices.close);
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const start = async (url: string, ...options: string[]): Promise<ServerProcess> => {
    const place = ['start', '--data', dir.path, '--database-url', url, '--host', '127.0.0.1'];
    const server = await startServer([...place, ...options]);
    cleanups.push(() => server.stop());
    return server;
  };
  // The first start makes the organization of the installation.
  await start(database.url, '--roles', 'work');
  const { db } = database;
  const organization = await anOrganization(db);
  kept = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  removed = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  const department = await aDepartment(db, { organizationId: organization.id });
  const { id: meterId, code } = await aMeter(db, { department, sensors: ['CO2'] });
  device = {
    ...(await aCredential(db, { organization, code, meterId })),
    topic: `airdeck/v1/${organization.code}/${code}/readings`,
  };
  devices = await start(networks.devices.url, '--roles', 'devices', '--mqtt-port', '0');
  web = await start(networks.web.url, '--roles', 'web', '--port', '0');
}, 300_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 120_000);

const call = (path: string, token = '', body?: object): Promise<Response> =>
  fetch(`${web.url}/api/v1${path}`, {
    signal: AbortSignal.timeout(BOUND_MS),
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
/** Status and code of an answer. */
const ask = async (...request: Parameters<typeof call>): Promise<string> => {
  const answer = await call(...request);
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
  return [answer.status, code].filter(Boolean).join(' ');
};
const formOf = ({ code, login, password }: TestUser) => ({ code, id: login, password });
const logIn = async (user: TestUser): Promise<string> => {
  const answer = await call('/login', '', formOf(user));
  return ((await answer.json()) as { access_token: string }).access_token;
};
const problems = async (): Promise<string[]> => {
  const answer = await call('/health/ready');
  return ((await answer.json()) as { problems: string[] }).problems;
};

/** The text of a live stream so far. */
const follow = async (token: string): Promise<() => string> => {
  const answer = await fetch(`${web.url}/api/v1/live?view=sensor`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) text += decoder.decode(part, { stream: true });
  };
  read().catch(() => undefined);
  return () => text;
};
const send = async (value: number): Promise<void> => {
  const { topic, ...login } = device;
  const client = await mqtt.connectAsync(devices.mqttUrl, login);
  await client.publishAsync(topic, JSON.stringify({ readings: { CO2: value } }), { qos: 1 });
  await client.endAsync();
};

it('tells people within a bounded time that the database is away, lets no removed person in, and goes on by itself', async () => {
  const tokens = { kept: await logIn(kept), removed: await logIn(removed) };
  const streams = { kept: await follow(tokens.kept), removed: await follow(tokens.removed) };
  await send(701);
  await expect.poll(streams.kept, SLOW).toContain('701');

  networks.web.cut();
  await database.db.query(sql`update app_user set use = 'N' where id = ${removed.id}`);
  await expect.poll(problems, SLOW).toContain('DATABASE_AWAY');
  const paths = ['/users/me', '/meters?page=0&size=10', '/alarms?page=0&size=10', '/installation', '/live?view=sensor'];
  const asked = [tokens.kept, tokens.removed].flatMap((token) => paths.map((path) => ask(path, token)));
  asked.push(ask('/login', '', formOf(kept)), ask('/login', '', formOf(removed)));
  const answers = await Promise.all(asked);
  expect(new Set(answers)).toEqual(new Set(['503 DATABASE_AWAY']));
  expect(await ask('/health/process')).toBe('503');

  networks.web.heal();
  await expect.poll(problems, SLOW).toEqual([]);
  await expect.poll(() => ask('/users/me', tokens.kept), SLOW).toBe('200');
  expect(await ask('/users/me', tokens.removed)).toBe('401 INVALID_TOKEN');
  expect(await ask('/login', '', formOf(removed))).toBe('400 USER_UNUSED');
  await expect.poll(streams.removed, SLOW).toContain('"type":"ended","code":"INVALID_TOKEN"');
  await send(702);
  await expect.poll(streams.kept, SLOW).toContain('702');
}, 300_000);

it('devices keep their connection and repeat nothing that is acknowledged; their frames are stored when it is over', async () => {
  let step = 0;
  const login = await registerSenders(database.url, undefined, METERS);
  const sender = await sendUntilStopped(devices.mqttUrl, login, () => step++, METERS);
  await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(200);
  networks.devices.cut();
  await expect.poll(problems, SLOW).toContain('BROKER_NOT_LISTENING');
  await expect.poll(() => devices.output(), SLOW).toContain('the database does not answer; its connections are closed');
  const { size } = sender.acknowledged;
  networks.devices.heal();
  await expect.poll(problems, SLOW).toEqual([]);
  await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(size + 200);
  expect(sender.isConnected()).toBe(true);
  await sender.stop();
  expect(await compareStored(database.url, sender.acknowledged)).toEqual({ lost: [], wrong: [] });
}, 300_000);
