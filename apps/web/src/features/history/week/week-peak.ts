/** When a week is highest: on all days, on weekdays, at the weekend or on one day, around an hour; or never. */
export type WeekPeak =
  | { days: 'flat' }
  | { days: 'every' | 'weekdays' | 'weekend' | 'day'; hour: number; weekday: number };

/** A highest mean that is so much above the lowest is no peak, as a share of the highest. */
const FLAT = 0.05;
/** Hours apart that are the same time of the day. */
const SAME = 1;
const HOURS = 24;
const WEEKDAYS: readonly number[] = [0, 1, 2, 3, 4];
const WEEKEND: readonly number[] = [5, 6];

/** Index of a column's maximum; null without values. */
function highestOf(values: readonly (number | null)[]): number | null {
  let best: number | null = null;
  for (const [at, value] of values.entries()) {
    if (value !== null && (best === null || value > (values[best] ?? value))) best = at;
  }
  return best;
}

/**
 * The hour at which the means of a week (168, Monday 00:00 first) are highest, and the days that are highest at about
 * the same time: "weekdays at noon". Hours that are no basis for a comparison are left out by the caller. null without
 * any value.
 */
export function peakOf(means: readonly (number | null)[]): WeekPeak | null {
  const at = highestOf(means);
  if (at === null) return null;
  const known = means.filter((mean) => mean !== null);
  const highest = means[at] ?? 0;
  if (highest - Math.min(...known) <= Math.abs(highest) * FLAT) return { days: 'flat' };
  const [weekday, hour] = [Math.floor(at / HOURS), at % HOURS];
  const peaks = Array.from({ length: 7 }, (_, day) => highestOf(means.slice(day * HOURS, (day + 1) * HOURS)));
  const alike = (days: readonly number[]) => {
    const own = days.flatMap((day) => peaks[day] ?? []);
    // A day without people is not representative.
    return own.length >= Math.max(2, days.length - 1) && own.every((each) => Math.abs(each - hour) <= SAME);
  };
  const isWeekday = WEEKDAYS.includes(weekday);
  if (alike(WEEKDAYS) && alike(WEEKEND)) return { days: 'every', hour, weekday };
  if (isWeekday && alike(WEEKDAYS)) return { days: 'weekdays', hour, weekday };
  if (!isWeekday && alike(WEEKEND)) return { days: 'weekend', hour, weekday };
  return { days: 'day', hour, weekday };
}
