import type { MeterCounts } from '@airdeck/contract/monitoring/schema';
import { levelIndex } from '@airdeck/domain/air-index';
import { type Grade, gradeOfIndex } from '@airdeck/domain/grade';
import type { GradedType } from '@airdeck/domain/sensor-type';
import type { Meter } from '../../../registry/snapshot.ts';
import { TREND_SLOTS } from '../current/trend.ts';
import type { MeterStatus } from './meter-status.ts';

/** The air of a place: of all its meters together. */
export interface PlaceAir {
  index: number | null;
  grade: Grade | null;
  worst: { meter: Meter; type: GradedType; value: number; grade: Grade } | null;
  counts: MeterCounts;
  lastTime: number | null;
  /** Mean index of each ten minutes of the last six hours, oldest first. */
  trend: (number | null)[];
  /** Until when this holds if nothing arrives, epoch ms. */
  until: number;
}

/** One meter's part in it. */
export interface MeterPart {
  meter: Meter;
  status: MeterStatus;
  trend: readonly (number | null)[];
}

export const noMeters = (): MeterCounts => ({
  total: 0,
  online: 0,
  stale: 0,
  VERY_GOOD: 0,
  GOOD: 0,
  NORMAL: 0,
  BAD: 0,
  VERY_BAD: 0,
});

export const addCounts = (sum: MeterCounts, counts: MeterCounts): void => {
  for (const key of Object.keys(sum) as (keyof MeterCounts)[]) sum[key] += counts[key];
};

const count = (counts: MeterCounts, { online, lastTime, worst }: MeterStatus): void => {
  counts.total++;
  if (online) counts.online++;
  else if (lastTime !== null) counts.stale++;
  if (worst) counts[worst.grade]++;
};

/** Adds a meter's trend to the sums; slots in which it measured nothing do not count. */
const addTrend = (sums: Float64Array, counts: Int32Array, trend: readonly (number | null)[]): void => {
  for (let i = 0; i < TREND_SLOTS; i++) {
    const index = trend[i];
    if (index === null || index === undefined) continue;
    sums[i] = (sums[i] as number) + index;
    counts[i] = (counts[i] as number) + 1;
  }
};

/** The air of meters together; it holds until `until` at the latest. */
export const combine = (parts: Iterable<MeterPart>, until: number): PlaceAir => {
  const counts = noMeters();
  const indexes: number[] = [];
  const sums = new Float64Array(TREND_SLOTS);
  const slotCounts = new Int32Array(TREND_SLOTS);
  let worst: MeterPart | null = null;
  let lastTime = Number.NEGATIVE_INFINITY;
  let oldAt = until;
  for (const part of parts) {
    const { status } = part;
    count(counts, status);
    addTrend(sums, slotCounts, part.trend);
    oldAt = Math.min(oldAt, status.until);
    lastTime = Math.max(lastTime, status.lastTime ?? Number.NEGATIVE_INFINITY);
    if (!status.worst) continue;
    indexes.push(status.worst.index);
    if (status.worst.index > (worst?.status.worst?.index ?? -1)) worst = part;
  }
  const index = levelIndex(indexes);
  return {
    index,
    grade: index === null ? null : gradeOfIndex(index),
    worst: worst?.status.worst ? { ...worst.status.worst, meter: worst.meter } : null,
    counts,
    lastTime: lastTime === Number.NEGATIVE_INFINITY ? null : lastTime,
    trend: Array.from(sums, (sum, i) => (slotCounts[i] ? sum / (slotCounts[i] as number) : null)),
    until: oldAt,
  };
};
