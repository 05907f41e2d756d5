import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

export const findSessionKey = async (db: Db): Promise<Buffer | undefined> => {
  const { rows } = await db.query<{ secret: Buffer }>(sql`select secret from session_key`);
  return rows[0]?.secret;
};

export const saveSessionKey = async (db: Db, secret: Buffer): Promise<void> => {
  await db.query(sql`insert into session_key (secret) values (${secret}::bytea)
    on conflict (id) do update set secret = excluded.secret`);
};
