import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Meter } from '../../../registry/snapshot.ts';

/** Ten-minute means of a meter's channels over the last hours. Compact, because thousands of meters have one. */
export interface Trend {
  /** For each entry of the ring, the number of its ten minutes since 1970; −1 before the first. */
  readonly slots: Int32Array;
  /** Sum (ticks) and count, by channel and entry. */
  cells: Int32Array;
  /** Cached index of each entry's means: NaN not computed, −1 no graded reading. */
  readonly indexes: Float32Array;
  /** The meter and thresholds for which `indexes` were computed. */
  meter: Meter | null;
  thresholds: Thresholds | null;
}

export const SLOT_MS = 10 * MINUTE_MS;
/** Six hours. */
export const TREND_SLOTS = 36;
/** One more than is shown, because a meter's clock may be a little fast. */
const RING = TREND_SLOTS + 1;
const MAX_COUNT = 60_000;

export const slotOf = (epochMs: number): number => Math.floor(epochMs / SLOT_MS);

export const createTrend = (channels: number): Trend => ({
  slots: new Int32Array(RING).fill(-1),
  cells: new Int32Array(channels * RING * 2),
  indexes: new Float32Array(RING),
  meter: null,
  thresholds: null,
});

/** Adds channels. */
export const addTrendChannels = (trend: Trend, count: number): void => {
  const cells = new Int32Array(trend.cells.length + count * RING * 2);
  cells.set(trend.cells);
  trend.cells = cells;
};

/** The entry of a slot's ten minutes, cleared if it held older ones; −1 when the slot has left the ring. */
export const openSlot = (trend: Trend, slot: number): number => {
  const entry = slot % RING;
  const held = trend.slots[entry] as number;
  if (held === slot) return entry;
  if (held > slot) return -1;
  trend.slots[entry] = slot;
  for (let at = entry * 2; at < trend.cells.length; at += RING * 2) trend.cells.fill(0, at, at + 2);
  trend.indexes[entry] = Number.NaN;
  return entry;
};

/** Adds readings of the channel at `position` to an entry returned by `openSlot`. */
export const addToSlot = (trend: Trend, entry: number, position: number, sum: number, count: number): void => {
  const at = (position * RING + entry) * 2;
  const cells = trend.cells;
  if ((cells[at + 1] as number) + count > MAX_COUNT) return;
  cells[at] = (cells[at] as number) + sum;
  cells[at + 1] = (cells[at + 1] as number) + count;
  trend.indexes[entry] = Number.NaN;
};

/** Mean of the channel at `position` in ticks; null where it measured nothing. */
export const slotMean = (trend: Trend, entry: number, position: number): number | null => {
  const at = (position * RING + entry) * 2;
  const count = trend.cells[at + 1];
  return count ? (trend.cells[at] as number) / count : null;
};

/** Trends of several meters added up, slot by slot, oldest first: the sum of their indexes, and how many have one. */
export interface TrendSums {
  readonly sums: Float64Array;
  readonly counts: Int32Array;
}

export const createTrendSums = (): TrendSums => ({
  sums: new Float64Array(TREND_SLOTS),
  counts: new Int32Array(TREND_SLOTS),
});

/**
 * Adds the index of each of the last 36 slots up to `lastSlot`. `indexOf` computes the index of one entry, −1 for none;
 * it is called again only after the entry's readings, the meter or the thresholds changed. Runs for tens of thousands
 * of meters per request, so it does not allocate.
 */
export const addTrend = (
  { sums, counts }: TrendSums,
  trend: Trend,
  lastSlot: number,
  meter: Meter,
  thresholds: Thresholds,
  indexOf: (entry: number) => number,
): void => {
  const { slots, indexes } = trend;
  if (trend.meter !== meter || trend.thresholds !== thresholds) {
    indexes.fill(Number.NaN);
    trend.meter = meter;
    trend.thresholds = thresholds;
  }
  for (let i = 0; i < TREND_SLOTS; i++) {
    const slot = lastSlot - TREND_SLOTS + 1 + i;
    const entry = slot % RING;
    if (slots[entry] !== slot) continue;
    let index = indexes[entry] as number;
    if (Number.isNaN(index)) {
      indexes[entry] = indexOf(entry);
      // As it is read from the cache later.
      index = indexes[entry] as number;
    }
    if (index < 0) continue;
    sums[i] = (sums[i] as number) + index;
    counts[i] = (counts[i] as number) + 1;
  }
};

/** Adds the sums of other meters up to the same slot. */
export const addTrendSums = (to: TrendSums, from: TrendSums): void => {
  for (let i = 0; i < TREND_SLOTS; i++) {
    to.sums[i] = (to.sums[i] as number) + (from.sums[i] as number);
    to.counts[i] = (to.counts[i] as number) + (from.counts[i] as number);
  }
};

/** Mean index of each slot, null where no meter has one. */
export const trendMeans = ({ sums, counts }: TrendSums): (number | null)[] =>
  Array.from(sums, (sum, i) => (counts[i] ? sum / (counts[i] as number) : null));
