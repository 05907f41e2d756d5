import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRecord, ControlTarget } from '@airdeck/contract/control/schema';
import { topicOf } from '@airdeck/contract/protocol/topic';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import mqtt, { type MqttClient } from 'mqtt';
import { type Api, openApi, printTimes } from '../administration/api.ts';
import { nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import type { Shape } from '../ingest/generator.ts';
import { ORGANIZATION, SECRET } from '../ingest/names.ts';
import type { BusyShape } from '../store/busy-server.ts';

const PURIFIERS = 1_000;
const GATEWAYS = 4;
const SHAPE: BusyShape = { meters: 2_000, gateways: GATEWAYS, purifiers: PURIFIERS, oldMeters: 0, oldDays: 0 };
const SINGLES = Number(process.env.BENCH_SINGLES ?? 200);
const GAP_MS = 50;
const ROUNDS = 5;
/** Rate beside the batches; BENCH_RATE overrides it. */
const RATE = Number(process.env.BENCH_RATE ?? 3_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const LOOK_MS = 25;
const PATIENCE_MS = 60_000;

interface Paged<T> {
  content: T[];
  totalElements: number;
}

/** All purifiers behind one gateway: each executes a command at once, and reports it. */
const openDevices = async (mqttPort: number): Promise<MqttClient> => {
  const gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: `${ORGANIZATION}:GW0`,
    password: SECRET,
  });
  const say = (device: string, rest: string, what: object) =>
    gateway.publishAsync(topicOf(ORGANIZATION, device, rest), JSON.stringify(what), { qos: 1 });
  gateway.on('message', (topic, payload) => {
    const device = topic.split('/')[3] ?? '';
    const { id, action } = JSON.parse(payload.toString());
    void say(device, 'commands/ack', { id, state: 'ACCEPTED', time: Date.now() });
    void say(device, 'purifiers/1/state', { power: 'ON', fan_speed: action, time: Date.now() });
  });
  await gateway.subscribeAsync(topicOf(ORGANIZATION, '+', 'commands'), { qos: 1 });
  for (let i = 0; i < PURIFIERS; i++) await say(`D${i}`, 'purifiers/1/state', { power: 'ON', fan_speed: 'WEAK' });
  return gateway;
};

const tell = async (api: Api, ids: readonly number[], action: string): Promise<string> => {
  const batch_id = randomUUID();
  const body = { batch_id, purifier_ids: ids, command: 'FAN_SPEED', action };
  const { results } = await api.ask<{ results: { command_id: number | null }[] }>('POST', '/control/commands', body);
  const refused = results.filter(({ command_id }) => command_id === null).length;
  if (refused > 0) throw new Error(`${refused} of ${ids.length} purifiers were not told`);
  return batch_id;
};

const confirmed = async (api: Api, batch: string): Promise<Paged<CommandRecord>> => {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const page = await api.ask<Paged<CommandRecord>>('GET', `/control/commands?batchId=${batch}&size=1`);
    const done = await api.ask<Paged<CommandRecord>>(
      'GET',
      `/control/commands?batchId=${batch}&state=CONFIRMED&size=1`,
    );
    if (done.totalElements === page.totalElements) return done;
    if (performance.now() > end) throw new Error(`${done.totalElements} of ${page.totalElements} were confirmed`);
    await sleep(LOOK_MS);
  }
};

/** From request to confirmation: of single commands, and of a thousand at once beside ingest. */
export const benchControl = async (): Promise<void> => {
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(SHAPE)]);
  const { port, mqttPort } = await nextMessage<{ port: number; mqttPort: number }>(server);
  const api = await openApi(port);
  const gateway = await openDevices(mqttPort);
  const targets = await api.ask<Paged<ControlTarget>>('GET', `/control/purifiers?size=${PURIFIERS}`);
  const ids = targets.content.map(({ id }) => id);
  print({ name: 'control-machine', value: loadavg()[0] ?? 0, unit: 'load' });

  const singles: number[] = [];
  for (let i = 0; i < SINGLES; i++) {
    const { content } = await confirmed(api, await tell(api, [ids[i % ids.length] ?? 0], 'MEDIUM'));
    const [command] = content;
    if (command?.ended_time) singles.push(Date.parse(command.ended_time) - Date.parse(command.executed_time));
    await sleep(GAP_MS);
  }
  printTimes('control-confirmed', singles, 500);

  const shape: Shape = {
    ...{ port: mqttPort, connections: GATEWAYS, devicesPerConnection: SHAPE.meters / GATEWAYS },
    ...{ inFlight: 20, seconds: SECONDS, rate: RATE },
  };
  const load = startChild(join(import.meta.dirname, '../ingest/generator.ts'), [JSON.stringify(shape)]);
  const loaded = nextMessage<LoadResult>(load);
  const batches: number[] = [];
  for (const action of ['STRONG', 'WEAK', 'MEDIUM', 'STRONG', 'WEAK'].slice(0, ROUNDS)) {
    await sleep(2_000);
    const begin = performance.now();
    await confirmed(api, await tell(api, ids, action));
    batches.push(performance.now() - begin);
  }
  printTimes('control-batch-1000', batches, 10_000);
  print({ name: 'control-load-frames', value: (await loaded).rate, unit: 'frames/s', reach: `>= ${RATE * 0.98}` });
  await gateway.endAsync();
  await stopChild(server);
};
