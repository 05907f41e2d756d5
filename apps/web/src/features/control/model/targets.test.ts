import type { ControlTarget } from '@airdeck/contract/control/schema';
import type { PurifierState, PurifierView } from '@airdeck/contract/purifier/schema';
import { COMMANDS, type Command } from '@airdeck/domain/control/command';
import { expect, it, test } from 'vitest';
import {
  commandable,
  countUnsupported,
  generalObstacles,
  isOutOfOrder,
  obstacleTo,
  reportedBy,
  withReport,
} from './targets.ts';

const state: PurifierState = {
  ...{ power: 'ON', control: 'MANUAL', run: 'WORK', source: 'REMOTE', fan_speed: 'WEAK', fan_direction: null },
  ...{ ventilation: null, uv: null, anion: null, light: null, fans: [], reserved_start: '0800', reserved_end: '1800' },
  ...{ filter_period_h: null, filter_use_h: [] },
};

const target = (change: Partial<ControlTarget> = {}): ControlTarget => ({
  ...{ id: 1, name: '1', number: 1, model: null, meter_id: 1, meter_name: '', organization_id: 1 },
  ...{ organization_name: '', office_name: '', department_name: '', use: 'Y', state, work_mode: 'MANUAL' },
  ...{ collected_time: '2026-03-02T03:00:00.000Z', obstacle: null, commands: [...COMMANDS], wishes: [] },
  ...{ stale: false, controlled_by: { by: 'PERSON', name: null, until: null } },
  ...change,
});

const report = (change: Partial<PurifierView> = {}): PurifierView => ({
  ...target(),
  ...{ state: { ...state, fan_speed: 'STRONG' }, collected_time: '2026-03-02T03:00:05.000Z', stale: false },
  ...change,
});

test.each<[Command, Partial<ControlTarget>, string | null]>([
  ['POWER', {}, null],
  ['UV', { commands: ['POWER'] }, 'NOT_SUPPORTED'],
  ['POWER', { obstacle: 'LOCAL_CONTROL' }, 'LOCAL_CONTROL'],
  ['REMOTE', { obstacle: 'LOCAL_CONTROL' }, null],
  ['REMOTE', { obstacle: 'LOCAL_CONTROL', commands: ['POWER'] }, 'NOT_SUPPORTED'],
  ['REMOTE', { obstacle: 'METER_DISCONNECT' }, 'METER_DISCONNECT'],
])('%s to %o meets %s', (command, change, obstacle) => {
  expect(obstacleTo(command, target(change))).toBe(obstacle);
});

it('counts obstacles and reports, most frequent first', () => {
  const targets = [
    target(),
    target({ obstacle: 'DEVICE_UNUSED', state: null }),
    target({ commands: [], state: { ...state, fan_speed: 'STRONG' } }),
    target({ commands: [] }),
  ];
  expect(countUnsupported('FAN_SPEED', targets)).toBe(2);
  expect(generalObstacles([...targets, target({ obstacle: 'METER_DISCONNECT' }), ...targets])).toEqual([
    { value: 'DEVICE_UNUSED', count: 2 },
    { value: 'METER_DISCONNECT', count: 1 },
  ]);
  expect(commandable(targets)).toEqual([targets[0], targets[2], targets[3]]);
  expect(commandable(targets.slice(1, 2))).toEqual(targets.slice(1, 2));
  expect(reportedBy('FAN_SPEED', targets)).toEqual([
    { value: 'WEAK', count: 2 },
    { value: null, count: 1 },
    { value: 'STRONG', count: 1 },
  ]);
});

it('takes what was reported since, and what follows from it', () => {
  const silent = target({ obstacle: 'METER_DISCONNECT' });
  expect(withReport(silent, report())).toMatchObject({ state: { fan_speed: 'STRONG' }, obstacle: null });
  const local = report({ state: { ...state, source: 'LOCAL', commands: ['REMOTE'] } });
  expect(withReport(silent, local)).toMatchObject({ obstacle: 'LOCAL_CONTROL', commands: ['REMOTE'] });
  expect(withReport(target({ obstacle: 'DEVICE_UNUSED' }), report()).obstacle).toBe('DEVICE_UNUSED');
});

it.each([
  ['an older report', report({ collected_time: '2026-03-02T02:59:59.000Z' })],
  ['the report that it has', report({ collected_time: '2026-03-02T03:00:00.000Z' })],
  ['none', undefined],
])('stays as it is with %s', (_, view) => {
  const known = target();
  expect(withReport(known, view)).toBe(known);
});

it.each<[Command, string, boolean]>([
  ['START_TIME', '1759', false],
  ['START_TIME', '1800', true],
  ['END_TIME', '0801', false],
  ['END_TIME', '0800', true],
  ['END_TIME', 'NONE', false],
  ['OPERATING_TIME', '0800', false],
])('%s %s puts the start after the end: %s', (command, action, is) => {
  expect(isOutOfOrder(command, action, [target({ state: null }), target()])).toBe(is);
});
