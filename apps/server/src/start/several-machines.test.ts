import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashSecret } from '../device-messages/secret.ts';
import {
  aDepartment,
  anOrganization,
  aUser,
  type TestDepartment,
  type TestOrganization,
  type TestUser,
} from '../testing/factory.ts';
import {
  aDataDir,
  finish,
  roleProcesses,
  runProgram,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

// A server whose roles run in three places on one database: devices and work, and web twice.

const hasCurl = ((): boolean => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const SLOW = { timeout: 60_000, interval: 50 };
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let devices: ServerProcess;
let pages: ServerProcess[];
let organization: TestOrganization;
let department: TestDepartment;
let user: TestUser;
let token: string;

beforeAll(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  organization = await anOrganization(database.db);
  await database.db.query(
    sql`update organization set enrolment_hash = ${hashSecret('enrol')} where id = ${organization.id}`,
  );
  department = await aDepartment(database.db, { organizationId: organization.id });
  user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const place = ['start', '--data', dir.path, '--database-url', database.url, '--host', '127.0.0.1'];
  const start = async (...options: string[]): Promise<ServerProcess> => {
    const server = await startServer([...place, ...options]);
    cleanups.push(() => server.stop());
    return server;
  };
  devices = await start('--roles', 'devices,work', '--mqtt-port', '0');
  pages = await Promise.all([start('--roles', 'web', '--port', '0'), start('--roles', 'web', '--port', '0')]);
  token = ((await (await call(0, 'POST', '/login', loginForm())).json()) as { access_token: string }).access_token;
}, 180_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 120_000);

const loginForm = () => ({ code: user.code, id: user.login, password: user.password });

const call = (server: 0 | 1, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${pages[server]?.url}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const connect = (code: string, password: string): Promise<MqttClient> =>
  mqtt.connectAsync(devices.mqttUrl, { username: `${organization.code}:${code}`, password, reconnectPeriod: 0 }, false);
const patiently = async (code: string, password: string): Promise<MqttClient> => {
  let client: MqttClient | null = null;
  await expect
    .poll(async () => {
      client = await connect(code, password).catch(() => null);
      return client !== null;
    }, SLOW)
    .toBe(true);
  return client as unknown as MqttClient;
};
const say = (client: MqttClient, code: string, value: number) =>
  client.publishAsync(`airdeck/v1/${organization.code}/${code}/readings`, `{"readings":{"CO2":${value}}}`, { qos: 1 });
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));
const register = async (code: string) => {
  const given = { department_id: department.id, name: code, code, sensors: [{ type: 'CO2' }] };
  const answer = await call(0, 'POST', '/meters', given);
  expect(answer.status).toBe(200);
  const { credential, ...meter } = (await answer.json()) as {
    id: number;
    version: number;
    credential: { secret: string };
  };
  return { meter, credential };
};
const framesOf = async (meterId: number): Promise<number[][]> => {
  const { rows } = await database.db.query<{ value: number[] }>(
    sql`select value from frame where meter_id = ${meterId} order by time`,
  );
  return rows.map(({ value }) => value);
};

