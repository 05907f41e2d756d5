import { MINUTE_MS } from '@airdeck/domain/duration';
import type { MeterStates, StatesRow } from './condition-state-queries.ts';

/** Longest time for which a row may be behind. */
const SAVE_MS = MINUTE_MS;
/** States of a meter that reports nothing for so long leave the memory. */
const UNUSED_MS = 10 * MINUTE_MS;
/** Meters of a partition, some kilobytes each. The states of further ones are saved with each batch. */
const MAX_METERS = 2_000;
/** Spreads the saves of meters whose states were loaded together. */
const SPREAD = 16;

interface Kept {
  states: MeterStates;
  /** Whether the row has the same states. */
  isSaved: boolean;
  /** When the row is saved at the latest, epoch milliseconds. */
  saveAt: number;
  usedAt: number;
}

const saveTime = (meterId: number, now: number): number => now + (SAVE_MS * (1 + (meterId % SPREAD) / SPREAD)) / 2;

/** Whether a condition has begun or ended. */
const hasTurned = (before: MeterStates, after: MeterStates): boolean => {
  const keys = Object.keys(after);
  if (keys.length !== Object.keys(before).length) return true;
  return keys.some((key) => {
    const known = before[key];
    return known === undefined || (known.settled.raised === null) !== (after[key]?.settled.raised === null);
  });
};

/** States of the value conditions of a partition's meters, between its batches. */
export interface PartitionStates {
  get(meterId: number): MeterStates | undefined;
  /**
   * Takes the states after a batch, an empty one for a meter at rest; returns the rows to save in its transaction.
   * `incomplete` names meters whose states still lack stored frames: these are not kept.
   */
  put(changed: ReadonlyMap<number, MeterStates>, incomplete: ReadonlySet<number>, now: number): StatesRow[];
}

/**
 * Keeps states in memory, because writing them with each batch costs a busy server as much as storing the frames. A row
 * is saved when a condition begins or ends, and otherwise once a minute. Such a row is marked as behind: after a crash,
 * or in another process, the frames that were stored since are added to it (`detectors/states-before.ts`).
 */
export const createPartitionStates = (maxMeters = MAX_METERS): PartitionStates => {
  const meters = new Map<number, Kept>();

  const putOne = (meterId: number, states: MeterStates, isIncomplete: boolean, now: number): StatesRow | null => {
    const known = meters.get(meterId);
    const isAtRest = Object.keys(states).length === 0;
    if (isAtRest || isIncomplete || (known === undefined && meters.size >= maxMeters)) {
      meters.delete(meterId);
      return { meterId, states, isBehind: isIncomplete };
    }
    if (known !== undefined && !hasTurned(known.states, states)) {
      Object.assign(known, { states, isSaved: false, usedAt: now });
      return null;
    }
    meters.set(meterId, { states, isSaved: true, saveAt: saveTime(meterId, now), usedAt: now });
    return { meterId, states, isBehind: true };
  };

  /** Rows that have to be saved now, whether or not their meters are in the batch. */
  const due = (now: number): StatesRow[] => {
    const rows: StatesRow[] = [];
    for (const [meterId, kept] of meters) {
      const { states, isSaved, saveAt, usedAt } = kept;
      if (now - usedAt >= UNUSED_MS) {
        meters.delete(meterId);
        rows.push({ meterId, states, isBehind: false });
      } else if (!isSaved && now >= saveAt) {
        Object.assign(kept, { isSaved: true, saveAt: saveTime(meterId, now) });
        rows.push({ meterId, states, isBehind: true });
      }
    }
    return rows;
  };

  return {
    get: (meterId) => meters.get(meterId)?.states,
    put(changed, incomplete, now) {
      const rows: StatesRow[] = [];
      for (const [meterId, states] of changed) {
        const row = putOne(meterId, states, incomplete.has(meterId), now);
        if (row) rows.push(row);
      }
      return [...rows, ...due(now)];
    },
  };
};
