import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Role } from '@airdeck/domain/role';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { HAS_SECOND_FACTOR, RIGHTS, type RightsRow } from '../../resource/user-rights-queries.ts';
import type { Tables } from '../../schema/tables.ts';

export interface SessionRow
  extends Pick<Tables['session'], 'id' | 'user_id' | 'last_seen_time' | 'expires_time' | 'closing_time'>,
    RightsRow {
  /** The password or, where the organization required it at the login, the second factor must be set first. */
  must_renew: boolean;
  /** The session was not logged out, its password still counts, and the user and the organization are enabled. */
  is_open: boolean;
}

/** Sessions with their users as they are now; ended ones too. */
export async function readSessions(db: Db | Tx, ids: string[]): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(sql`
    select s.id, s.user_id, ${RIGHTS}, s.last_seen_time, s.expires_time, s.closing_time,
      (u.password_state = 'MUST_CHANGE' or s.needs_second_factor and not ${HAS_SECOND_FACTOR}) as must_renew,
      (s.logout_time is null and u.use = 'Y' and o.use = 'Y' and u.password_state <> 'VOID') as is_open
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
    insert into session (id, user_id, organization_id, user_login, user_name, ip, login_time, last_seen_time, expires_time,
      needs_second_factor)
    select ${session.id}, u.id, u.organization_id, u.login, u.name, ${session.ip}, ${loginTime}, ${loginTime},
      ${new Date(session.expiresTime)}, o.require_second_factor = 'Y' and not ${HAS_SECOND_FACTOR}
    from app_user u join organization o on o.id = u.organization_id where u.id = ${session.userId}`);
}

export async function endSession(db: Db | Tx, id: string, time: number): Promise<void> {
  await db.query(sql`update session set logout_time = ${new Date(time)} where id = ${id} and logout_time is null`);
}

/**
 * Ends a user's sessions except `except`, and returns their ids; those that had already expired keep no logout time.
 */
export async function endSessionsOf(
  db: Db | Tx,
  userId: number,
  time: number,
  except: string | null = null,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    update session set logout_time = ${new Date(time)}
    where user_id = ${userId} and logout_time is null and expires_time > ${new Date(time)}
      and id is distinct from ${except}::uuid returning id`);
  return rows.map(({ id }) => id);
}

export type OwnSessionRow = Pick<Tables['session'], 'id' | 'ip' | 'login_time' | 'last_seen_time'>;

/** A user's open sessions: neither ended nor expired, nor unused since `usedSince`; newest first. */
export async function findOpenSessions(
  db: Db | Tx,
  { userId, time, usedSince, most }: { userId: number; time: number; usedSince: number; most: number },
): Promise<OwnSessionRow[]> {
  const { rows } = await db.query<OwnSessionRow>(sql`
    select id, ip, login_time, last_seen_time from session
    where user_id = ${userId} and logout_time is null and expires_time > ${new Date(time)}
      and last_seen_time > ${new Date(usedSince)}
    order by login_time desc, id limit ${most}`);
  return rows;
}

/** Ends one session of a user; returns whether it was open. */
export async function endSessionOf(db: Db | Tx, userId: number, id: string, time: number): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update session set logout_time = ${new Date(time)}
    where id = ${id} and user_id = ${userId} and logout_time is null and expires_time > ${new Date(time)}`);
  return rowCount > 0;
}

export async function setSeen(db: Db | Tx, id: string, time: number): Promise<void> {
  const seen = new Date(time);
  await db.query(sql`update session set last_seen_time = greatest(last_seen_time, ${seen}) where id = ${id}`);
}

export async function setClosing(db: Db | Tx, id: string, time: number | null): Promise<void> {
  await db.query(sql`update session set closing_time = ${time === null ? null : new Date(time)} where id = ${id}`);
}

/** Sessions whose page was left, and which were neither ended nor used again. */
export async function findClosing(db: Db | Tx): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    sql`select id from session where closing_time is not null and logout_time is null`,
  );
  return rows.map(({ id }) => id);
}

export interface LoginRow extends Pick<Tables['app_user'], 'password_hash' | 'password_state' | 'use'> {
  user_id: number;
  /** As it is stored. */
  login: string;
  organization_use: Tables['organization']['use'];
  /** false: only single sign-on logs this user in. */
  has_password_login: boolean;
  has_second_factor: boolean;
}

/** The current code of the organization that an alias belongs to; any other code stays as it is. */
export async function findCurrentCode(db: Db | Tx, code: string): Promise<string> {
  const { rows } = await db.query<{ code: string }>(sql`
    select coalesce((select o.code from organization_alias a join organization o on o.id = a.organization_id
      where a.code = ${code}), ${code}) as code`);
  return rows[0]?.code ?? code;
}

