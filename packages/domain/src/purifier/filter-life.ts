import { DAY_MS } from '../duration.ts';

/**
 * From this share of its period on a filter is due (P011: a tenth or less is left); from 1 on it has expired (P010).
 */
export const DUE_SHARE = 0.9;

export const FILTER_LEVELS = ['FINE', 'DUE', 'EXPIRED', 'UNKNOWN'] as const;
export type FilterLevel = (typeof FILTER_LEVELS)[number];

/** Current use of filters is measured over four whole weeks, so that weekends and holidays are represented. */
export const USE_WINDOW_MS = 28 * DAY_MS;
/** Less than a week is not representative. */
const MIN_WINDOW_MS = 7 * DAY_MS;
/** A filter with less use counts as unused; there is no forecast. */
const MIN_HOURS_PER_DAY = 0.1;
/** A forecast further ahead is meaningless. */
const MAX_DAYS_LEFT = 3650;

/** The highest value right after a counter reset: it counts in steps, and may have run while offline. */
const NEW_FILTER_H = 24;

/**
 * The value of a device's filter counter around a time, in hours. Before and after differ if the device reset its
 * counter; after a replacement that only a person recorded, the counter continues.
 */
export interface CounterReading {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly beforeH: number;
  readonly afterH: number;
}

/** Whether a device has reset its counter, i.e. its filter was replaced and the counter reset. */
export function isCounterReset(beforeH: number, afterH: number): boolean {
  return afterH <= NEW_FILTER_H && beforeH - afterH > NEW_FILTER_H;
}

/** Hours between two counter values; a lower second value means a reset in between. */
const hoursBetween = (fromH: number, toH: number): number => (toH >= fromH ? toH - fromH : toH);

/** Hours that a filter has been used since its last replacement (null: unknown). */
export function hoursUsed(counterH: number, replacement: CounterReading | null): number {
  return replacement === null ? counterH : hoursBetween(replacement.afterH, counterH);
}

/** `periodH` null or 0: the device does not report how long a filter lasts. */
export function filterLevel(usedH: number, periodH: number | null): FilterLevel {
  if (periodH === null || periodH <= 0) return 'UNKNOWN';
  const share = usedH / periodH;
  if (share >= 1) return 'EXPIRED';
  return share >= DUE_SHARE ? 'DUE' : 'FINE';
}

/**
 * Hours of use a day: Σ increments of the counter ÷ days between the first and the last reading, ordered by time. null:
 * the readings span less than a week.
 */
export function hoursPerDay(readings: readonly CounterReading[]): number | null {
  const first = readings[0];
  const last = readings.at(-1);
  if (first === undefined || last === undefined || last.time - first.time < MIN_WINDOW_MS) return null;
  const hours = readings.reduce((sum, reading, i) => {
    const previous = readings[i - 1];
    return previous === undefined ? 0 : sum + hoursBetween(previous.afterH, reading.beforeH);
  }, 0);
  return hours / ((last.time - first.time) / DAY_MS);
}

export interface FilterLife {
  /** Since its last replacement. */
  readonly usedH: number;
  /** null: the device does not report it. */
  readonly periodH: number | null;
  readonly level: FilterLevel;
  readonly hoursPerDay: number | null;
  /** Days until it is due for replacement, negative when overdue. null: no forecast. */
  readonly daysLeft: number | null;
  /** The same as an instant, epoch milliseconds. */
  readonly dueTime: number | null;
}

/**
 * The life of a filter at `counter`, its newest value: used = counter − counter at the last replacement; days left =
 * (period − used) ÷ hours of use a day over the last four weeks. `readings` are those of that time, ordered, including
 * the replacements.
 */
export function filterLife(
  counter: { readonly time: number; readonly h: number },
  periodH: number | null,
  { replacement, readings }: { replacement: CounterReading | null; readings: readonly CounterReading[] },
): FilterLife {
  const usedH = hoursUsed(counter.h, replacement);
  const level = filterLevel(usedH, periodH);
  const period = level === 'UNKNOWN' ? null : periodH;
  const perDay = hoursPerDay([...readings, { time: counter.time, beforeH: counter.h, afterH: counter.h }]);
  const days = period === null || perDay === null || perDay < MIN_HOURS_PER_DAY ? null : (period - usedH) / perDay;
  const daysLeft = days === null || Math.abs(days) > MAX_DAYS_LEFT ? null : days;
  return {
    usedH,
    periodH: period,
    level,
    hoursPerDay: perDay,
    daysLeft,
    dueTime: daysLeft === null ? null : Math.round(counter.time + daysLeft * DAY_MS),
  };
}
