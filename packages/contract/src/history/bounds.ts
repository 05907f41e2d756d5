/**
 * What one question may cost. A question beyond it answers QUESTION_TOO_BIG instead of holding up everybody else.
 */
export const BOUNDS = {
  /** Rollup rows that are read: meters (or sensors) × local days, or × months where the buckets are days or longer. */
  rollupRows: 50_000,
  /** Measured values that a graph may ask for in all its series together. */
  seriesPoints: 600_000,
  /** Series of one graph, earlier weeks not counted. */
  series: 3,
  /** Meters, sensors or purifiers that are named one by one. */
  items: 1_000,
  /** Rows that can be ordered by something else than time. */
  sortedRows: 200_000,
} as const;
