import type { ACCESSES } from '@airdeck/contract/record/schema';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Editor } from '../platform/http/who.ts';
import type { Log } from '../platform/log.ts';
import { insertAccess, pruneAccesses } from './audit-queries.ts';

/** Somebody looked at what is personal: one row for a request, however many people it showed. */
export interface Access {
  action: (typeof ACCESSES)[number];
  entity: Entity;
  /** null: a list. */
  entityId: number | null;
  /** null: of several organizations. */
  organizationId: number | null;
  /** What of it, and how many. */
  seen: object;
}

export type NoteAccess = (editor: Editor, access: Access) => Promise<void>;

/** Korean law asks for two years where there are many people, and for one elsewhere. */
const KEPT_MS = 731 * DAY_MS;
/** The same question of a screen that reads itself again says nothing new so soon. */
const SAME_MS = MINUTE_MS;

export interface AccessLogOptions {
  db: Db;
  clock: Clock;
  log: Log;
}

/** Makes what writes down who looked at what is personal, before it is answered. */
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
      // Looking goes on when the disk is full, as everywhere.
      log.warn({ err: error }, 'a look at personal data could not be written down');
    }
  };
};

/** How a list is shown, and not what of it. */
const MANNER = new Set(['page', 'size', 'sort', 'exportId', 'name', 'sheet', 'timeZone']);

/** What a list was narrowed to, of the query that asked for it. */
export const conditionsOf = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== undefined && !MANNER.has(name)));
