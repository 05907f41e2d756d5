import type { Language } from '@airdeck/contract/user/schema';
import type { WallLevel } from '@airdeck/contract/wall-display/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** The content of a display with a valid token. */
export interface Display {
  id: number;
  name: string;
  organizationId: number;
  level: WallLevel;
  placeIds: readonly number[];
  seconds: number;
  language: Language;
}

type Row = Display & { hash: string };

/** The displays whose tokens are valid, by the hash (hex) of theirs. One of an organization that is not in use has none. */
export const readDisplays = async (db: Db, hashes: readonly string[]): Promise<Map<string, Display>> => {
  const { rows } = await db.query<Row & Record<string, unknown>>(sql`
    select encode(w.token_hash, 'hex') as hash, w.id, w.name, w.organization_id as "organizationId",
      w.wall_level as level, w.place_ids as "placeIds", w.seconds, w.language
    from wall_display w join organization o on o.id = w.organization_id
    where w.token_hash = any(select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h) and o.use = 'Y'`);
  return new Map(rows.map(({ hash, ...display }) => [hash, display]));
};

/** Gives a display a token in place of the one that it has, and takes back that it was ended. */
export const saveToken = async (tx: Tx, id: number, hash: Buffer, madeBy: number | null): Promise<void> => {
  await tx.query(sql`
    update wall_display set token_hash = ${hash}, made_by = ${madeBy}, ended_time = null, last_seen_time = null
    where id = ${id}`);
};

export const endToken = async (tx: Tx, id: number, now: number): Promise<void> => {
  await tx.query(sql`
    update wall_display set token_hash = null, ended_time = coalesce(ended_time, ${new Date(now)}) where id = ${id}`);
};

/** Writes down that screens show these displays. */
export const saveSeen = async (db: Db, hashes: readonly string[], now: number): Promise<void> => {
  await db.query(sql`
    update wall_display set last_seen_time = ${new Date(now)}
    where token_hash = any(select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h)`);
};
