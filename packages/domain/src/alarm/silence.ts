import { isStale } from '../freshness.ts';

/**
 * A last will counts so long after it was said. A machine or network that pauses drops all its connections at once, and
 * they are back in a moment.
 */
export const WILL_WAIT_MS = 30_000;

export interface Heard {
  /** When the newest reading was measured, epoch milliseconds. */
  readonly measured: number | null;
  /** What the device, or its last will, said of it. */
  readonly status: { readonly value: 'ONLINE' | 'OFFLINE'; readonly time: number } | null;
  readonly intervalS: number;
}

/** Whether its last will says that it is gone, and neither a word nor a reading has said otherwise in time. */
export function hasLeft({ measured, status }: Heard, listening: number, now: number): boolean {
  if (status?.value !== 'OFFLINE' || status.time < (measured ?? status.time)) return false;
  return now - Math.max(status.time, listening) >= WILL_WAIT_MS;
}

/**
 * Whether a meter does not communicate: it has left, or it has missed three intervals. `listening`: since when the server
 * has heard everybody without a break; silence before that is the server's own. A meter that never spoke is not in
 * operation yet.
 */
export function isSilent(heard: Heard, listening: number, now: number): boolean {
  const { measured, intervalS } = heard;
  if (hasLeft(heard, listening, now)) return true;
  return measured !== null && isStale(Math.max(measured, listening), intervalS, now);
}
