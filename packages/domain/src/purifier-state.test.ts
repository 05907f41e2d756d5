import { expect, it } from 'vitest';
import {
  activityOf,
  CONTROL_SOURCES,
  CONTROLS,
  FAN_DIRECTIONS,
  FAN_SPEEDS,
  fanSpeedOf,
  POWERS,
  RUNS,
  VENTILATION_MODES,
  WORK_MODES,
  workMode,
} from './purifier-state.ts';

const table = [
  ['ON', 'AUTO', 'WORK', 'AUTO'],
  ['ON', 'MANUAL', 'WORK', 'MANUAL'],
  ['ON', 'AUTO', 'STOP', 'STOP'],
  ['ON', 'MANUAL', 'STOP', 'STOP'],
  ['ON', 'AUTO', 'TROUBLE', 'TROUBLE'],
  ['ON', 'MANUAL', 'TROUBLE', 'TROUBLE'],
  ['OFF', 'AUTO', 'WORK', 'OFF'],
  ['OFF', 'MANUAL', 'WORK', 'OFF'],
  ['OFF', 'AUTO', 'STOP', 'OFF'],
  ['OFF', 'MANUAL', 'STOP', 'OFF'],
  ['OFF', 'AUTO', 'TROUBLE', 'OFF'],
  ['OFF', 'MANUAL', 'TROUBLE', 'OFF'],
] as const;

it.each(table)('%s, %s, %s shows %s', (power, control, run, shown) => {
  expect(workMode({ power, control, run })).toBe(shown);
});

it('covers all combinations of power, control and run', () => {
  const told = new Set(table.map(([power, control, run]) => `${power} ${control} ${run}`));
  expect(told.size).toBe(POWERS.length * CONTROLS.length * RUNS.length);
});

it('lists the words that devices report', () => {
  expect([POWERS, CONTROLS, RUNS]).toEqual([
    ['ON', 'OFF'],
    ['AUTO', 'MANUAL'],
    ['WORK', 'STOP', 'TROUBLE'],
  ]);
  expect(WORK_MODES).toEqual(['ON', 'OFF', 'TROUBLE', 'AUTO', 'MANUAL', 'STOP', 'WORK']);
  expect(CONTROL_SOURCES).toEqual(['REMOTE', 'LOCAL']);
  expect(FAN_SPEEDS).toEqual(['STOP', 'WEAK', 'MEDIUM', 'STRONG']);
  expect(FAN_DIRECTIONS).toEqual(['LEFT', 'RIGHT', 'CENTER', 'SWING']);
  expect(VENTILATION_MODES).toEqual(['INNER', 'OUTER']);
});

it.each([
  ['ON', 'WORK', 'MEDIUM', [true, false], 'MEDIUM'],
  ['ON', 'WORK', 'MEDIUM', [], 'MEDIUM'],
  ['ON', 'WORK', null, [true], 'WEAK'],
  ['ON', 'WORK', null, [], 'WEAK'],
  ['ON', 'WORK', 'STOP', [], 'STOP'],
  ['ON', 'WORK', 'STRONG', [false, false], 'STOP'],
  ['ON', 'STOP', 'STRONG', [true], 'STOP'],
  ['ON', 'TROUBLE', 'STRONG', [true], 'STOP'],
  ['OFF', 'WORK', 'STRONG', [true], 'STOP'],
] as const)('power %s, run %s, speed %s, fans %j: blows %s', (power, run, fan_speed, fans, expected) => {
  expect(fanSpeedOf({ power, run, fan_speed, fans })).toBe(expected);
});

it.each([
  ['ON', 'WORK', 'MEDIUM', 'BLOWING'],
  ['ON', 'WORK', 'STOP', 'IDLE'],
  ['ON', 'STOP', 'MEDIUM', 'IDLE'],
  ['ON', 'TROUBLE', 'MEDIUM', 'TROUBLE'],
  ['OFF', 'TROUBLE', 'MEDIUM', 'OFF'],
] as const)(
  'power %s, run %s, speed %s is %s, and nothing is known while it is silent',
  (power, run, fan_speed, expected) => {
    const state = { power, run, fan_speed, fans: [true] };
    expect(activityOf(state, false)).toBe(expected);
    expect(activityOf(state, true)).toBe('SILENT');
    expect(activityOf(null, false)).toBe('SILENT');
  },
);
