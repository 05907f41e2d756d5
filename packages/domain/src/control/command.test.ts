import { describe, expect, it, test } from 'vitest';
import {
  type ActionValue,
  COMMANDS,
  type Command,
  type ControlledState,
  isAction,
  isFulfilled,
  isSupported,
  readAction,
  reportedAction,
} from './command.ts';
import { isAfter } from './command-state.ts';
import { type Obstacle, obstacleOf, type Target } from './obstacle.ts';

const state: ControlledState = {
  power: 'ON',
  control: 'MANUAL',
  run: 'WORK',
  source: 'REMOTE',
  fan_speed: 'WEAK',
  fan_direction: 'SWING',
  ventilation: 'INNER',
  uv: true,
  anion: false,
  light: null,
  operating_time_min: 0,
  reserved_start: '0800',
  reserved_end: null,
  filter_period_h: 4380,
  filter_use_h: [0.5, 812],
};

test.each<[Command, string, boolean]>([
  ['POWER', 'ON', true],
  ['POWER', 'on', false],
  ['POWER', 'toString', false],
  ['WORK', 'AUTO', true],
  ['WORK', 'TROUBLE', false],
  ['REMOTE', 'LOCAL', true],
  ['FAN_SPEED', 'STRONG', true],
  ['FAN_SPEED', '3', false],
  ['OPERATING_TIME', '0', true],
  ['OPERATING_TIME', '1440', true],
  ['OPERATING_TIME', '1441', false],
  ['OPERATING_TIME', '-1', false],
  ['OPERATING_TIME', '1.5', false],
  ['OPERATING_TIME', '007', false],
  ['OPERATING_TIME', '1e2', false],
  ['FILTER_PERIOD', '0', false],
  ['FILTER_PERIOD', '100000', true],
  ['FILTER_PERIOD', '100001', false],
  ['FILTER_3_USE', '0', true],
  ['START_TIME', '0000', true],
  ['START_TIME', '2359', true],
  ['END_TIME', '2400', false],
  ['END_TIME', 'NONE', true],
  ['UV', '', false],
])('%s %s is an action: %s', (command, action, isOne) => {
  expect(isAction(command, action)).toBe(isOne);
});

describe('isFulfilled', () => {
  it.each<[Command, string, Partial<ControlledState>, boolean]>([
    ['POWER', 'ON', {}, true],
    ['POWER', 'OFF', {}, false],
    ['WORK', 'MANUAL', {}, true],
    ['WORK', 'WORK', {}, true],
    ['WORK', 'AUTO', {}, false],
    ['WORK', 'MANUAL', { run: 'TROUBLE' }, false],
    ['WORK', 'MANUAL', { power: 'OFF' }, false],
    ['WORK', 'STOP', { run: 'STOP' }, true],
    ['REMOTE', 'REMOTE', {}, true],
    ['FAN_SPEED', 'WEAK', {}, true],
    ['FAN_SPEED', 'STRONG', {}, false],
    ['FAN_SPEED', 'WEAK', { fan_speed: null }, false],
    ['UV', 'ON', {}, true],
    ['ANION', 'OFF', {}, true],
    ['LIGHT', 'OFF', {}, false],
    ['START_TIME', '0800', {}, true],
    ['END_TIME', 'NONE', {}, true],
    ['START_TIME', 'NONE', {}, false],
    ['FILTER_PERIOD', '4380', {}, true],
    // It counts on while the report is on its way.
    ['FILTER_1_USE', '0', {}, true],
    ['FILTER_2_USE', '0', {}, false],
    ['FILTER_3_USE', '0', {}, false],
    ['OPERATING_TIME', '0', {}, true],
    ['OPERATING_TIME', '30', { operating_time_min: 29 }, true],
    ['OPERATING_TIME', '30', { operating_time_min: 31 }, false],
    ['OPERATING_TIME', '30', { operating_time_min: undefined }, false],
  ])('%s %s where it says %o: %s', (command, action, said, is) => {
    expect(isFulfilled(command, action, { ...state, ...said })).toBe(is);
  });
});

