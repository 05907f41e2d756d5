import type { ReadingColumns } from '@airdeck/domain/reading-columns';
import { BLOCK_DAYS, type BlockHours, MEASURED } from '../rollups/block-hours.ts';
import { decodeHours, namingBlock } from '../rollups/hour-block.ts';

/** A channel's packed hours, and where they go in columns of the hours of a period. */
export interface HourSeries {
  meterId: number;
  channel: number;
  /** The blocks one after the other, their first days, separated by spaces, and lengths in bytes. */
  firsts: string;
  lengths: readonly number[];
  data: Uint8Array;
  /** Of each day of the blocks the place of its first hour, and how many hours it has there; 0: it is not wanted. */
  places: Int32Array;
  hours: Uint8Array;
  /** Only counts and sums are needed. */
  isOfMeans: boolean;
}

/** The memory of columns, to be moved between threads. */
export const buffersOf = ({ count, sum, min, max }: ReadingColumns): ArrayBuffer[] =>
  [count, sum, min, max].map(({ buffer }) => buffer as ArrayBuffer);

const copyHours = (to: ReadingColumns, place: number, from: BlockHours, first: number, length: number): void => {
  const { flags, count, sum, min, max } = from;
  for (let hour = 0; hour < length; hour++) {
    const at = first + hour;
    if (flags[at] !== MEASURED) continue;
    to.count[place + hour] = count[at] as number;
    to.sum[place + hour] = sum[at] as number;
    to.min[place + hour] = min[at] as number;
    to.max[place + hour] = max[at] as number;
  }
};

/** Replaces the columns by the hours of the series. @throws CorruptBlockError */
export const setHours = (columns: ReadingColumns, series: HourSeries): void => {
  const { meterId, channel, firsts, lengths, data, places, hours, isOfMeans } = series;
  columns.count.fill(0);
  let offset = 0;
  for (const [block, length] of lengths.entries()) {
    const blob = data.subarray(offset, offset + length);
    offset += length;
    const nameOf = () => ({ meter_id: meterId, channel, first: firsts.split(' ')[block] ?? '' });
    const found = namingBlock(nameOf, () => decodeHours(channel, blob, isOfMeans));
    let from = 0;
    for (let day = 0; day < BLOCK_DAYS; day++) {
      const hoursOfDay = found.lengths[day] as number;
      const place = block * BLOCK_DAYS + day;
      // A day of another length belongs to another calendar.
      if (hours[place] === hoursOfDay) copyHours(columns, places[place] as number, found, from, hoursOfDay);
      from += hoursOfDay;
    }
  }
};
