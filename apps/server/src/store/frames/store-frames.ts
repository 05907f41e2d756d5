import type { Tx } from '../../platform/db/pool.ts';
import type { MeterFrame } from './frame-batch.ts';
import { insertFrames, lockFrames, updateFrame } from './frame-queries.ts';

/** A reading that differs from the stored one of its channel and time. */
export interface Conflict {
  frame: MeterFrame;
  channel: number;
  ticks: number;
}

export interface Stored {
  /** New data: new frames, and of frames that grew the channels that they gained. */
  added: MeterFrame[];
  conflicts: Conflict[];
}

type Known = Map<number, number>;

const frameKey = (meterId: number, time: number): string => `${meterId}@${time}`;

/** Adds the channels that were missing, and answers them; the first value of a channel stays. */
const merge = (known: Known, frame: MeterFrame, conflicts: Conflict[]): MeterFrame => {
  const gained: MeterFrame = { meterId: frame.meterId, time: frame.time, channels: [], ticks: [] };
  for (const [i, channel] of frame.channels.entries()) {
    const ticks = frame.ticks[i] as number;
    const before = known.get(channel);
    if (before === undefined) {
      known.set(channel, ticks);
      gained.channels.push(channel);
      gained.ticks.push(ticks);
    } else if (before !== ticks) conflicts.push({ frame, channel, ticks });
  }
  return gained;
};

/** Some frames existed before or are repeated: compares them with the stored ones. */
const mergeFrames = async (tx: Tx, frames: MeterFrame[], inserted: number): Promise<Stored> => {
  const stored = new Map<string, Known>();
  const rows = await lockFrames(tx, frames);
  // Rows of the last insert have this transaction's newest command id: unpacked rows are older.
  const newest = Math.max(...rows.map(({ command }) => command ?? -1));
  const isNew = new Set<string>();
  for (const row of rows) {
    const key = frameKey(row.meter_id, row.time.getTime());
    stored.set(key, new Map(row.channel.map((channel, i) => [channel, row.value[i] as number])));
    if (inserted > 0 && row.command === newest) isNew.add(key);
  }
  const result: Stored = { added: [], conflicts: [] };
  const grown = new Map<string, MeterFrame>();
  for (const frame of frames) {
    const key = frameKey(frame.meterId, frame.time);
    // The first of several frames of a meter and time is the inserted one.
    if (isNew.delete(key)) {
      result.added.push(frame);
      continue;
    }
    const gained = merge(stored.get(key) ?? new Map(), frame, result.conflicts);
    if (gained.channels.length === 0) continue;
    result.added.push(gained);
    grown.set(key, frame);
  }
  for (const [key, { meterId, time }] of grown) {
    const known = [...(stored.get(key) ?? [])].sort(([a], [b]) => a - b);
    await updateFrame(tx, { meterId, time, channels: known.map(([c]) => c), ticks: known.map(([, v]) => v) });
  }
  return result;
};

/**
 * Stores a batch: a meter and time that are new are inserted; of those that are known, missing channels are added,
 * repeats are ignored, other values are conflicts. The caller marks their hours (dirty-hours).
 */
export const storeFrames = async (tx: Tx, frames: MeterFrame[]): Promise<Stored> => {
  const inserted = await insertFrames(tx, frames);
  return inserted === frames.length ? { added: frames, conflicts: [] } : mergeFrames(tx, frames, inserted);
};
