import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';
import { type Span, spanAt } from './zone-clock.ts';

/**
 * Buckets in an organization's own time. A day is written `YYYY-MM-DD`; an instant is epoch ms.
 *
 * An hour bucket is cut wherever the local clock shows :00 and wherever it is moved. So the hour that comes twice in
 * autumn is two buckets, and with a shift of 30 minutes (Australia/Lord_Howe) a bucket of 30 minutes stands beside the
 * shift: 24 buckets on its spring day of 23.5 hours, 25 on its autumn day of 24.5. No bucket is longer than an hour.
 */
const MAX_CACHED_DAYS = 20_000;
const dayTexts = new Map<number, string>();
const midnights = new Map<string, number>();

function textOfDayNumber(dayNumber: number): string {
  const known = dayTexts.get(dayNumber);
  if (known !== undefined) return known;
  const text = new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
  if (dayTexts.size >= MAX_CACHED_DAYS) dayTexts.clear();
  dayTexts.set(dayNumber, text);
  return text;
}

/** Local midnight of a day as if its clock were UTC. */
function clockMidnight(day: string): number {
  const known = midnights.get(day);
  if (known !== undefined) return known;
  const ms = Date.parse(`${day}T00:00:00Z`);
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(ms) || textOfDayNumber(ms / DAY_MS) !== day) throw new RangeError(`no day: ${day}`);
  if (midnights.size >= MAX_CACHED_DAYS) midnights.clear();
  midnights.set(day, ms);
  return ms;
}

/** The local day of an instant. */
export function localDay(epochMs: number, zone: string): string {
  return textOfDayNumber(Math.floor((epochMs + spanAt(epochMs, zone).offset) / DAY_MS));
}

/**
 * The first instant whose local date is `day`, or a later one if the zone skipped that date. It is 01:00 on the clock
 * where daylight saving skips midnight.
 * @throws RangeError for an invalid `day`.
 */
export function startOfLocalDay(day: string, zone: string): number {
  return firstInstantAt(clockMidnight(day), zone);
}

/**
 * The first instant at which the clock of a local day shows `minute` minutes after midnight, or more. A time that
 * daylight saving skips is the moment of the shift; a time that occurs twice is the first of the two; 1440 is the next
 * midnight.
 * @throws RangeError for an invalid `day`.
 */
export function instantOnDay(day: string, minute: number, zone: string): number {
  return firstInstantAt(clockMidnight(day) + minute * MINUTE_MS, zone);
}

/** The first instant at which a clock shows a local time (given as if it were UTC) or a later one. */
function firstInstantAt(local: number, zone: string): number {
  // One day earlier the clock is before this time in every zone; at most a few spans follow.
  let span = spanAt(local - DAY_MS, zone);
  while (span.until + span.offset <= local) span = spanAt(span.until, zone);
  return Math.max(span.from, local - span.offset);
}

/** Monday is 0. */
export function weekdayOf(day: string): number {
  // 1970-01-01 was a Thursday.
  return (((clockMidnight(day) / DAY_MS + 3) % 7) + 7) % 7;
}

/** The day `n` days later, or earlier when `n` is negative. */
export function addDays(day: string, n: number): string {
  return textOfDayNumber(clockMidnight(day) / DAY_MS + n);
}

/** `YYYY-MM` of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** `YYYY` of a day. */
export function yearOf(day: string): string {
  return day.slice(0, 4);
}

function hourStartWithin(epochMs: number, span: Span): number {
  const local = epochMs + span.offset;
  return epochMs - (local - Math.floor(local / HOUR_MS) * HOUR_MS);
}

/** The start of the hour bucket that contains an instant. */
export function hourStart(epochMs: number, zone: string): number {
  const span = spanAt(epochMs, zone);
  const start = hourStartWithin(epochMs, span);
  if (start >= span.from) return start;
  // The span may begin at a UTC midnight, in the middle of an hour of a half-hour zone.
  const before = spanAt(span.from - 1, zone);
  return before.offset === span.offset ? Math.max(start, before.from) : span.from;
}

const hoursOfDays = new Map<string, readonly number[]>();

/** Start instants of a local day's hour buckets, ascending: 24, on days of a clock shift 23 to 25 (26 in Pacific/Chatham). */
export function hoursOfDay(day: string, zone: string): readonly number[] {
  const key = `${day} ${zone}`;
  const known = hoursOfDays.get(key);
  if (known !== undefined) return known;
  const end = startOfLocalDay(addDays(day, 1), zone);
  const starts: number[] = [];
  let at = startOfLocalDay(day, zone);
  while (at < end) {
    starts.push(at);
    at = nextHour(at, zone);
  }
  if (hoursOfDays.size >= MAX_CACHED_DAYS) hoursOfDays.clear();
  hoursOfDays.set(key, starts);
  return starts;
}

/** The first cut after the cut `at`: one hour later, or an earlier shift of the clock. */
function nextHour(at: number, zone: string): number {
  const span = spanAt(at, zone);
  const full = hourStartWithin(at, span) + HOUR_MS;
  if (full <= span.until) return full;
  const after = spanAt(span.until, zone);
  return after.offset === span.offset ? Math.min(full, after.until) : span.until;
}

/** An instant as ISO 8601 text in UTC, such as 2026-03-01T00:00:00.000Z. */
export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();
export const isoTimeOrNull = (epochMs: number | null): string | null => (epochMs === null ? null : isoTime(epochMs));
