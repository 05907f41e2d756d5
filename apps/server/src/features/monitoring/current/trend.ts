import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Meter } from '../../../registry/snapshot.ts';
import { giveBackRoom, type Room, takeRoom } from './trend-rooms.ts';

/**
 * Ten-minute means of a meter's channels over the last hours, for each of hundreds of thousands of meters. The readings
 * of most meters fit into three bytes per channel and slot, and a meter that began a while ago needs few slots.
 */
export interface Trend {
  /** The newest slot with readings, number of its ten minutes since 1970; −1: there is none. */
  newest: number;
  /** The oldest one; slots before it are empty. */
  oldest: number;
  channels: number;
  /** Number of slots that there is room for. That of a slot is its number modulo this. */
  capacity: number;
  /** Sums and counts take four bytes each, because they do not fit into two and one. */
  isWide: boolean;
  /** null: nothing was added. */
  room: Room | null;
  /** The meter and thresholds for which the indexes in the room were computed. */
  meter: Meter | null;
  thresholds: Thresholds | null;
}

export const SLOT_MS = 10 * MINUTE_MS;
/** Six hours. */
export const TREND_SLOTS = 36;
/** One more than is shown, because a meter's clock may be a little fast. */
const RING = TREND_SLOTS + 1;
const CAPACITIES = [4, 13, RING];
const MAX_COUNT = 60_000;
const MAX_NARROW_COUNT = 255;
const MAX_NARROW_SUM = 32_767;
/** Cached index of means: of an empty slot, and of one that has to be computed. */
const NO_INDEX = -1;

export const slotOf = (epochMs: number): number => Math.floor(epochMs / SLOT_MS);

export const createTrend = (channels: number): Trend => ({
  newest: -1,
  oldest: -1,
  channels,
  capacity: CAPACITIES[0] as number,
  isWide: false,
  room: null,
  meter: null,
  thresholds: null,
});

// A room has the cached index of each slot (Float32), then the sums by slot and channel, then the counts.
const bytesOf = ({ channels, capacity, isWide }: Trend): number => capacity * (4 + channels * (isWide ? 8 : 3));

const cellOf = ({ channels }: Trend, entry: number, position: number): number => entry * channels + position;

const sumAt = (trend: Trend, room: Room, cell: number): number =>
  (trend.isWide
    ? room.page.ints[(room.at >> 2) + trend.capacity + cell]
    : room.page.shorts[(room.at >> 1) + 2 * trend.capacity + cell]) as number;

const countAt = (trend: Trend, room: Room, cell: number): number => {
  const cells = trend.capacity * trend.channels;
  return (
    trend.isWide
      ? room.page.ints[(room.at >> 2) + trend.capacity + cells + cell]
      : room.page.bytes[room.at + 4 * trend.capacity + 2 * cells + cell]
  ) as number;
};

const putCell = (trend: Trend, room: Room, cell: number, sum: number, count: number): void => {
  const { capacity, channels, isWide } = trend;
  const cells = capacity * channels;
  if (isWide) {
    room.page.ints[(room.at >> 2) + capacity + cell] = sum;
    room.page.ints[(room.at >> 2) + capacity + cells + cell] = count;
  } else {
    room.page.shorts[(room.at >> 1) + 2 * capacity + cell] = sum;
    room.page.bytes[room.at + 4 * capacity + 2 * cells + cell] = count;
  }
};

const putIndex = ({ page, at }: Room, entry: number, index: number): void => {
  page.floats[(at >> 2) + entry] = index;
};

const clearSlots = (trend: Trend, room: Room, first: number, last: number): void => {
  for (let slot = Math.max(first, last - trend.capacity + 1); slot <= last; slot++) {
    const entry = slot % trend.capacity;
    putIndex(room, entry, NO_INDEX);
    for (let position = 0; position < trend.channels; position++)
      putCell(trend, room, cellOf(trend, entry, position), 0, 0);
  }
};

type Layout = Pick<Trend, 'channels' | 'capacity' | 'isWide'>;

const openRoom = (trend: Trend): Room => {
  if (trend.room) return trend.room;
  const room = takeRoom(bytesOf(trend));
  clearSlots(trend, room, 0, trend.capacity - 1);
  trend.room = room;
  return room;
};

