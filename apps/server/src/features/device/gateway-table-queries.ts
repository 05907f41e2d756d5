import type { GATEWAY_ORDERS, Gateway, GatewaysQuery, NewGateway } from '@airdeck/contract/device/gateway';
import sql from 'sql-template-tag';
import { containsAny, equals } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

type Row = Omit<Timestamped<Gateway>, 'last_connected_time'> & { last_connected_time: Date | null };

/** Gateways: credentials of no meter. */
export const gatewayTable: ResourceTable<
  Row,
  Gateway,
  NewGateway,
  never,
  GatewaysQuery,
  (typeof GATEWAY_ORDERS)[number]
> = {
  entity: 'gateways',
  table: 'device_credential',
  alias: 'g',
  list: {
    columns: sql`g.id, g.organization_id, o.name as organization_name, g.code,
        case s.status when 'ONLINE' then 'CONNECTED' when 'OFFLINE' then 'DISCONNECTED' end as connection,
        g.connected_time as last_connected_time,
        (select count(*) from meter_route r where r.organization_id = g.organization_id and r.gateway = g.code)
          as meter_count,
        g.created_time, g.updated_time, g.version`,
    from: sql`device_credential g join organization o on o.id = g.organization_id and g.kind = 'GATEWAY'
      left join gateway_status s on s.organization_id = g.organization_id and s.code = g.code`,
    fields: {
      organization_name: 'o.name',
      code: 'g.code',
      last_connected_time: 'g.connected_time',
      created_time: 'g.created_time',
      updated_time: 'g.updated_time',
    },
    order: ['o.name', 'g.code', 'g.id'],
  },
  scope: { organization: 'g.organization_id' },
  filters: (query) => [
    ...containsAny(['o.name', 'o.name_en', 'g.code'], query.search),
    ...equals('g.organization_id', query.organizationId),
  ],
  present: ({ last_connected_time, ...row }) => ({
    ...presentTimestamps(row),
    last_connected_time: last_connected_time?.toISOString() ?? null,
  }),
  passing: ['connection', 'last_connected_time', 'meter_count'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  // It is added with its secret (`insertGateway`), and has nothing to edit.
  insert: async () => undefined,
  update: async () => false,
  removeParts: async (tx, { organization_id, code }) => {
    await tx.query(sql`delete from gateway_status where organization_id = ${organization_id} and code = ${code}`);
    await tx.query(sql`delete from alias_use where organization_id = ${organization_id} and device_code = ${code}`);
  },
};

export const insertGateway = async (
  tx: Tx,
  { organizationId, code, secretHash }: { organizationId: number; code: string; secretHash: Buffer },
): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into device_credential (organization_id, code, kind, secret_hash)
    values (${organizationId}, ${code}, 'GATEWAY', ${secretHash}) returning id`);
  return rows[0]?.id ?? 0;
};

/**
 * Gives a gateway another secret; returns false when it is gone. The server closes its connection and drops the last
 * will, so that it is recorded here as disconnected.
 */
export const renewGateway = async (tx: Tx, id: number, secretHash: Buffer): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update device_credential set secret_hash = ${secretHash}, version = version + 1, updated_time = now()
    where id = ${id} and kind = 'GATEWAY'`);
  await tx.query(sql`
    update gateway_status s set status = 'OFFLINE', changed_time = greatest(s.changed_time, now())
    from device_credential g
    where g.id = ${id} and s.organization_id = g.organization_id and s.code = g.code and s.status = 'ONLINE'`);
  return rowCount > 0;
};
