import {
  type ConditionState,
  conditionOf,
  isAtRest,
  isBeyond,
  isFresh,
  mayBegin,
  REST,
  restartFrom,
  type Sample,
  takeSamples,
} from '@airdeck/domain/alarm/condition';
import { localDay } from '@airdeck/domain/calendar';
import { typeOfChannel } from '@airdeck/domain/channel';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Meter, Organization, Sensor } from '../../../registry/snapshot.ts';
import type { EffectiveRule } from '../alarm-rule-set.ts';
import { keepLateFrames, listFramesSince, type MeterStates, saveStates } from '../condition-state-queries.ts';
import { isInUse, type SubjectCondition } from '../subject-condition.ts';
import { lateConditions, lateFrames, listBacklogs } from './late-values.ts';
import { ruleOfState, statesBefore } from './states-before.ts';
import type { BatchContext, Detector, LockedContext } from './types.ts';
import { sampleOf, sourceOf } from './value-samples.ts';

/** The samples of one sensor for one rule. */
interface Watch {
  meter: Meter;
  sensor: Sensor;
  rule: EffectiveRule;
  /** Key among the states of the meter: channel, code and direction. */
  key: string;
  samples: Sample[];
}

const keys = new WeakMap<EffectiveRule, string[]>();

/** Key of a rule among the states of a meter; each text is made once, as most readings of a bad hour need it. */
const keyOf = (channel: number, rule: EffectiveRule): string => {
  let known = keys.get(rule);
  if (known === undefined) {
    known = [];
    keys.set(rule, known);
  }
  known[channel] ??= `${channel}/${rule.code}/${rule.direction}`;
  return known[channel];
};

const NONE: ReadonlySet<number> = new Set();

/** The channels of which a meter has states. */
const channelsOf = (states: MeterStates | undefined): ReadonlySet<number> =>
  states === undefined ? NONE : new Set(Object.keys(states).map((key) => Number(key.slice(0, key.indexOf('/')))));

/** A meter's watches of a batch, by key, and the states before it. */
interface MeterWatches {
  known: MeterStates | undefined;
  channels: ReadonlySet<number>;
  byKey: Map<string, Watch>;
}

/** Collects the rules that these frames may affect, each with its samples in the order of the frames. */
const gatherWatches = (
  frames: readonly StoredFrame[],
  states: ReadonlyMap<number, MeterStates>,
  context: LockedContext,
): Watch[] => {
  const { snapshot, now } = context;
  const watches: Watch[] = [];
  const byMeter = new Map<number, MeterWatches>();
  const rules = rulesToday(context);
  const watchesOf = (meterId: number): MeterWatches => {
    const known = states.get(meterId);
    const made = { known, channels: channelsOf(known), byKey: new Map<string, Watch>() };
    byMeter.set(meterId, made);
    return made;
  };
  for (const { meterId, time, channels, ticks } of frames) {
    const meter = snapshot.meters.get(meterId);
    if (meter === undefined || !isInUse(meter)) continue;
    const own = byMeter.get(meterId) ?? watchesOf(meterId);
    const byType = rules(meter.organization);
    for (let i = 0; i < channels.length; i++) {
      const channel = channels[i] as number;
      const type = typeOfChannel(channel);
      const some = byType.get(type);
      if (some === undefined) continue;
      const value = fromTicks(type, ticks[i] as number);
      // Fast path for nearly all readings: no stored state and no bound exceeded. The sensor is not even looked up.
      if (value > some.low && value < some.high && !own.channels.has(channel)) continue;
      const sensor: Sensor | undefined = meter.sensors.get(channel);
      if (sensor === undefined) continue;
      const sample = { time, value };
      for (const rule of some.rules) {
        const key = keyOf(channel, rule);
        const hasState = own.known?.[key] !== undefined;
        // Without a state, the store is asked for the samples before this one, and has those behind it too.
        if (!hasState && !isBeyond(rule, value)) continue;
        const watch = own.byKey.get(key);
        if (watch) watch.samples.push(sample);
        else if (hasState || mayBegin(time, rule, sourceOf(meter), now)) {
          const made = { meter, sensor, rule, key, samples: [sample] };
          watches.push(made);
          own.byKey.set(key, made);
        }
      }
    }
  }
  return watches;
};

/** Rules of a type. No value between `low` and `high` is beyond the bound of any. */
interface TypeRules {
  rules: readonly EffectiveRule[];
  low: number;
  high: number;
}

