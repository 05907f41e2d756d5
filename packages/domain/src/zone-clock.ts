import { DAY_MS } from './duration.ts';

/** A span of time, `from` ≤ t < `until`, over which a zone's clock keeps one UTC offset. All values in ms. */
export type Span = { readonly from: number; readonly until: number; readonly offset: number };

/** About 50 years of days, more than any process requests; odd times cannot fill the memory. */
const MAX_CACHED_DAYS = 20_000;

type ZoneClock = { readonly format: Intl.DateTimeFormat; readonly days: Map<number, readonly Span[]> };

const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const clock: ZoneClock = { format, days: new Map() };
  clocks.set(zone, clock);
  return clock;
}

const OFFSET_TEXT = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Intl provides the offset only as text: `1/1/2024, GMT+09:00`, with seconds in local mean times. */
function askOffset(format: Intl.DateTimeFormat, epochMs: number): number {
  const [, sign, hours, minutes, seconds] = OFFSET_TEXT.exec(format.format(epochMs)) ?? [];
  if (sign === undefined) return 0;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** The first second after `low` at which the offset is no longer that of `low`. */
function findShift(format: Intl.DateTimeFormat, low: number, high: number, offset: number): number {
  let same = low;
  let other = high;
  while (other - same > 1000) {
    const middle = same + Math.floor((other - same) / 2000) * 1000;
    if (askOffset(format, middle) === offset) same = middle;
    else other = middle;
  }
  return other;
}

/** Spans of one UTC day. No zone ever shifted twice within 24 hours and back, so comparing both ends is enough. */
function spansOfUtcDay(format: Intl.DateTimeFormat, from: number): readonly Span[] {
  const until = from + DAY_MS;
  const offset = askOffset(format, from);
  const later = askOffset(format, until);
  if (offset === later) return [{ from, until, offset }];
  const shift = findShift(format, from, until, offset);
  return [
    { from, until: shift, offset },
    { from: shift, until, offset: later },
  ];
}

/**
 * The span of a zone's clock that contains an instant, also cut at UTC midnights. Each zone and UTC day queries Intl
 * once; after that it is two lookups.
 * @throws RangeError for an invalid zone or instant.
 */
export function spanAt(epochMs: number, zone: string): Span {
  const { format, days } = clockOf(zone);
  const day = Math.floor(epochMs / DAY_MS);
  let spans = days.get(day);
  if (spans === undefined) {
    spans = spansOfUtcDay(format, day * DAY_MS);
    if (days.size >= MAX_CACHED_DAYS) days.clear();
    days.set(day, spans);
  }
  const span = spans.find(({ until }) => epochMs < until);
  if (span === undefined) throw new RangeError(`no instant: ${epochMs}`);
  return span;
}