/** Changes the layout of the room. All indexes are computed again. */
const relay = (trend: Trend, layout: Layout): void => {
  const before = { ...trend };
  Object.assign(trend, layout, { room: null });
  const { room: from, newest } = before;
  if (from === null) return;
  const room = openRoom(trend);
  for (let slot = Math.max(before.oldest, newest - RING + 1); slot <= newest; slot++) {
    const [earlier, entry] = [slot % before.capacity, slot % trend.capacity];
    putIndex(room, entry, Number.NaN);
    for (let position = 0; position < Math.min(before.channels, trend.channels); position++) {
      const cell = cellOf(before, earlier, position);
      putCell(trend, room, cellOf(trend, entry, position), sumAt(before, from, cell), countAt(before, from, cell));
    }
  }
  giveBackRoom(from, bytesOf(before));
};

/** Empties a trend: its memory is used by others. */
export const dropTrend = (trend: Trend): void => {
  if (trend.room) giveBackRoom(trend.room, bytesOf(trend));
  Object.assign(trend, createTrend(trend.channels));
};

/** Adds channels. */
export const addTrendChannels = (trend: Trend, count: number): void => {
  relay(trend, { channels: trend.channels + count, capacity: trend.capacity, isWide: trend.isWide });
};

/** The entry of a slot; −1: it has left the ring, or nothing was measured since. */
export const entryOf = ({ newest, capacity }: Trend, slot: number): number =>
  slot <= newest && slot > newest - capacity ? slot % capacity : -1;

/** The entry of a slot's ten minutes, for which there is room; −1 when the slot has left the ring. */
export const openSlot = (trend: Trend, slot: number): number => {
  const { newest } = trend;
  if (slot <= newest - RING) return -1;
  const last = Math.max(newest, slot);
  const first = newest < 0 ? slot : Math.max(Math.min(trend.oldest, slot), last - RING + 1);
  const needed = last - first + 1;
  if (needed > trend.capacity) {
    const capacity = CAPACITIES.find((each) => each >= needed) ?? RING;
    relay(trend, { channels: trend.channels, capacity, isWide: trend.isWide });
  }
  const room = openRoom(trend);
  if (slot > newest) clearSlots(trend, room, newest + 1, slot);
  trend.newest = last;
  trend.oldest = first;
  return slot % trend.capacity;
};

/** Adds readings of the channel at `position` to an entry returned by `openSlot`. */
export const addToSlot = (trend: Trend, entry: number, position: number, sum: number, count: number): void => {
  const cell = cellOf(trend, entry, position);
  let room = openRoom(trend);
  const counts = countAt(trend, room, cell) + count;
  if (counts > MAX_COUNT) return;
  const sums = sumAt(trend, room, cell) + sum;
  if (!trend.isWide && (counts > MAX_NARROW_COUNT || Math.abs(sums) > MAX_NARROW_SUM)) {
    relay(trend, { channels: trend.channels, capacity: trend.capacity, isWide: true });
    room = openRoom(trend);
  }
  putCell(trend, room, cell, sums, counts);
  putIndex(room, entry, Number.NaN);
};

/** Mean of the channel at `position` in ticks; null where it measured nothing. */
export const slotMean = (trend: Trend, entry: number, position: number): number | null => {
  const { room } = trend;
  if (room === null || entry < 0 || position < 0) return null;
  const cell = cellOf(trend, entry, position);
  const count = countAt(trend, room, cell);
  return count ? sumAt(trend, room, cell) / count : null;
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
  const { room, newest, oldest } = trend;
  if (room === null) return;
  const indexes = room.page.floats;
  const base = room.at >> 2;
  if (trend.meter !== meter || trend.thresholds !== thresholds) {
    indexes.fill(Number.NaN, base, base + trend.capacity);
    trend.meter = meter;
    trend.thresholds = thresholds;
  }
  const begin = lastSlot - TREND_SLOTS + 1;
  for (let slot = Math.max(begin, oldest); slot <= Math.min(lastSlot, newest); slot++) {
    const i = slot - begin;
    const entry = slot % trend.capacity;
    let index = indexes[base + entry] as number;
    if (Number.isNaN(index)) {
      indexes[base + entry] = indexOf(entry);
      // As it is read from the cache later.
      index = indexes[base + entry] as number;
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