const typeRules = (rules: readonly EffectiveRule[]): TypeRules => {
  const bounds = (side: EffectiveRule['direction']) =>
    rules.flatMap(({ direction, bound }) => (direction === side ? [bound] : []));
  return { rules, low: Math.max(...bounds('BELOW')), high: Math.min(...bounds('ABOVE')) };
};

/** Today's rules by type, cached: most readings of a batch share them. Types without rules are left out. */
const rulesToday = ({ ruleSet, now }: LockedContext) => {
  const made = new Map<Organization, ReadonlyMap<SensorType, TypeRules>>();
  return (organization: Organization): ReadonlyMap<SensorType, TypeRules> => {
    const known = made.get(organization);
    if (known !== undefined) return known;
    const day = localDay(now, organization.timeZone);
    const rules = new Map(
      SENSOR_TYPES.flatMap((type): [SensorType, TypeRules][] => {
        const some = ruleSet.rulesOf(organization.id, type, day);
        return some.length > 0 ? [[type, typeRules(some)]] : [];
      }),
    );
    made.set(organization, rules);
    return rules;
  };
};

/** Data for value conditions, besides the new frames. */
interface ValueReads {
  /** States of the meters that have any, as `evaluateValues` returned them last. */
  states: ReadonlyMap<number, MeterStates>;
  /** Frames of meters, each from its own start time, ordered by time. */
  framesSince(meters: readonly { meterId: number; since: number }[]): Promise<StoredFrame[]>;
}

/**
 * Rebuilds the state of conditions at rest from stored frames, when a value exceeds a bound. The store already has the
 * frames of this batch, and possibly newer ones; those change nothing when their batch is evaluated.
 */
const restart = async (
  framesSince: ValueReads['framesSince'],
  watches: readonly Watch[],
): Promise<Map<Watch, ConditionState>> => {
  const since = new Map<number, number>();
  const fromOf = ({ meter, rule, samples: [first] }: Watch): number =>
    restartFrom(first?.time ?? 0, rule, sourceOf(meter));
  for (const watch of watches) {
    const known = since.get(watch.meter.id) ?? Number.POSITIVE_INFINITY;
    since.set(watch.meter.id, Math.min(known, fromOf(watch)));
  }
  const stored = new Map<number, StoredFrame[]>();
  for (const frame of await framesSince([...since].map(([meterId, from]) => ({ meterId, since: from })))) {
    const known = stored.get(frame.meterId);
    if (known) known.push(frame);
    else stored.set(frame.meterId, [frame]);
  }
  return new Map(
    watches.map((watch) => {
      const { meter, sensor, rule } = watch;
      const from = fromOf(watch);
      const samples = (stored.get(meter.id) ?? []).flatMap(({ time, channels, ticks }): Sample[] => {
        const at = channels.indexOf(sensor.channel);
        return at < 0 || time < from ? [] : [sampleOf(sensor, time, ticks[at] ?? 0)];
      });
      return [watch, takeSamples(REST, samples, rule, sourceOf(meter))];
    }),
  );
};

/** The condition of a code for a sensor: holds if any of its rules holds. `states` are those after this batch. */
const conditionOfSensor = (
  meter: Meter,
  sensor: Sensor,
  rules: readonly EffectiveRule[],
  states: MeterStates,
  now: number,
): Omit<SubjectCondition, 'code'> => {
  const common = { organization: meter.organization, meter, sensor, source: 'VALUE' as const };
  let ended: number | null = null;
  for (const rule of rules) {
    const state = states[keyOf(sensor.channel, rule)];
    if (state === undefined) continue;
    const condition = conditionOf(state, rule, sourceOf(meter));
    if (condition.raised) {
      const { since, time, value } = condition.raised;
      const fresh = isFresh(state.newest ?? time, meter, now);
      return { ...common, holds: true, isFresh: fresh, since, time, value, bound: rule.bound };
    }
    ended = condition.ended ?? ended;
  }
  return { ...common, holds: false, isFresh: true, since: ended ?? now, time: ended ?? now };
};

/**
 * Applies frames to the conditions of their meters. Returns the conditions that may change an alarm, and the new states
 * of the meters whose states changed; a meter at rest has an empty one.
 */