/** A user by an id in any case. Of ids that differ by case only, the one as it was typed, else the regular one. */
export async function findLogin(db: Db | Tx, code: string, login: string): Promise<LoginRow | undefined> {
  const { rows } = await db.query<LoginRow>(sql`
    select u.id as user_id, u.login, u.password_hash, u.password_state, u.use, o.use as organization_use,
      u.authority = 'SUPER_ADMIN' or p.password_login is distinct from 'N' as has_password_login,
      ${HAS_SECOND_FACTOR} as has_second_factor
    from app_user u join organization o on o.id = u.organization_id
    left join sign_on_provider p on p.id = sign_on_provider_of(o.id)
    where o.code = ${code} and lower(u.login) = lower(${login})
    order by u.login = ${login} desc, u.kept_login is distinct from u.login desc limit 1`);
  return rows[0];
}

/** The organization code and the id of a login. */
export async function findNames(db: Db | Tx, userId: number): Promise<{ code: string; login: string } | undefined> {
  const { rows } = await db.query<{ code: string; login: string }>(sql`
    select o.code, u.login from app_user u join organization o on o.id = u.organization_id where u.id = ${userId}`);
  return rows[0];
}

/** The demo's user of a role: the first one. */
export async function findFirstUserOf(db: Db | Tx, authority: Role): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(sql`
    select u.id from app_user u join organization o on o.id = u.organization_id
    where u.authority = ${authority} and u.use = 'Y' and o.use = 'Y' order by u.id limit 1`);
  return rows[0]?.id;
}

export interface Failures {
  /** From one address. */
  ofAddress: number;
  /** From all addresses, of those that failed since a time. */
  ofAll: number;
}

export async function countFailures(
  db: Db | Tx,
  { code, login, address, since }: { code: string; login: string; address: string; since: number },
): Promise<Failures> {
  const { rows } = await db.query<{ of_address: number; of_all: number }>(sql`
    select coalesce(sum(failures) filter (where address = ${address}), 0)::int as of_address,
      coalesce(sum(failures) filter (where last_time > ${new Date(since)}), 0)::int as of_all
    from failed_login where code = ${code} and login = ${login}`);
  return { ofAddress: rows[0]?.of_address ?? 0, ofAll: rows[0]?.of_all ?? 0 };
}

export async function addFailure(
  db: Db | Tx,
  { code, login, address, time }: { code: string; login: string; address: string; time: number },
): Promise<void> {
  await db.query(sql`
    insert into failed_login (code, login, address, failures, last_time)
    values (${code}, ${login}, ${address}, 1, ${new Date(time)})
    on conflict (code, login, address) do update
      set failures = failed_login.failures + 1, last_time = excluded.last_time`);
}

/** Unlocks for all addresses; returns whether there was a failure. */
export async function clearFailures(db: Db | Tx, code: string, login: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`delete from failed_login where code = ${code} and login = ${login}`);
  return rowCount > 0;
}

/**
 * Deletes failures before `time`, and failures of unknown ids except the newest `most`: invented ids neither fill the
 * disk nor unlock a real one.
 */
export async function pruneFailures(db: Db | Tx, time: number, most: number): Promise<void> {
  await db.query(sql`delete from failed_login where last_time < ${new Date(time)}`);
  await db.query(sql`
    delete from failed_login where (code, login, address) in (
      select f.code, f.login, f.address from failed_login f
      where not exists (
        select from app_user u join organization o on o.id = u.organization_id
        where o.code = f.code and u.login = f.login)
      order by f.last_time desc offset ${most})`);
}

export type BlockedReason = Tables['blocked_login']['result'];

/** Records a refused login; one a minute for the same input from one address. */
export async function insertBlockedLogin(
  db: Db | Tx,
  { userId, ip, time, result }: { userId: number; ip: string; time: number; result: BlockedReason },
): Promise<void> {
  await db.query(sql`
    insert into blocked_login (user_id, organization_id, user_login, user_name, ip, time, result)
    select u.id, u.organization_id, u.login, u.name, ${ip}, ${new Date(time)}, ${result}
    from app_user u where u.id = ${userId} and (${result} = 'INVALID_PASSWORD' or not exists (
      select from blocked_login
      where user_id = ${userId} and ip = ${ip} and result = ${result} and time > ${new Date(time - MINUTE_MS)}))`);
}

/** Deletes refused logins before `before`, and all logins of deleted users. */
export async function pruneLoginHistory(db: Db | Tx, before: number): Promise<void> {
  await db.query(sql`delete from blocked_login where time < ${new Date(before)}`);
  await db.query(sql`
    delete from session s where s.login_time < ${new Date(before)}
      and not exists (select from app_user u where u.id = s.user_id)`);
}
