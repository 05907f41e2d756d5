import { MAX_FILTERS } from '@airdeck/contract/purifier/filter';
import { DAY_MS } from '@airdeck/domain/duration';
import { hoursUsed, isCounterReset } from '@airdeck/domain/purifier/filter-life';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { FilterCounters } from './purifier-state-queries.ts';
import {
  counterOf,
  insertReplacement,
  lockLastReplacement,
  type ReplacedBy,
  type ReplacementRow,
  setCounterAfter,
  setReplacedBy,
} from './replacement-queries.ts';

/** Reports of a person and of a device within this time are about the same replacement. */
const SAME_MS = 14 * DAY_MS;

const isSame = (last: ReplacementRow | undefined, time: number): last is ReplacementRow =>
  last !== undefined && Math.abs(time - last.time.getTime()) < SAME_MS;

/** Records counters of a device that have restarted between two reports: their filters were replaced. */
export const noteResets = async (
  tx: Tx,
  purifierId: number,
  { time, before, after }: { time: number; before: FilterCounters; after: FilterCounters },
): Promise<void> => {
  for (const [i, beforeH] of before.slice(0, MAX_FILTERS).entries()) {
    const afterH = after[i];
    if (afterH === undefined || !isCounterReset(beforeH, afterH)) continue;
    const filter = i + 1;
    // A late report may show it a second time.
    const last = await lockLastReplacement(tx, { purifierId, filter, time: time + SAME_MS });
    if (isSame(last, time)) {
      if (time >= last.time.getTime()) await setCounterAfter(tx, last.id, afterH);
    } else {
      const usedH = hoursUsed(beforeH, last ? counterOf(last) : null);
      await insertReplacement(tx, { purifierId, filter, time, beforeH, afterH, usedH, by: null });
    }
  }
};

/**
 * Records that a person has just replaced a filter, with the device's counter `counterH`. @throws Failure
 * EDITED_MEANWHILE if it was replaced since the replacement that they saw.
 */
export const replaceByPerson = async (
  tx: Tx,
  purifierId: number,
  given: { filter: number; time: number; counterH: number; by: ReplacedBy; lastId: number | null },
): Promise<void> => {
  const { filter, time, counterH, by, lastId } = given;
  const last = await lockLastReplacement(tx, { purifierId, filter, time });
  if ((last?.id ?? null) !== lastId) throw new Failure('EDITED_MEANWHILE');
  if (by !== null && last?.source === 'DEVICE' && isSame(last, time)) return await setReplacedBy(tx, last.id, by);
  const usedH = hoursUsed(counterH, last ? counterOf(last) : null);
  await insertReplacement(tx, { purifierId, filter, time, beforeH: counterH, afterH: counterH, usedH, by });
};
