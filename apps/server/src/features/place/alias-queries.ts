import { MAX_ALIASES, type OrganizationCodes } from '@airdeck/contract/place/codes';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';

/** A device that used an alias within this time still needs it. */
const RECENT_DAYS = 7;

/**
 * Keeps the code of an organization as an alias, because it is about to get another one. It may be an alias of its own.
 * Every device counts as a user of the former code until it uses the new one: those that are connected with it need it.
 * @throws Failure INVALID_PARAMETER when it has too many aliases
 */
export const keepAsAlias = async (tx: Tx, id: number, { from, to }: { from: string; to: string }): Promise<void> => {
  await tx.query(sql`insert into organization_alias (code, organization_id) values (${from}, ${id})`);
  await tx.query(sql`
    insert into alias_use (organization_id, device_code, alias, used_time)
    select ${id}, code, ${from}, now() from (
      select code from meter where organization_id = ${id}
      union select code from device_credential where organization_id = ${id}) as device
    on conflict do nothing`);
  // After the uses were added, so that devices that use this alias already are not counted for the other one.
  await tx.query(sql`delete from organization_alias where organization_id = ${id} and code = ${to}`);
  const { rowCount } = await tx.query(sql`select from organization_alias where organization_id = ${id}`);
  if (rowCount > MAX_ALIASES) throw new Failure('INVALID_PARAMETER', { code: 'TOO_MANY_ALIASES' });
  // Failed logins are counted by the current code; a locked user stays locked.
  await tx.query(sql`
    update failed_login f set code = ${to} where code = ${from} and not exists (
      select from failed_login n where n.code = ${to} and n.login = f.login and n.address = f.address)`);
};

/** Counts of those that log in with the code of an organization, and its aliases with the devices that still use them. */
export const readCodes = async (db: Db | Tx, id: number): Promise<OrganizationCodes | undefined> => {
  const { rows } = await db.query<OrganizationCodes & Record<string, unknown>>(sql`
    select
      (select count(*)::integer from device_credential where organization_id = o.id) as device_count,
      (select count(*)::integer from app_user where organization_id = o.id) as user_count,
      (select count(*)::integer from local_server where organization_id = o.id) as local_server_count,
      array(
        select json_build_object('code', a.code, 'device_count', (
          select count(*) from alias_use u
          where u.alias = a.code and u.used_time > now() - ${RECENT_DAYS} * interval '1 day'
            and (exists (select from meter m where m.organization_id = u.organization_id and m.code = u.device_code)
              or exists (select from device_credential c
                where c.organization_id = u.organization_id and c.code = u.device_code))))
        from organization_alias a where a.organization_id = o.id order by a.created_time desc, a.code
      ) as aliases
    from organization o where o.id = ${id}`);
  return rows[0];
};

/** Ends an alias; returns the name of its organization, or undefined when there is no such alias. */
export const deleteAlias = async (tx: Tx, id: number, code: string): Promise<string | undefined> => {
  const { rows } = await tx.query<{ name: string }>(sql`
    delete from organization_alias a using organization o
    where a.code = ${code} and a.organization_id = ${id} and o.id = a.organization_id returning o.name`);
  return rows[0]?.name;
};
