import { INDEX_CHANNEL } from './rollup-rows.ts';

/*
 * The hours of one channel on ten local days as columns of numbers: the content of a packed block in any form.
 */

/** Columns of a day's hours, as rollup_hour has them; null where nothing was measured. */
export interface DayColumns {
  count: (number | null)[];
  sum: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
}

/** Days of a block, by their place in it. */
export type BlockDays = readonly (DayColumns | null)[];

export const BLOCK_DAYS = 10;
export const MAX_HOURS = 255;
const MAX_BLOCK_HOURS = BLOCK_DAYS * MAX_HOURS;

/** Flags of an hour. */
export const COUNT = 1;
export const SUM = 2;
export const MIN = 4;
export const MAX = 8;

/** The flags of an hour that was measured. */
export const MEASURED = COUNT | SUM | MIN | MAX;

/** A blob that was never written as packed hours. */
export class CorruptBlockError extends RangeError {
  override name = 'CorruptBlockError';
}

/** The hours of a block, one day after the other; a value is there if its flag is. */
export interface BlockHours {
  /** Hours of each day; 0 where nothing is known of it. */
  readonly lengths: Uint8Array;
  readonly flags: Uint8Array;
  readonly count: Int32Array;
  readonly sum: Int32Array;
  readonly min: Int32Array;
  readonly max: Int32Array;
}

export const createBlockHours = (): BlockHours => ({
  lengths: new Uint8Array(BLOCK_DAYS),
  flags: new Uint8Array(MAX_BLOCK_HOURS),
  count: new Int32Array(MAX_BLOCK_HOURS),
  sum: new Int32Array(MAX_BLOCK_HOURS),
  min: new Int32Array(MAX_BLOCK_HOURS),
  max: new Int32Array(MAX_BLOCK_HOURS),
});

/** How many readings a sum is of; 1 for the index, whose sum is it. */
export const divisorOf = (channel: number, flag: number, count: number): number =>
  channel === INDEX_CHANNEL || (flag & COUNT) === 0 ? 1 : Math.max(1, count);

const INT_MAX = 2_147_483_647;

/** Whole numbers of up to 33 bits as such that are not negative: 0, -1, 1, -2, … */
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
export const unzigzag = (code: number): number =>
  code <= INT_MAX ? (code >>> 1) ^ -(code & 1) : code % 2 === 0 ? code / 2 : -(code + 1) / 2;

/** Hours of all days of a block. */
export const totalOf = ({ lengths }: BlockHours): number => lengths.reduce((sum, length) => sum + length, 0);

/** @throws RangeError when a day has more hours than any day. */
export const hoursOfDays = (days: BlockDays): BlockHours => {
  const hours = createBlockHours();
  let at = 0;
  for (let place = 0; place < BLOCK_DAYS; place++) {
    const day = days[place];
    const length = day?.count.length ?? 0;
    if (length > MAX_HOURS) throw new RangeError(`no day has ${length} hours`);
    hours.lengths[place] = length;
    for (let hour = 0; day && hour < length; hour++, at++) {
      const [count, sum, min, max] = [day.count[hour], day.sum[hour], day.min[hour], day.max[hour]];
      const flag = (value: number | null | undefined, bit: number) => (value === null || value === undefined ? 0 : bit);
      hours.flags[at] = flag(count, COUNT) | flag(sum, SUM) | flag(min, MIN) | flag(max, MAX);
      hours.count[at] = count ?? 0;
      hours.sum[at] = sum ?? 0;
      hours.min[at] = min ?? 0;
      hours.max[at] = max ?? 0;
    }
  }
  return hours;
};

export const daysOfHours = ({ lengths, flags, count, sum, min, max }: BlockHours): BlockDays => {
  let end = 0;
  return Array.from(lengths, (length) => {
    const start = end;
    end += length;
    const column = (values: Int32Array, flag: number): (number | null)[] => {
      const answer = new Array<number | null>(length);
      for (let i = 0; i < length; i++) {
        answer[i] = (flags[start + i] as number) & flag ? (values[start + i] as number) : null;
      }
      return answer;
    };
    if (length === 0) return null;
    return { count: column(count, COUNT), sum: column(sum, SUM), min: column(min, MIN), max: column(max, MAX) };
  });
};
