/** The first index whose time is not before `time`; the length when there is none. */
export function firstFrom(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the point with a value that is nearest to a time, not farther than `reach` ms; null when there is none. */
export function nearest(times: Float64Array, values: Float64Array, time: number, reach: number): number | null {
  const at = firstFrom(times, time);
  let after = at;
  while (after < times.length && Number.isNaN(values[after]) && (times[after] ?? 0) - time <= reach) after++;
  let before = at - 1;
  while (before >= 0 && Number.isNaN(values[before]) && time - (times[before] ?? 0) <= reach) before--;
  const toAfter = (times[after] ?? Number.POSITIVE_INFINITY) - time;
  const toBefore = time - (times[before] ?? Number.NEGATIVE_INFINITY);
  if (Math.min(toAfter, toBefore) > reach) return null;
  return toBefore <= toAfter ? before : after;
}
