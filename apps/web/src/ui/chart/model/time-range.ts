import type { Language } from '@airdeck/contract/user/schema';
import { localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { spanAt } from '@airdeck/domain/zone-clock';
import { formatDate } from '../../../lib/format/date.ts';

/** Instants, epoch ms. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Ranges of an answer. */
export const timeRangesOf = (times: readonly { start: string; end: string }[]): TimeRange[] =>
  times.map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) }));

const widthOf = ({ from, to }: TimeRange) => to - from;

/** The range moved so that it lies inside the whole, and at least `least` ms wide. */
export function keptInside(range: TimeRange, whole: TimeRange, least: number): TimeRange {
  const width = Math.min(widthOf(whole), Math.max(widthOf(range), least));
  const middle = (range.from + range.to) / 2;
  const from = Math.min(Math.max(middle - width / 2, whole.from), whole.to - width);
  return width >= widthOf(whole) ? whole : { from, to: from + width };
}

/** `factor` < 1 zooms in; the time `at` stays where it is on the screen. */
export function zoomedAt(range: TimeRange, at: number, factor: number): TimeRange {
  return { from: at - (at - range.from) * factor, to: at + (range.to - at) * factor };
}

/** Moved by a share of its width; positive is later. */
export function pannedBy(range: TimeRange, share: number): TimeRange {
  const by = widthOf(range) * share;
  return { from: range.from + by, to: range.to + by };
}

export const isWhole = (range: TimeRange, whole: TimeRange) => range.from <= whole.from && range.to >= whole.to;

/** The same local time a number of weeks earlier: nine o'clock stays nine o'clock. */
export function weeksEarlier(time: number, weeks: number, zone: string): number {
  const before = time - weeks * 7 * DAY_MS;
  return before + spanAt(time, zone).offset - spanAt(before, zone).offset;
}

const isMidnight = (time: number, zone: string) => startOfLocalDay(localDay(time, zone), zone) === time;

/** A range as text: `2025-07-01 – 2025-07-31`, one day as such. Minutes are written unless both ends are midnights. */
export function timeRangeText(
  { from, to }: TimeRange,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const whole = isMidnight(from, timeZone) && isMidnight(to, timeZone);
  const form = whole ? 'date' : 'minute';
  // The end is exclusive.
  const [first, last] = [from, whole ? to - 1 : to].map((time) => formatDate(time, form, { language, timeZone }));
  return first === last ? `${first}` : `${first} ${language === 'ko' ? '~' : '–'} ${last}`;
}
