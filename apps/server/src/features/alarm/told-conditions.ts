import { CLOCK_OFF, OUT_OF_RANGE, STUCK } from '@airdeck/contract/alarm/schema';
import { badWithin, isFault, repeatWindowMs } from '@airdeck/domain/alarm/repeated';
import { isStuckAt, STUCK_MS } from '@airdeck/domain/alarm/stuck';
import { parseChannelKey } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot, Sensor } from '../../registry/snapshot.ts';
import type { AlarmRuleSet } from './alarm-rule-set.ts';
import { isInUse, type SubjectCondition } from './apply-conditions.ts';
import { listClocksOff, listHolding, listOutOfRange, listStill } from './sweep-queries.ts';

/** Inputs of the sweep's checks. */
export interface SweepContext {
  snapshot: RegistrySnapshot;
  ruleSet: AlarmRuleSet;
  now: number;
}

export const ofMeter = (meter: Meter) => ({ organization: meter.organization, meter });
export const ofSensor = (sensor: Sensor) => ({ ...ofMeter(sensor.meter), sensor });

/** Sensors that have reported one value for an hour. The engine ends these alarms (`movedConditions`). */
export const stuckConditions = async (
  db: Db,
  { snapshot, now }: SweepContext,
  slice: number,
  slices: number,
): Promise<SubjectCondition[]> => {
  const still = await listStill(db, { slice, slices, now, forMs: STUCK_MS });
  return still.flatMap(({ meter_id, channel, value, first }): SubjectCondition[] => {
    const sensor = snapshot.meters.get(meter_id)?.sensors.get(channel);
    if (sensor === undefined || !isInUse(sensor.meter) || !isStuckAt(sensor.type, value)) return [];
    const what = { code: STUCK, source: 'STUCK' as const, since: first.getTime(), time: now };
    return [{ ...ofSensor(sensor), ...what, holds: true, isFresh: true, value: fromTicks(sensor.type, value) }];
  });
};

/** A sensor with recently rejected readings, or a meter with recently quarantined frames. */
interface Refused {
  subject: { meter: Meter; sensor?: Sensor };
  source: 'REJECTED' | 'CLOCK';
  /** Times of the last rejections, epoch milliseconds. */
  times: readonly number[];
  detail: string;
}

const refusedLately = async (db: Db, { snapshot, now }: SweepContext): Promise<Refused[]> => {
  let slowest = 1;
  for (const { intervalS } of snapshot.meters.values()) slowest = Math.max(slowest, intervalS);
  const since = now - repeatWindowMs(slowest);
  const readings = (await listOutOfRange(db, since)).flatMap(({ meter_id, key, recent, sample }): Refused[] => {
    const sensor = snapshot.meters.get(meter_id)?.sensors.get(parseChannelKey(key) ?? 0);
    if (sensor === undefined) return [];
    const times = recent.map((time) => time.getTime());
    return [{ subject: { meter: sensor.meter, sensor }, source: 'REJECTED', times, detail: sample }];
  });
  const frames = (await listClocksOff(db, since)).flatMap(({ meter_id, recent, measured_time }): Refused[] => {
    const meter = snapshot.meters.get(meter_id);
    if (meter === undefined) return [];
    const times = recent.map((time) => time.getTime());
    return [{ subject: { meter }, source: 'CLOCK', times, detail: measured_time.toISOString() }];
  });
  return [...readings, ...frames].filter(({ subject }) => isInUse(subject.meter));
};

const CODES = { REJECTED: OUT_OF_RANGE, CLOCK: CLOCK_OFF } as const;
const keyOf = (source: string, meterId: number | undefined, sensorId: number | null | undefined): string =>
  `${source}/${meterId}/${sensorId ?? null}`;

/**
 * Readings out of range and wrong device clocks: a fault once repeated, which ends after a period without rejections.
 */
export const toldConditions = async (db: Db, look: SweepContext): Promise<SubjectCondition[]> => {
  const { snapshot, now } = look;
  const holding = await listHolding(db, ['REJECTED', 'CLOCK']);
  const lasting = new Set(holding.map(({ source, meter_id, sensor_id }) => keyOf(source, meter_id, sensor_id)));
  const faults = (await refusedLately(db, look)).flatMap(({ subject, source, times, detail }): SubjectCondition[] => {
    const { meter, sensor } = subject;
    const bad = badWithin(times, meter.intervalS, now);
    if (!isFault(bad, lasting.has(keyOf(source, meter.id, sensor?.id)))) return [];
    const what = { code: CODES[source], source, since: bad[0] ?? now, time: bad.at(-1) ?? now, detail };
    return [{ ...ofMeter(meter), ...(sensor && { sensor }), ...what, holds: true, isFresh: true }];
  });
  const known = new Set(faults.map(({ source, meter, sensor }) => keyOf(source, meter?.id, sensor?.id)));
  const over = holding.flatMap(({ source, meter_id, sensor_id, code }): SubjectCondition[] => {
    const meter = snapshot.meters.get(meter_id);
    const sensor = sensor_id === null ? undefined : snapshot.sensors.get(sensor_id);
    if (meter === undefined || known.has(keyOf(source, meter_id, sensor_id))) return [];
    const common = { ...ofMeter(meter), ...(sensor && { sensor }), code, source };
    return [{ ...common, holds: false, isFresh: true, since: now, time: now }];
  });
  return [...faults, ...over];
};
