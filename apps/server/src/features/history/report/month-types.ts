import type { AveragesSummary } from '@airdeck/contract/history/schema';
import type { AppliedRule, RuleVerdict } from '@airdeck/contract/limit/compliance';
import type { TypeLine } from '@airdeck/contract/report/monthly';
import { limitTicks } from '@airdeck/domain/limit/rule';
import { percentileOf } from '@airdeck/domain/report/week-peak';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { meanFromTicks } from '@airdeck/domain/stored-value';
import type { PlacedRule } from '../compliance/packs.ts';
import type { OpenHour } from './office-hours.ts';

const P95 = 95;

/** A verdict with its rule, in the answer's form. */
export interface JudgedRule {
  rule: AppliedRule;
  verdict: RuleVerdict;
}

/** The rule that says most about a type: an exceeded one, then the one that was kept to least. */
const strictest = (judged: readonly JudgedRule[], type: SensorType): JudgedRule | undefined =>
  judged
    .filter(({ rule }) => rule.type === type)
    .toSorted((a, b) => (a.verdict.share_of_valid ?? 2) - (b.verdict.share_of_valid ?? 2))[0];

/** Days on which an hour's mean of a sensor, or for rules about days the mean of its hours, was above the rule's value. */
const daysOver = (rule: PlacedRule, hours: readonly OpenHour[]): number => {
  const limit = limitTicks(rule);
  const isOver = (value: number) => (rule.direction === 'AT_LEAST' ? value < limit : value > limit);
  const ofHours = rule.averaging !== 'DAY' && rule.averaging !== 'YEAR' && rule.averaging !== 'OPEN_DAY';
  const over = new Set<string>();
  const means = new Map<string, { day: string; sum: number; count: number }>();
  for (const { meter, day, value } of hours) {
    if (ofHours) {
      if (isOver(value)) over.add(day);
      continue;
    }
    const key = `${meter.id}/${day}`;
    const known = means.get(key) ?? { day, sum: 0, count: 0 };
    means.set(key, { day, sum: known.sum + value, count: known.count + 1 });
  }
  for (const { day, sum, count } of means.values()) if (isOver(sum / count)) over.add(day);
  return over.size;
};

/** A line for each type that was measured. */
export const typeLines = (
  values: AveragesSummary['values'],
  judged: readonly JudgedRule[],
  rules: readonly PlacedRule[],
  hours: ReadonlyMap<SensorType, readonly OpenHour[]>,
): TypeLine[] =>
  SENSOR_TYPES.flatMap((type) => {
    if (values[type] === undefined) return [];
    const own = hours.get(type) ?? [];
    const means = own.map(({ value }) => value);
    const mean = means.length === 0 ? null : means.reduce((sum, value) => sum + value, 0) / means.length;
    const p95 = percentileOf(means, P95);
    const shown = (ticks: number | null) => (ticks === null ? null : meanFromTicks(type, ticks));
    const found = strictest(judged, type);
    const placed = rules.find(({ code }) => code === found?.rule.code);
    return {
      type,
      unit: SENSOR_TYPE_INFO[type].unit,
      mean: shown(mean),
      p95: shown(p95),
      rule: found?.rule.code ?? null,
      verdict: found?.verdict.verdict ?? null,
      share_of_valid: found?.verdict.share_of_valid ?? null,
      days_over: placed === undefined || placed.basis === 'ABOVE_OUTDOORS' ? null : daysOver(placed, own),
      completeness: found?.verdict.completeness ?? null,
    };
  });
