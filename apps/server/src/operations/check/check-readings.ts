import { DAY_MS } from '@airdeck/domain/duration';
import type { Tx } from '../../platform/db/pool.ts';
import type { FrameColumns } from '../../store/frames/frame-columns.ts';
import { CorruptDayError, decodeDay } from '../../store/packed/decode-day.ts';
import { TIMES_CHANNEL } from '../../store/packed/packed-format.ts';
import { readBlobs, readStoredFrames, type StoredFrame } from './check-queries.ts';

const isWellFormed = ({ channel, value }: StoredFrame): boolean =>
  channel.length === value.length &&
  new Set(channel).size === channel.length &&
  [...channel, ...value].every((number) => number !== null);

/** Whether the packed day has the same frame as the hot partition at a time. */
const isPacked = ({ times, channels }: FrameColumns, places: Map<number, number>, frame: StoredFrame): boolean => {
  const place = places.get(frame.time.getTime());
  return (
    place !== undefined &&
    times.length > place &&
    frame.channel.every((channel, i) => channels.get(channel)?.[place] === frame.value[i])
  );
};

/**
 * Describes the errors in a meter's readings of a UTC day (since 1970). Frames of a packed day may remain until their
 * partition is dropped, but each must be in the packed day: others would be lost.
 */
export const checkReadings = async (tx: Tx, meterId: number, day: number): Promise<string[]> => {
  const blobs = await readBlobs(tx, meterId, day);
  const frames = await readStoredFrames(tx, meterId, day * DAY_MS, (day + 1) * DAY_MS);
  const faults: string[] = [];
  const broken = frames.filter((frame) => !isWellFormed(frame)).length;
  if (broken > 0) faults.push(`${broken} frames have channels without values, or one twice`);
  if (blobs.size === 0) return faults;
  if (!blobs.has(TIMES_CHANNEL)) {
    const rest = frames.length > 0 ? 'it is hot, and has packed readings too' : 'its packed readings have no times';
    return [...faults, rest];
  }
  try {
    const packed = decodeDay(meterId, day, blobs);
    const places = new Map(packed.times.map((time, place) => [time, place]));
    const lost = frames.filter((frame) => !isPacked(packed, places, frame)).length;
    if (lost > 0) faults.push(`it is packed, and ${lost} frames beside it are not in it`);
  } catch (error) {
    if (!(error instanceof CorruptDayError)) throw error;
    const { cause } = error;
    faults.push(`it is packed, and cannot be unpacked: ${cause instanceof Error ? cause.message : error.message}`);
  }
  return faults;
};
