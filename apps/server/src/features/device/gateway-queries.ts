import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** Writes down that a gateway came or went, unless a newer word is there. */
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

/** The gateway that speaks for a meter; null: it speaks for itself. */
export interface MeterRoute {
  meterId: number;
  gateway: string | null;
}

export const listMeterRoutes = async (db: Db | Tx): Promise<MeterRoute[]> => {
  const { rows } = await db.query<{ meterId: number; gateway: string }>(
    sql`select meter_id as "meterId", gateway from meter_route`,
  );
  return rows;
};

/** Meters that are deleted meanwhile are left out. */
export const saveMeterRoutes = async (tx: Tx, routes: readonly MeterRoute[]): Promise<void> => {
  const ids = routes.map(({ meterId }) => meterId);
  await tx.query(sql`delete from meter_route where meter_id = any(${ids}::integer[])`);
  await tx.query(sql`insert into meter_route (meter_id, organization_id, gateway)
    select m.id, m.organization_id, r.gateway
    from unnest(${ids}::integer[], ${routes.map(({ gateway }) => gateway)}::text[]) as r(meter_id, gateway)
    join meter m on m.id = r.meter_id where r.gateway is not null
    on conflict (meter_id) do update set gateway = excluded.gateway`);
};
