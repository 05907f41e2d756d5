import { topicOf } from '@airdeck/contract/protocol/topic';
import { API_BASE } from '@airdeck/contract/route';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSealKey } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestMeter, type TestOrganization } from '../../testing/factory.ts';
import { openRabbitMq, type RabbitMq } from '../../testing/rabbitmq.ts';
import { openSiteProcess } from '../../testing/site-process.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer } from '../../testing/web-server.ts';

// RabbitMQ as Debian packages it (apt-get install rabbitmq-server), only if TEST_RABBITMQ is set: it starts for half a
// minute. It asks the role `web` who may connect, and is a local server of the role `devices`.

const SOON = { timeout: 60_000, interval: 50 };
const KILLS = 5;
const PER_KILL = 20;
const START = Date.now() - 3_600_000;

describe.skipIf(!process.env.TEST_RABBITMQ)('RabbitMQ', () => {
  let database: TestDatabase;
  let rabbit: RabbitMq;
  let devices: DeviceServer;
  let organization: TestOrganization;
  let meter: TestMeter;
  let login: { username: string; password: string };
  let connected: () => number;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    cleanups.push(database.close);
    const { db } = database;
    organization = await anOrganization(db);
    const department = await aDepartment(db, { organizationId: organization.id });
    meter = await aMeter(db, { department, code: 'M1', sensors: ['CO2'] });
    login = await aCredential(db, { organization, code: 'M1', meterId: meter.id });
    const web = await openWebServer(database, ['--broker-auth', '127.0.0.1']);
    cleanups.push(web.close);
    rabbit = await openRabbitMq(web.base.replace(API_BASE, '/broker-auth'));
    cleanups.push(rabbit.close);
    devices = await openDeviceServer(db);
    cleanups.push(devices.close);
    await db.query(sql`insert into local_server (organization_id, name, ip, port, own_login)
      values (${organization.id}, 'RabbitMQ', '127.0.0.1', ${rabbit.port}, 'Y')`);
    const process = await openSiteProcess(db, devices, { loginKey: loadSealKey(web.dataDir, systemRandom).key });
    cleanups.push(process.close);
    connected = process.connected;
  }, 180_000);
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }, 60_000);

  const connect = async (given: Partial<typeof login & { clientId: string }> = {}): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(
      `mqtt://127.0.0.1:${rabbit.port}`,
      { clientId: login.username, clean: false, ...login, ...given, reconnectPeriod: 0 },
      false,
    );
    client.on('error', () => undefined);
    return client;
  };
  const topic = (rest: string, device = 'M1') => topicOf(organization.code, device, rest);
  const payload = (n: number) => JSON.stringify({ time: START + n * 1000, readings: { CO2: 600 + n } });
  const storedCount = async (): Promise<number> => {
    const { rows } = await database.db.query<{ count: number }>(
      sql`select count(*)::integer as count from frame where meter_id = ${meter.id}`,
    );
    return rows[0]?.count ?? 0;
  };

  it('admits the connection of this server with its own login', async () => {
    await expect.poll(connected, SOON).toBe(1);
  });

  it('admits devices with their own secret and client id only', async () => {
    await expect(connect({ password: 'wrong' })).rejects.toThrow();
    await expect(connect({ clientId: 'another' })).rejects.toThrow();
    const client = await connect();
    expect(await client.subscribeAsync(topic('commands'), { qos: 1 })).toMatchObject([{ qos: 1 }]);
    await client.endAsync();
  });

  it.each([
    ['for another device', 'readings', 'M2'],
    ['commands', 'commands', 'M1'],
  ])('closes the connection of a device that publishes %s', async (_, rest, device) => {
    const client = await connect();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish(topic(rest, device), '{}', { qos: 1 });
    await closed;
    client.end(true);
  });

  it('does not let a device subscribe to messages of others', async () => {
    const client = await connect();
    await expect(client.subscribeAsync(topic('readings', '+'), { qos: 1 })).rejects.toThrow();
    client.end(true);
  });

  it('loses nothing that it acknowledged when it is killed', async () => {
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const client = await connect();
      const sent = Array.from({ length: PER_KILL }, (_, i) =>
        client.publishAsync(topic('readings'), payload(kill * PER_KILL + i), { qos: 1 }),
      );
      acknowledged += (await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled').length;
      await rabbit.kill();
      client.end(true);
      await rabbit.start();
    }
    expect(acknowledged).toBe(KILLS * PER_KILL);
    await expect.poll(storedCount, SOON).toBe(acknowledged);
  }, 400_000);
});
