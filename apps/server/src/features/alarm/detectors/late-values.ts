import { conditionOf, isTooLate, type Raised, REST, takeSamples } from '@airdeck/domain/alarm/condition';
import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import type { EffectiveRule } from '../alarm-rule-set.ts';
import { type LateFrame, listLateMeters, type MeterStates, takeLateFrames } from '../condition-state-queries.ts';
import { isInUse, ofSensor, type SubjectCondition } from '../subject-condition.ts';
import type { LockedContext } from './types.ts';
import { samplesOf, sourceOf } from './value-samples.ts';

/** A backlog is over when no late reading has arrived for so long. */
const BACKLOG_REST_MS = 15_000;

/** Meters with an open alarm whose backlog is over. */
export const listBacklogs = (db: Db, now: number): Promise<number[]> => listLateMeters(db, now - BACKLOG_REST_MS);

/** Readings that are too late for the states, of meters with an open alarm: their alarms are looked at later. */
export const lateFrames = (
  frames: readonly StoredFrame[],
  states: ReadonlyMap<number, MeterStates>,
  { snapshot, standing }: LockedContext,
): LateFrame[] => {
  const alarmed = new Set(
    standing.flatMap(({ source, ended_time, meter_id }) =>
      source === 'VALUE' && ended_time === null ? [meter_id] : [],
    ),
  );
  const oldest = new Map<number, number>();
  const newestOf = new Map<number, number>();
  for (const { meterId, time } of frames) {
    const meter = alarmed.has(meterId) ? snapshot.meters.get(meterId) : undefined;
    if (meter === undefined) continue;
    const newest =
      newestOf.get(meterId) ?? Math.max(...Object.values(states.get(meterId) ?? {}).map((state) => state.newest ?? 0));
    newestOf.set(meterId, newest);
    if (isTooLate(time, newest, sourceOf(meter))) {
      oldest.set(meterId, Math.min(oldest.get(meterId) ?? time, time));
    }
  }
  return [...oldest].map(([meterId, from]) => ({ meterId, from }));
};

/** How far back from its start the run of an alarm is searched, in steps: most begin within the first. */
const SEARCH_MS = [6 * HOUR_MS, DAY_MS, 7 * DAY_MS] as const;

/** The run of the store that a rule has raised at its end; null if it has not. */
const storedRun = async (
  tx: Tx,
  { meter, sensor, rule, from, now }: { meter: Meter; sensor: Sensor; rule: EffectiveRule; from: number; now: number },
): Promise<Raised | null> => {
  let raised: Raised | null = null;
  for (const step of SEARCH_MS) {
    const span = { meterId: meter.id, start: from - step, end: now + 1 };
    const [columns] = await readFrames(tx, [span], [sensor.channel]);
    const samples = columns ? samplesOf(sensor, columns) : [];
    const state = takeSamples(REST, samples, rule, sourceOf(meter));
    raised = conditionOf(state, rule, sourceOf(meter)).raised;
    // A run that begins with the first reading may be longer.
    if (raised === null || raised.since > (samples[0]?.time ?? 0)) break;
  }
  return raised;
};

/** Corrections of the open alarms of meters that received late readings. */
export const lateConditions = async (
  tx: Tx,
  meterIds: readonly number[],
  context: LockedContext,
): Promise<SubjectCondition[]> => {
  const { snapshot, ruleSet, standing, now } = context;
  const from = await takeLateFrames(tx, meterIds);
  const conditions: SubjectCondition[] = [];
  for (const { source, ended_time, cleared_time, sensor_id, code, since_time } of standing) {
    const sensor = snapshot.sensors.get(sensor_id ?? 0);
    const late = from.get(sensor?.meter.id ?? 0);
    if (source !== 'VALUE' || ended_time !== null || cleared_time !== null || !sensor || late === undefined) continue;
    const { meter } = sensor;
    const day = localDay(now, meter.organization.timeZone);
    for (const rule of ruleSet.rulesOf(meter.organization.id, sensor.type, day)) {
      if (rule.code !== code || !isInUse(meter)) continue;
      const start = Math.min(late, since_time.getTime());
      const raised = await storedRun(tx, { meter, sensor, rule, from: start, now });
      if (raised === null) continue;
      const { since, time, value } = raised;
      const correction = { since, occurred: time };
      const common = { ...ofSensor(sensor), source: 'VALUE' as const, code };
      conditions.push({ ...common, holds: true, isFresh: true, since, time, value, bound: rule.bound, correction });
      break;
    }
  }
  return conditions;
};
