import { isStale } from '../freshness.ts';

/**
 * Delay before a last will counts. When a machine or network pauses, all its connections drop at once and are back
 * shortly after.
 */
export const WILL_WAIT_MS = 30_000;

export interface Heard {
  /** When the newest reading was measured, epoch milliseconds. */
  readonly measured: number | null;
  /** The status that the device, or its last will, reported last. */
  readonly status: { readonly value: 'ONLINE' | 'OFFLINE'; readonly time: number } | null;
  readonly intervalS: number;
}

/** Whether the last will reported the meter offline, and no status or reading has contradicted it in time. */
export function hasLeft({ measured, status }: Heard, listening: number, now: number): boolean {
  if (status?.value !== 'OFFLINE' || status.time < (measured ?? status.time)) return false;
  return now - Math.max(status.time, listening) >= WILL_WAIT_MS;
}

/**
 * Whether a meter does not communicate: it has left, or it has missed three intervals. `listening`: since when the
 * server has received from all devices without a break; silence before that may be the server's own. A meter that never
 * sent anything is not in operation yet.
 */
export function isSilent(heard: Heard, listening: number, now: number): boolean {
  const { measured, intervalS } = heard;
  if (hasLeft(heard, listening, now)) return true;
  return measured !== null && isStale(Math.max(measured, listening), intervalS, now);
}
