import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** The organization's code that a registered device used, and when: epoch milliseconds. */
export interface CodeUse {
  organizationId: number;
  deviceCode: string;
  code: string;
  time: number;
}

export interface GatewayLogin {
  organizationId: number;
  deviceCode: string;
  time: number;
}

/** Devices that last used an alias. */
export const listAliasUses = async (db: Db | Tx): Promise<CodeUse[]> => {
  const { rows } = await db.query<Omit<CodeUse, 'time'> & { time: Date }>(sql`
    select organization_id as "organizationId", device_code as "deviceCode", alias as code, used_time as time
    from alias_use`);
  return rows.map((row) => ({ ...row, time: row.time.getTime() }));
};

/** Records uses of aliases. A device that uses the current code, or an alias that has ended, has no row. */
export const saveCodeUses = async (tx: Tx, uses: readonly CodeUse[]): Promise<void> => {
  if (uses.length === 0) return;
  const ids = uses.map(({ organizationId }) => organizationId);
  const devices = uses.map(({ deviceCode }) => deviceCode);
  await tx.query(sql`
    with given as (
      select * from unnest(${ids}::integer[], ${devices}::text[], ${uses.map(({ code }) => code)}::text[],
        ${uses.map(({ time }) => new Date(time).toISOString())}::timestamptz[])
        as g (organization_id, device_code, code, time)
    ), ended as (
      delete from alias_use u using given g join organization o on o.id = g.organization_id and o.code = g.code
      where u.organization_id = g.organization_id and u.device_code = g.device_code
    )
    insert into alias_use (organization_id, device_code, alias, used_time)
    select g.organization_id, g.device_code, a.code, g.time
    from given g join organization_alias a on a.organization_id = g.organization_id and a.code = g.code
    order by g.organization_id, g.device_code
    on conflict (organization_id, device_code) do update
      set alias = excluded.alias, used_time = greatest(alias_use.used_time, excluded.used_time)`);
};

export const saveGatewayLogins = async (tx: Tx, logins: readonly GatewayLogin[]): Promise<void> => {
  if (logins.length === 0) return;
  await tx.query(sql`
    update device_credential c set connected_time = greatest(c.connected_time, g.time)
    from unnest(${logins.map(({ organizationId }) => organizationId)}::integer[],
      ${logins.map(({ deviceCode }) => deviceCode)}::text[],
      ${logins.map(({ time }) => new Date(time).toISOString())}::timestamptz[]) as g (organization_id, code, time)
    where c.organization_id = g.organization_id and c.code = g.code and c.kind = 'GATEWAY'`);
};
