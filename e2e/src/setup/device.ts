import { setTimeout as wait } from 'node:timers/promises';
import type { CommandMessage } from '@airdeck/contract/protocol/message';
import mqtt, { type MqttClient } from 'mqtt';
import type { DeviceLogin, PLACES } from './servers.ts';

/** The device whose topics are used. */
type TestMeter = Record<keyof Pick<(typeof PLACES)['testMeter'], 'organization' | 'code'>, string>;

const PATIENCE_MS = 30_000;

/** Retries like a device: a newly registered one is admitted once the server knows it. */
export const connectDevice = async (mqttUrl: string, login: DeviceLogin): Promise<MqttClient> => {
  for (const until = Date.now() + PATIENCE_MS; ; await wait(100)) {
    try {
      return await mqtt.connectAsync(mqttUrl, login, false);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};

/** Publishes as the device of a meter that the tests added; resolves when the server has acknowledged it. */
export const speak = async (mqttUrl: string, login: DeviceLogin, meter: TestMeter, message: object): Promise<void> => {
  const client = await connectDevice(mqttUrl, login);
  const topic = `airdeck/v1/${meter.organization}/${meter.code}/readings`;
  await client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
  await client.endAsync();
};

/** Reports that an error of the device began or ended. */
export const report = async (mqttUrl: string, login: DeviceLogin, meter: TestMeter, message: object): Promise<void> => {
  const client = await connectDevice(mqttUrl, login);
  const topic = `airdeck/v1/${meter.organization}/${meter.code}/errors`;
  await client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
  await client.endAsync();
};

const BEGINNING = {
  ...{ power: 'ON', control: 'MANUAL', run: 'WORK', source: 'REMOTE', fan_speed: 'WEAK', fan_direction: 'SWING' },
  ...{ uv: false, filter_period_h: 4380, filter_use_h: [120.5, 4400], reserved_start: null, reserved_end: null },
  commands: ['POWER', 'WORK', 'REMOTE', 'FAN_SPEED', 'FAN_DIRECTION', 'UV', 'START_TIME', 'END_TIME', 'FILTER_1_USE'],
};

/** A state after a command; the tests give few of them. */
const changeOf = ({ command, action }: CommandMessage): object => {
  if (command === 'FILTER_1_USE') return { filter_use_h: [Number(action), BEGINNING.filter_use_h[1]] };
  if (command === 'START_TIME') return { reserved_start: action };
  if (command === 'UV') return { uv: action === 'ON' };
  return { [command.toLowerCase()]: action };
};

const REPORT_MS = 20_000;

export interface TestPurifiers {
  /** Numbers of those that take no command. */
  silent: Set<number>;
  close(): Promise<void>;
}

/** Simulates the purifiers of a meter: reports their states, executes commands once, and reports the changes. */
export const openPurifiers = async (
  mqttUrl: string,
  login: DeviceLogin,
  { organization, code }: TestMeter,
  numbers: readonly number[],
): Promise<TestPurifiers> => {
  const client = await connectDevice(mqttUrl, login);
  const topic = `airdeck/v1/${organization}/${code}`;
  const publish = (rest: string, message: object) =>
    client.publishAsync(`${topic}/${rest}`, JSON.stringify(message), { qos: 1 });
  const states = new Map<number, object>(numbers.map((number) => [number, BEGINNING]));
  const done = new Set<string>();
  const silent = new Set<number>();
  client.on('message', (_, payload) => {
    const message = JSON.parse(String(payload)) as CommandMessage;
    const { id, purifier } = message;
    if (done.has(id) || silent.has(purifier)) return;
    done.add(id);
    const state = { ...states.get(purifier), ...changeOf(message) };
    states.set(purifier, state);
    void publish('commands/ack', { id, state: 'ACCEPTED', time: Date.now() }).then(() =>
      publish(`purifiers/${purifier}/state`, { ...state, time: Date.now() }),
    );
  });
  await client.subscribeAsync(`${topic}/commands`, { qos: 1 });
  const reportAll = () =>
    Promise.all([...states].map(([number, state]) => publish(`purifiers/${number}/state`, state)));
  await reportAll();
  // A device that is silent for three minutes is unreachable.
  const timer = setInterval(() => void reportAll(), REPORT_MS);
  return {
    silent,
    close() {
      clearInterval(timer);
      return client.endAsync();
    },
  };
};
