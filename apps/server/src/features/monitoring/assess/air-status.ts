import type { MeterCounts } from '@airdeck/contract/monitoring/schema';
import { meanIndex, meterIndex } from '@airdeck/domain/air-index';
import { typeOfChannel } from '@airdeck/domain/channel';
import { isStale, MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { type Grade, gradeOfIndex, isGrade } from '@airdeck/domain/grade';
import { type Rating, ratingOf } from '@airdeck/domain/rating';
import type { GradedType, SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import { WHOLE_METER } from '../current/air-runs.ts';
import type { MeterAir } from '../current/current-air.ts';
import { type GradeSince, gradeSince } from '../current/grade-runs.ts';
import { addTrendSums, createTrendSums, slotMean, type TrendSums, trendMeans } from '../current/trend.ts';

/** The reading that determines a meter's index. */
export interface WorstReading {
  index: number;
  grade: Grade;
  type: GradedType;
  channel: number;
  value: number;
  /**
   * Since when at least one sensor of the meter, this or another, has been at least as bad. null for good air, and while
   * the store is being searched.
   */
  since: GradeSince | null;
}

export interface MeterStatus {
  /** Newest measured time, epoch ms; null when the meter never measured. */
  lastTime: number | null;
  online: boolean;
  /** Worst reading of its fresh sensors; null when the meter is stale or has no fresh graded sensor. */
  worst: WorstReading | null;
  /** First reading since the air is better than bad; null while it is bad, and where it was not. */
  betterSince: number | null;
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

const NEVER: MeterStatus = {
  lastTime: null,
  online: false,
  worst: null,
  betterSince: null,
  until: Number.POSITIVE_INFINITY,
};

const worstOf = (
  air: MeterAir,
  readings: readonly { type: SensorType; value: number; channel: number }[],
  thresholds: Thresholds,
): WorstReading | null => {
  const worst = meterIndex(readings, thresholds);
  const reading = readings.find(({ type, value }) => type === worst?.type && value === worst.value);
  if (!worst || !reading) return null;
  const grade = gradeOfIndex(worst.index);
  const { channel } = reading;
  return { ...worst, grade, channel, since: gradeSince(air, WHOLE_METER, grade) };
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
    const time = air.times[position] ?? 0;
    if (!meter.sensors.has(channel) || isStale(time, meter.intervalS, now)) continue;
    until = Math.min(until, time + patience);
    const type = typeOfChannel(channel);
    fresh.push({ type, value: fromTicks(type, air.ticks[position] ?? 0), channel });
  }
  const betterSince = air.isUntold ? null : (air.runs.get(WHOLE_METER)?.betterSince ?? null);
  return { lastTime: air.time, online: true, worst: worstOf(air, fresh, thresholds), betterSince, until };
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
    since: isGrade(rating) ? gradeSince(air, sensor.channel, rating) : null,
    time,
    stale,
  };
};

/** Index of the means of one entry, of each type the mean of its sensors, of the meter's trend; −1 when its graded sensors measured nothing. */
export const slotIndex = (meter: Meter, air: MeterAir, thresholds: Thresholds, entry: number): number => {
  const trend = air.shownTrend ?? air.trend;
  const types = new Map<SensorType, { sum: number; count: number }>();
  for (const [position, channel] of air.channels.entries()) {
    const mean = meter.sensors.has(channel) ? slotMean(trend, entry, position) : null;
    if (mean === null) continue;
    const type = typeOfChannel(channel);
    const known = types.get(type) ?? { sum: 0, count: 0 };
    types.set(type, { sum: known.sum + mean, count: known.count + 1 });
  }
  const means = [...types].map(([type, { sum, count }]) => ({ type, value: fromTicks(type, sum / count) }));
  return meterIndex(means, thresholds)?.index ?? -1;
};

/** The air of a place: of all its meters together. */
export interface PlaceAir {
  index: number | null;
  grade: Grade | null;
  worst: (WorstReading & { meter: Meter }) | null;
  counts: MeterCounts;
  lastTime: number | null;
  /** Mean index of each ten minutes of the last six hours, oldest first. */
  trend: (number | null)[];
  /** When this expires if no event arrives, epoch ms. */
  until: number;
}

export const noMeters = (): MeterCounts => ({
  total: 0,
  online: 0,
  stale: 0,
  never: 0,
  VERY_GOOD: 0,
  GOOD: 0,
  NORMAL: 0,
  BAD: 0,
  VERY_BAD: 0,
});

export const addCounts = (sum: MeterCounts, counts: MeterCounts): void => {
  for (const key of Object.keys(sum) as (keyof MeterCounts)[]) sum[key] += counts[key];
};

/** The air of meters added up; those of places below are added to that of the place above. */
export interface PlaceSums {
  readonly counts: MeterCounts;
  readonly trend: TrendSums;
  /** Sum and number of the meters' indexes. */
  index: number;
  indexes: number;
  worst: PlaceAir['worst'];
  lastTime: number;
  until: number;
}

/** The sums expire at `until` at the latest. */
export const createPlaceSums = (until: number): PlaceSums => ({
  counts: noMeters(),
  trend: createTrendSums(),
  index: 0,
  indexes: 0,
  worst: null,
  lastTime: Number.NEGATIVE_INFINITY,
  until,
});

/** Adds a meter without its trend. */
export const addMeter = (sums: PlaceSums, meter: Meter, { online, lastTime, worst, until }: MeterStatus): void => {
  const { counts } = sums;
  counts.total++;
  if (online) counts.online++;
  else if (lastTime === null) counts.never++;
  else counts.stale++;
  sums.until = Math.min(sums.until, until);
  sums.lastTime = Math.max(sums.lastTime, lastTime ?? Number.NEGATIVE_INFINITY);
  if (!worst) return;
  counts[worst.grade]++;
  sums.index += worst.index;
  sums.indexes++;
  if (sums.worst === null || worst.index > sums.worst.index) sums.worst = { meter, ...worst };
};

/** Adds the sums of a place below. */
export const addPlace = (sums: PlaceSums, below: PlaceSums): void => {
  addCounts(sums.counts, below.counts);
  addTrendSums(sums.trend, below.trend);
  sums.index += below.index;
  sums.indexes += below.indexes;
  sums.until = Math.min(sums.until, below.until);
  sums.lastTime = Math.max(sums.lastTime, below.lastTime);
  if (below.worst && (sums.worst === null || below.worst.index > sums.worst.index)) sums.worst = below.worst;
};

export const placeAir = ({ counts, trend, index: sum, indexes, worst, lastTime, until }: PlaceSums): PlaceAir => {
  const index = meanIndex(sum, indexes);
  return {
    index,
    grade: index === null ? null : gradeOfIndex(index),
    worst,
    counts,
    lastTime: lastTime === Number.NEGATIVE_INFINITY ? null : lastTime,
    trend: trendMeans(trend),
    until,
  };
};
