import pino from 'pino';
import { expect, test } from 'vitest';
import { commandTopic, isOwnTopic, readCommand } from '../../device-messages/home-assistant-topics.ts';
import { aSnapshot } from '../../testing/snapshot.ts';
import { createCommandReceiver, type RequestedCommand } from './commands.ts';

const PURIFIER = { meterId: 12, number: 1 };
const topicOf = (level: 'power' | 'speed' | 'preset', code = 'AB/+ 1') => commandTopic(code, PURIFIER, level);

test('reads commands of known actions only', () => {
  const read = (level: 'power' | 'speed' | 'preset', text: string) => {
    const wanted = readCommand(topicOf(level), text);
    return wanted && `${wanted.command} ${wanted.action}`;
  };
  expect(['ON', 'OFF', 'on', ''].map((text) => read('power', text))).toEqual(['POWER ON', 'POWER OFF', null, null]);
  expect(['0', '1', '3', '4', '-1', '1.5'].map((text) => read('speed', text))).toEqual([
    ...['POWER OFF', 'FAN_SPEED WEAK', 'FAN_SPEED STRONG', null, null, null],
  ]);
  expect(['auto', 'manual', 'toString'].map((text) => read('preset', text))).toEqual([
    ...['WORK AUTO', 'WORK MANUAL', null],
  ]);
  expect(readCommand('airdeck-ha/x/meter-12/purifier-0/power/set', 'ON')).toBeNull();
});

test('keeps codes of organizations within one level of a topic', () => {
  expect(topicOf('power')).toBe('airdeck-ha/AB___1/meter-12/purifier-1/power/set');
  expect(isOwnTopic('homeassistant/device/airdeck_meter_12/config')).toBe(true);
  expect(isOwnTopic('homeassistant/device/other/config')).toBe(false);
});

const SNAPSHOT = aSnapshot([
  { id: 1, code: 'AB/+ 1', offices: [{ id: 1, departments: [{ id: 1, meters: [{ id: 12, purifiers: [1] }] }] }] },
  { id: 2, code: 'OTHER', offices: [] },
]);

const openReceiver = () => {
  const requested: RequestedCommand[] = [];
  const started: number[] = [];
  let now = 0;
  const receiver = createCommandReceiver({
    registry: { snapshot: () => SNAPSHOT },
    async request(command) {
      requested.push(command);
      return null;
    },
    onStarted: (doorId) => started.push(doorId),
    monotonic: () => now,
    log: pino({ level: 'silent' }),
  });
  const send = (topic: string, text: string, { isRetained = false, organizationId = 1 } = {}) =>
    new Promise<Error | undefined>((resolve) => {
      const message = { topic, payload: Buffer.from(text), isRetained, ip: '' };
      receiver.receive({ id: 7, organizationId }, message, resolve);
    });
  return {
    ...{ receiver, requested, started, send },
    pass(ms: number) {
      now += ms;
    },
  };
};

test('requests commands for purifiers of the own organization, and none that is retained', async () => {
  const { requested, send } = openReceiver();
  await send(topicOf('speed'), '2');
  await send(topicOf('speed'), '2', { isRetained: true });
  await send(topicOf('speed'), '2', { organizationId: 2 });
  await send(topicOf('speed', 'OTHER'), '2');
  await send(commandTopic('AB/+ 1', { meterId: 12, number: 2 }, 'power'), 'ON');
  await send('airdeck-ha/AB___1/meter-12/state', '{}');
  expect(requested).toEqual([{ organizationId: 1, purifierId: 1, command: 'FAN_SPEED', action: 'MEDIUM', ip: null }]);
});

test('drops commands above the rate, and acknowledges them', async () => {
  const { requested, send, pass } = openReceiver();
  for (let i = 0; i < 40; i++) expect(await send(topicOf('power'), 'ON')).toBeUndefined();
  expect(requested).toHaveLength(30);
  pass(2_000);
  for (let i = 0; i < 5; i++) await send(topicOf('power'), 'ON');
  expect(requested).toHaveLength(32);
});

test('a birth message starts the publication again, once it is no retained one', async () => {
  const { receiver, started, send } = openReceiver();
  await send('homeassistant/status', 'offline');
  await send('homeassistant/status', 'online', { isRetained: true });
  await send('homeassistant/status', 'online');
  expect(started).toEqual([7]);
  expect(receiver.mayPublish('homeassistant/status')).toBe(true);
  expect(receiver.mayPublish('homeassistant/device/airdeck_meter_12/config')).toBe(false);
});
