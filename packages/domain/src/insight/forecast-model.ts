import type { SensorType } from '../sensor-type.ts';
import {
  FORECAST_METHODS,
  type ForecastBasis,
  type ForecastMethod,
  LEADS,
  predict,
  SLOTS_PER_DAY,
  type SlotDay,
  usualDay,
} from './forecast.ts';
import { ascending, quantile } from './statistics.ts';

const SLOTS_PER_HOUR = 6;
/** The lead, in slots, at which methods are compared: an hour. */
export const JUDGED_LEAD = 6;
/** Measured days whose errors choose the method and make the band. */
export const JUDGED_DAYS = 14;
/** Below this skill no forecast is shown. */
export const LEAST_SKILL = 0.05;
/** Fewer forecasts than those of a day choose nothing. */
const LEAST_FORECASTS = SLOTS_PER_DAY;
/** Days with errors that a band needs: from fewer it would be a guess. */
const LEAST_DAYS = 3;

/**
 * The types that are forecast, with the root mean square of the changes within an hour, in the type's unit, below which
 * there is nothing to forecast: about the noise of the sensors.
 */
export const FORECAST_TYPES = { CO2: 10, 'PM2.5': 1, PM10: 2 } as const satisfies Partial<Record<SensorType, number>>;
export type ForecastType = keyof typeof FORECAST_TYPES;
export const isForecastType = (type: SensorType): type is ForecastType => type in FORECAST_TYPES;

/** A forecast that would have been made; errors are measured − predicted. */
export interface PastForecast {
  /** Index of its day. */
  readonly day: number;
  readonly slot: number;
  readonly lead: number;
  /** Error of "as now". */
  readonly asNow: number;
  readonly errors: Readonly<Record<ForecastMethod, number>>;
}

/** The forecasts that would have been made on a day, each from the days before it only. All three methods must work. */
export function* forecastsOn(
  days: readonly (SlotDay | null)[],
  at: number,
  leads: readonly number[] = [JUDGED_LEAD],
): Generator<PastForecast> {
  const day = days[at];
  if (!day) return;
  const usual = usualDay(days, at, day.isWeekend);
  for (let slot = 1; slot < SLOTS_PER_DAY; slot++) {
    const basis: ForecastBasis = {
      level: day.values[slot] as number,
      before: day.values[slot - 1] as number,
      slot,
      usual,
    };
    for (const lead of leads) {
      const measured = day.values[slot + lead] as number;
      const errorOf = (method: ForecastMethod): number => measured - predict(method, basis, lead);
      const errors = { HALF_USUAL: errorOf('HALF_USUAL'), TREND: errorOf('TREND'), BOTH: errorOf('BOTH') };
      if (Number.isNaN(errors.BOTH)) continue;
      yield { day: at, slot, lead, asNow: measured - basis.level, errors };
    }
  }
}

/** Skill of each method against "as now": 1 − MSE ÷ MSE of "as now"; 0 where nothing changed. */
export function skillsOf(forecasts: Iterable<PastForecast>): Record<ForecastMethod, number> & { count: number } {
  const squares = { HALF_USUAL: 0, TREND: 0, BOTH: 0 };
  let [asNow, count] = [0, 0];
  for (const { errors, asNow: error } of forecasts) {
    count++;
    asNow += error ** 2;
    for (const method of FORECAST_METHODS) squares[method] += errors[method] ** 2;
  }
  const skillOf = (method: ForecastMethod): number => (asNow === 0 ? 0 : 1 - squares[method] / asNow);
  return { HALF_USUAL: skillOf('HALF_USUAL'), TREND: skillOf('TREND'), BOTH: skillOf('BOTH'), count };
}

/** The parameters of a channel's forecasts on one local day. */
export interface ForecastModel {
  readonly method: ForecastMethod;
  /** Of the last JUDGED_DAYS, at an hour. */
  readonly skill: number;
  /** Length DAY_SLOTS. */
  readonly usual: ArrayLike<number>;
  /** Lower and upper end of the 80 % band, relative to the forecast; index: hour × LEADS + lead − 1. */
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
}

export const BAND_CELLS = 24 * LEADS;
/** Place in `low` and `high` of a forecast made in a slot. */
export const bandCell = (slot: number, lead: number): number => Math.floor(slot / SLOTS_PER_HOUR) * LEADS + lead - 1;

/** Ends of the band that holds 80 % of the errors. */
const BAND = [0.1, 0.9] as const;
/** Hours on each side whose errors count as well: an hour of ten days alone has too few that are independent. */
const HOURS_BESIDE = 1;

