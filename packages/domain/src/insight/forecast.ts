import { MINUTE_MS } from '../duration.ts';

/** Forecasts are made of means of ten minutes. */
export const SLOT_MS = 10 * MINUTE_MS;
export const SLOTS_PER_DAY = 144;
/** Slots after the last complete one for which a forecast is made. One more than an hour: that one ended a while ago. */
export const LEADS = 7;
/** A day and the slots of the next one that a forecast from its last slot reaches. */
export const DAY_SLOTS = SLOTS_PER_DAY + LEADS;

/** A local day's means by slot of the wall clock, in the type's unit; NaN without readings. Length DAY_SLOTS. */
export interface SlotDay {
  readonly isWeekend: boolean;
  readonly values: Float64Array;
}

/**
 * How the next hour is predicted: half of the change that is usual at this time, the damped trend of the last two slots,
 * or the mean of both. "As now" is what they must be better than.
 */
export const FORECAST_METHODS = ['HALF_USUAL', 'TREND', 'BOTH'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

/** Weight of the usual change. */
const USUAL_WEIGHT = 0.5;
/** The trend keeps 0.7 of itself each 15 minutes. */
const DAMPING = 0.7 ** (SLOT_MS / (15 * MINUTE_MS));
/** Sum of the first k powers of the damping, by k. */
const DAMPED_SUMS = Array.from({ length: LEADS + 1 }, (_, lead) => {
  let sum = 0;
  for (let i = 1; i <= lead; i++) sum += DAMPING ** i;
  return sum;
});

/** Earlier days of the same kind that "usual" is the mean of, and how many days back they may be. */
const USUAL_DAYS = 5;
export const USUAL_REACH_DAYS = 28;

/** Mean of the last days of a kind before `end` (an index of `days`, oldest first), slot by slot; NaN without any. */
export function usualDay(days: readonly (SlotDay | null)[], end: number, isWeekend: boolean): Float64Array {
  const sums = new Float64Array(DAY_SLOTS);
  const counts = new Uint8Array(DAY_SLOTS);
  let found = 0;
  for (let at = end - 1; at >= Math.max(0, end - USUAL_REACH_DAYS) && found < USUAL_DAYS; at--) {
    const day = days[at];
    if (!day || day.isWeekend !== isWeekend) continue;
    found++;
    for (let slot = 0; slot < DAY_SLOTS; slot++) {
      const value = day.values[slot] as number;
      if (Number.isNaN(value)) continue;
      sums[slot] = (sums[slot] as number) + value;
      counts[slot] = (counts[slot] as number) + 1;
    }
  }
  return sums.map((sum, slot) => sum / (counts[slot] as number));
}

/** The last complete slot of a meter, and what is usual on its day. */
export interface ForecastBasis {
  /** Means of the last complete slot and of the one before it. */
  readonly level: number;
  readonly before: number;
  /** Number of the last complete slot on the wall clock, 0 to 143. */
  readonly slot: number;
  /** Of that day, length DAY_SLOTS. */
  readonly usual: ArrayLike<number>;
}

/**
 * The predicted mean of the slot `lead` slots after the last complete one; never negative, NaN where the method lacks
 * readings.
 */
export function predict(method: ForecastMethod, { level, before, slot, usual }: ForecastBasis, lead: number): number {
  const change = USUAL_WEIGHT * ((usual[slot + lead] as number) - (usual[slot] as number));
  const trend = (level - before) * (DAMPED_SUMS[lead] as number);
  const step = method === 'HALF_USUAL' ? change : method === 'TREND' ? trend : (change + trend) / 2;
  return Math.max(0, level + step);
}
