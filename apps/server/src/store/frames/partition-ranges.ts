import { DAY_MS } from '@airdeck/domain/duration';

/** UTC days (since 1970) from `first` to before `end`; `first` may be -Infinity. */
export interface DayRange {
  first: number;
  end: number;
}

/** Number of days before today with a partition each, which is dropped as a whole; older days share one. */
export const RECENT_DAYS = 3;

export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

export const coversDay = ({ first, end }: DayRange, day: number): boolean => first <= day && day < end;

/**
 * The days for which a partition is to be made, so that this one has one. A recent day gets its own; an older one gets
 * all that lies between its neighbours, so that any number of old days makes no more than one partition for each gap.
 * @throws RangeError for a day after tomorrow, which cannot have been measured yet.
 */
export const newRange = (day: number, today: number, taken: readonly DayRange[]): DayRange => {
  if (!(day <= today + 1)) throw new RangeError(`day ${day} has not come yet`);
  const firstRecent = today - RECENT_DAYS;
  if (day >= firstRecent) return { first: day, end: day + 1 };
  return {
    first: Math.max(Number.NEGATIVE_INFINITY, ...taken.filter(({ end }) => end <= day).map(({ end }) => end)),
    end: Math.min(firstRecent, ...taken.filter(({ first }) => first > day).map(({ first }) => first)),
  };
};