/** The errors of a method by cell, ascending. */
const errorsByCell = (past: readonly PastForecast[], method: ForecastMethod): number[][] => {
  const cells = Array.from({ length: BAND_CELLS }, (): number[] => []);
  for (const { slot, lead, errors } of past) {
    for (let beside = -HOURS_BESIDE; beside <= HOURS_BESIDE; beside++) {
      const near = (slot + beside * SLOTS_PER_HOUR + SLOTS_PER_DAY) % SLOTS_PER_DAY;
      cells[bandCell(near, lead)]?.push(errors[method]);
    }
  }
  for (const cell of cells) cell.sort((a, b) => a - b);
  return cells;
};

const bandOf = (past: readonly PastForecast[], method: ForecastMethod): { low: Float64Array; high: Float64Array } => {
  const cells = errorsByCell(past, method);
  const endsAt = (share: number) =>
    Float64Array.from(cells, (sorted) => (sorted.length ? quantile(sorted, share) : Number.NaN));
  return { low: endsAt(BAND[0]), high: endsAt(BAND[1]) };
};

/** Where the band has no width on that side. */
const MAX_REACH = 10;
/** How far an error is out of a band, as a share of the end on its side: above 1 it is outside. */
const reachOf = (error: number, low: number, high: number): number =>
  error === 0 ? 0 : error > 0 ? (high > 0 ? error / high : MAX_REACH) : low < 0 ? error / low : MAX_REACH;

/**
 * Factor that makes a band hold 80 % of the errors of a day that it does not know: each judged day against the band of the
 * others. Errors of a day resemble each other, so a band of few days is too narrow by itself.
 */
const widening = (judged: readonly PastForecast[], method: ForecastMethod): number => {
  const reaches: number[] = [];
  for (const day of new Set(judged.map((each) => each.day))) {
    const { low, high } = bandOf(
      judged.filter((each) => each.day !== day),
      method,
    );
    for (const { slot, lead, errors } of judged.filter((each) => each.day === day)) {
      const cell = bandCell(slot, lead);
      const reach = reachOf(errors[method], low[cell] as number, high[cell] as number);
      if (!Number.isNaN(reach)) reaches.push(reach);
    }
  }
  return quantile(ascending(reaches), BAND[1] - BAND[0]);
};

/** A single lucky day is no skill: the skill without the day that a method gained most on. */
const skillWithoutBestDay = (judged: readonly PastForecast[], method: ForecastMethod): number => {
  const gains = new Map<number, number>();
  for (const { day, asNow, errors } of judged) {
    gains.set(day, (gains.get(day) ?? 0) + asNow ** 2 - errors[method] ** 2);
  }
  const [best] = [...gains].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return skillsOf(judged.filter(({ day }) => day !== best))[method];
};

const ALL_LEADS = Array.from({ length: LEADS }, (_, i) => i + 1);

export interface ModelOptions {
  /** Whether the day to forecast is a Saturday or Sunday. */
  isWeekend: boolean;
  /** See FORECAST_TYPES; in the unit of the values. */
  leastChange: number;
}

/**
 * The model for the day after `days` (oldest first, null: no readings): the best of the methods in the last JUDGED_DAYS,
 * each day forecast from the days before it. null: no method was better than "as now" by LEAST_SKILL, or was so on one
 * day only, or there are too few readings or too small changes to tell.
 */
export function makeModel(
  days: readonly (SlotDay | null)[],
  { isWeekend, leastChange }: ModelOptions,
): ForecastModel | null {
  const measured = days.flatMap((day, at) => (day ? [at] : []));
  const past = measured.slice(-JUDGED_DAYS).flatMap((at) => [...forecastsOn(days, at, ALL_LEADS)]);
  const judged = past.filter(({ lead }) => lead === JUDGED_LEAD);
  if (judged.length < LEAST_FORECASTS || new Set(judged.map(({ day }) => day)).size < LEAST_DAYS) return null;
  const squares = judged.reduce((sum, { asNow }) => sum + asNow ** 2, 0);
  if (squares / judged.length < leastChange ** 2) return null;
  const skills = skillsOf(judged);
  const method = FORECAST_METHODS.reduce((best, each) => (skills[each] > skills[best] ? each : best));
  if (!(skills[method] > LEAST_SKILL && skillWithoutBestDay(judged, method) > 0)) return null;
  const { low, high } = bandOf(past, method);
  const factor = widening(judged, method);
  return {
    ...{ method, skill: skills[method], usual: usualDay(days, days.length, isWeekend) },
    ...{ low: low.map((end) => end * factor), high: high.map((end) => end * factor) },
  };
}
