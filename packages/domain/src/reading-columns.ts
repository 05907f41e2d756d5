/** Readings by day or by hour, in ticks. Where count is 0, nothing was measured and the others mean nothing. */
export interface ReadingColumns {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

export const createColumns = (length: number): ReadingColumns => ({
  count: new Float64Array(length),
  sum: new Float64Array(length),
  min: new Float64Array(length),
  max: new Float64Array(length),
});
