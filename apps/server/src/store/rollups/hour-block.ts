import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { addDays } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { INDEX_CHANNEL } from './rollup-rows.ts';

/*
 * The hours of one channel on ten local days, packed (docs/adr/0013). A blob is a version byte and, deflated:
 *
 * hours  = a byte for each day: how many hours it has, 0 where nothing is known of it
 * flags  = a byte for each of these hours: which of count, sum, min and max are there
 * then a row of numbers for each column, of the hours that have it, as varints (zigzag but for the remainder):
 * counts = differences to the one before
 * means  = differences of floor(sum / count) to the one before
 * rests  = sum - mean * count
 * mins   = mean - min
 * maxs   = max - mean
 *
 * The index counts as often as its hour has frames, and its sum is it: there count stands for 1 in means and rests.
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

/** A blob that `encodeBlock` never wrote. */
export class CorruptBlockError extends RangeError {
  override name = 'CorruptBlockError';
}

const VERSION = 0x01;
const MAX_HOURS = 255;
/** Five columns of numbers of up to 33 bits. */
const MAX_HOUR_BYTES = 1 + 5 * 5;
const MAX_BODY_BYTES = BLOCK_DAYS * (1 + MAX_HOURS * MAX_HOUR_BYTES);

const COUNT = 1;
const SUM = 2;
const MIN = 4;
const MAX = 8;

/** The coding of packed days: differences hardly repeat in sequences, but in runs. */
const DEFLATE = { strategy: constants.Z_RLE, windowBits: 12, memLevel: 7, chunkSize: 4_096 };

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** The first day of the block that a day lies in, and the day's place there. */
export const blockOf = (day: string): { first: string; place: number } => {
  const place = dayNumber(day) % BLOCK_DAYS;
  return { first: addDays(day, -place), place };
};

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (code: number): number => (code % 2 === 0 ? code / 2 : -(code + 1) / 2);

const pushVarint = (bytes: number[], value: number): void => {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
};

/** @throws RangeError when a day has more hours than any day. */
export const encodeBlock = (channel: number, days: BlockDays): Buffer => {
  const hours: number[] = [];
  const flags: number[] = [];
  const [counts, means, rests, mins, maxs]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  let [lastCount, mean] = [0, 0];
  for (let place = 0; place < BLOCK_DAYS; place++) {
    const day = days[place];
    const length = day?.count.length ?? 0;
    if (length > MAX_HOURS) throw new RangeError(`no day has ${length} hours`);
    hours.push(length);
    for (let hour = 0; hour < length; hour++) {
      const count = day?.count[hour] ?? null;
      const sum = day?.sum[hour] ?? null;
      const min = day?.min[hour] ?? null;
      const max = day?.max[hour] ?? null;
      flags.push(
        (count === null ? 0 : COUNT) | (sum === null ? 0 : SUM) | (min === null ? 0 : MIN) | (max === null ? 0 : MAX),
      );
      if (count !== null) {
        pushVarint(counts, zigzag(count - lastCount));
        lastCount = count;
      }
      if (sum !== null) {
        const divisor = channel === INDEX_CHANNEL ? 1 : Math.max(1, count ?? 1);
        const next = Math.floor(sum / divisor);
        pushVarint(means, zigzag(next - mean));
        pushVarint(rests, sum - next * divisor);
        mean = next;
      }
      if (min !== null) pushVarint(mins, zigzag(mean - min));
      if (max !== null) pushVarint(maxs, zigzag(max - mean));
    }
  }
  const body = Buffer.from([...hours, ...flags, ...counts, ...means, ...rests, ...mins, ...maxs]);
  return Buffer.concat([Buffer.of(VERSION), deflateRawSync(body, DEFLATE)]);
};

const inflate = (blob: Buffer): Buffer => {
  if (blob[0] !== VERSION) throw new CorruptBlockError(`packed hours begin with ${blob[0]}`);
  try {
    return inflateRawSync(blob.subarray(1), { maxOutputLength: MAX_BODY_BYTES, chunkSize: 8_192 });
  } catch (error) {
    throw new CorruptBlockError('packed hours cannot be inflated', { cause: error });
  }
};

/** The unread rest of a body. */
interface Rest {
  readonly body: Buffer;
  offset: number;
}

const readByte = (rest: Rest): number => {
  const byte = rest.body[rest.offset++];
  if (byte === undefined) throw new CorruptBlockError('packed hours end too early');
  return byte;
};

const readVarint = (rest: Rest): number => {
  let value = readByte(rest);
  if (value < 128) return value;
  value -= 128;
  for (let factor = 128; factor <= 2 ** 35; factor *= 128) {
    const byte = readByte(rest);
    if (byte < 128) return value + byte * factor;
    value += (byte - 128) * factor;
  }
  throw new CorruptBlockError('packed hours hold a number that is too long');
};

/** The numbers of a column, null where its flag is missing. */
const readColumn = (rest: Rest, flags: Buffer, flag: number, read: (at: number) => number): (number | null)[] => {
  const column = new Array<number | null>(flags.length);
  for (let at = 0; at < flags.length; at++) column[at] = (flags[at] as number) & flag ? read(at) : null;
  if (rest.offset > rest.body.length) throw new CorruptBlockError('packed hours end too early');
  return column;
};

/** @throws CorruptBlockError */
export const decodeBlock = (channel: number, blob: Buffer): BlockDays => {
  const rest: Rest = { body: inflate(blob), offset: 0 };
  const lengths = Array.from({ length: BLOCK_DAYS }, () => readByte(rest));
  const total = lengths.reduce((a, b) => a + b, 0);
  const flags = rest.body.subarray(rest.offset, rest.offset + total);
  if (flags.length < total) throw new CorruptBlockError('packed hours end too early');
  rest.offset += total;

  let last = 0;
  const counts = readColumn(rest, flags, COUNT, () => {
    last += unzigzag(readVarint(rest));
    return last;
  });
  last = 0;
  const means = readColumn(rest, flags, SUM, () => {
    last += unzigzag(readVarint(rest));
    return last;
  });
  const sums = readColumn(rest, flags, SUM, (at) => {
    const divisor = channel === INDEX_CHANNEL ? 1 : Math.max(1, counts[at] ?? 1);
    return (means[at] as number) * divisor + readVarint(rest);
  });
  // An hour without a mean has that of the one before.
  let mean = 0;
  for (let at = 0; at < total; at++) {
    mean = means[at] ?? mean;
    means[at] = mean;
  }
  const mins = readColumn(rest, flags, MIN, (at) => (means[at] as number) - unzigzag(readVarint(rest)));
  const maxs = readColumn(rest, flags, MAX, (at) => (means[at] as number) + unzigzag(readVarint(rest)));
  if (rest.offset !== rest.body.length) throw new CorruptBlockError('packed hours go on behind their end');

  let at = 0;
  return lengths.map((length) => {
    const [from, to] = [at, at + length];
    at = to;
    if (length === 0) return null;
    return {
      count: counts.slice(from, to),
      sum: sums.slice(from, to),
      min: mins.slice(from, to),
      max: maxs.slice(from, to),
    };
  });
};
