import type { Bucket } from '@airdeck/domain/bucket';
import type { TimeRange } from '@airdeck/domain/range';

/** Hours of one zone and the number of rows in each. */
export interface HourRows {
  hours: readonly Bucket[];
  rows: ArrayLike<number>;
}

/** A range of time whose edges divide no hour where possible, in the order of the list. */
export interface CountedRange extends TimeRange {
  /** Rows of the hours that it overlaps: an upper bound of its own rows. */
  rows: number;
  /** Rows that certainly precede it in the list: those of hours entirely before it. */
  minBefore: number;
  /** Rows that may precede it: more than `minBefore` where hours of zones half an hour apart straddle its edge. */
  maxBefore: number;
}

const addTo = (counts: Map<number, number>, time: number, rows: number): void => {
  counts.set(time, (counts.get(time) ?? 0) + rows);
};

/**
 * The ranges that may contain rows, in the order of a list sorted by time. Only the row counts of hours are known, and
 * hours of different zones need not share their edges.
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

/** The index of the range to start reading row `at` from: the last one that certainly begins at or before it. */
export const rangeIndexOf = (ranges: readonly CountedRange[], at: number): number =>
  ranges.findLastIndex(({ maxBefore }) => maxBefore <= at);

/**
 * Splits a range into `parts` with about the same number of rows. Almost nothing is measured after `now`, so the future
 * belongs to the latest part.
 */
export const splitRange = ({ start, end }: TimeRange, parts: number, now: number): TimeRange[] => {
  const filled = now > start && now < end ? now : end;
  const cuts = Array.from({ length: parts - 1 }, (_, i) => Math.floor(start + ((filled - start) * (i + 1)) / parts));
  const edges = [...new Set([start, ...cuts])].filter((edge) => edge < end);
  return edges.map((edge, i) => ({ start: edge, end: edges[i + 1] ?? end }));
};
