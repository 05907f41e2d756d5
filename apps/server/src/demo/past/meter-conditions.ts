import { NO_COMMUNICATION, STUCK } from '@airdeck/contract/standard/built-in';
import {
  type ConditionState,
  conditionOf,
  isAtRest,
  isBeyond,
  REST,
  restartFrom,
  takeSample,
} from '@airdeck/domain/alarm/condition';
import { isSilent } from '@airdeck/domain/alarm/silence';
import { isStuckAt, STUCK_MS } from '@airdeck/domain/alarm/stuck';
import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { AlarmRuleSet, EffectiveRule } from '../../features/alarm/alarm-rule-set.ts';
import type { SubjectCondition } from '../../features/alarm/condition.ts';
import type { Meter, Sensor } from '../../registry/snapshot.ts';
import type { FrameColumns } from '../../store/frames/frame-columns.ts';

/** A condition that has come to hold or ended, and when that was known. */
export interface PastChange {
  readonly now: number;
  readonly condition: SubjectCondition;
}

type What = Pick<SubjectCondition, 'code' | 'source' | 'holds' | 'since' | 'time' | 'value' | 'bound'>;

interface Stretch {
  ticks: number;
  from: number;
  count: number;
  isStuck: boolean;
}

/** A sensor that may be stuck has said so many values at least. */
const STUCK_VALUES = 10;
const STUCK_SHARE = 0.75;

/**
 * The conditions that the engine would have found in the readings of one meter: the same rules, evaluated for each frame at the
 * time at which it was measured. Takes the frames in the order of their times, in pieces that begin at a full hour.
 */
export const createMeterConditions = (meter: Meter, ruleSet: AlarmRuleSet, told: (change: PastChange) => void) => {
  const { organization, intervalS } = meter;
  const source = { intervalS, zone: organization.timeZone };
  const states = new Map<string, { rule: EffectiveRule; state: ConditionState }>();
  const holding = new Set<string>();
  const stretches = new Map<number, Stretch>();
  let last: number | null = null;
  let today = { from: 0, until: 0, day: '' };

  const tell = (now: number, what: What, sensor?: Sensor): void =>
    told({ now, condition: { organization, meter, ...(sensor && { sensor }), isFresh: true, ...what } });

  const dayOf = (time: number): string => {
    if (time < today.from || time >= today.until) {
      // Demo sites have days of 24 hours.
      const hour = Math.floor(time / 3_600_000) * 3_600_000;
      today = { from: hour, until: hour + DAY_MS / 24, day: localDay(hour, organization.timeZone) };
    }
    return today.day;
  };

  const silence = (time: number): void => {
    const before = last;
    last = time;
    if (before === null || !isSilent({ measured: before, status: null, intervalS }, before, time - 1)) return;
    const from = before + MISSED_INTERVALS * intervalS * 1000;
    const what = { code: NO_COMMUNICATION, source: 'SILENCE' as const };
    tell(from, { ...what, holds: true, since: before, time: from });
    tell(time, { ...what, holds: false, since: time, time });
  };

  const stuck = (sensor: Sensor, time: number, ticks: number): void => {
    const known = stretches.get(sensor.channel);
    const what = { code: STUCK, source: 'STUCK' as const };
    if (known === undefined || known.ticks !== ticks) {
      if (known?.isStuck) tell(time, { ...what, holds: false, since: time, time }, sensor);
      stretches.set(sensor.channel, { ticks, from: time, count: 1, isStuck: false });
      return;
    }
    known.count += 1;
    const lasted = time - known.from;
    if (known.isStuck || lasted < STUCK_MS || !isStuckAt(sensor.type, ticks)) return;
    if (known.count < Math.max(STUCK_VALUES, (STUCK_SHARE * lasted) / (intervalS * 1000))) return;
    known.isStuck = true;
    const value = fromTicks(sensor.type, ticks);
    tell(time, { ...what, holds: true, since: known.from, time, value }, sensor);
  };

  /** A rule that was at rest begins with the samples that the engine would have asked the store for. */
  const beginning = (rule: EffectiveRule, sensor: Sensor, columns: FrameColumns, at: number): ConditionState => {
    const { times } = columns;
    const ticks = columns.channels.get(sensor.channel) ?? [];
    const from = restartFrom(times[at] ?? 0, rule, source);
    let first = at;
    while (first > 0 && (times[first - 1] ?? 0) >= from) first -= 1;
    let state = REST;
    for (let i = first; i <= at; i++) {
      const each = ticks[i] ?? null;
      if (each !== null) {
        state = takeSample(state, { time: times[i] ?? 0, value: fromTicks(sensor.type, each) }, rule, source);
      }
    }
    return state;
  };

  const values = (sensor: Sensor, columns: FrameColumns, at: number, ticks: number): void => {
    const time = columns.times[at] ?? 0;
    const value = fromTicks(sensor.type, ticks);
    for (const rule of ruleSet.rulesOf(organization.id, sensor.type, dayOf(time))) {
      const key = `${sensor.channel}/${rule.code}/${rule.direction}`;
      const known = states.get(key);
      if (known === undefined && !isBeyond(rule, value)) continue;
      const state = known
        ? takeSample(known.state, { time, value }, rule, source)
        : beginning(rule, sensor, columns, at);
      const { raised, ended } = conditionOf(state, rule, source);
      const what = { code: rule.code, source: 'VALUE' as const };
      if (raised !== null && !holding.has(key)) {
        holding.add(key);
        const { since, time: reached, value: reason } = raised;
        tell(time, { ...what, holds: true, since, time: reached, value: reason, bound: rule.bound }, sensor);
      }
      if (raised === null && holding.delete(key)) {
        tell(time, { ...what, holds: false, since: ended ?? time, time: ended ?? time }, sensor);
      }
      if (isAtRest(state, rule)) states.delete(key);
      else states.set(key, { rule, state });
    }
  };

  return {
    take(columns: FrameColumns): void {
      const sensors = [...columns.channels].flatMap(([channel, ticks]) => {
        const sensor = meter.sensors.get(channel);
        return sensor === undefined ? [] : [{ sensor, ticks }];
      });
      for (const [at, time] of columns.times.entries()) {
        silence(time);
        for (const { sensor, ticks } of sensors) {
          const each = ticks[at] ?? null;
          if (each === null) continue;
          stuck(sensor, time, each);
          values(sensor, columns, at, each);
        }
      }
    },
  };
};
