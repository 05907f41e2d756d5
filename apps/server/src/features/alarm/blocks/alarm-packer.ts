import type { Db } from '../../../platform/db/pool.ts';
import { isLockTimeout } from '../../../platform/db/refusal.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import { dropOutdated, findLastOf, listBlocked, makeBlock, settledUpTo } from './block-queries.ts';
import { type IdRange, unblocked } from './id-ranges.ts';

const REST_MS = 600_000;
/** Another transaction was in the way. */
const SOON_MS = 60_000;

export interface AlarmPacker {
  start(): void;
  stop(): Promise<void>;
  /** Makes all blocks that can be made now. */
  pack(): Promise<void>;
}

/** Makes blocks of the alarms that have none, with a rest after each as long as it took. */
export const createAlarmPacker = ({ db, log }: { db: Db; log: Log }): AlarmPacker => {
  const packRange = async ({ first, last }: IdRange, isNewest: boolean): Promise<void> => {
    for (let next = first; !loop.isStopped(); ) {
      const begin = performance.now();
      const end = await findLastOf(db, { first: next, last });
      // The newest alarms wait until their block is full.
      if (end === null || (isNewest && !end.isFull)) return;
      await makeBlock(db, { first: next, last: end.id });
      next = end.id + 1;
      await loop.rest(performance.now() - begin);
    }
  };

  const pack = async (): Promise<void> => {
    await dropOutdated(db);
    const blocked = await listBlocked(db);
    const newest = (blocked.at(-1)?.last ?? 0) + 1;
    const full = await findLastOf(db, { first: newest, last: Number.MAX_SAFE_INTEGER });
    const last = full?.isFull ? await settledUpTo(db) : newest - 1;
    for (const range of unblocked(blocked, last)) await packRange(range, range.first === newest);
  };

  const loop = createLoop(
    async () => {
      await pack();
      return REST_MS;
    },
    (error) => {
      if (isLockTimeout(error)) return SOON_MS;
      log.warn({ err: error }, 'alarms could not be packed for counts; trying again');
      return REST_MS;
    },
  );

  return {
    start: loop.start,
    stop: loop.stop,
    pack,
  };
};
