import type { CommandMessage } from '@airdeck/contract/protocol/message';
import { afterEach, expect, test } from 'vitest';
import { ModbusError } from '../../platform/modbus/modbus-error.ts';
import { aPolledDevice } from '../../testing/polled-device.ts';
import { createRegisterCommands } from './register-commands.ts';

const FAN = {
  name: 'Fan',
  reads: [{ sensor: 'co2', table: 'HOLDING', register: 0 }],
  writes: ['ON', 'OFF'].map((action, i) => ({
    ...{ command: 'POWER', action, table: 'HOLDING', register: 10, value: 1 - i },
    readBack: { table: 'HOLDING', register: 20, expected: 1 - i },
  })),
};
const polled = aPolledDevice(FAN, { host: '10.0.0.1', port: 502, purifier: 1 });

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Commands to a device whose writes end as the test says; a write that ends well has its effect. */
const rigOf = (write: (value: number) => Promise<void> = async () => {}, effect = (value: number) => value) => {
  const events: string[] = [];
  let shown = 7;
  const commands = createRegisterCommands({
    modbus: {
      read: async (_, request) => ({ ...request, data: Uint8Array.of(0, shown) }),
      write: async (_, { values: [value = 0] }) => {
        events.push(`write ${value}`);
        shown = effect(value);
        await write(value);
      },
    },
    isAllowed: () => true,
    clock: { now: () => 1_000 },
    readBackMs: 0,
    acknowledge: ({ state, reason }, { id }) => void events.push([id, state, reason].filter(Boolean).join(' ')),
    pollNow: () => void events.push('poll'),
    noteFault: (_, text) => void events.push(text),
  });
  closers.push(() => commands.stop());
  return { commands, events };
};
const command = (id: string, action: string, expires = 2_000): CommandMessage => ({
  ...{ id, purifier: 1, command: 'POWER', action, time: new Date(0).toISOString() },
  expires: new Date(expires).toISOString(),
});
const failing = (error: ModbusError) => () => Promise.reject(error);

test('a command is written, accepted, read back, and then the device is asked', async () => {
  const { commands, events } = rigOf();
  commands.run(polled, command('1', 'ON'));
  await expect.poll(() => events).toEqual(['write 1', '1 ACCEPTED', 'poll']);
});

test('registers that keep their values are a fault, and the command is left to expire', async () => {
  const { commands, events } = rigOf(undefined, () => 7);
  commands.run(polled, command('1', 'ON'));
  const fault = 'POWER ON: the registers do not show the written values';
  await expect.poll(() => events).toEqual(['write 1', '1 ACCEPTED', fault, 'poll']);
});

test.each([
  [2, 'NOT_SUPPORTED'],
  [4, 'FAILED'],
])('exception %i rejects it', async (exception, reason) => {
  const { commands, events } = rigOf(failing(new ModbusError('EXCEPTION', 'no', exception)));
  commands.run(polled, command('1', 'ON'));
  await expect.poll(() => events).toEqual(['write 1', 'POWER ON: EXCEPTION: no', `1 REJECTED ${reason}`]);
});

test('a device that cannot be reached has not done it', async () => {
  const { commands, events } = rigOf(failing(new ModbusError('UNREACHABLE', 'no')));
  commands.run(polled, command('1', 'ON'));
  await expect.poll(() => events.at(-1)).toBe('1 REJECTED FAILED');
});

test('without an answer the registers show whether it was done', async () => {
  const late = failing(new ModbusError('TIMEOUT', 'late'));
  const done = rigOf(late);
  done.commands.run(polled, command('1', 'ON'));
  await expect.poll(() => done.events).toEqual(['write 1', 'POWER ON: TIMEOUT: late', '1 ACCEPTED', 'poll']);
  const lost = rigOf(late, () => 7);
  lost.commands.run(polled, command('1', 'ON'));
  await expect.poll(() => lost.events).toEqual(['write 1', 'POWER ON: TIMEOUT: late', 'poll']);
});

test('commands follow each other; a repeated one and one that has expired are not begun', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { commands, events } = rigOf((value) => (value === 1 ? held : Promise.resolve()));
  commands.run(polled, command('1', 'ON'));
  commands.run(polled, command('1', 'ON'));
  commands.run(polled, command('2', 'ON', 1_000));
  commands.run(polled, command('3', 'OFF'));
  await expect.poll(() => events).toEqual(['write 1']);
  release();
  await expect.poll(() => events).toEqual(['write 1', '1 ACCEPTED', 'poll', 'write 0', '3 ACCEPTED', 'poll']);
});

test('what the map does not have is not supported', async () => {
  const { commands, events } = rigOf();
  commands.run(polled, { ...command('1', 'ON'), command: 'UV' });
  await expect.poll(() => events).toEqual(['1 REJECTED NOT_SUPPORTED']);
});
