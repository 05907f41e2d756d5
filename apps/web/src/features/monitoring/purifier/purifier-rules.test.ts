import type { PurifierState, PurifierView } from '@airdeck/contract/purifier/schema';
import { describe, expect, it } from 'vitest';
import { compareGroups, filterUses, groupByMeter, isRunning, urgency } from './purifier-rules.ts';

const state: PurifierState = {
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
  fans: [true],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: 1000,
  filter_use_h: [100, 900, 1200],
};
const purifier = (change: Partial<PurifierView> = {}): PurifierView => ({
  id: 1,
  name: '공기청정기 1',
  number: 1,
  model: null,
  meter_id: 1,
  meter_name: '2반',
  organization_name: '한빛',
  office_name: '본관',
  department_name: '3학년',
  state: { ...state, filter_use_h: [100] },
  work_mode: 'AUTO',
  collected_time: '2026-11-21T09:00:00+09:00',
  stale: false,
  ...change,
});

describe('filterUses', () => {
  it.each([
    [1000, [100, 900, 1000], ['fine', 'soon', 'over']],
    [null, [100], ['unknown']],
    [0, [100], ['unknown']],
    [1000, [], []],
  ])('period %j, used %j: %j', (filter_period_h, filter_use_h, levels) => {
    expect(filterUses({ ...state, filter_period_h, filter_use_h }).map(({ level }) => level)).toEqual(levels);
  });
});

describe('urgency', () => {
  it('puts trouble first, then filters, silence, and who never reported', () => {
    const order = [
      purifier({ work_mode: 'TROUBLE' }),
      purifier({ state }),
      purifier({ stale: true, work_mode: 'TROUBLE' }),
      purifier({ state: null, work_mode: null, stale: true }),
      purifier({ work_mode: 'OFF' }),
    ];
    expect(order.map(urgency)).toEqual([0, 1, 2, 3, 4]);
  });

  it('orders meters by their most urgent purifier', () => {
    const groups = groupByMeter([
      purifier({ id: 1, meter_id: 7 }),
      purifier({ id: 2, meter_id: 9 }),
      purifier({ id: 3, meter_id: 7, number: 2 }),
      purifier({ id: 4, meter_id: 9, work_mode: 'TROUBLE' }),
    ]);
    expect(groups.map(({ id, purifiers }) => [id, purifiers.length])).toEqual([
      [7, 2],
      [9, 2],
    ]);
    expect(groups.toSorted(compareGroups).map(({ id }) => id)).toEqual([9, 7]);
  });
});

it.each([
  ['AUTO', false, true],
  ['MANUAL', false, true],
  ['AUTO', true, false],
  ['STOP', false, false],
  ['OFF', false, false],
  ['TROUBLE', false, false],
  [null, false, false],
] as const)('%s, stale %s, runs: %s', (work_mode, stale, expected) => {
  expect(isRunning(purifier({ work_mode, stale }))).toBe(expected);
});
