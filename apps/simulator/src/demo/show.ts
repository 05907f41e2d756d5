import type { Source } from '../building/source.ts';

/**
 * What one sees happen soon after the demo was started, and every twenty minutes after that somewhere else: an activity
 * that makes the air bad within about three minutes, in a room whose purifier then brings it down.
 */
export const SHOW_PLACES: readonly { readonly meter: string; readonly source: Source }[] = [
  { meter: 'HB-KITCHEN', source: { kind: 'cooking', strength: 45 } },
  { meter: 'SB-FOODCOURT', source: { kind: 'cooking', strength: 25 } },
  { meter: 'SC-ER', source: { kind: 'cleaning', strength: 40 } },
  { meter: 'SB-CONTROL', source: { kind: 'cooking', strength: 25 } },
  { meter: 'SC-W502', source: { kind: 'cooking', strength: 35 } },
];

const LEAD_MS = 30_000;
const EVERY_MS = 20 * 60_000;
const DURATION_MS = 4 * 60_000;

/** What goes on beside the usual in a meter's room at `time`, when the demo was started at `starts` (ascending). */
export function showAt(starts: readonly number[], meter: string, time: number): Source | null {
  const start = starts.findLast((at) => at <= time);
  if (start === undefined) return null;
  const since = time - start - LEAD_MS;
  if (since < 0 || since % EVERY_MS >= DURATION_MS) return null;
  const place = SHOW_PLACES[Math.floor(since / EVERY_MS) % SHOW_PLACES.length];
  return place?.meter === meter ? place.source : null;
}
