import { expect, test } from 'vitest';
import type { FanSpeed } from '../purifier-state.ts';
import { commandsToLevel, isResting, mayAsk } from './auto-command.ts';
import type { ControlledState } from './command.ts';

const state: ControlledState = {
  power: 'ON',
  control: 'AUTO',
  run: 'WORK',
  source: 'REMOTE',
  fan_speed: 'WEAK',
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
};

test.each<[FanSpeed, string, Partial<ControlledState>, string[]]>([
  ['WEAK', 'runs so', {}, []],
  ['STRONG', 'runs weaker', {}, ['FAN_SPEED STRONG']],
  ['STOP', 'runs', {}, ['FAN_SPEED STOP']],
  ['STOP', 'is stopped', { run: 'STOP' }, []],
  ['STRONG', 'is stopped', { run: 'STOP' }, ['WORK WORK', 'FAN_SPEED STRONG']],
  ['WEAK', 'is stopped at that speed', { run: 'STOP' }, ['WORK WORK']],
  ['STRONG', 'is off', { power: 'OFF' }, []],
  ['STRONG', 'is in trouble', { run: 'TROUBLE' }, []],
  ['STRONG', 'has no speeds', { fan_speed: null }, []],
  ['STRONG', 'has no speeds and is stopped', { fan_speed: null, run: 'STOP' }, ['WORK WORK']],
  ['STOP', 'has no speeds', { fan_speed: null }, ['WORK STOP']],
])('%s of one that %s', (level, _, said, commands) => {
  expect(commandsToLevel(level, { ...state, ...said }).map(({ command, action }) => `${command} ${action}`)).toEqual(
    commands,
  );
});

test.each([
  ['asks at once when it never did', null, 0, 0, true],
  ['does not ask twice in a minute', 0, 1, 59_999, false],
  ['asks again after a minute', 0, 1, 60_000, true],
  ['rests after five times', 0, 5, 599_999, false],
  ['asks again after its rest', 0, 5, 600_000, true],
])('%s', (_, askedTime, tries, now, may) => {
  expect(mayAsk({ askedTime, tries }, now)).toBe(may);
  expect(isResting({ tries })).toBe(tries === 5);
});
