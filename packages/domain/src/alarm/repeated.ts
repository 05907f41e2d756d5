/** One reading that cannot be true is an accident; so many of the last ten that were due are a fault. */
export const BAD_READINGS = 3;
const OF_READINGS = 10;

/** How long the last ten readings of a meter take. */
export const repeatWindowMs = (intervalS: number): number => OF_READINGS * intervalS * 1000;

/** Those of the times of bad readings that count at a time, the newest BAD_READINGS of them, ascending. */
export const badWithin = (times: readonly number[], intervalS: number, now: number): number[] =>
  times
    .filter((time) => now - time < repeatWindowMs(intervalS))
    .toSorted((a, b) => a - b)
    .slice(-BAD_READINGS);

/** Whether bad readings are a fault: three of the last ten begin one, and it lasts (`lasts`) until none of ten is bad. */
export const isFault = (bad: readonly number[], lasts: boolean): boolean => bad.length >= (lasts ? 1 : BAD_READINGS);
