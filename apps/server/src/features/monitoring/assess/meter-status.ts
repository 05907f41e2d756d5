import { meterIndex } from '@airdeck/domain/air-index';
import { isStale, MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { type Grade, gradeOfIndex, isGrade } from '@airdeck/domain/grade';
import { type Rating, ratingOf } from '@airdeck/domain/rating';
import type { GradedType, SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import { type GradeSince, gradeSince } from '../current/grade-runs.ts';
import type { MeterAir } from '../current/meter-air.ts';
import { slotMean } from '../current/trend.ts';

/** The reading that determines a meter's index. */
export interface WorstReading {
  index: number;
  grade: Grade;
  type: GradedType;
  channel: number;
  value: number;
  /** null for good air, and while the store is being searched. */
  since: GradeSince | null;
}

export interface MeterStatus {
  /** Newest measured time, epoch ms; null when the meter never measured. */
  lastTime: number | null;
  online: boolean;
  /** Worst reading of its fresh sensors; null when the meter is stale or has no fresh graded sensor. */
  worst: WorstReading | null;
  /** When this status expires if no event arrives, epoch ms. */
  until: number;
}

export interface SensorStatus {
  value: number | null;
  /** null when stale. */
  rating: Rating | null;
  /** Since when the air has been in this grade; null for good air, for types without grades, and when stale. */
  since: GradeSince | null;
  time: number | null;
  stale: boolean;
}

/** A meter's sensors by type, then number. */
export const sensorsOf = (meter: Meter): Sensor[] =>
  [...meter.sensors.values()].toSorted((a, b) => a.channel - b.channel);

const NEVER: MeterStatus = { lastTime: null, online: false, worst: null, until: Number.POSITIVE_INFINITY };

const worstOf = (
  { runs }: MeterAir,
  readings: readonly { type: SensorType; value: number; channel: number }[],
  thresholds: Thresholds,
): WorstReading | null => {
  const worst = meterIndex(readings, thresholds);
  const reading = readings.find(({ type, value }) => type === worst?.type && value === worst.value);
  if (!worst || !reading) return null;
  const grade = gradeOfIndex(worst.index);
  const { channel } = reading;
  return { ...worst, grade, channel, since: gradeSince(runs.get(channel), grade) };
};

export const assessMeter = (
  meter: Meter,
  air: MeterAir | undefined,
  thresholds: Thresholds,
  now: number,
): MeterStatus => {
  if (!air) return NEVER;
  const patience = MISSED_INTERVALS * meter.intervalS * 1000;
  if (isStale(air.time, meter.intervalS, now)) return { ...NEVER, lastTime: air.time };
  let until = air.time + patience;
  const fresh: { type: SensorType; value: number; channel: number }[] = [];
  for (const [position, channel] of air.channels.entries()) {
    const sensor = meter.sensors.get(channel);
    const time = air.times[position] ?? 0;
    if (!sensor || isStale(time, meter.intervalS, now)) continue;
    until = Math.min(until, time + patience);
    fresh.push({ type: sensor.type, value: fromTicks(sensor.type, air.ticks[position] ?? 0), channel });
  }
  return { lastTime: air.time, online: true, worst: worstOf(air, fresh, thresholds), until };
};

export const assessSensor = (
  sensor: Sensor,
  air: MeterAir | undefined,
  thresholds: Thresholds,
  now: number,
): SensorStatus => {
  const position = air?.channels.indexOf(sensor.channel) ?? -1;
  const time = air?.times[position];
  // A channel may have a trend only.
  if (!air || time === undefined || !Number.isFinite(time)) {
    return { value: null, rating: null, since: null, time: null, stale: true };
  }
  const value = fromTicks(sensor.type, air.ticks[position] ?? 0);
  const stale = isStale(time, sensor.meter.intervalS, now);
  if (stale) return { value, rating: null, since: null, time, stale };
  const rating = ratingOf(sensor.type, value, thresholds);
  return {
    value,
    rating,
    since: isGrade(rating) ? gradeSince(air.runs.get(sensor.channel), rating) : null,
    time,
    stale,
  };
};

/** Index of the means of one entry of the meter's trend; −1 when its graded sensors measured nothing. */
export const slotIndex = (meter: Meter, air: MeterAir, thresholds: Thresholds, entry: number): number => {
  const trend = air.shownTrend ?? air.trend;
  const means: { type: SensorType; value: number }[] = [];
  for (const [position, channel] of air.channels.entries()) {
    const sensor = meter.sensors.get(channel);
    const mean = sensor ? slotMean(trend, entry, position) : null;
    if (sensor && mean !== null) means.push({ type: sensor.type, value: fromTicks(sensor.type, mean) });
  }
  return meterIndex(means, thresholds)?.index ?? -1;
};
