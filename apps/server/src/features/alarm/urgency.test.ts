import { channelOf } from '@airdeck/domain/channel';
import { expect, it } from 'vitest';
import { decodeEntry, encodeEntry } from '../../feed/codec.ts';
import type { FeedEntry } from '../../feed/entry.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import type { AlarmRuleSet, EffectiveRule } from './alarm-rule-set.ts';
import { createUrgency } from './urgency.ts';

const CO2 = channelOf('CO2', 1);
const PM10 = channelOf('PM10', 1);

const rule = (changed: Partial<EffectiveRule>): EffectiveRule => ({
  ...{ code: 'X001', direction: 'ABOVE', bound: 1000, includesBound: true, release: 900 },
  ...{ durationMs: 0, average: null, ...changed },
});

const snapshot = (): RegistrySnapshot => {
  const organization = { id: 1, timeZone: 'Asia/Seoul' };
  const sensors = new Map([
    [CO2, { id: 11, type: 'CO2' }],
    [PM10, { id: 12, type: 'PM10' }],
  ]);
  return { meters: new Map([[1, { id: 1, organization, sensors }]]) } as unknown as RegistrySnapshot;
};

const ruleSetOf = (rules: readonly EffectiveRule[]): AlarmRuleSet =>
  ({ rulesOf: (_: number, type: string) => (type === 'CO2' ? rules : []) }) as unknown as AlarmRuleSet;

/** As it arrives from the feed. */
const arrived = (entry: FeedEntry): FeedEntry[] => encodeEntry(entry).map(({ kind, data }) => decodeEntry(kind, data));

const reading = (co2: number): FeedEntry[] =>
  arrived({ kind: 'frames', frames: [{ meterId: 1, time: 0, channels: [PM10, CO2], ticks: [50, co2] }] });

it.each<[string, Partial<EffectiveRule>[], number[], boolean[]]>([
  ['crosses the bound', [{}], [500, 999, 1000, 1500], [false, true, true, false]],
  ['falls to the release, and below it', [{}], [1500, 950, 900, 899], [true, true, false, true]],
  ['crosses a lower bound', [{ direction: 'BELOW', bound: 400, release: 450 }], [500, 400, 500], [false, true, true]],
  ['belongs to a rule with a duration', [{ durationMs: 60_000 }], [500, 1500, 500], [false, false, false]],
  ['belongs to a rule of means', [{ average: 'HOUR' }], [500, 1500, 500], [false, false, false]],
  ['crosses the second of two bounds', [{}, { code: 'X002', bound: 2000, release: 1800 }], [1500, 2500], [true, true]],
  ['belongs to no rule', [], [500, 1500], [false, false]],
])('whether a reading is urgent that %s', (_, rules, values, expected) => {
  const registry = snapshot();
  const urgency = createUrgency();
  const ruleSet = ruleSetOf(rules.map(rule));
  // Before the rules are known, everything is.
  expect(urgency.isUrgent(reading(500), registry)).toBe(true);
  urgency.follow(ruleSet, 0);
  expect(values.map((value) => urgency.isUrgent(reading(value), registry))).toEqual(expected);
  urgency.follow(ruleSet, 0);
  expect(urgency.isUrgent(reading(values.at(-1) ?? 0), registry)).toBe(false);
});

it('messages of devices are urgent, and so is everything after a change of the registry', () => {
  const registry = snapshot();
  const urgency = createUrgency();
  urgency.follow(ruleSetOf([]), 0);
  expect(urgency.isUrgent(reading(500), registry)).toBe(true);
  expect(urgency.isUrgent(reading(500), registry)).toBe(false);
  const status = arrived({ kind: 'status', status: { meterId: 1, status: 'ONLINE', time: 0 } });
  expect(urgency.isUrgent(status, registry)).toBe(true);
  expect(urgency.isUrgent(reading(500), snapshot())).toBe(true);
});
