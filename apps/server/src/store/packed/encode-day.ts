import { constants, deflateRawSync } from 'node:zlib';
import { DAY_MS } from '@airdeck/domain/duration';
import type { FrameColumns } from '../frames/frame-columns.ts';
import {
  ESCAPE,
  HEAD_DEFLATED,
  HEAD_PLAIN,
  longestTicks,
  longestTimes,
  MAX_FRAMES,
  TIMES_CHANNEL,
} from './packed-format.ts';

/**
 * Differences of neighbours hardly repeat in sequences, but in runs: looking for more only makes blobs larger. Where the
 * air changes all the time, even runs do.
 */
const STRATEGIES = [constants.Z_RLE, constants.Z_HUFFMAN_ONLY];
const DEFLATE = { windowBits: 12, memLevel: 7, chunkSize: 4_096 };

const seal = (body: Buffer): Buffer => {
  const forms = STRATEGIES.map((strategy) => deflateRawSync(body, { ...DEFLATE, strategy }));
  const deflated = forms.reduce((least, form) => (form.length < least.length ? form : least));
  const isSmaller = deflated.length < body.length;
  return Buffer.concat([Buffer.of(isSmaller ? HEAD_DEFLATED : HEAD_PLAIN), isSmaller ? deflated : body]);
};

const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

/** Writes a whole number from 0 to 2^28 - 1; returns the offset behind it. */
const writeVarint = (target: Buffer, value: number, offset: number): number => {
  let [rest, at] = [value, offset];
  while (rest > 127) {
    target[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  target[at++] = rest;
  return at;
};

/**
 * Epoch ms of the frames of a UTC day (days since 1970), ascending, each one once.
 * @throws RangeError when they are not, or are more than MAX_FRAMES.
 */
export const encodeTimes = (times: readonly number[], day: number): Buffer => {
  if (times.length > MAX_FRAMES) throw new RangeError(`${times.length} frames are too many for a packed day`);
  const body = Buffer.allocUnsafe(longestTimes(times.length));
  let offset = 0;
  let before = day * DAY_MS;
  let step = 0;
  for (const [i, time] of times.entries()) {
    const next = time - before;
    if (!Number.isInteger(next) || next < (i === 0 ? 0 : 1) || time >= (day + 1) * DAY_MS) {
      throw new RangeError(`${time} does not follow ${before} in day ${day}`);
    }
    offset = writeVarint(body, zigzag(next - step), offset);
    before = time;
    step = next;
  }
  return seal(body.subarray(0, offset));
};

/** Lengths of the runs of frames with, without, with … a value; none when all have one. */
const runsOf = (column: readonly (number | null)[]): number[] => {
  const runs: number[] = [];
  let isThere = true;
  let length = 0;
  for (const value of column) {
    if ((value !== null) === isThere) {
      length++;
      continue;
    }
    runs.push(length);
    isThere = !isThere;
    length = 1;
  }
  return runs.length === 0 ? [] : [...runs, length];
};

/** Ticks (smallint) of a channel, null where a frame has none of it. @throws RangeError when one is no smallint. */
export const encodeTicks = (column: readonly (number | null)[]): Buffer => {
  const body = Buffer.allocUnsafe(longestTicks(column.length));
  const runs = runsOf(column);
  let offset = writeVarint(body, runs.length, 0);
  for (const run of runs) offset = writeVarint(body, run, offset);
  let before = 0;
  for (const value of column) {
    if (value === null) continue;
    if ((value << 16) >> 16 !== value) throw new RangeError(`${value} is no smallint`);
    // Modulo 2^16, so that two bytes hold every difference.
    const code = zigzag(((value - before) << 16) >> 16);
    before = value;
    if (code < ESCAPE) {
      body[offset++] = code;
      continue;
    }
    body[offset] = ESCAPE;
    offset = body.writeUInt16LE(code, offset + 1);
  }
  return seal(body.subarray(0, offset));
};

/** The blobs of a meter's UTC day by channel; TIMES_CHANNEL holds its times. Throws as `encodeTimes` does. */
export const encodeDay = (frames: FrameColumns, day: number): Map<number, Buffer> => {
  const blobs = new Map([[TIMES_CHANNEL, encodeTimes(frames.times, day)]]);
  for (const [channel, column] of frames.channels) blobs.set(channel, encodeTicks(column));
  return blobs;
};
