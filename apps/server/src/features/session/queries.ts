import type { Language } from '@airdeck/contract/user/schema';
import type { Role } from '@airdeck/domain/role';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

export interface SessionRow {
  id: string;
  user_id: number;
  organization_id: number;
  authority: Role;
  language: Language;
  last_seen_time: Date;
  expires_time: Date;
  closing_time: Date | null;
  /** Not logged out, and the user and the organization in use. */
  is_open: boolean;
}

/** Sessions with their users as they are now; ended ones too. */
export async function readSessions(db: Db | Tx, ids: string[]): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(sql`
    select s.id, s.user_id, u.organization_id, u.authority, u.language, s.last_seen_time, s.expires_time,
      s.closing_time, (s.logout_time is null and u.use = 'Y' and o.use = 'Y') as is_open
    from session s
    join app_user u on u.id = s.user_id
    join organization o on o.id = u.organization_id
    where s.id = any(${ids}::uuid[])`);
  return rows;
}

export async function insertSession(
  db: Db | Tx,
  session: { id: string; userId: number; ip: string; loginTime: number; expiresTime: number },
): Promise<void> {
  const loginTime = new Date(session.loginTime);
  await db.query(sql`
    insert into session (id, user_id, ip, login_time, last_seen_time, expires_time)
    values (${session.id}, ${session.userId}, ${session.ip}, ${loginTime}, ${loginTime},
      ${new Date(session.expiresTime)})`);
}

export async function endSession(db: Db | Tx, id: string, time: number): Promise<void> {
  await db.query(sql`update session set logout_time = ${new Date(time)} where id = ${id} and logout_time is null`);
}

/** Ends what a user has open, and says which; what had expired by then keeps no logout. */
export async function endSessionsOf(db: Db | Tx, userId: number, time: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    update session set logout_time = ${new Date(time)}
    where user_id = ${userId} and logout_time is null and expires_time > ${new Date(time)} returning id`);
  return rows.map(({ id }) => id);
}

export async function setSeen(db: Db | Tx, id: string, time: number): Promise<void> {
  const seen = new Date(time);
  await db.query(sql`update session set last_seen_time = greatest(last_seen_time, ${seen}) where id = ${id}`);
}

export async function setClosing(db: Db | Tx, id: string, time: number | null): Promise<void> {
  await db.query(sql`update session set closing_time = ${time === null ? null : new Date(time)} where id = ${id}`);
}

/** Sessions whose page was left, and which nobody ended or took up again. */
export async function findClosing(db: Db | Tx): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    sql`select id from session where closing_time is not null and logout_time is null`,
  );
  return rows.map(({ id }) => id);
}

export interface LoginRow {
  user_id: number;
  password_hash: string | null;
  use: 'Y' | 'N';
  organization_use: 'Y' | 'N';
}

export async function findLogin(db: Db | Tx, code: string, login: string): Promise<LoginRow | undefined> {
  const { rows } = await db.query<LoginRow>(sql`
    select u.id as user_id, u.password_hash, u.use, o.use as organization_use
    from app_user u join organization o on o.id = u.organization_id
    where o.code = ${code} and u.login = ${login}`);
  return rows[0];
}

/** The demo's user of a role: the first one. */
export async function findFirstUserOf(db: Db | Tx, authority: Role): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(sql`
    select u.id from app_user u join organization o on o.id = u.organization_id
    where u.authority = ${authority} and u.use = 'Y' and o.use = 'Y' order by u.id limit 1`);
  return rows[0]?.id;
}

export async function countFailures(db: Db | Tx, code: string, login: string): Promise<number> {
  const { rows } = await db.query<{ failures: number }>(
    sql`select failures from login_failure where code = ${code} and login = ${login}`,
  );
  return rows[0]?.failures ?? 0;
}

export async function addFailure(db: Db | Tx, code: string, login: string, time: number): Promise<void> {
  await db.query(sql`
    insert into login_failure (code, login, failures, last_time) values (${code}, ${login}, 1, ${new Date(time)})
    on conflict (code, login) do update set failures = login_failure.failures + 1, last_time = excluded.last_time`);
}

/** Unlocks; says whether there was anything to forget. */
export async function clearFailures(db: Db | Tx, code: string, login: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`delete from login_failure where code = ${code} and login = ${login}`);
  return rowCount > 0;
}

/** Forgets ids that do not exist and were last tried before `time`; those that exist stay locked. */
export async function pruneUnknownFailures(db: Db | Tx, time: number): Promise<void> {
  await db.query(sql`
    delete from login_failure f where f.last_time < ${new Date(time)} and not exists (
      select from app_user u join organization o on o.id = u.organization_id
      where o.code = f.code and u.login = f.login)`);
}
