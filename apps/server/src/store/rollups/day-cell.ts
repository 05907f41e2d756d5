import { INDEX_CHANNEL } from './rollup-rows.ts';

/**
 * What one channel measured on a day, or in a part of it. `sum` in ticks; of the index it is tenths over all frames, and
 * null when no hour had one. `min` and `max` are null where `sum` is, or `count` 0.
 */
export interface DayCell {
  count: number;
  sum: number | null;
  min: number | null;
  max: number | null;
}

/** Columns of a day's hours, as rollup_hour has them. */
export interface HourColumns {
  count: readonly (number | null)[];
  sum: readonly (number | null)[];
  /** Missing where only means are needed. */
  min?: readonly (number | null)[];
  max?: readonly (number | null)[];
}

/** The smaller of two minima; null: nothing was measured. */
export const smaller = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
export const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * Sums up the hours of a day from `from` to before `to`. Each hour of the index weighs as much as it has frames. Frames of
 * hours without an index are filled with the mean of the others: sum ÷ count is that mean, and count is the number of all
 * frames.
 */
export const foldHours = (channel: number, hours: HourColumns, from = 0, to = hours.count.length): DayCell => {
  const day: DayCell = { count: 0, sum: null, min: null, max: null };
  let summed = 0;
  for (let hour = from; hour < to; hour++) {
    const count = hours.count[hour];
    if (!count) continue;
    day.count += count;
    const sum = hours.sum[hour] ?? null;
    if (sum === null) continue;
    summed += count;
    day.sum = (day.sum ?? 0) + (channel === INDEX_CHANNEL ? sum * count : sum);
    day.min = smaller(day.min, hours.min?.[hour] ?? null);
    day.max = larger(day.max, hours.max?.[hour] ?? null);
  }
  if (day.sum !== null && summed < day.count) day.sum *= day.count / summed;
  return day;
};

/** Bytes of a cell: count as uint32, sum as a double (NaN for null), min and max as int16; little-endian. */
export const CELL_BYTES = 16;

/** Replaces the cell of a day (0 is the first of the month). */
export const writeCell = (month: Buffer, day: number, cell: DayCell): void => {
  const at = day * CELL_BYTES;
  month.writeUInt32LE(cell.count, at);
  month.writeDoubleLE(cell.sum ?? Number.NaN, at + 4);
  month.writeInt16LE(cell.min ?? 0, at + 12);
  month.writeInt16LE(cell.max ?? 0, at + 14);
};

/** The cell of a day; null where nothing was measured. */
export const readCell = (month: DataView, day: number): DayCell | null => {
  const at = day * CELL_BYTES;
  const count = month.getUint32(at, true);
  if (count === 0) return null;
  const sum = month.getFloat64(at + 4, true);
  if (Number.isNaN(sum)) return { count, sum: null, min: null, max: null };
  return { count, sum, min: month.getInt16(at + 12, true), max: month.getInt16(at + 14, true) };
};
