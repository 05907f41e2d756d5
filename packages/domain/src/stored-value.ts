import { type SensorType, tableOf } from './sensor-type.ts';

const TICKS_PER_UNIT = tableOf(({ digits }) => 10 ** digits);

/**
 * 1.0005 × 1000 is 1000.4999… in binary. A billionth of a tick lifts every decimal tie over the edge, and is far more
 * than binary error and far less than any real difference in the accepted ranges.
 */
const TIE_LIFT = 1e-9;

/**
 * Value in the canonical unit → whole ticks of the type's resolution, ties rounded away from zero, never −0.
 * Ticks of every value inside the default range fit a smallint; the caller has checked the range.
 */
export function toTicks(type: SensorType, value: number): number {
  const size = Math.round(Math.abs(value) * TICKS_PER_UNIT[type] + TIE_LIFT);
  return value < 0 && size !== 0 ? -size : size;
}

/** Ticks → value in the canonical unit: the double nearest to the decimal number, so it prints without a tail. */
export function fromTicks(type: SensorType, ticks: number): number {
  return ticks / TICKS_PER_UNIT[type];
}

/** Mean of ticks → tenths of a tick: a mean has one digit more than a reading. */
export const meanTenths = (ticks: number): number => Math.round(ticks * 10);

/** Mean of ticks → value in the canonical unit. */
export function meanFromTicks(type: SensorType, ticks: number): number {
  return meanTenths(ticks) / (TICKS_PER_UNIT[type] * 10);
}
