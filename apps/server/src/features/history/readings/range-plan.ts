import type { Bucket } from '@airdeck/domain/bucket';
import type { TimeRange } from '@airdeck/domain/range';

/** Hours of one zone and how many rows lie in each. */
export interface HourRows {
  hours: readonly Bucket[];
  rows: ArrayLike<number>;
}

/** A time that no hour's edge divides, on the way through a list in its order. */
export interface CountedRange extends TimeRange {
  /** Rows of the hours that it lies in: it has no more than that. */
  rows: number;
  /** Rows that certainly come before it in the list: those of hours that lie before it as a whole. */
  minBefore: number;
  /** Rows that may come before it: more than `minBefore` where hours of zones half an hour apart lie across its edge. */
  maxBefore: number;
}

const addTo = (counts: Map<number, number>, time: number, rows: number): void => {
  counts.set(time, (counts.get(time) ?? 0) + rows);
};

/**
 * The ranges that may have rows, in the order of a list that is ordered by time. Only the numbers of rows in hours are
 * known, and hours of different zones need not share their edges.
 */
export const planRanges = (zones: readonly HourRows[], descending: boolean): CountedRange[] => {
  const starting = new Map<number, number>();
  const ending = new Map<number, number>();
  for (const { hours, rows } of zones) {
    for (const [i, { start, end }] of hours.entries()) {
      const count = rows[i] ?? 0;
      if (count === 0) continue;
      addTo(starting, start, count);
      addTo(ending, end, count);
    }
  }
  const edges = [...new Set([...starting.keys(), ...ending.keys()])].sort((a, b) => a - b);
  let total = 0;
  for (const rows of starting.values()) total += rows;
  const ranges: CountedRange[] = [];
  let begun = 0;
  let ended = 0;
  for (const [i, start] of edges.entries()) {
    const before = begun;
    begun += starting.get(start) ?? 0;
    ended += ending.get(start) ?? 0;
    const end = edges[i + 1];
    if (end === undefined || begun === ended) continue;
    const later = { minBefore: total - begun, maxBefore: total - ended - (ending.get(end) ?? 0) };
    const earlier = { minBefore: ended, maxBefore: before };
    ranges.push({ start, end, rows: begun - ended, ...(descending ? later : earlier) });
  }
  return descending ? ranges.reverse() : ranges;
};

/** The index of the range from which on row `at` is found: the last one that surely begins at or before it. */
export const rangeIndexOf = (ranges: readonly CountedRange[], at: number): number =>
  ranges.findLastIndex(({ maxBefore }) => maxBefore <= at);

/**
 * Splits a range into `parts` of about as many rows. Next to nothing is measured after `now`, so all that is to come
 * belongs to the latest part.
 */
export const splitRange = ({ start, end }: TimeRange, parts: number, now: number): TimeRange[] => {
  const filled = now > start && now < end ? now : end;
  const cuts = Array.from({ length: parts - 1 }, (_, i) => Math.floor(start + ((filled - start) * (i + 1)) / parts));
  const edges = [...new Set([start, ...cuts])].filter((edge) => edge < end);
  return edges.map((edge, i) => ({ start: edge, end: edges[i + 1] ?? end }));
};
