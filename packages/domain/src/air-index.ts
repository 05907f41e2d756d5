import { gradeOf, gradeOfIndex, INDEX_BOUNDS } from './grade.ts';
import { type GradedType, isGraded, SENSOR_TYPE_INFO, type SensorType } from './sensor-type.ts';
import type { Thresholds } from './threshold.ts';

type GradedThresholds = Pick<Thresholds, GradedType>;

export type MeterIndex = { readonly index: number; readonly type: GradedType; readonly value: number };

function between(value: number, low: number, high: number, indexLow: number, indexHigh: number): number {
  return ((value - low) / (high - low)) * (indexHigh - indexLow) + indexLow;
}

/**
 * Index of one value in the type's canonical unit, 0 to 500: linear and contiguous between the thresholds, I = (C − BL)
 * ÷ (BH − BL) × (IH − IL) + IL, and 500 at the type's top and above. If an administrator set `very_bad` at or above the
 * top, everything above `very_bad` is 500. The grade selects the segment, so low < value ≤ high holds and the division
 * by zero is impossible for any thresholds.
 */
export function subIndex(type: GradedType, value: number, thresholds: GradedThresholds): number {
  const { good, normal, bad, very_bad } = thresholds[type];
  const top = SENSOR_TYPE_INFO[type].top ?? very_bad;
  const end = INDEX_BOUNDS;
  switch (gradeOf(type, value, thresholds)) {
    case 'VERY_GOOD':
      return value <= 0 ? 0 : between(value, 0, good, 0, end.VERY_GOOD);
    case 'GOOD':
      return between(value, good, normal, end.VERY_GOOD, end.GOOD);
    case 'NORMAL':
      return between(value, normal, bad, end.GOOD, end.NORMAL);
    case 'BAD':
      return between(value, bad, very_bad, end.NORMAL, end.BAD);
    case 'VERY_BAD':
      return value >= top ? end.VERY_BAD : between(value, very_bad, top, end.BAD, end.VERY_BAD);
  }
}

/**
 * Index of a meter: the worst sub-index of its graded readings (the first of equals), with the reading that set it.
 * Temperature and humidity do not count. Null without a graded reading.
 */
export function meterIndex(
  readings: Iterable<{ readonly type: SensorType; readonly value: number }>,
  thresholds: GradedThresholds,
): MeterIndex | null {
  let worst: MeterIndex | null = null;
  for (const { type, value } of readings) {
    if (!isGraded(type)) continue;
    const index = subIndex(type, value, thresholds);
    if (worst === null || index > worst.index) worst = { index, type, value };
  }
  return worst;
}

/** Index of a level: the mean of its meters' indexes. Null when it has no fresh meter. */
export function levelIndex(indexes: readonly number[]): number | null {
  return meanIndex(
    indexes.reduce((sum, index) => sum + index, 0),
    indexes.length,
  );
}

/** The same of the sum and the number of indexes. */
export const meanIndex = (sum: number, count: number): number | null => (count === 0 ? null : sum / count);

/**
 * Rounds an index for display, to a tenth or to an integer, without changing its grade: an index just above a bound is
 * not rounded down to the bound, which still belongs to the better grade.
 */
export function roundIndex(index: number, digits: 0 | 1 = 1): number {
  const scale = 10 ** digits;
  const steps = Math.round(index * scale);
  return gradeOfIndex(steps / scale) === gradeOfIndex(index) ? steps / scale : (steps + 1) / scale;
}