it('runs what each was asked to, and all of it is ready together', async () => {
  expect([devices, ...pages].map((server) => [...roleProcesses(server).keys()].toSorted())).toEqual([
    ['devices', 'work'],
    ['web'],
    ['web'],
  ]);
  expect(devices.output()).toContain('roles: devices, work');
  for (const { url } of pages) {
    const answer = await fetch(`${url}/api/v1/health/ready`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', problems: [] }]);
  }
});

it('stores what waited of a device once a page has registered it, and ends its connection as a stranger', async () => {
  const stranger = await connect('NEW', 'enrol');
  await say(stranger, 'NEW', 500);
  const end = closed(stranger);
  const { meter, credential } = await register('NEW');
  await end;
  await expect.poll(() => framesOf(meter.id), SLOW).toEqual([[500]]);
  const known = await patiently('NEW', credential.secret);
  await say(known, 'NEW', 600);
  expect(await framesOf(meter.id)).toEqual([[500], [600]]);
  await known.endAsync();
}, 120_000);

it('ends the connection of a meter that a page takes out of use or deletes, and takes nothing more of it', async () => {
  const { meter, credential } = await register('OLD');
  const path = `/meters/${meter.id}`;
  const first = await patiently('OLD', credential.secret);
  await say(first, 'OLD', 400);
  const unused = closed(first);
  const { version: _, ...fields } = (await (await call(1, 'GET', path)).json()) as { version: number };
  const edited = { name: 'OLD', code: 'OLD', department_id: department.id, version: meter.version };
  expect(fields).toMatchObject({ code: 'OLD' });
  expect((await call(1, 'PUT', path, { ...edited, use: 'N' })).status).toBe(200);
  await unused;
  await expect(connect('OLD', credential.secret)).rejects.toThrow();
  expect((await call(0, 'PUT', path, { ...edited, use: 'Y', version: 2 })).status).toBe(200);
  const second = await patiently('OLD', credential.secret);
  await say(second, 'OLD', 410);
  const deleted = closed(second);
  expect((await call(0, 'DELETE', `${path}?version=3`)).status).toBe(200);
  await deleted;
  await expect(connect('OLD', credential.secret)).rejects.toThrow();
  expect(await framesOf(meter.id)).toEqual([[400], [410]]);
}, 120_000);

/** Resolves with the last line of a stream when it has ended. */
const follow = async (server: 0 | 1): Promise<{ ended: Promise<string> }> => {
  const answer = await call(server, 'GET', '/live?view=sensor');
  expect(answer.status).toBe(200);
  return { ended: answer.text() };
};

it.each([
  ['a logout elsewhere', async () => void (await call(1, 'POST', '/logout', {}))],
  [
    'another role of its user',
    () => database.db.query(sql`update app_user set authority = 'LOCAL_USER' where id = ${user.id}`),
  ],
])(
  'ends streams of pages everywhere with %s',
  async (_, change) => {
    token = '';
    token = ((await (await call(0, 'POST', '/login', loginForm())).json()) as { access_token: string }).access_token;
    const streams = [await follow(0), await follow(1)];
    await change();
    for (const { ended } of streams) expect(await ended).toContain('"type":"ended","code":"INVALID_TOKEN"');
    for (const server of [0, 1] as const) {
      await expect.poll(async () => (await call(server, 'GET', '/users/me')).status, SLOW).toBe(401);
    }
  },
  120_000,
);

it.skipIf(!hasCurl)('answers the example for a shell in docs/operations', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operations/README.md'), 'utf8');
  const [, example = ''] = /## The API from a shell[\s\S]*?```sh\n([\s\S]*?)```/.exec(text) ?? [];
  const dir = aDataDir();
  writeFileSync(join(dir.path, 'login.json'), JSON.stringify(loginForm()));
  const script = example.replace('https://air.example.com', pages[0]?.url ?? '');
  const output = execFileSync('sh', ['-e', '-c', script], { cwd: dir.path, encoding: 'utf8' });
  dir.remove();
  // The user, and the empty answer of the logout.
  expect(output).toMatch(new RegExp(`^\\{.*"${user.login}".*\\}\\{\\}$`));
});

it('an older version that starts beside a newer one ends with a clear line, and changes nothing', async () => {
  // As after the upgrade of another machine, whose version has one more migration.
  await database.db.query(sql`insert into migration (number, name, checksum) values (9999, '9999-later', 'x')`);
  const dir = aDataDir();
  const place = ['start', '--data', dir.path, '--database-url', database.url, '--host', '127.0.0.1'];
  const { code, output } = await finish(runProgram('main', [...place, '--roles', 'web', '--port', '0']));
  expect(code).toBe(1);
  expect(output).toContain('The database is newer than this server: it has migration 9999-later.');
  expect(output).not.toContain('login:');
  // A process that ran before goes on, and comes back when it ends: migrations keep what it needs.
  const pid = roleProcesses(devices).get('work') ?? 0;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => roleProcesses(devices).get('work') ?? pid, SLOW).not.toBe(pid);
  for (const { url } of pages) {
    await expect.poll(async () => (await fetch(`${url}/api/v1/health/ready`)).status, SLOW).toBe(200);
  }
  await database.db.query(sql`delete from migration where number = 9999`);
  dir.remove();
}, 120_000);

it('says that no process hears devices, and none works, once those have gone', async () => {
  await devices.stop();
  const problems = async () =>
    ((await (await call(0, 'GET', '/health/ready')).json()) as { problems: string[] }).problems;
  await expect.poll(problems, SLOW).toEqual(['BROKER_NOT_LISTENING', 'WORK_NOT_DONE']);
});

it('a process that stops hands its requests over: a load balancer sees it, and people see no error', async () => {
  const ask = async (path: string) => fetch(`${pages[1]?.url}/api/v1/health/${path}`);
  expect((await ask('process')).status).toBe(200);
  const stopped = pages[1]?.stop();
  await expect.poll(async () => (await ask('process')).status, SLOW).toBe(503);
  const draining = await ask('process');
  expect([await draining.json(), draining.headers.get('connection')]).toEqual([
    { status: 'draining', problems: [] },
    'close',
  ]);
  expect((await ask('live')).status).toBe(200);
  expect(await stopped).toBe(0);
}, 120_000);

it('does not start with some roles on a database of its own', async () => {
  const { code, output } = await finish(runProgram('main', ['start', '--roles', 'web']));
  expect(code).toBe(2);
  expect(output).toContain('--roles leaves out devices and work');
});
