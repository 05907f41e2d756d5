/** Comparisons based on less than this share of the expected frames are marked as incomplete. */
export const COMPARABLE_COMPLETENESS = 0.75;

/** Number of frames that a meter sends in a period at its interval; at least 1. */
export function expectedFrames(periodMs: number, intervalS: number): number {
  return Math.max(1, Math.floor(periodMs / (intervalS * 1000)));
}

/**
 * Received ÷ expected frames of a period, 0 to 1. A meter that sends more often than its interval counts as complete.
 */
export function completeness(received: number, periodMs: number, intervalS: number): number {
  return Math.min(1, received / expectedFrames(periodMs, intervalS));
}

export function isComparable(share: number): boolean {
  return share >= COMPARABLE_COMPLETENESS;
}
