import type { Source } from '../building/source.ts';
import type { Unusual } from '../building/step-room.ts';
import type { DeviceError, Period } from './incidents.ts';

/**
 * Visible events soon after the demo was started, and every twenty minutes elsewhere: an activity that makes the air
 * bad within about three minutes, in a room whose purifier then cleans it.
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

/** Unusual activities in a meter's room at `time` for a demo started at `starts` (ascending). */
export function showAt(starts: readonly number[], meter: string, time: number): Source | null {
  const start = starts.findLast((at) => at <= time);
  if (start === undefined) return null;
  const since = time - start - LEAD_MS;
  if (since < 0 || since % EVERY_MS >= DURATION_MS) return null;
  const place = SHOW_PLACES[Math.floor(since / EVERY_MS) % SHOW_PLACES.length];
  return place?.meter === meter ? place.source : null;
}

/** Once after each start: minutes after it, and duration in minutes. */
interface Once {
  readonly after: number;
  readonly minutes: number;
}

/** How long the windows are open afterwards. */
const AIRING_MS = 60 * 60_000;
/** A crowded briefing behind closed windows: CO2 rises until an alarm is raised. The room is occupied at every hour. */
const BRIEFING = { meter: 'SB-CONTROL', after: 1, minutes: 30, people: 40 } as const;
const COVER = { meter: 'HB-3-1', after: 2, minutes: 12, error: { kind: 'ERROR', code: 'P009', purifier: 1 } } as const;
/** The connection of this site's gateway. */
const LINE = { organization: '10000002', after: 8, minutes: 4 } as const;

const periodOf = (starts: readonly number[], time: number, { after, minutes }: Once): Period | null => {
  const start = starts.findLast((at) => at <= time);
  if (start === undefined) return null;
  const from = start + after * 60_000;
  return { from, to: from + minutes * 60_000 };
};

/** Unusual events in a meter's room soon after a start. */
export function showUnusualAt(starts: readonly number[], meter: string, time: number): Unusual | null {
  if (meter !== BRIEFING.meter) return null;
  const period = periodOf(starts, time, BRIEFING);
  if (period === null || time < period.from) return null;
  if (time < period.to) return { windows: 'SHUT', people: BRIEFING.people };
  return time < period.to + AIRING_MS ? { windows: 'OPEN', people: 0 } : null;
}

/** The error that a device reports soon after a start. */
export function showErrorAt(
  starts: readonly number[],
  meter: string,
  time: number,
): (Period & { error: DeviceError }) | null {
  const period = meter === COVER.meter ? periodOf(starts, time, COVER) : null;
  return period && { ...period, error: COVER.error };
}

/** When the connection of a site's gateway is cut soon after a start. */
export function showCutAt(starts: readonly number[], organization: string, time: number): Period | null {
  return organization === LINE.organization ? periodOf(starts, time, LINE) : null;
}
