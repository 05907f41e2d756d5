// @vitest-environment jsdom
import type { PurifierState, PurifierView } from '@airdeck/contract/purifier/schema';
import { describe, expect, it } from 'vitest';
import { reportedFilters } from '../../../lib/purifier/filter-rules.ts';
import { compareGroups, groupByMeter, urgency, worstFirst } from './purifier-rules.ts';

const NONE = new Map();

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

describe('urgency', () => {
  it('puts trouble first, then filters, silence, and who never reported', () => {
    const order = [
      purifier({ work_mode: 'TROUBLE' }),
      purifier({ state }),
      purifier({ stale: true, work_mode: 'TROUBLE' }),
      purifier({ state: null, work_mode: null, stale: true }),
      purifier({ work_mode: 'OFF' }),
    ];
    expect(order.map((each) => urgency(each, NONE))).toEqual([0, 1, 2, 3, 4]);
    expect(worstFirst(order.toReversed(), NONE)).toEqual(order);
  });

  it('knows of filters that a person has replaced', () => {
    const expired = purifier({ state });
    const renewed = new Map([[expired.id, reportedFilters({ ...state, filter_use_h: [0, 0, 0] })]]);
    expect([urgency(expired, NONE), urgency(expired, renewed)]).toEqual([1, 4]);
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
    expect(groups.toSorted(compareGroups(NONE)).map(({ id }) => id)).toEqual([9, 7]);
  });
});
