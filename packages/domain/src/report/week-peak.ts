/** An hour of the week; Monday is 0. */
export interface WeekHour {
  readonly weekday: number;
  readonly hour: number;
}

interface Mean extends WeekHour {
  readonly value: number;
}

const HOURS = 24;
/** An hour of the week counts if it has a value on so many of its days. */
const LEAST_DAYS = 2;

/** The hour of the week with the highest mean; `atLeast`: the lowest. null: no hour has values on two days. */
export const peakHour = (values: Iterable<Mean>, atLeast: boolean): WeekHour | null => {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { weekday, hour, value } of values) {
    const key = weekday * HOURS + hour;
    const known = sums.get(key) ?? { sum: 0, count: 0 };
    sums.set(key, { sum: known.sum + value, count: known.count + 1 });
  }
  let found: { key: number; mean: number } | null = null;
  for (const [key, { sum, count }] of [...sums].sort(([a], [b]) => a - b)) {
    const mean = (atLeast ? -sum : sum) / count;
    if (count >= LEAST_DAYS && mean > (found?.mean ?? Number.NEGATIVE_INFINITY)) found = { key, mean };
  }
  return found && { weekday: Math.floor(found.key / HOURS), hour: found.key % HOURS };
};

/** The value below which a share of the values lies (nearest rank); null without values. */
export const percentileOf = (values: readonly number[], percent: number): number | null => {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
};
