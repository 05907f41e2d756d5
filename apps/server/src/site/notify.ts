import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { SiteTouch } from './site.ts';

/** The channel on which every process that shares the database hears that what is registered has changed. */
export const SITE_CHANNEL = 'airdeck_site';

/** PostgreSQL's bound of a notification is 8,000 bytes. */
const MAX_PAYLOAD = 7_900;

const siteWord = z.object({ from: z.string(), organizations: z.array(z.int()), meters: z.array(z.int()) });

/** What a process says of its change. */
export type SiteWord = SiteTouch & { from: string };

/**
 * Says so; in a transaction it is heard when that commits. Without a word, and when the word is too long, everybody reads
 * everything again.
 */
export const notifySiteChanged = async (db: Db | Tx, word?: SiteWord): Promise<void> => {
  const payload = word === undefined ? '' : JSON.stringify(word);
  const short = payload.length <= MAX_PAYLOAD ? payload : JSON.stringify({ from: word?.from, isLong: true });
  await db.query(sql`select pg_notify(${SITE_CHANNEL}, ${short})`);
};

/** What was said; null: read everything again, unless it was oneself. */
export const parseSiteWord = (payload: string): { from: string | null; touch: SiteTouch | null } => {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return { from: null, touch: null };
  }
  const word = siteWord.safeParse(json);
  if (word.success) return { from: word.data.from, touch: word.data };
  const from = z.object({ from: z.string() }).safeParse(json);
  return { from: from.success ? from.data.from : null, touch: null };
};
