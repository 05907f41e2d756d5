import { MINUTE_MS } from '@airdeck/domain/duration';
import { type ClockSummary, summarizeClocks } from '@airdeck/domain/installation';
import type { Clock } from '../../platform/clock.ts';
import { createNumbersById } from '../../platform/numbers-by-id.ts';

/** Long enough for a device that reports twice an hour. */
const WINDOW_MS = 30 * MINUTE_MS;
/** A summary sorts all devices. */
const KEPT_MS = MINUTE_MS;

/**
 * Compares the clocks of devices with the server's. The offset of a device is its smallest delay between the time in a
 * message and its arrival in the last half hour to hour: stored frames and slow networks only make a delay larger.
 */
export const createClockOffsets = (clock: Clock) => {
  let current = createNumbersById();
  let previous = createNumbersById();
  let since = clock.now();
  let summary: ClockSummary | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  const turn = (now: number): void => {
    if (Math.abs(now - since) < WINDOW_MS) return;
    previous = current;
    current = createNumbersById();
    since = now;
  };
  const note = (meterId: number, time: number, now: number): void => {
    turn(now);
    current.set(meterId, Math.min(now - time, current.get(meterId) ?? Number.POSITIVE_INFINITY));
  };
  const read = (): ClockSummary | undefined => {
    const now = clock.now();
    if (Math.abs(now - readAt) < KEPT_MS) return summary;
    turn(now);
    readAt = now;
    const all = new Map(previous.entries());
    for (const [id, offset] of current.entries())
      all.set(id, Math.min(offset, all.get(id) ?? Number.POSITIVE_INFINITY));
    summary = all.size === 0 ? undefined : summarizeClocks([...all.values()]);
    return summary;
  };
  return { note, read };
};
