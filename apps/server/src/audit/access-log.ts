import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Editor } from '../platform/http/who.ts';
import type { Log } from '../platform/log.ts';
import { type Access, insertAccess, pruneAccesses } from './audit-queries.ts';

export type NoteAccess = (editor: Editor, access: Access) => Promise<void>;

/** Korean law requires two years for large numbers of people, and one year otherwise. */
const KEPT_MS = 731 * DAY_MS;
/** A screen that refreshes repeats its query; repeats within this time are not logged again. */
const SAME_MS = MINUTE_MS;

export interface AccessLogOptions {
  db: Db;
  clock: Clock;
  log: Log;
}

/** Returns a function that logs an access to personal data before the response is sent. */
export const createAccessLog = ({ db, clock, log }: AccessLogOptions): NoteAccess => {
  let pruned = Number.NEGATIVE_INFINITY;
  return async (editor, access) => {
    const now = clock.now();
    try {
      await insertAccess(db, editor, access, { time: now, unlessSince: now - SAME_MS });
      if (Math.abs(now - pruned) < HOUR_MS) return;
      pruned = now;
      await pruneAccesses(db, now - KEPT_MS);
    } catch (error) {
      // Reading continues when the disk is full, as everywhere.
      log.warn({ err: error }, 'logging an access to personal data failed');
    }
  };
};

/** Query parameters that control presentation and do not filter. */
const MANNER = new Set(['page', 'size', 'sort', 'exportId', 'name', 'sheet', 'timeZone']);

/** The filters of a list query. */
export const conditionsOf = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== undefined && !MANNER.has(name)));
