import { addDays } from '@airdeck/domain/calendar';
import type { Db } from '../../platform/db/pool.ts';
import { blockOf } from './hour-block.ts';
import { listClosedBlocks, packBlocks } from './hour-block-queries.ts';
import { takeRollupLock } from './rollup-queries.ts';

/** A transaction's worth: some ten milliseconds, in which nobody makes rollups. */
const BLOCKS_AT_ONCE = 20;
const METERS_AT_ONCE = 100;
/** A block is packed when all its days have been over for so long, in whichever zone; a late frame unpacks nothing. */
const CLOSED_DAYS = 2;

/** The first local day, as far as it is known in UTC, whose block is not packed yet. */
const firstOpenDay = (now: number): string =>
  blockOf(addDays(new Date(now).toISOString().slice(0, 10), -CLOSED_DAYS)).first;

/**
 * Packs the hours of closed blocks, each meter's oldest first, from one meter to the next and again from the first. A
 * block of a day that was made anew is packed again.
 */
export const createHourPacker = (db: Db) => {
  let after = 0;
  let hasFound = false;

  return {
    /**
     * Packs a little. Answers false when nothing is left, or another server makes rollups: then it can rest.
     * @throws CorruptBlockError of a block that cannot be added to; the next time it goes on with other meters.
     */
    async pack(now: number): Promise<boolean> {
      const { blocks, last } = await listClosedBlocks(db, after, firstOpenDay(now), METERS_AT_ONCE);
      hasFound ||= blocks.length > 0;
      after = last ?? 0;
      for (let i = 0; i < blocks.length; i += BLOCKS_AT_ONCE) {
        const isTaken = await db.tx(async (tx) => {
          if (!(await takeRollupLock(tx))) return false;
          await packBlocks(tx, blocks.slice(i, i + BLOCKS_AT_ONCE));
          return true;
        });
        if (!isTaken) return false;
      }
      if (last !== null) return true;
      const isMore = hasFound;
      hasFound = false;
      return isMore;
    },
  };
};
