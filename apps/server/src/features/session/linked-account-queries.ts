import type { LinkedAccount } from '@airdeck/contract/session/linked-accounts';
import { LOCAL_ROLES } from '@airdeck/domain/role';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { HAS_SECOND_FACTOR } from '../../resource/user-rights-queries.ts';

/** The other accounts of the person that can log in. */
export const listLinked = async (db: Db | Tx, userId: number): Promise<LinkedAccount[]> => {
  const { rows } = await db.query<LinkedAccount & Record<string, unknown>>(sql`
    select u.id, u.login, u.name, u.authority, o.name as organization_name, o.name_en as organization_name_en,
      o.code as organization_code
    from app_user own join app_user u on u.person = own.person and u.id <> own.id
    join organization o on o.id = u.organization_id
    where own.id = ${userId} and own.authority = any(${[...LOCAL_ROLES]}::text[])
      and u.authority = any(${[...LOCAL_ROLES]}::text[])
      and u.use = 'Y' and o.use = 'Y' and u.password_state <> 'VOID'
    order by o.name, u.id`);
  return rows;
};

/** Whether an account has a second factor while another one has none. */
export const hasStrongerLogin = async (db: Db | Tx, userId: number, otherId: number): Promise<boolean> => {
  const { rows } = await db.query<{ id: number }>(sql`
    select u.id from app_user u where u.id = any(${[userId, otherId]}::integer[]) and ${HAS_SECOND_FACTOR}`);
  return rows.some(({ id }) => id === otherId) && !rows.some(({ id }) => id === userId);
};

/** Makes two accounts, and those that are linked to them, accounts of one person; returns their organizations. */
export const linkAccounts = async (tx: Tx, userId: number, otherId: number): Promise<number[]> => {
  const pair = [userId, otherId].toSorted((a, b) => a - b);
  await tx.query(sql`select from app_user where id = any(${pair}::integer[]) order by id for no key update`);
  const { rows } = await tx.query<{ organization_id: number }>(sql`
    with pair as (select id, person from app_user where id = any(${pair}::integer[])), given as (
      select coalesce((select person from pair where person is not null order by id limit 1), gen_random_uuid()) as person)
    update app_user u set person = (select person from given)
    where u.id in (select id from pair) or u.person in (select person from pair) returning u.organization_id`);
  return rows.map(({ organization_id }) => organization_id);
};

/** Ends the link of an account, and of an account that would be left alone; returns whether there was one. */
export const unlink = async (tx: Tx, userId: number, otherId: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update app_user u set person = null from app_user own
    where u.id = ${otherId} and own.id = ${userId} and u.person = own.person and u.id <> own.id`);
  await tx.query(sql`
    update app_user u set person = null where u.id = ${userId}
      and not exists (select from app_user other where other.person = u.person and other.id <> u.id)`);
  return rowCount > 0;
};