export const evaluateValues = async (
  frames: readonly StoredFrame[],
  { states, framesSince }: ValueReads,
  context: LockedContext,
): Promise<{ conditions: SubjectCondition[]; states: Map<number, MeterStates> }> => {
  const watches = gatherWatches(frames, states, context);
  const resting = watches.filter(({ meter, key }) => states.get(meter.id)?.[key] === undefined);
  const restarted = resting.length > 0 ? await restart(framesSince, resting) : new Map<Watch, ConditionState>();

  /** States after these frames, including those at rest. */
  const after = new Map<number, MeterStates>();
  for (const watch of watches) {
    const { meter, rule, key, samples } = watch;
    const known = after.get(meter.id) ?? { ...states.get(meter.id) };
    const before = known[key] ?? restarted.get(watch) ?? REST;
    known[key] = takeSamples(before, samples, rule, sourceOf(meter));
    after.set(meter.id, known);
  }

  return { conditions: conditionsOf(watches, after, frames, context), states: atWork(after, watches, context) };
};

const valueConditions = async (
  tx: Tx,
  frames: readonly StoredFrame[],
  context: BatchContext,
): Promise<SubjectCondition[]> => {
  const { states, incomplete } = await statesBefore(tx, frames, context);
  const found = await evaluateValues(frames, { states, framesSince: (meters) => listFramesSince(tx, meters) }, context);
  await saveStates(tx, context.states.put(found.states, incomplete, context.now));
  await keepLateFrames(tx, lateFrames(frames, states, context), context.now);
  return found.conditions;
};

/** States to keep. States at rest, and those of removed sensors or rules, are dropped. */
const atWork = (
  after: ReadonlyMap<number, MeterStates>,
  watches: readonly Watch[],
  context: LockedContext,
): Map<number, MeterStates> => {
  const rules = new Map(watches.map(({ meter, key, rule }) => [`${meter.id}/${key}`, rule]));
  const isKept = (meterId: number, key: string, state: ConditionState): boolean => {
    const rule = rules.get(`${meterId}/${key}`);
    if (rule) return !isAtRest(state, rule);
    // No sample in this batch: keep the state while its rule exists.
    return ruleOfState(key, context.snapshot.meters.get(meterId), context) !== undefined;
  };
  return new Map(
    [...after].map(([meterId, states]) => [
      meterId,
      Object.fromEntries(Object.entries(states).filter(([key, state]) => isKept(meterId, key, state))),
    ]),
  );
};

const conditionsOf = (
  watches: readonly Watch[],
  after: ReadonlyMap<number, MeterStates>,
  frames: readonly StoredFrame[],
  { snapshot, ruleSet, standing, now }: LockedContext,
): SubjectCondition[] => {
  // Most meters have no standing alarm; their frames need no further checks.
  const alarmed = new Set(standing.flatMap(({ source, meter_id }) => (source === 'VALUE' ? [meter_id] : [])));
  const measured = new Set(
    frames.flatMap(({ meterId, channels }) =>
      alarmed.has(meterId) ? channels.map((channel) => `${meterId}/${channel}`) : [],
    ),
  );
  /** Sensors and codes to evaluate: those with samples for a rule, and those with an alarm. */
  const concerned = new Map<string, { meter: Meter; sensor: Sensor; code: string }>();
  for (const { meter, sensor, rule } of watches) {
    concerned.set(`${sensor.id}/${rule.code}`, { meter, sensor, code: rule.code });
  }
  for (const { source, meter_id, sensor_id, code } of standing) {
    const sensor = snapshot.sensors.get(sensor_id ?? 0);
    if (source !== 'VALUE' || sensor === undefined || !measured.has(`${meter_id}/${sensor.channel}`)) continue;
    concerned.set(`${sensor.id}/${code}`, { meter: sensor.meter, sensor, code });
  }
  return [...concerned.values()].map(({ meter, sensor, code }) => {
    const day = localDay(now, meter.organization.timeZone);
    const rules = ruleSet.rulesOf(meter.organization.id, sensor.type, day).filter((rule) => rule.code === code);
    return { ...conditionOfSensor(meter, sensor, rules, after.get(meter.id) ?? {}, now), code };
  });
};

/** Readings beyond the bound of a rule for long enough. Late ones correct the times of an open alarm. */
export const value: Detector = {
  source: 'VALUE',
  codes: [],
  onMessages: async (tx, { frames }, context) =>
    frames.length > 0 ? [await valueConditions(tx, frames, context)] : [],
  onCandidates: { list: listBacklogs, evaluate: lateConditions },
};
