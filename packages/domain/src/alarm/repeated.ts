/** One implausible reading is an accident; this many among the last ten expected ones are a fault. */
export const BAD_READINGS = 3;
const OF_READINGS = 10;

/** Duration of ten readings of a meter, ms. */
export const repeatWindowMs = (intervalS: number): number => OF_READINGS * intervalS * 1000;

/** The times of bad readings inside the window that ends at `now`: the newest BAD_READINGS of them, ascending. */
export const badWithin = (times: readonly number[], intervalS: number, now: number): number[] =>
  times
    .filter((time) => now - time < repeatWindowMs(intervalS))
    .toSorted((a, b) => a - b)
    .slice(-BAD_READINGS);

/** Whether bad readings are a fault: three of ten start one, and it lasts (`lasts`) until none of ten is bad. */
export const isFault = (bad: readonly number[], lasts: boolean): boolean => bad.length >= (lasts ? 1 : BAD_READINGS);
