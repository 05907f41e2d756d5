import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** Records that a gateway came online or went offline, unless a newer status is stored. */
export const saveGatewayStatus = async (
  db: Db | Tx,
  said: { organizationId: number; code: string; status: 'ONLINE' | 'OFFLINE'; time: number },
): Promise<void> => {
  const { organizationId, code, status, time } = said;
  await db.query(sql`insert into gateway_status as s (organization_id, code, status, changed_time)
    values (${organizationId}, ${code}, ${status}, ${new Date(time)})
    on conflict (organization_id, code) do update set status = excluded.status, changed_time = excluded.changed_time
    where s.changed_time <= excluded.changed_time`);
};

/** Uplink of a meter; both null: its own connection to this server. */
export interface DeviceUplink {
  gateway: string | null;
  localServerId: number | null;
}

export const listDeviceUplinks = async (db: Db | Tx): Promise<(DeviceUplink & { meterId: number })[]> => {
  const { rows } = await db.query<DeviceUplink & { meterId: number }>(
    sql`select meter_id as "meterId", gateway, local_server_id as "localServerId" from meter_route`,
  );
  return rows;
};

/** Meters and local servers that were deleted meanwhile are left out. */
export const saveDeviceUplinks = async (
  tx: Tx,
  routes: readonly (DeviceUplink & { meterId: number })[],
): Promise<void> => {
  const ids = routes.map(({ meterId }) => meterId);
  await tx.query(sql`delete from meter_route where meter_id = any(${ids}::integer[])`);
  await tx.query(sql`insert into meter_route (meter_id, organization_id, gateway, local_server_id)
    select m.id, m.organization_id, r.gateway, s.id
    from unnest(${ids}::integer[], ${routes.map(({ gateway }) => gateway)}::text[],
      ${routes.map(({ localServerId }) => localServerId)}::integer[]) as r(meter_id, gateway, local_server_id)
    join meter m on m.id = r.meter_id left join local_server s on s.id = r.local_server_id
    where r.gateway is not null or s.id is not null
    on conflict (meter_id) do update set gateway = excluded.gateway, local_server_id = excluded.local_server_id`);
};
