import mqtt from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRabbitRig, type RabbitRig } from '../../testing/rabbitmq-rig.ts';

// A cluster of three, as docs/operations/brokers.md describes it, only if TEST_RABBITMQ is set.

const KILLS = Number(process.env.RABBITMQ_KILLS ?? 20);
const NODES = 3;
const METERS = 4;
/** Below the rate of a device. */
const GAP_MS = 250;
/** A node is killed, and later started again, after so many more acknowledgements of the other two. */
const BETWEEN = 20;
const SOON = { timeout: 120_000, interval: 100 };
const START = Date.now() - 3_600_000;

describe.skipIf(!process.env.TEST_RABBITMQ)('a cluster of RabbitMQ', () => {
  let rig: RabbitRig;
  beforeAll(async () => {
    rig = await openRabbitRig({ nodes: NODES, meters: METERS });
  }, 900_000);
  afterAll(() => rig?.close(), 120_000);

  /** Meters that send all the time, each through any node, and what was acknowledged: `meter@time`. */
  const startMeters = () => {
    const acknowledged = new Set<string>();
    let open = 0;
    const meters = rig.devices.map(({ code, meterId, login }, at) => {
      const servers = rig.nodes.map(({ port }) => ({ host: '127.0.0.1', port, protocol: 'mqtt' as const }));
      const client = mqtt.connect({
        ...login,
        ...{ clientId: login.username, clean: false, reconnectPeriod: 200, connectTimeout: 5_000 },
        ...{ reconnectOnConnackError: true, servers: [...servers.slice(at % NODES), ...servers.slice(0, at % NODES)] },
      });
      client.on('error', () => undefined);
      let step = 0;
      const timer = setInterval(() => {
        const time = START + step++ * 1000;
        open++;
        const payload = JSON.stringify({ time, readings: { CO2: 400 + (step % 600) } });
        client.publish(rig.topic('readings', code), payload, { qos: 1 }, (error) => {
          open--;
          if (!error) acknowledged.add(`${meterId}@${time}`);
        });
      }, GAP_MS);
      return { client, timer };
    });
    return {
      acknowledged,
      async stop() {
        for (const { timer } of meters) clearInterval(timer);
        await expect.poll(() => open, SOON).toBe(0);
        for (const { client } of meters) await client.endAsync(true);
      },
    };
  };
  const stored = async (): Promise<Set<string>> => {
    const { rows } = await rig.db.query<{ meter_id: number; time: Date }>(sql`select meter_id, time from frame`);
    return new Set(rows.map(({ meter_id, time }) => `${meter_id}@${time.getTime()}`));
  };

  it('has every acknowledged frame after twenty kills of one node after another', async () => {
    await expect.poll(rig.connected, SOON).toBe(1);
    const meters = startMeters();
    const { acknowledged } = meters;
    const more = async (): Promise<void> => {
      const enough = acknowledged.size + BETWEEN;
      await expect.poll(() => acknowledged.size, SOON).toBeGreaterThanOrEqual(enough);
    };
    const pauses: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await more();
      const node = rig.nodes[kill % NODES];
      await node?.kill();
      const [killed, before] = [performance.now(), acknowledged.size];
      await expect.poll(() => acknowledged.size, SOON).toBeGreaterThan(before);
      pauses.push(Math.round(performance.now() - killed));
      await more();
      await node?.start();
    }
    await meters.stop();
    const lost = async (): Promise<string[]> => {
      const there = await stored();
      return [...acknowledged].filter((key) => !there.has(key));
    };
    await expect.poll(lost, SOON).toEqual([]);
    console.log(
      `${KILLS} kills, ${acknowledged.size} acknowledged, 0 lost; next acknowledgement, ms: ${pauses.join(' ')}`,
    );
  }, 1_800_000);
});
