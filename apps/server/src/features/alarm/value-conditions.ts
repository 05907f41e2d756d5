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
  takeSample,
} from '@airdeck/domain/alarm/condition';
import { localDay } from '@airdeck/domain/calendar';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { StoredFrame } from '../../feed/entry.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, Organization, RegistrySnapshot, Sensor } from '../../registry/snapshot.ts';
import type { StandingRow } from './alarm-queries.ts';
import { isInUse, type SubjectCondition } from './apply-conditions.ts';
import type { HeldRule, RuleBook } from './rule-book.ts';
import { listFramesSince, loadStates, type MeterStates, saveStates } from './state-queries.ts';

/** One rule of one sensor. */
interface Watch {
  meter: Meter;
  sensor: Sensor;
  rule: HeldRule;
  /** Names it among the states of its meter. */
  key: string;
  samples: Sample[];
}

const sourceOf = ({ intervalS, organization }: Meter) => ({ intervalS, zone: organization.timeZone });
const sampleOf = ({ type }: Sensor, time: number, ticks: number): Sample => ({ time, value: fromTicks(type, ticks) });

export interface ValueSurroundings {
  snapshot: RegistrySnapshot;
  book: RuleBook;
  standing: readonly StandingRow[];
  now: number;
}

/** Rules of sensors about which these frames say something, each with its samples in the order in which they came. */
const gatherWatches = (
  frames: readonly StoredFrame[],
  states: ReadonlyMap<number, MeterStates>,
  surroundings: ValueSurroundings,
): Map<string, Watch> => {
  const { snapshot, now } = surroundings;
  const watches = new Map<string, Watch>();
  const rules = rulesToday(surroundings);
  for (const { meterId, time, channels, ticks } of frames) {
    const meter = snapshot.meters.get(meterId);
    if (meter === undefined || !isInUse(meter)) continue;
    const known = states.get(meterId);
    const byType = rules(meter.organization);
    for (let i = 0; i < channels.length; i++) {
      const sensor: Sensor | undefined = meter.sensors.get(channels[i] as number);
      if (sensor === undefined) continue;
      const value = fromTicks(sensor.type, ticks[i] as number);
      for (const rule of byType.get(sensor.type) ?? []) {
        // Nearly all readings: nothing is known of the meter, nothing is beyond a bound.
        if (known === undefined && !isBeyond(rule, value)) continue;
        const sample = { time, value };
        const key = `${sensor.channel}/${rule.code}/${rule.direction}`;
        const id = `${meterId}/${key}`;
        const watch = watches.get(id);
        if (watch) watch.samples.push(sample);
        else if (known?.[key] !== undefined || (isBeyond(rule, value) && mayBegin(time, rule, sourceOf(meter), now))) {
          watches.set(id, { meter, sensor, rule, key, samples: [sample] });
        }
      }
    }
  }
  return watches;
};

/** The rules of today by type, asked for by many readings. */
const rulesToday = ({ book, now }: ValueSurroundings) => {
  const made = new Map<Organization, ReadonlyMap<SensorType, readonly HeldRule[]>>();
  return (organization: Organization): ReadonlyMap<SensorType, readonly HeldRule[]> => {
    const known = made.get(organization);
    if (known !== undefined) return known;
    const day = localDay(now, organization.timeZone);
    const rules = new Map(SENSOR_TYPES.map((type) => [type, book.rulesOf(organization.id, type, day)]));
    made.set(organization, rules);
    return rules;
  };
};

/**
 * What the store knows of sensors at rest that have a value beyond a bound: their states begin with it. These frames are
 * in the store too, and so may newer ones be: those will say nothing new when their turn comes.
 */
