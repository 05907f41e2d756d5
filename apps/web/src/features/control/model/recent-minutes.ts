const MINUTE_S = 60;

/**
 * The mean of each of the last minutes, oldest first; null where nothing was measured. `times` are epoch seconds, in order,
 * as is `now`.
 */
export const recentMinutes = (
  { times, values }: { times: readonly number[]; values: readonly number[] },
  now: number,
  minutes: number,
): (number | null)[] => {
  const first = Math.floor(now / MINUTE_S) - minutes + 1;
  const sums = Array.from({ length: minutes }, () => ({ sum: 0, count: 0 }));
  for (const [i, time] of times.entries()) {
    const minute = sums[Math.floor(time / MINUTE_S) - first];
    const value = values[i];
    if (minute === undefined || value === undefined) continue;
    minute.sum += value;
    minute.count += 1;
  }
  return sums.map(({ sum, count }) => (count === 0 ? null : sum / count));
};
