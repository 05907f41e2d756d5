import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { RegistryTouch } from './registry.ts';

/** The channel on which every process that shares the database hears that what is registered has changed. */
export const REGISTRY_CHANNEL = 'airdeck_site';

/** PostgreSQL's bound of a notification is 8,000 bytes. */
const MAX_PAYLOAD = 7_900;

/** What a process says of its change. */
export type RegistryWord = RegistryTouch & { from: string };

/**
 * Says so; in a transaction it is heard when that commits. Without a word, and when the word is too long, everybody reads
 * everything again.
 */
export const notifyRegistryChanged = async (db: Db | Tx, word?: RegistryWord): Promise<void> => {
  const payload = word === undefined ? '' : JSON.stringify(word);
  const short = payload.length <= MAX_PAYLOAD ? payload : JSON.stringify({ from: word?.from, isLong: true });
  await db.query(sql`select pg_notify(${REGISTRY_CHANNEL}, ${short})`);
};

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger);

const parse = (payload: string): Partial<Record<keyof RegistryWord, unknown>> => {
  try {
    const json: unknown = JSON.parse(payload);
    return typeof json === 'object' && json !== null ? json : {};
  } catch {
    return {};
  }
};

/** What was said; null: read everything again, unless it was oneself. */
export const parseRegistryWord = (payload: string): { from: string | null; touch: RegistryTouch | null } => {
  const { from, organizations, meters } = parse(payload);
  if (typeof from !== 'string') return { from: null, touch: null };
  return { from, touch: isIds(organizations) && isIds(meters) ? { organizations, meters } : null };
};
