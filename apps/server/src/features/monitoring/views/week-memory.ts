import type { Db } from '../../../platform/db/pool.ts';
import type { Meter, SitePicture } from '../../../site/picture.ts';
import type { Moment } from '../assess/moment.ts';
import { loadMeterWeeks, type MeterWeeks } from './week-averages.ts';

/** Averages of whole days move slowly. */
const KEEP_MS = 15_000;

/** Loads week averages, once for all who look at the same within a few seconds. */
export const createWeekMemory = (db: Db) => {
  const known = new Map<string, { picture: SitePicture; since: number; weeks: Promise<MeterWeeks> }>();

  const isFresh = (since: number, now: number): boolean => since <= now && now < since + KEEP_MS;

  return (key: string, meters: readonly Meter[], { now, picture }: Moment): Promise<MeterWeeks> => {
    const found = known.get(key);
    if (found && found.picture === picture && isFresh(found.since, now)) return found.weeks;
    for (const [other, { since }] of known) if (!isFresh(since, now)) known.delete(other);
    const weeks = loadMeterWeeks(db, meters, now);
    known.set(key, { picture, since: now, weeks });
    // The next one asks again.
    weeks.catch(() => known.delete(key));
    return weeks;
  };
};
