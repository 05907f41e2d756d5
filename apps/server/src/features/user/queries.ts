import type { Language } from '@airdeck/contract/user/schema';
import type { Role } from '@airdeck/domain/role';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { insertOrganizationStandards } from '../../registry/standard-queries.ts';

export interface UserRow {
  id: number;
  login: string;
  name: string;
  email: string | null;
  phone: string | null;
  authority: Role;
  use: 'Y' | 'N';
  language: Language;
  organization_id: number;
  organization_name: string;
  organization_code: string;
}

export async function findUser(db: Db | Tx, id: number): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>(sql`
    select u.id, u.login, u.name, u.email, u.phone, u.authority, u.use, u.language,
      o.id as organization_id, o.name as organization_name, o.code as organization_code
    from app_user u join organization o on o.id = u.organization_id
    where u.id = ${id}`);
  return rows[0];
}

export async function findUserByLogin(db: Db | Tx, code: string, login: string): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(sql`
    select u.id from app_user u join organization o on o.id = u.organization_id
    where o.code = ${code} and u.login = ${login}`);
  return rows[0]?.id;
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

/** Makes a user; null if the organization has one with that id already. */
export async function insertUser(db: Db | Tx, user: NewUserRow): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(sql`
    insert into app_user (organization_id, login, name, authority, password_hash)
    values (${user.organizationId}, ${user.login}, ${user.name}, ${user.authority}, ${user.passwordHash})
    on conflict (organization_id, login) do nothing returning id`);
  return rows[0]?.id ?? null;
}

export async function setPasswordHash(db: Db | Tx, id: number, passwordHash: string, time: number): Promise<void> {
  await db.query(sql`
    update app_user set password_hash = ${passwordHash}, updated_time = ${new Date(time)} where id = ${id}`);
}
