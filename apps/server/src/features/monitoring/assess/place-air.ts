import type { MeterCounts } from '@airdeck/contract/monitoring/schema';
import { levelIndex } from '@airdeck/domain/air-index';
import { type Grade, gradeOfIndex } from '@airdeck/domain/grade';
import type { Meter } from '../../../registry/snapshot.ts';
import { createTrendSums, trendMeans } from '../current/trend.ts';
import type { MeterStatus, WorstReading } from './meter-status.ts';

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

/** Adds up the air of meters; the sum expires at `until` at the latest. */
export const createPlaceSums = (until: number) => {
  const counts = noMeters();
  const trend = createTrendSums();
  const indexes: number[] = [];
  let worst: PlaceAir['worst'] = null;
  let worstIndex = -1;
  let lastTime = Number.NEGATIVE_INFINITY;
  let oldAt = until;
  return {
    /** Accumulates the trends of the meters. */
    trend,
    add(meter: Meter, status: MeterStatus): void {
      count(counts, status);
      oldAt = Math.min(oldAt, status.until);
      lastTime = Math.max(lastTime, status.lastTime ?? Number.NEGATIVE_INFINITY);
      if (!status.worst) return;
      const { index } = status.worst;
      indexes.push(index);
      if (index <= worstIndex) return;
      worstIndex = index;
      worst = { meter, ...status.worst };
    },
    end(): PlaceAir {
      const index = levelIndex(indexes);
      return {
        index,
        grade: index === null ? null : gradeOfIndex(index),
        worst,
        counts,
        lastTime: lastTime === Number.NEGATIVE_INFINITY ? null : lastTime,
        trend: trendMeans(trend),
        until: oldAt,
      };
    },
  };
};
