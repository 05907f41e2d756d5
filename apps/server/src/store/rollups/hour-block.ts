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

/** Names the block that cannot be decoded. @throws CorruptBlockError */
export const namingBlock = <T>(
  nameOf: () => { meter_id: number; channel: number; first: string },
  decode: () => T,
): T => {
  try {
    return decode();
  } catch (error) {
    const { meter_id, channel, first } = nameOf();
    const where = `channel ${channel} of meter ${meter_id} from ${first} on`;
    throw new CorruptBlockError(`the packed hours of ${where} cannot be read`, { cause: error });
  }
};

const VERSION = 0x01;
const INT_MAX = 2_147_483_647;
const MAX_HOURS = 255;
/** Five columns of numbers of up to 33 bits. */
const MAX_HOUR_BYTES = 1 + 5 * 5;
const MAX_BODY_BYTES = BLOCK_DAYS * (1 + MAX_HOURS * MAX_HOUR_BYTES);

/** Flags of an hour. */
export const COUNT = 1;
export const SUM = 2;
export const MIN = 4;
export const MAX = 8;

/** A small window is quick to allocate, and a short blob costs little else. */
const WINDOW_BITS = 12;
/** The coding of packed days: differences hardly repeat in sequences, but in runs. */
const DEFLATE = { strategy: constants.Z_RLE, windowBits: WINDOW_BITS, memLevel: 7, chunkSize: 4_096 };

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** The first day of the block that a day lies in, and the day's place there. */
export const blockOf = (day: string): { first: string; place: number } => {
  const place = dayNumber(day) % BLOCK_DAYS;
  return { first: addDays(day, -place), place };
};

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (code: number): number =>
  code <= INT_MAX ? (code >>> 1) ^ -(code & 1) : code % 2 === 0 ? code / 2 : -(code + 1) / 2;

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

/** Mostly enough for a body in one piece; buffers of 4 kB and more do not come from the pool of Node. */
const CHUNK_BYTES = 2_048;
const INFLATE = { maxOutputLength: MAX_BODY_BYTES, chunkSize: CHUNK_BYTES, windowBits: WINDOW_BITS };

const inflate = (blob: Uint8Array): Buffer => {
  if (blob[0] !== VERSION) throw new CorruptBlockError(`packed hours begin with ${blob[0]}`);
  try {
    return inflateRawSync(blob.subarray(1), INFLATE);
  } catch (error) {
    throw new CorruptBlockError('packed hours cannot be inflated', { cause: error });
  }
};

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

/** The flags of an hour that was measured. */
export const MEASURED = COUNT | SUM | MIN | MAX;

const MAX_BLOCK_HOURS = BLOCK_DAYS * MAX_HOURS;
const hours: BlockHours = {
  lengths: new Uint8Array(BLOCK_DAYS),
  flags: new Uint8Array(MAX_BLOCK_HOURS),
  count: new Int32Array(MAX_BLOCK_HOURS),
  sum: new Int32Array(MAX_BLOCK_HOURS),
  min: new Int32Array(MAX_BLOCK_HOURS),
  max: new Int32Array(MAX_BLOCK_HOURS),
};
const means = new Float64Array(MAX_BLOCK_HOURS);

/** Where the next number of the body begins. */
let offset = 0;

/** The rest of a number whose first byte says that it goes on. */
const nextLong = (body: Uint8Array, first: number): number => {
  let value = first & 127;
  for (let factor = 128, byte = first; byte > 127; factor *= 128) {
    if (offset === body.length) throw new CorruptBlockError('packed hours end too early');
    if (factor > 2 ** 35) throw new CorruptBlockError('packed hours hold a number that is too long');
    byte = body[offset++] as number;
    value += (byte & 127) * factor;
  }
  return value;
};

/** Most numbers are a single byte. Behind the end it answers nothing useful: `decodeHours` finds that out once. */
const nextNumber = (body: Uint8Array): number => {
  const byte = body[offset++] as number;
  return byte < 128 ? byte : nextLong(body, byte);
};

/**
 * Hours as columns of numbers, which the next call overwrites. `isOfMeans`: min and max are not decoded, and mean nothing.
 * @throws CorruptBlockError
 */
export const decodeHours = (channel: number, blob: Uint8Array, isOfMeans = false): BlockHours => {
  const { lengths, flags, count, sum, min, max } = hours;
  const body = inflate(blob);
  let total = 0;
  for (let day = 0; day < BLOCK_DAYS; day++) {
    lengths[day] = body[day] ?? 0;
    total += body[day] ?? 0;
  }
  offset = BLOCK_DAYS + total;
  if (body.length < offset) throw new CorruptBlockError('packed hours end too early');
  flags.set(body.subarray(BLOCK_DAYS, offset));
  // An hour without a count or a mean has that of the one before.
  let lastCount = 0;
  for (let at = 0; at < total; at++) {
    if ((flags[at] as number) & COUNT) lastCount += unzigzag(nextNumber(body));
    count[at] = lastCount;
  }
  let mean = 0;
  for (let at = 0; at < total; at++) {
    if ((flags[at] as number) & SUM) mean += unzigzag(nextNumber(body));
    means[at] = mean;
  }
  for (let at = 0; at < total; at++) {
    const flag = flags[at] as number;
    if ((flag & SUM) === 0) continue;
    const divisor = channel === INDEX_CHANNEL || (flag & COUNT) === 0 ? 1 : Math.max(1, count[at] as number);
    sum[at] = (means[at] as number) * divisor + nextNumber(body);
  }
  for (let at = 0; !isOfMeans && at < total; at++) {
    if ((flags[at] as number) & MIN) min[at] = (means[at] as number) - unzigzag(nextNumber(body));
  }
  for (let at = 0; !isOfMeans && at < total; at++) {
    if ((flags[at] as number) & MAX) max[at] = (means[at] as number) + unzigzag(nextNumber(body));
  }
  if (offset > body.length) throw new CorruptBlockError('packed hours end too early');
  if (!isOfMeans && offset < body.length) throw new CorruptBlockError('packed hours go on behind their end');
  return hours;
};

/** @throws CorruptBlockError */
export const decodeBlock = (channel: number, blob: Buffer): BlockDays => {
  const { lengths, flags, count, sum, min, max } = decodeHours(channel, blob);
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
