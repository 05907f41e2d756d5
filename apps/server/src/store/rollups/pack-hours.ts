import { addDays } from '@airdeck/domain/calendar';
import { hasOlderProcess } from '../../platform/db/older-processes.ts';
import type { Db } from '../../platform/db/pool.ts';
import { CorruptBlockError } from './block-hours.ts';
import { blockOf } from './hour-block.ts';
import { type Block, listClosedBlocks, packBlocks } from './hour-block-queries.ts';
import { takeRollupLock } from './rollup-queries.ts';

/** A transaction's worth: some ten milliseconds, in which no rollups are made. */
const BLOCKS_AT_ONCE = 10;
const METERS_AT_ONCE = 100;
/** A block is packed when all its days have been over for this long in every zone; a late frame unpacks nothing. */
const CLOSED_DAYS = 2;
/** Processes that know this migration read blocks of bits. */
const READS_BITS = 84;

/** The first local day, as far as it is known in UTC, whose block is not packed yet. */
const firstOpenDay = (now: number): string =>
  blockOf(addDays(new Date(now).toISOString().slice(0, 10), -CLOSED_DAYS)).first;

/**
 * Packs the hours of closed blocks, each meter's oldest first, from one meter to the next and again from the first. A
 * block of a rebuilt day is packed again.
 */
export const createHourPacker = (db: Db, onCorrupt: (error: CorruptBlockError) => void = () => {}) => {
  let after = 0;
  let hasPacked = false;

  /** Answers false when another server makes rollups. */
  const take = (blocks: readonly Block[]): Promise<boolean> =>
    db.tx(async (tx) => {
      if (!(await takeRollupLock(tx))) return false;
      await packBlocks(tx, blocks);
      return true;
    });

  /** A block that cannot be added to keeps its new hours in rollup_hour, and no other one from being packed. */
  const packAll = async (blocks: readonly Block[]): Promise<boolean> => {
    try {
      const isTaken = await take(blocks);
      hasPacked ||= isTaken;
      return isTaken;
    } catch (error) {
      if (!(error instanceof CorruptBlockError)) throw error;
      if (blocks.length === 1) onCorrupt(error);
      else for (const block of blocks) if (!(await packAll([block]))) return false;
      return true;
    }
  };

  return {
    /**
     * Packs a little. Returns false when nothing is left, another server computes rollups, or a process runs that could
     * not read the blocks: then it can pause.
     */
    async pack(now: number): Promise<boolean> {
      if (await hasOlderProcess(db, READS_BITS)) return false;
      const { blocks, last } = await listClosedBlocks(db, after, firstOpenDay(now), METERS_AT_ONCE);
      for (let i = 0; i < blocks.length; i += BLOCKS_AT_ONCE) {
        if (!(await packAll(blocks.slice(i, i + BLOCKS_AT_ONCE)))) return false;
      }
      after = last ?? 0;
      if (last !== null) return true;
      const isMore = hasPacked;
      hasPacked = false;
      return isMore;
    },
  };
};
