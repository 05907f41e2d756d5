import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { type DayRange, shiftDays } from '@airdeck/domain/range';
import { spanAt } from '@airdeck/domain/zone-clock';

/** The days some weeks earlier. */
export const weeksBefore = (days: DayRange, weeks: number): DayRange => shiftDays(days, -7 * weeks);

/** An hour of an earlier week, and the hour that it is drawn over. */
export interface HourPair {
  source: Bucket;
  target: Bucket;
}

/** Hours by their day and what the clock shows at their start; an hour that comes again that day has a key of its own. */
const keyed = (hours: readonly Bucket[], zone: string, weeksOn: number): Map<string, Bucket> => {
  const found = new Map<string, Bucket>();
  for (const hour of hours) {
    const wall = (hour.start + spanAt(hour.start, zone).offset) % DAY_MS;
    const key = `${addDays(hour.day, 7 * weeksOn)}/${wall}`;
    found.set(found.has(key) ? `${key}/again` : key, hour);
  }
  return found;
};

/**
 * Pairs hours with those of an earlier week that the clock shows alike: nine o'clock lies over nine o'clock, whether or
 * not the clock was moved in between. Hours that only one of the days has are left out: what was measured in them is
 * not drawn. Both ascend.
 */
export const pairHours = (days: DayRange, weeks: number, zone: string): HourPair[] => {
  const before = weeksBefore(days, weeks);
  const sources = keyed(bucketsOf('hour', before.from, before.to, zone), zone, weeks);
  const targets = keyed(bucketsOf('hour', days.from, days.to, zone), zone, 0);
  return [...targets].flatMap(([key, target]) => {
    const source = sources.get(key);
    return source ? [{ source, target }] : [];
  });
};

/** Ascending times of an earlier week → where they are drawn; null for times that are not. */
export const createShift = (pairs: readonly HourPair[]): ((time: number) => number | null) => {
  let at = 0;
  return (time) => {
    for (let end = pairs[at]?.source.end; end !== undefined && end <= time; end = pairs[at]?.source.end) at++;
    const pair = pairs[at];
    if (!pair || time < pair.source.start) return null;
    const shifted = pair.target.start + time - pair.source.start;
    return shifted < pair.target.end ? shifted : null;
  };
};

/** The other way round: ascending times of the axis → those of the earlier week. */
export const createUnshift = (pairs: readonly HourPair[]): ((time: number) => number | null) =>
  createShift(pairs.map(({ source, target }) => ({ source: target, target: source })));
