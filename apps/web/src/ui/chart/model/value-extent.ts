import { isGrade } from '@airdeck/domain/grade';
import type { ChartBands } from './chart-data.ts';

export type Extent = readonly [number, number];

/** Room beyond the values, as a share of the axis. */
const AIR = 0.05;
/** Room beyond the outer bounds of a comfort scale, as a share of the distance between them. */
const BESIDE_BANDS = 0.2;

/**
 * The range of a value axis with grade bands. It depends on the bounds first, so that noise within a grade stays small:
 * a graded type begins at 0 and reaches the bound above its highest value; temperature and humidity show all their
 * bands. Values beyond widen it.
 */
export function gradedExtent([low, high]: Extent, { bounds, ratings }: ChartBands): Extent {
  const [first, , , last] = bounds;
  if (ratings[0] !== undefined && isGrade(ratings[0])) {
    const needed = high + Math.max(0, high) * AIR;
    return [Math.min(0, low), bounds.find((bound) => bound >= needed) ?? needed];
  }
  const beside = (last - first) * BESIDE_BANDS;
  const air = (Math.max(high, last + beside) - Math.min(low, first - beside)) * AIR;
  return [low < first - beside ? low - air : first - beside, high > last + beside ? high + air : last + beside];
}
