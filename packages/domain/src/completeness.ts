/** Comparisons based on less than this share of the expected frames are marked as incomplete. */
export const COMPARABLE_COMPLETENESS = 0.75;

/** Number of frames that a meter sends in a period at its interval; at least 1. */
export function expectedFrames(periodMs: number, intervalS: number): number {
  return Math.max(1, Math.floor(periodMs / (intervalS * 1000)));
}

/** Since when a meter has been expected to send at an interval, until the next of its periods begins. */
export interface MeterPeriod {
  /** Epoch ms. */
  readonly from: number;
  readonly intervalS: number;
  readonly use: 'Y' | 'N';
}

/** What arrived, and what was expected. */
export interface Received {
  /** At most as many as expected: a meter that sends too often does not make up for another. */
  readonly frames: number;
  /** 0: nothing was expected; the meter was not registered then, or not in use. */
  readonly expected: number;
}

/**
 * The frames that were expected of a meter from `start` to `end` (epoch ms): by its periods, oldest first, each at its
 * own interval. 0: none were.
 */
export function expectedIn(
  { periods }: { readonly periods: readonly MeterPeriod[] },
  start: number,
  end: number,
): number {
  let expected = 0;
  for (let i = 0; i < periods.length; i++) {
    const { from, intervalS, use } = periods[i] as MeterPeriod;
    if (use === 'N') continue;
    const time = Math.min(end, periods[i + 1]?.from ?? end) - Math.max(start, from);
    if (time > 0) expected += time / (intervalS * 1000);
  }
  return expected === 0 ? 0 : Math.max(1, Math.floor(expected + 1e-6));
}

/** The frames of a meter from `start` to `end` (epoch ms) against those that were expected then. */
export function receivedFrames(
  frames: number,
  meter: { readonly periods: readonly MeterPeriod[] },
  start: number,
  end: number,
): Received {
  const expected = expectedIn(meter, start, end);
  return { frames: Math.min(frames, expected), expected };
}

/**
 * Received ÷ expected frames of any number of meters, 0 to 1; null where nothing was expected. It is rounded to
 * thousandths, and to 1 only if nothing is missing.
 */
export function completenessOf(parts: Iterable<Received>): number | null {
  let [frames, expected] = [0, 0];
  for (const part of parts) {
    frames += part.frames;
    expected += part.expected;
  }
  return expected === 0 ? null : shareReceived(frames, expected);
}

/** Received ÷ expected frames, at least one of which was expected, rounded as `completenessOf` does. */
export function shareReceived(frames: number, expected: number): number {
  return frames === expected ? 1 : Math.min(0.999, Math.round((frames / expected) * 1000) / 1000);
}

export function isComparable(share: number): boolean {
  return share >= COMPARABLE_COMPLETENESS;
}
