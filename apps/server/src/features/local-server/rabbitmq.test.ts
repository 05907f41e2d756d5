import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRabbitRig, type RabbitRig } from '../../testing/rabbitmq-rig.ts';

// Only if TEST_RABBITMQ is set: RabbitMQ starts for half a minute.

const SOON = { timeout: 60_000, interval: 50 };
const KILLS = 5;
const PER_KILL = 20;
const START = Date.now() - 3_600_000;

describe.skipIf(!process.env.TEST_RABBITMQ)('RabbitMQ', () => {
  let rig: RabbitRig;
  beforeAll(async () => {
    rig = await openRabbitRig();
  }, 180_000);
  afterAll(() => rig?.close(), 60_000);

  const device = () => {
    const [found] = rig.devices;
    if (found === undefined) throw new Error('no device');
    return found;
  };
  const node = () => {
    const [found] = rig.nodes;
    if (found === undefined) throw new Error('no node');
    return found;
  };
  const connect = async (given: { password?: string; clientId?: string } = {}): Promise<MqttClient> => {
    const { login } = device();
    const client = await mqtt.connectAsync(
      `mqtt://127.0.0.1:${node().port}`,
      { clientId: login.username, clean: false, ...login, ...given, reconnectPeriod: 0 },
      false,
    );
    client.on('error', () => undefined);
    return client;
  };
  const payload = (n: number) => JSON.stringify({ time: START + n * 1000, readings: { CO2: 600 + n } });
  const storedCount = async (): Promise<number> => {
    const { rows } = await rig.db.query<{ count: number }>(
      sql`select count(*)::integer as count from frame where meter_id = ${device().meterId}`,
    );
    return rows[0]?.count ?? 0;
  };

  it('admits the connection of this server with its own login', async () => {
    await expect.poll(rig.connected, SOON).toBe(1);
  });

  it('admits devices with their own secret and client id only', async () => {
    await expect(connect({ password: 'wrong' })).rejects.toThrow();
    await expect(connect({ clientId: 'another' })).rejects.toThrow();
    const client = await connect();
    expect(await client.subscribeAsync(rig.topic('commands'), { qos: 1 })).toMatchObject([{ qos: 1 }]);
    await client.endAsync();
  });

  it.each([
    ['for another device', 'readings', 'M2'],
    ['commands', 'commands', 'M1'],
  ])('closes the connection of a device that publishes %s', async (_, rest, code) => {
    const client = await connect();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish(rig.topic(rest, code), '{}', { qos: 1 });
    await closed;
    client.end(true);
  });

  it('does not let a device subscribe to messages of others', async () => {
    const client = await connect();
    await expect(client.subscribeAsync(rig.topic('readings', '+'), { qos: 1 })).rejects.toThrow();
    client.end(true);
  });

  it('loses nothing that it acknowledged when it is killed', async () => {
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const client = await connect();
      const sent = Array.from({ length: PER_KILL }, (_, i) =>
        client.publishAsync(rig.topic('readings'), payload(kill * PER_KILL + i), { qos: 1 }),
      );
      acknowledged += (await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled').length;
      await node().kill();
      client.end(true);
      await node().start();
    }
    expect(acknowledged).toBe(KILLS * PER_KILL);
    await expect.poll(storedCount, SOON).toBe(acknowledged);
  }, 400_000);
});
