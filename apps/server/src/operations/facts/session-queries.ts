import { randomUUID } from 'node:crypto';
import type { Role } from '@airdeck/domain/role';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

/** A session of one of the installation's users, which no one logged in to. */
export interface BorrowedSession {
  id: string;
  authority: Role;
}

/** Opens a session for the first user of each role that has one. */
export const openSessions = async (db: Db, now: number, expires: number): Promise<BorrowedSession[]> => {
  const { rows } = await db.query<{ id: number; authority: Role }>(sql`
    select distinct on (u.authority) u.id, u.authority from app_user u join organization o on o.id = u.organization_id
    where u.use = 'Y' and o.use = 'Y' order by u.authority, u.id`);
  const sessions = rows.map(({ id, authority }) => ({ id: randomUUID(), userId: id, authority }));
  await db.query(sql`
    insert into session (id, user_id, organization_id, user_login, user_name, ip, login_time, last_seen_time, expires_time)
    select s.id, u.id, u.organization_id, u.login, u.name, '127.0.0.1', ${new Date(now)}, ${new Date(now)}, ${new Date(expires)}
    from unnest(${sessions.map(({ id }) => id)}::uuid[], ${sessions.map(({ userId }) => userId)}::integer[]) as s(id, user_id)
    join app_user u on u.id = s.user_id`);
  return sessions.map(({ id, authority }) => ({ id, authority }));
};

export const closeSessions = async (db: Db, sessions: readonly BorrowedSession[]): Promise<void> => {
  await db.query(sql`delete from session where id = any(${sessions.map(({ id }) => id)}::uuid[])`);
};