const restart = async (tx: Tx, watches: readonly Watch[]): Promise<Map<Watch, ConditionState>> => {
  const since = new Map<number, number>();
  const fromOf = ({ meter, rule, samples: [first] }: Watch): number =>
    restartFrom(first?.time ?? 0, rule, sourceOf(meter));
  for (const watch of watches) {
    const known = since.get(watch.meter.id) ?? Number.POSITIVE_INFINITY;
    since.set(watch.meter.id, Math.min(known, fromOf(watch)));
  }
  const stored = new Map<number, StoredFrame[]>();
  for (const frame of await listFramesSince(
    tx,
    [...since].map(([meterId, from]) => ({ meterId, since: from })),
  )) {
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
      return [watch, samples.reduce((state, sample) => takeSample(state, sample, rule, sourceOf(meter)), REST)];
    }),
  );
};

/** Whether any rule of a code holds for a sensor; the states are those after this batch. */
const conditionOfSensor = (
  meter: Meter,
  sensor: Sensor,
  rules: readonly HeldRule[],
  states: MeterStates,
  now: number,
): Omit<SubjectCondition, 'code'> => {
  const common = { organization: meter.organization, meter, sensor, source: 'VALUE' as const };
  let ended: number | null = null;
  for (const rule of rules) {
    const state = states[`${sensor.channel}/${rule.code}/${rule.direction}`];
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

/** Takes frames in, writes down how far their conditions are, and answers those that may concern an alarm. */
export const valueConditions = async (
  tx: Tx,
  frames: readonly StoredFrame[],
  surroundings: ValueSurroundings,
): Promise<SubjectCondition[]> => {
  const { snapshot, book, standing, now } = surroundings;
  const states = await loadStates(tx, [...new Set(frames.map(({ meterId }) => meterId))]);
  const watches = [...gatherWatches(frames, states, surroundings).values()];
  const resting = watches.filter(({ meter, key }) => states.get(meter.id)?.[key] === undefined);
  const restarted = resting.length > 0 ? await restart(tx, resting) : new Map<Watch, ConditionState>();

  /** As they are after these frames, those at rest among them. */
  const after = new Map<number, MeterStates>();
  for (const watch of watches) {
    const { meter, rule, key, samples } = watch;
    const known = after.get(meter.id) ?? { ...states.get(meter.id) };
    const before = known[key] ?? restarted.get(watch) ?? REST;
    known[key] = samples.reduce((state, sample) => takeSample(state, sample, rule, sourceOf(meter)), before);
    after.set(meter.id, known);
  }

  const conditions = conditionsOf(watches, after, frames, { snapshot, book, standing, now });
  await saveStates(tx, atWork(after, watches, surroundings));
  return conditions;
};

/** The states to be kept: those at rest, and those of sensors and rules that are no more, are forgotten. */
const atWork = (
  after: ReadonlyMap<number, MeterStates>,
  watches: readonly Watch[],
  { snapshot, book, now }: ValueSurroundings,
): Map<number, MeterStates> => {
  const rules = new Map(watches.map(({ meter, key, rule }) => [`${meter.id}/${key}`, rule]));
  const isKept = (meterId: number, key: string, state: ConditionState): boolean => {
    const rule = rules.get(`${meterId}/${key}`);
    if (rule) return !isAtRest(state, rule);
    // Nothing was measured there now; it stays as long as there is such a rule.
    const meter = snapshot.meters.get(meterId);
    const [channel, code, direction] = key.split('/');
    const sensor = meter?.sensors.get(Number(channel));
    if (meter === undefined || sensor === undefined) return false;
    const day = localDay(now, meter.organization.timeZone);
    return book
      .rulesOf(meter.organization.id, sensor.type, day)
      .some((each) => each.code === code && each.direction === direction);
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
  { snapshot, book, standing, now }: ValueSurroundings,
): SubjectCondition[] => {
  const measured = new Set(
    frames.flatMap(({ meterId, channels }) => channels.map((channel) => `${meterId}/${channel}`)),
  );
  /** Sensors and codes of which something was measured that moves them, or that have an alarm. */
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
    const rules = book.rulesOf(meter.organization.id, sensor.type, day).filter((rule) => rule.code === code);
    return { ...conditionOfSensor(meter, sensor, rules, after.get(meter.id) ?? {}, now), code };
  });
};
