import type { Language, ProfileChange, User } from '@airdeck/contract/user/schema';
import type { Role } from '@airdeck/domain/role';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { insertOrganizationStandards } from '../../registry/threshold-queries.ts';
import { ASSIGNED_PLACES } from '../../resource/user-rights-queries.ts';
import { secondFactorState } from './second-factor-queries.ts';

export async function findUser(db: Db | Tx, id: number): Promise<User | undefined> {
  const { rows } = await db.query<User>(sql`
    select u.id, u.login, u.name, u.email, u.phone, u.authority, u.use, u.language,
      u.password_state = 'MUST_CHANGE' as must_renew, (u.authority <> 'LOCAL_USER' or o.user_control = 'Y') as may_control,
      ${secondFactorState} as second_factor,
      o.id as organization_id, o.name as organization_name, o.name_en as organization_name_en,
      o.code as organization_code, ${ASSIGNED_PLACES} as assigned
    from app_user u join organization o on o.id = u.organization_id
    where u.id = ${id}`);
  return rows[0];
}

/** A user by an id in any case, with the id as it is stored; see `findLogin`. */
export async function findUserByLogin(
  db: Db | Tx,
  code: string,
  login: string,
): Promise<{ id: number; login: string } | undefined> {
  const { rows } = await db.query<{ id: number; login: string }>(sql`
    select u.id, u.login from app_user u join organization o on o.id = u.organization_id
    where o.code = ${code} and lower(u.login) = lower(${login})
    order by u.login = ${login} desc, u.kept_login is distinct from u.login desc limit 1`);
  return rows[0];
}

export async function findOrganizationByCode(db: Db | Tx, code: string): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(sql`select id from organization where code = ${code}`);
  return rows[0]?.id;
}

export async function hasUsers(db: Db | Tx): Promise<boolean> {
  const { rowCount } = await db.query(sql`select from app_user limit 1`);
  return rowCount > 0;
}

/** Makes an organization, or finds the one that has the code. */
export async function ensureOrganization(db: Db | Tx, code: string, name: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(sql`
    insert into organization (code, name) values (${code}, ${name})
    on conflict (code) do update set code = excluded.code returning id`);
  const [row] = rows;
  if (!row) throw new Error(`organization ${code} was neither made nor found`);
  await insertOrganizationStandards(db, row.id);
  return row.id;
}

export interface NewUserRow {
  organizationId: number;
  login: string;
  name: string;
  authority: Role;
  passwordHash: string;
}

/** Adds a user whose password another person has seen; null if the organization has one with that id already. */
export async function insertUser(db: Db | Tx, user: NewUserRow): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(sql`
    insert into app_user (organization_id, login, name, authority, password_hash, password_state)
    values (${user.organizationId}, ${user.login}, ${user.name}, ${user.authority}, ${user.passwordHash}, 'MUST_CHANGE')
    on conflict do nothing returning id`);
  return rows[0]?.id ?? null;
}

/** Gives a user a password, chosen by the person or by another one; an open link ends. */
export async function setPasswordHash(
  tx: Tx,
  id: number,
  { passwordHash, state }: { passwordHash: string; state: 'SET' | 'MUST_CHANGE' },
): Promise<void> {
  await tx.query(sql`
    update app_user set password_hash = ${passwordHash}, password_state = ${state}, updated_time = now()
    where id = ${id}`);
  await tx.query(sql`delete from password_link where user_id = ${id}`);
}

/** Lets the password that a user has, if any, count no more, and ends the link to a provider of single sign-on. */
export async function voidPassword(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`delete from sign_on_link where user_id = ${id}`);
  await tx.query(sql`
    update app_user set password_state = 'VOID', updated_time = now() where id = ${id} and password_hash is not null`);
  // The next password may be another person's.
  await tx.query(sql`update app_user set person = null where id = ${id}`);
}

export async function findPasswordHash(db: Db | Tx, id: number): Promise<string | null> {
  const { rows } = await db.query<{ password_hash: string | null }>(
    sql`select password_hash from app_user where id = ${id}`,
  );
  return rows[0]?.password_hash ?? null;
}

/** Changes the given fields only. */
export async function updateProfile(
  tx: Tx,
  id: number,
  change: Omit<ProfileChange, 'id' | 'password' | 'version'>,
): Promise<void> {
  // An e-mail or a phone may be changed to none.
  const given = <T>(value: T | undefined) => value !== undefined;
  await tx.query(sql`
    update app_user set name = coalesce(${change.name ?? null}, name),
      email = case when ${given(change.email)} then ${change.email ?? null} else email end,
      phone = case when ${given(change.phone)} then ${change.phone ?? null} else phone end,
      language = coalesce(${change.language ?? null}, language), version = version + 1, updated_time = now()
    where id = ${id}`);
}

export async function clearFailuresOf(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`
    delete from failed_login f using app_user u, organization o
    where u.id = ${id} and o.id = u.organization_id and f.code = o.code and f.login = u.login`);
}

export interface RegisteredUser {
  id: number;
  login: string;
  email: string;
  language: Language;
  organization_code: string;
  organization_name: string;
  organization_name_en: string | null;
}

/** Organizations in which one person is looked for. */
const MAX_FOUND = 100;

/** Active users with an e-mail address and, if given, an id: one of each organization, the oldest first. */
export async function findByEmail(db: Db, email: string, login: string | null): Promise<RegisteredUser[]> {
  const { rows } = await db.query<RegisteredUser>(sql`
    select u.id, u.login, u.email, u.language, o.code as organization_code, o.name as organization_name,
      o.name_en as organization_name_en
    from app_user u join organization o on o.id = u.organization_id
    where lower(u.email) = lower(${email}) and (${login}::text is null or lower(u.login) = lower(${login}))
      and u.use = 'Y' and o.use = 'Y' order by u.id limit ${MAX_FOUND}`);
  return rows;
}
