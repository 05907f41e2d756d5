import { DAY_MS } from './duration.ts';

/** A meter is stale after this many consecutive intervals without a frame. */
export const MISSED_INTERVALS = 3;

/**
 * Whether a meter has missed 3 intervals. At exactly 3 intervals the third frame is only just due, so the meter is
 * still fresh. A meter that never measured is stale.
 */
export function isStale(lastMeasuredMs: number | null, intervalS: number, nowMs: number): boolean {
  return lastMeasuredMs === null || nowMs - lastMeasuredMs > MISSED_INTERVALS * intervalS * 1000;
}

/** Readings this much older than a meter's last one enter its past only when an administrator allows it. */
export const BACKFILL_AGE_MS = 7 * DAY_MS;

/**
 * Whether a reading enters the past of a meter: it is more than 7 days older than the meter's last one, or than now where
 * the meter has none. Newer ones than the last are a backlog and may have any age.
 */
export function isBackfill(measuredMs: number, lastMs: number | null, nowMs: number): boolean {
  return measuredMs < (lastMs ?? nowMs) - BACKFILL_AGE_MS;
}
