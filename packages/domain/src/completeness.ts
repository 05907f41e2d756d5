/** A comparison built on less than this share of the expected frames says so. */
export const COMPARABLE_COMPLETENESS = 0.75;

/** Frames that a meter sends in a period at its interval; at least 1, since a period is asked for to hold something. */
export function expectedFrames(periodMs: number, intervalS: number): number {
  return Math.max(1, Math.floor(periodMs / (intervalS * 1000)));
}

/** Received ÷ expected frames of a period, 0 to 1: a meter that sends more often than its interval is complete. */
export function completeness(received: number, periodMs: number, intervalS: number): number {
  return Math.min(1, received / expectedFrames(periodMs, intervalS));
}

export function isComparable(share: number): boolean {
  return share >= COMPARABLE_COMPLETENESS;
}
