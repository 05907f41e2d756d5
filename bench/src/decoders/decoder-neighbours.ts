import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { topicOf } from '@airdeck/contract/protocol/topic';
import mqtt, { type MqttClient } from 'mqtt';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { print, quantile } from '../figure.ts';
import { ORGANIZATION, SECRET } from '../ingest/names.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
const METERS = 40;
/** Interval of one meter's messages; below the rate limit of a device. */
const METER_MS = 200;
const GOOD_MS = 50;
/** Unacknowledged messages of each hostile decoder: the thread is never idle, and is soon free afterwards. */
const HOSTILE_IN_FLIGHT = 3;

interface Server {
  port: number;
  good: string;
  hostile: string[];
}

interface Round {
  native: number[];
  decoded: number[];
}

const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);

/** Publishes at an even pace until the signal; answers the milliseconds to each acknowledgement. */
const publish = async (
  client: MqttClient,
  everyMs: number,
  signal: AbortSignal,
  next: () => { topic: string; payload: string | Buffer },
): Promise<number[]> => {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  while (!signal.aborted) {
    const { topic, payload } = next();
    const began = performance.now();
    const acknowledged = client
      .publishAsync(topic, payload, { qos: 1 })
      .then(() => void times.push(performance.now() - began))
      .finally(() => open.delete(acknowledged));
    open.add(acknowledged);
    await wait(everyMs);
  }
  await Promise.all(open);
  return times;
};

/** What hostile decoders cost other devices: acknowledgements with and without them, in turns on one server. */
export const benchDecoderNeighbours = async (): Promise<void> => {
  const child = startChild(join(import.meta.dirname, 'devices-server.ts'), [String(METERS)]);
  const server = await nextMessage<Server>(child);
  const connect = (username: string): Promise<MqttClient> =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${server.port}`, { username, password: SECRET, reconnectPeriod: 0 });
  const codes = Array.from({ length: METERS }, (_, i) => `D${i}`);
  const meters = await Promise.all(codes.map((code) => connect(`${ORGANIZATION}:${code}`)));
  const good = await connect(server.good);
  const hostile = await Promise.all(server.hostile.map(connect));
  let time = Date.now() - 3_600_000;

  const measure = async (isHostile: boolean): Promise<Round> => {
    const stop = new AbortController();
    const { signal } = stop;
    const attackers = new AbortController();
    let n = 0;
    const attacks = isHostile
      ? hostile.flatMap((client) => {
          let turn = 0;
          return Array.from({ length: HOSTILE_IN_FLIGHT }, async () => {
            while (!attackers.signal.aborted) {
              await client.publishAsync('hostile', Buffer.from([turn++ % 3, 0, 0, 0]), { qos: 1 });
            }
          });
        })
      : [];
    const native = meters.map((client, i) =>
      publish(client, METER_MS, signal, () => {
        const readings = { CO2: 500 + (n++ % 500) };
        return {
          topic: topicOf(ORGANIZATION, codes[i] ?? '', 'readings'),
          payload: JSON.stringify({ time: new Date(time++).toISOString(), readings }),
        };
      }),
    );
    const decoded = publish(good, GOOD_MS, signal, () => ({
      topic: 'good',
      payload: Buffer.from([0, 215, 3, n++ % 256]),
    }));
    await wait(SECONDS * 1_000);
    stop.abort();
    const round = { native: (await Promise.all(native)).flat(), decoded: await decoded };
    attackers.abort();
    await Promise.all(attacks);
    return round;
  };

  await measure(false);
  const quiet: Round[] = [];
  const attacked: Round[] = [];
  for (let i = 0; i < PAIRS; i++) {
    quiet.push(await measure(false));
    attacked.push(await measure(true));
  }
  const p95 = (rounds: Round[], of: keyof Round): number =>
    quantile(sorted(rounds.flatMap((round) => round[of])), 0.95);
  const { off } = await ask<{ off: number }>(child, 'off');
  for (const client of [...meters, good, ...hostile]) await client.endAsync(true);
  await stopChild(child);
  const [before, beside] = [p95(quiet, 'native'), p95(attacked, 'native')];
  print({ name: 'decoder-neighbours-native-p95', value: before, unit: 'ms' });
  print({ name: 'decoder-neighbours-native-p95-hostile', value: beside, unit: 'ms' });
  print({ name: 'decoder-neighbours-native-p95-rise', value: beside - before, unit: 'ms', reach: '<= 20' });
  print({ name: 'decoder-neighbours-decoded-p95', value: p95(quiet, 'decoded'), unit: 'ms' });
  print({ name: 'decoder-neighbours-decoded-p95-hostile', value: p95(attacked, 'decoded'), unit: 'ms' });
  print({ name: 'decoder-neighbours-switched-off', value: off, unit: 'decoders' });
};
