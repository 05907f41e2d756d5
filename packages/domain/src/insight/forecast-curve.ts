import { MINUTE_MS } from '../duration.ts';
import { type ForecastBasis, LEADS, predict, SLOT_MS } from './forecast.ts';
import { bandCell, type ForecastModel } from './forecast-model.ts';

/** A predicted mean of ten minutes, in the type's unit, with the ends of its 80 % band; none is negative. */
export interface ForecastPoint {
  /** Middle of the ten minutes, epoch ms. */
  readonly time: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The forecast after the last complete slot, which ended at `slotEnd` (epoch ms); empty where readings are missing. */
export function forecastCurve(
  model: ForecastModel,
  basis: Omit<ForecastBasis, 'usual'>,
  slotEnd: number,
): ForecastPoint[] {
  const points: ForecastPoint[] = [];
  for (let lead = 1; lead <= LEADS; lead++) {
    const value = predict(model.method, { ...basis, usual: model.usual }, lead);
    const cell = bandCell(basis.slot, lead);
    const [low, high] = [value + (model.low[cell] as number), value + (model.high[cell] as number)];
    if (Number.isNaN(low + high)) return [];
    points.push({ time: slotEnd + (lead - 0.5) * SLOT_MS, value, low: Math.max(0, low), high });
  }
  return points;
}

/** The readings since the last complete slot: their mean, the middle of its time, and its share of a slot. */
export interface PartialSlot {
  readonly time: number;
  readonly value: number;
  readonly share: number;
}

/**
 * The forecast moved by what the slot that is still open shows, by as much of it as has passed: what happened meanwhile
 * stays. `last` is the last complete slot.
 */
export function movedBy(
  points: readonly ForecastPoint[],
  last: { readonly time: number; readonly value: number },
  { time, value, share }: PartialSlot,
): ForecastPoint[] {
  const [first] = points;
  if (!first) return [];
  const expected = last.value + ((first.value - last.value) * (time - last.time)) / (first.time - last.time);
  const by = (value - expected) * share;
  return points.map((point) => ({
    time: point.time,
    value: Math.max(0, point.value + by),
    low: Math.max(0, point.low + by),
    high: Math.max(0, point.high + by),
  }));
}

/** Minutes are rounded to five, at least five: a forecast is not more precise. */
const STEP_MIN = 5;

/**
 * In how many minutes the forecast exceeds a limit, from a present value that does not; null: not within the hour, or it
 * already does.
 */
export function minutesUntil(
  limit: number,
  points: readonly ForecastPoint[],
  now: { readonly time: number; readonly value: number },
): number | null {
  if (now.value > limit) return null;
  let previous = now;
  for (const point of points) {
    if (point.time <= now.time) continue;
    if (point.value > limit) {
      const share = (limit - previous.value) / (point.value - previous.value);
      const minutes = (previous.time + share * (point.time - previous.time) - now.time) / MINUTE_MS;
      return Math.max(STEP_MIN, Math.round(minutes / STEP_MIN) * STEP_MIN);
    }
    previous = point;
  }
  return null;
}
