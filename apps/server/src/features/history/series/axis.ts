import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { type DayRange, shiftDays } from '@airdeck/domain/range';
import { spanAt } from '@airdeck/domain/zone-clock';

/** The days some weeks earlier. */
export const weeksBefore = (days: DayRange, weeks: number): DayRange => shiftDays(days, -7 * weeks);

/** An hour of an earlier week, and the hour over which it is drawn. */
export interface HourPair {
  source: Bucket;
  target: Bucket;
}

/** Hours by day and wall clock; an hour that repeats on a day has a key of its own. */
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
 * Pairs hours with those of an earlier week by wall clock: nine o'clock lies over nine o'clock, also after a clock
 * change in between. Hours that exist on one of the days only are left out and not drawn. Both inputs ascend.
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

/** Maps ascending times of an earlier week to the time at which they are drawn; null for times that are not drawn. */
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

/** The inverse: maps ascending times of the axis to those of the earlier week. */
export const createUnshift = (pairs: readonly HourPair[]): ((time: number) => number | null) =>
  createShift(pairs.map(({ source, target }) => ({ source: target, target: source })));
