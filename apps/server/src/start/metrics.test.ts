import mqtt from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appendRegistryChange } from '../feed/feed-queries.ts';
import { asAdministrator } from '../testing/database-server.ts';
import { aCredential } from '../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization } from '../testing/factory.ts';
import { aDataDir, finish, runProgram, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

const SLOW = { timeout: 60_000 };
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let server: ServerProcess;
let address: string;

beforeAll(async () => {
  database = await testDatabase();
  const dir = aDataDir();
  const ports = ['--port', '0', '--mqtt-port', '0', '--metrics-port', '0', '--host', '127.0.0.1'];
  server = await startServer(['start', '--data', dir.path, '--database-url', database.url, ...ports]);
  address = /^metrics: (\S+)/m.exec(server.output())?.[1] ?? '';
  cleanups.push(database.close, dir.remove, () => server.stop());
});
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const scrape = async (): Promise<Map<string, number>> => {
  const lines = (await (await fetch(address)).text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
};
const of = (role: string) => `{role="${role}"}`;
const figure = async (name: string): Promise<number | undefined> => (await scrape()).get(name);

it('answers load balancers about each process', async () => {
  const ask = async (role: string) => {
    const answer = await fetch(address.replace('/metrics', `/health/${role}`));
    return [answer.status, await answer.text()];
  };
  const healthy = [200, '{"status":"ok","problems":[]}\n'];
  for (const role of ['devices', 'web', 'work']) expect(await ask(role)).toEqual(healthy);
  for (const role of ['', 'supervisor', 'constructor', 'web/', '%2e']) expect((await ask(role))[0]).toBe(404);
});

it('moves with what devices send and pages ask', async () => {
  const { db } = database;
  const organization = await anOrganization(db);
  const meter = await aMeter(db, {
    department: await aDepartment(db, { organizationId: organization.id }),
    sensors: ['CO2'],
  });
  const login = await aCredential(db, { organization, code: meter.code, meterId: meter.id });
  await db.tx(appendRegistryChange);
  const before = await scrape();
  expect([
    before.get(`airdeck_frames_stored_total${of('devices')}`),
    before.get(`airdeck_mqtt_connections${of('devices')}`),
  ]).toEqual([0, 0]);

  let device: mqtt.MqttClient | null = null;
  await expect
    .poll(async () => {
      device = await mqtt.connectAsync(server.mqttUrl, { ...login, reconnectPeriod: 0 }, false).catch(() => null);
      return device !== null;
    }, SLOW)
    .toBe(true);
  const client = device as unknown as mqtt.MqttClient;
  const now = Date.now();
  const frames = Array.from({ length: 25 }, (_, i) => ({ time: now - i * 1_000, readings: { CO2: 500, XYZ: 1 } }));
  const topic = `airdeck/v1/${organization.code}/${meter.code}/readings`;
  await client.publishAsync(topic, JSON.stringify(frames), { qos: 1 });
  await client.publishAsync(topic, 'nonsense', { qos: 1 });
  await fetch(`${server.url}/api/v1/users/me`);

  const after = await scrape();
  expect(after.get(`airdeck_frames_stored_total${of('devices')}`)).toBe(25);
  expect(after.get('airdeck_rejections_total{reason="UNKNOWN_TYPE",role="devices"}')).toBe(25);
  expect(after.get('airdeck_rejections_total{reason="NOT_JSON",role="devices"}')).toBe(1);
  expect(after.get(`airdeck_acknowledgement_seconds_count${of('devices')}`)).toBe(2);
  expect(after.get('airdeck_acknowledgement_seconds_bucket{le="+Inf",role="devices"}')).toBe(2);
  expect(after.get(`airdeck_acknowledgement_seconds_sum${of('devices')}`)).toBeGreaterThan(0);
  expect(after.get(`airdeck_mqtt_connections${of('devices')}`)).toBe(1);
  expect(after.get(`airdeck_http_connections${of('web')}`)).toBeGreaterThanOrEqual(1);
  expect(after.get(`airdeck_packed_days_total${of('work')}`)).toBe(0);
  expect(after.get(`airdeck_standbys${of('work')}`)).toBe(0);
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('airdeck_http_requests_total{status="4xx",role="web"}')).toBe(1);
  expect(grown(`airdeck_database_query_seconds_count${of('devices')}`)).toBeGreaterThan(0);
  expect(after.get(`airdeck_dirty_hours${of('work')}`)).toBeGreaterThanOrEqual(0);
  for (const role of ['supervisor', 'devices', 'web', 'work']) {
    expect(after.get(`airdeck_event_loop_delay_seconds{quantile="0.99",role="${role}"}`)).toBeGreaterThanOrEqual(0);
    expect(after.get(`process_resident_memory_bytes${of(role)}`)).toBeGreaterThan(1e6);
    if (role !== 'supervisor') expect(after.get(`airdeck_role_restarts_total${of(role)}`)).toBe(0);
  }
  await client.endAsync(true);
  await expect.poll(() => figure(`airdeck_mqtt_connections${of('devices')}`), SLOW).toBe(0);
});

it('says nothing of it to pages, and nothing of pages there', async () => {
  const page = await fetch(`${server.url}/metrics`);
  expect(await page.text()).not.toContain(`airdeck_frames_stored_total${of('devices')}`);
  expect((await fetch(new URL('/api/v1/health', address))).status).toBe(404);
});

it('goes on while the database is away, without what only that knows', async () => {
  const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
  const health = async () => {
    const answer = await fetch(`${server.url}/api/v1/health/ready`);
    return { status: answer.status, body: await answer.json() };
  };
  await expect.poll(health, SLOW).toEqual({ status: 200, body: { status: 'ok', problems: [] } });
  await asAdministrator(inject('databaseServer'), async (administrator) => {
    await administrator.query(`alter database "${name}" with allow_connections false`);
    await administrator.query(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`,
    );
    await expect.poll(health, SLOW).toEqual({ status: 503, body: { status: 'failing', problems: ['DATABASE_AWAY'] } });
    // The last count is used for a moment longer.
    await expect.poll(() => figure(`airdeck_dirty_hours${of('work')}`), SLOW).toBeUndefined();
    const values = await scrape();
    expect(values.get('airdeck_problem{problem="DATABASE_AWAY",role="web"}')).toBe(1);
    expect(values.get(`airdeck_frames_stored_total${of('devices')}`)).toBe(25);
    expect((await fetch(`${server.url}/api/v1/health/live`)).status).toBe(200);
    await administrator.query(`alter database "${name}" with allow_connections true`);
  });
  await expect.poll(health, SLOW).toMatchObject({ status: 200 });
  await expect.poll(() => figure(`airdeck_dirty_hours${of('work')}`), SLOW).toBeGreaterThanOrEqual(0);
});

it('says that its port is in use', async () => {
  const { port } = new URL(address);
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const ports = ['--port', '0', '--mqtt-port', '0', '--metrics-port', port];
  const { code, output } = await finish(runProgram('main', ['start', '--data', dir.path, ...ports]));
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} for metrics is in use`);
});
