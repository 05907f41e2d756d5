import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  BLOCK_DAYS,
  type BlockHours,
  COUNT,
  CorruptBlockError,
  createBlockHours,
  divisorOf,
  MAX,
  MAX_HOURS,
  MIN,
  SUM,
  totalOf,
  unzigzag,
  zigzag,
} from './block-hours.ts';

/*
 * Packed hours, deflated (docs/adr/0013): of any hours. A blob is a version byte and, deflated:
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

export const DEFLATED_VERSION = 0x01;

/** Five columns of numbers of up to 33 bits. */
const MAX_HOUR_BYTES = 1 + 5 * 5;
const MAX_BODY_BYTES = BLOCK_DAYS * (1 + MAX_HOURS * MAX_HOUR_BYTES);

/** A small window is quick to allocate, and a short blob costs little else. */
const WINDOW_BITS = 12;
/** The coding of packed days: differences hardly repeat in sequences, but in runs. */
const DEFLATE = { strategy: constants.Z_RLE, windowBits: WINDOW_BITS, memLevel: 7, chunkSize: 4_096 };

const pushVarint = (bytes: number[], value: number): void => {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
};

export const encodeDeflated = (channel: number, hours: BlockHours): Buffer => {
  const total = totalOf(hours);
  const { lengths, flags, count, sum, min, max } = hours;
  const [counts, means, rests, mins, maxs]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  let [lastCount, mean] = [0, 0];
  for (let at = 0; at < total; at++) {
    const flag = flags[at] as number;
    if (flag & COUNT) {
      pushVarint(counts, zigzag((count[at] as number) - lastCount));
      lastCount = count[at] as number;
    }
    if (flag & SUM) {
      const divisor = divisorOf(channel, flag, count[at] as number);
      const next = Math.floor((sum[at] as number) / divisor);
      pushVarint(means, zigzag(next - mean));
      pushVarint(rests, (sum[at] as number) - next * divisor);
      mean = next;
    }
    if (flag & MIN) pushVarint(mins, zigzag(mean - (min[at] as number)));
    if (flag & MAX) pushVarint(maxs, zigzag((max[at] as number) - mean));
  }
  const body = Buffer.from([...lengths, ...flags.subarray(0, total), ...counts, ...means, ...rests, ...mins, ...maxs]);
  return Buffer.concat([Buffer.of(DEFLATED_VERSION), deflateRawSync(body, DEFLATE)]);
};

/** Mostly enough for a body in one piece; buffers of 4 kB and more do not come from the pool of Node. */
const CHUNK_BYTES = 2_048;
const INFLATE = { maxOutputLength: MAX_BODY_BYTES, chunkSize: CHUNK_BYTES, windowBits: WINDOW_BITS };

const inflate = (blob: Uint8Array): Buffer => {
  try {
    return inflateRawSync(blob.subarray(1), INFLATE);
  } catch (error) {
    throw new CorruptBlockError('packed hours cannot be inflated', { cause: error });
  }
};

const hours = createBlockHours();
const means = new Float64Array(hours.flags.length);

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

/** Most numbers are a single byte. Behind the end it answers nothing useful: `decodeDeflated` finds that out once. */
const nextNumber = (body: Uint8Array): number => {
  const byte = body[offset++] as number;
  return byte < 128 ? byte : nextLong(body, byte);
};

/**
 * Hours as columns of numbers, which the next call overwrites. `isOfMeans`: min and max are not decoded, and mean nothing.
 * @throws CorruptBlockError
 */
export const decodeDeflated = (channel: number, blob: Uint8Array, isOfMeans: boolean): BlockHours => {
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
    const divisor = divisorOf(channel, flag, count[at] as number);
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
