import sql, { join, type Sql } from 'sql-template-tag';
import type { ReadDb } from '../../../platform/db/standby-reads.ts';
import { type AlarmCounter, createAlarmCounter } from './alarm-counter.ts';
import { type AlarmBytes, findNewest, listHeads, listKinds, readBlocks, readLoose } from './block-queries.ts';
import { unblocked } from './id-ranges.ts';

/** Blocks and what is in none must be of the same moment. */
const AT_ONE_MOMENT = 'begin isolation level repeatable read read only';
/** About a megabyte of text. */
const BLOCKS_AT_ONCE = 4;
/** With more ids without a block, counting in the database is faster. */
const MAX_LOOSE_IDS = 30_000;

export interface AskedAlarms {
  /** Beginnings of the buckets in ascending order, epoch ms. */
  starts: readonly number[];
  /** End of the last bucket, epoch ms. */
  end: number;
  /** Only those that are cleared. */
  isCleared: boolean;
  /** Conditions on kinds `k`. */
  ofKinds: readonly Sql[];
}

/** Counts all alarms of these buckets and kinds; null when too many of them are in no block. */
export const countBlocks = (db: ReadDb, asked: AskedAlarms): Promise<AlarmCounter | null> =>
  db.read(AT_ONE_MOMENT, async (tx) => {
    const { starts, end, isCleared, ofKinds } = asked;
    const [from, to] = [new Date(starts[0] ?? end), new Date(end)];
    const heads = await listHeads(tx, from, to);
    const last = await findNewest(tx);
    const ranges = unblocked(heads, last);
    if (ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0) > MAX_LOOSE_IDS) return null;
    const counter = createAlarmCounter(starts, end, await listKinds(tx, ofKinds));
    const conditions = [sql`a.occurred_time >= ${from}`, sql`a.occurred_time < ${to}`];
    if (isCleared) conditions.push(sql`a.cleared_time is not null`);
    const ids = heads.flatMap(({ open_ids }) => open_ids);
    const blocks = heads.filter(({ is_asked }) => is_asked).map(({ first }) => first);
    // The database reads the next ones while these are counted.
    let next: Promise<AlarmBytes[]> | null = readLoose(tx, { ranges, ids }, join(conditions, ' and '));
    while (next) {
      const read: AlarmBytes[] = await next;
      next = blocks.length > 0 ? readBlocks(tx, blocks.splice(0, BLOCKS_AT_ONCE)) : null;
      for (const bytes of read) counter.add(bytes);
    }
    return counter;
  });
