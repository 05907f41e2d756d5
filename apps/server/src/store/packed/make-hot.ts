import { DAY_MS } from '@airdeck/domain/duration';
import type { Tx } from '../../platform/db/pool.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import type { FrameColumns } from '../frames/frame-columns.ts';
import { insertFrames } from '../frames/frame-queries.ts';
import { decodeDay } from './decode-day.ts';

import { holdDays, type MeterDay, takePacked } from './packed-queries.ts';

/** Few enough to be in memory at once. */
const DAYS_AT_ONCE = 20;
const FRAMES_AT_ONCE = 4_000;

const framesOf = ({ meterId, times, channels }: FrameColumns): MeterFrame[] => {
  const ascending = [...channels].sort(([a], [b]) => a - b);
  return times.map((time, i) => {
    const there = ascending.flatMap(([channel, column]) => {
      const ticks = column[i] ?? null;
      return ticks === null ? [] : [{ channel, ticks }];
    });
    return { meterId, time, channels: there.map(({ channel }) => channel), ticks: there.map(({ ticks }) => ticks) };
  });
};

const unpack = async (tx: Tx, wanted: readonly MeterDay[]): Promise<void> => {
  const found = new Map<string, MeterDay & { blobs: Map<number, Buffer> }>();
  for (const { meterId, day, channel, data } of await takePacked(tx, wanted)) {
    const key = `${meterId}/${day}`;
    const known = found.get(key) ?? { meterId, day, blobs: new Map<number, Buffer>() };
    found.set(key, known);
    known.blobs.set(channel, data);
  }
  for (const { meterId, day, blobs } of found.values()) {
    const frames = framesOf(decodeDay(meterId, day, blobs));
    for (let i = 0; i < frames.length; i += FRAMES_AT_ONCE) {
      await insertFrames(tx, frames.slice(i, i + FRAMES_AT_ONCE));
    }
  }
};

/**
 * Ensures that the readings of these meters on the UTC days of these frames are in `frame` until the transaction ends:
 * packed days are unpacked. Days from `today` on (days since 1970) are never packed.
 */
export const makeHot = async (tx: Tx, frames: readonly MeterFrame[], today: number): Promise<void> => {
  const late = new Map<string, MeterDay>();
  for (const { meterId, time } of frames) {
    const day = Math.floor(time / DAY_MS);
    if (day < today) late.set(`${meterId}/${day}`, { meterId, day });
  }
  if (late.size === 0) return;
  const wanted = [...late.values()].sort((a, b) => a.meterId - b.meterId || a.day - b.day);
  await holdDays(
    tx,
    wanted.map(({ day }) => day),
  );
  for (let i = 0; i < wanted.length; i += DAYS_AT_ONCE) await unpack(tx, wanted.slice(i, i + DAYS_AT_ONCE));
};
