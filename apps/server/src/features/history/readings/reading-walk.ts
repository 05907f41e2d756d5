import type { Bucket } from '@airdeck/domain/bucket';

/** Hours of one zone and how many rows lie in each. */
export interface HourRows {
  hours: readonly Bucket[];
  rows: ArrayLike<number>;
}

/** A stretch of time, epoch ms, `end` outside. */
export interface Stretch {
  start: number;
  end: number;
}

/** A stretch that no hour's edge divides, on the way through a list in its order. */
export interface Leg extends Stretch {
  /** Rows of the hours that it lies in: it has no more than that. */
  rows: number;
  /** Rows that certainly come before it in the list: those of hours that lie before it as a whole. */
  sure: number;
  /** Rows that may come before it. More than `sure` where hours of zones apart by half an hour lie across its edge. */
  maybe: number;
}

const addTo = (counts: Map<number, number>, time: number, rows: number): void => {
  counts.set(time, (counts.get(time) ?? 0) + rows);
};

/**
 * The way through a list that is ordered by time: every stretch that may have rows, in the list's order. Only the
 * numbers of rows in hours are known, and hours of different zones need not share their edges.
 */
export const planWalk = (zones: readonly HourRows[], descending: boolean): Leg[] => {
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
  const legs: Leg[] = [];
  let begun = 0;
  let ended = 0;
  for (const [i, start] of edges.entries()) {
    const before = begun;
    begun += starting.get(start) ?? 0;
    ended += ending.get(start) ?? 0;
    const end = edges[i + 1];
    if (end === undefined || begun === ended) continue;
    const ahead = { sure: total - begun, maybe: total - ended - (ending.get(end) ?? 0) };
    const behind = { sure: ended, maybe: before };
    legs.push({ start, end, rows: begun - ended, ...(descending ? ahead : behind) });
  }
  return descending ? legs.reverse() : legs;
};

/** The leg from which on to look for row `at`: the last one that surely begins at or before it. */
export const legAt = (legs: readonly Leg[], at: number): number => legs.findLastIndex(({ maybe }) => maybe <= at);

/**
 * Cuts a stretch into `parts` of about as many rows. Nothing is measured after `now`, or next to nothing, so all that
 * is to come belongs to the latest part.
 */
export const cutStretch = ({ start, end }: Stretch, parts: number, now: number): Stretch[] => {
  const filled = now > start && now < end ? now : end;
  const cuts = Array.from({ length: parts - 1 }, (_, i) => Math.floor(start + ((filled - start) * (i + 1)) / parts));
  const edges = [...new Set([start, ...cuts])].filter((edge) => edge < end);
  return edges.map((edge, i) => ({ start: edge, end: edges[i + 1] ?? end }));
};
