import { inflateRawSync } from 'node:zlib';
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

/** A blob that `encodeTimes` or `encodeTicks` never wrote. */
export class CorruptDayError extends RangeError {
  override name = 'CorruptDayError';
}

const open = (blob: Buffer, longest: number): Buffer => {
  const head = blob[0];
  const body = blob.subarray(1);
  if (head === HEAD_PLAIN) return body;
  if (head !== HEAD_DEFLATED) throw new CorruptDayError(`a packed day begins with ${head}`);
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, longest), chunkSize: 4_096 });
  } catch (error) {
    throw new CorruptDayError('a packed day cannot be inflated', { cause: error });
  }
};

const unzigzag = (code: number): number => (code >>> 1) ^ -(code & 1);

/** The unread rest of a body. */
interface Rest {
  readonly body: Buffer;
  offset: number;
}

const readByte = (rest: Rest): number => {
  const byte = rest.body[rest.offset++];
  if (byte === undefined) throw new CorruptDayError('a packed day ends too early');
  return byte;
};

const readVarint = (rest: Rest): number => {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = readByte(rest);
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
  throw new CorruptDayError('a packed day holds a number that is too long');
};

/** How many varints a body of nothing else has. */
const countVarints = (body: Buffer): number => {
  let ends = 0;
  for (let i = 0; i < body.length; i++) if ((body[i] as number) < 128) ends++;
  return ends;
};

/** Epoch ms of a packed UTC day (days since 1970), ascending. @throws CorruptDayError */
export const decodeTimes = (blob: Buffer, day: number): number[] => {
  const rest: Rest = { body: open(blob, longestTimes(MAX_FRAMES)), offset: 0 };
  const start = day * DAY_MS;
  // With room from the start: an array that grows takes several times its memory.
  const times = new Array<number>(countVarints(rest.body));
  let frames = 0;
  let offset = 0;
  let step = 0;
  while (rest.offset < rest.body.length) {
    step += unzigzag(readVarint(rest));
    offset += step;
    if (step < (frames === 0 ? 0 : 1) || offset >= DAY_MS || frames === MAX_FRAMES) {
      throw new CorruptDayError('the times of a packed day are none');
    }
    times[frames++] = start + offset;
  }
  return times;
};

/** Lengths of the runs of frames with, without, with … a value. */
const readRuns = (rest: Rest, frames: number): number[] => {
  const count = readVarint(rest);
  if (count === 0) return [frames];
  if (count > frames + 1) throw new CorruptDayError('a packed channel has too many runs');
  const runs = Array.from({ length: count }, () => readVarint(rest));
  if (runs.reduce((a, b) => a + b, 0) !== frames) throw new CorruptDayError('a packed channel has other frames');
  return runs;
};

/**
 * Ticks of a packed channel for a day with this many frames, null where a frame lacks the channel. @throws
 * CorruptDayError
 */
export const decodeTicks = (blob: Buffer, frames: number): (number | null)[] => {
  const rest: Rest = { body: open(blob, longestTicks(frames)), offset: 0 };
  const column = new Array<number | null>(frames);
  let value = 0;
  let at = 0;
  for (const [i, run] of readRuns(rest, frames).entries()) {
    const isThere = i % 2 === 0;
    for (const end = at + run; at < end; at++) {
      if (!isThere) {
        column[at] = null;
        continue;
      }
      const byte = readByte(rest);
      const code = byte === ESCAPE ? readByte(rest) | (readByte(rest) << 8) : byte;
      value = ((value + unzigzag(code)) << 16) >> 16;
      column[at] = value;
    }
  }
  if (rest.offset !== rest.body.length) throw new CorruptDayError('a packed channel goes on behind its end');
  return column;
};

/** The meter's frames of a packed UTC day, of the channels whose blobs are given. @throws CorruptDayError */
export const decodeDay = (meterId: number, day: number, blobs: ReadonlyMap<number, Buffer>): FrameColumns => {
  try {
    const times = decodeTimes(blobs.get(TIMES_CHANNEL) ?? Buffer.of(), day);
    const ticks = [...blobs].filter(([channel]) => channel !== TIMES_CHANNEL);
    return {
      meterId,
      times,
      channels: new Map(ticks.map(([channel, blob]) => [channel, decodeTicks(blob, times.length)])),
    };
  } catch (error) {
    throw new CorruptDayError(`day ${day} of meter ${meterId} cannot be read`, { cause: error });
  }
};
