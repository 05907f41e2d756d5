import type { Tx } from '../../platform/db/pool.ts';
import type { MeterFrame } from './frame-batch.ts';
import { insertFrames, lockFrames, updateFrame } from './frame-queries.ts';

/** A reading that says something else than the one that was stored for its channel and time. */
export interface Conflict {
  frame: MeterFrame;
  channel: number;
  ticks: number;
}

export interface Stored {
  /** What now stands in the store of what was handed in: conflicting readings are left out. */
  frames: MeterFrame[];
  conflicts: Conflict[];
}

type Known = Map<number, number>;

const keyOf = (meterId: number, time: number): string => `${meterId}@${time}`;

/** Adds the channels that were missing; the first value of a channel stays. */
const merge = (known: Known, frame: MeterFrame, conflicts: Conflict[]): { kept: MeterFrame; grown: boolean } => {
  const kept: MeterFrame = { meterId: frame.meterId, time: frame.time, channels: [], ticks: [] };
  let grown = false;
  for (const [i, channel] of frame.channels.entries()) {
    const ticks = frame.ticks[i] as number;
    const before = known.get(channel);
    if (before !== undefined && before !== ticks) {
      conflicts.push({ frame, channel, ticks });
      continue;
    }
    if (before === undefined) {
      known.set(channel, ticks);
      grown = true;
    }
    kept.channels.push(channel);
    kept.ticks.push(ticks);
  }
  return { kept, grown };
};

/** Some meter and time was there before, or came twice: compares what came with what is stored. */
const mergeFrames = async (tx: Tx, frames: MeterFrame[]): Promise<Stored> => {
  const stored = new Map<string, Known>();
  for (const row of await lockFrames(tx, frames)) {
    const known = new Map(row.channel.map((channel, i) => [channel, row.value[i] as number]));
    stored.set(keyOf(row.meter_id, row.time.getTime()), known);
  }
  const result: Stored = { frames: [], conflicts: [] };
  const grown = new Map<string, MeterFrame>();
  for (const frame of frames) {
    const key = keyOf(frame.meterId, frame.time);
    const known = stored.get(key) ?? new Map();
    const merged = merge(known, frame, result.conflicts);
    if (merged.kept.channels.length > 0) result.frames.push(merged.kept);
    if (merged.grown) grown.set(key, frame);
  }
  for (const [key, { meterId, time }] of grown) {
    const known = [...(stored.get(key) ?? [])].sort(([a], [b]) => a - b);
    await updateFrame(tx, { meterId, time, channels: known.map(([c]) => c), ticks: known.map(([, v]) => v) });
  }
  return result;
};

/**
 * Stores a batch: a meter and time that are new are inserted; of those that are known, missing channels are added,
 * repeats are ignored, other values are conflicts. Whoever calls it marks their hours (dirty-hours).
 */
export const storeFrames = async (tx: Tx, frames: MeterFrame[]): Promise<Stored> => {
  const inserted = await insertFrames(tx, frames);
  return inserted === frames.length ? { frames, conflicts: [] } : mergeFrames(tx, frames);
};
