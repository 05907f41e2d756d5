import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

export interface NewLink {
  userId: number;
  tokenHash: Buffer;
}

/** Makes links of people, one each; an older one ends. */
export async function savePasswordLinks(tx: Tx, links: readonly NewLink[], expires: Date): Promise<void> {
  await tx.query(sql`
    insert into password_link (user_id, token_hash, expires_time)
    select l.user_id, decode(l.hash, 'hex'), ${expires} from unnest(
      ${links.map(({ userId }) => userId)}::integer[],
      ${links.map(({ tokenHash }) => tokenHash.toString('hex'))}::text[]) as l (user_id, hash)
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_time = excluded.expires_time`);
}

/** The user of a link that has not expired. */
export async function findPasswordLink(db: Db, tokenHash: Buffer, time: number): Promise<number | undefined> {
  const { rows } = await db.query<{ user_id: number }>(sql`
    select user_id from password_link where token_hash = ${tokenHash} and expires_time > ${new Date(time)}`);
  return rows[0]?.user_id;
}

/** Uses a link up; of several who try at once, one gets the answer. */
export async function takePasswordLink(tx: Tx, tokenHash: Buffer, time: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ user_id: number }>(sql`
    delete from password_link where token_hash = ${tokenHash} and expires_time > ${new Date(time)} returning user_id`);
  return rows[0]?.user_id;
}
