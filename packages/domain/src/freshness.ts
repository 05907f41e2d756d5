/** A meter is stale after this many consecutive intervals without a frame. */
export const MISSED_INTERVALS = 3;

/**
 * Whether a meter has missed 3 intervals. At exactly 3 intervals the third frame is only just due, so the meter is
 * still fresh. A meter that never measured is stale.
 */
export function isStale(lastMeasuredMs: number | null, intervalS: number, nowMs: number): boolean {
  return lastMeasuredMs === null || nowMs - lastMeasuredMs > MISSED_INTERVALS * intervalS * 1000;
}