it('supports the commands that the device declares, or else those it reports a state for', () => {
  const supported = (said: Partial<ControlledState>) =>
    COMMANDS.filter((command) => isSupported(command, { ...state, ...said }));
  expect(supported({ commands: ['POWER', 'END_TIME'] })).toEqual(['POWER', 'END_TIME']);
  expect(COMMANDS.filter((command) => !supported({}).includes(command))).toEqual(['LIGHT', 'FILTER_3_USE', 'END_TIME']);
});

it.each<[Command, Partial<Target>, Obstacle | null]>([
  ['POWER', {}, null],
  ['LIGHT', {}, 'NOT_SUPPORTED'],
  ['POWER', { isUsed: false, isReachable: false }, 'DEVICE_UNUSED'],
  ['POWER', { isReachable: false }, 'METER_DISCONNECT'],
  ['POWER', { state: null }, 'METER_DISCONNECT'],
  ['POWER', { state: { ...state, source: 'LOCAL' } }, 'LOCAL_CONTROL'],
  ['REMOTE', { state: { ...state, source: 'LOCAL' } }, null],
  ['REMOTE', { state: { ...state, source: 'LOCAL' }, isReachable: false }, 'METER_DISCONNECT'],
  ['REMOTE', { state: { ...state, source: null } }, 'NOT_SUPPORTED'],
])('%s to %o meets %s', (command, target, obstacle) => {
  expect(obstacleOf(command, 'ON', { isUsed: true, isReachable: true, state, ...target })).toBe(obstacle);
});

it.each([
  ['by the clock of the server', null, 95_000, true],
  ['older than the slack of clocks', null, 94_999, false],
  ['by the clock of the device, which is behind', 40_000, 40_000, true],
  ['by the clock of the device, which is ahead', 200_000, 199_999, false],
])('is a report after the command: %s', (_, acceptedDeviceTime, reportTime, is) => {
  expect(isAfter({ sentTime: 100_000, acceptedDeviceTime }, reportTime)).toBe(is);
});

it.each<[Command, string, ActionValue]>([
  ['FAN_SPEED', 'STRONG', { kind: 'word', word: 'STRONG' }],
  ['OPERATING_TIME', '120', { kind: 'number', value: 120, unit: 'min' }],
  ['FILTER_2_USE', '0', { kind: 'number', value: 0, unit: 'h' }],
  ['START_TIME', '0830', { kind: 'time', clock: '08:30' }],
  ['END_TIME', 'NONE', { kind: 'word', word: 'NONE' }],
])('%s %s is read as %o', (command, action, value) => {
  expect(readAction(command, action)).toEqual(value);
});

it.each<[Command, Partial<ControlledState>, string | null]>([
  ['POWER', {}, 'ON'],
  ['WORK', {}, 'MANUAL'],
  ['WORK', { power: 'OFF' }, 'OFF'],
  ['WORK', { run: 'TROUBLE' }, 'TROUBLE'],
  ['UV', {}, 'ON'],
  ['LIGHT', {}, null],
  ['FILTER_1_USE', {}, '0'],
  ['FILTER_2_USE', { filter_use_h: [0, 812.9] }, '812'],
  ['FILTER_3_USE', {}, null],
  ['START_TIME', {}, '0800'],
  ['END_TIME', {}, null],
  ['END_TIME', { commands: ['END_TIME'] }, 'NONE'],
])('of %s %o reports %s', (command, said, action) => {
  expect(reportedAction(command, { ...state, ...said })).toBe(action);
});

it.each<[Command, string, Obstacle | null]>([
  ['START_TIME', '0959', null],
  ['START_TIME', '1000', 'END_BEFORE_START'],
  ['START_TIME', 'NONE', null],
  ['END_TIME', '0801', null],
  ['END_TIME', '0800', 'END_BEFORE_START'],
])('%s %s between 0800 and 1000 meets %s', (command, action, obstacle) => {
  const target = { isUsed: true, isReachable: true, state: { ...state, reserved_end: '1000' } };
  expect(obstacleOf(command, action, target)).toBe(obstacle);
});
