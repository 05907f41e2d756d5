import { isStale } from '../freshness.ts';

export interface Heard {
  /** When the newest reading was measured, epoch milliseconds. */
  readonly measured: number | null;
  /** What the device, or its last will, said of it. */
  readonly status: { readonly value: 'ONLINE' | 'OFFLINE'; readonly time: number } | null;
  readonly intervalS: number;
}

/**
 * Whether a meter does not communicate: its last will says so and no reading is newer, or it has missed three intervals.
 * `listening`: since when the server has heard everybody without a break; silence before that is the server's own. A meter
 * that never spoke is not in operation yet.
 */
export function isSilent({ measured, status, intervalS }: Heard, listening: number, now: number): boolean {
  if (status?.value === 'OFFLINE' && status.time >= (measured ?? status.time)) return true;
  return measured !== null && isStale(Math.max(measured, listening), intervalS, now);
}
