import type {
  UNREGISTERED_ORDERS,
  Unregistered,
  UnregisteredFields,
  UnregisteredQuery,
} from '@airdeck/contract/device/unregistered';
import sql from 'sql-template-tag';
import { containsAny, containsWords, equals } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import type { Tables } from '../../schema/tables.ts';

type Row = Pick<Tables['unregistered_device'], 'id' | 'organization_id' | 'code' | 'ip' | 'blocked' | 'version'> &
  Pick<Tables['unregistered_device'], 'first_seen_time' | 'last_seen_time' | 'message_count'> & {
    organization_name: string;
    waiting_count: number;
  };

/** A registered device is no longer listed, even before its quarantined frames have joined its meter. */
export const unregisteredTable: ResourceTable<
  Row,
  Unregistered,
  never,
  UnregisteredFields,
  UnregisteredQuery,
  (typeof UNREGISTERED_ORDERS)[number]
> = {
  entity: 'unregistered',
  table: 'unregistered_device',
  alias: 'u',
  list: {
    columns: sql`u.id, u.organization_id, o.name as organization_name, u.code, u.ip, u.first_seen_time,
      u.last_seen_time, u.message_count,
      (select count(*) from quarantine q where q.organization_id = u.organization_id and q.device_code = u.code
        and q.reason = 'UNREGISTERED') as waiting_count,
      u.blocked, u.version`,
    from: sql`unregistered_device u join organization o on o.id = u.organization_id
      and not exists (select from meter m where m.organization_id = u.organization_id and m.code = u.code)`,
    fields: {
      organization_name: 'o.name',
      code: 'u.code',
      ip: 'u.ip',
      first_seen_time: 'u.first_seen_time',
      last_seen_time: 'u.last_seen_time',
      message_count: 'u.message_count',
      blocked: 'u.blocked',
    },
    order: ['u.blocked', 'u.last_seen_time desc', 'u.id'],
  },
  scope: { organization: 'u.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'u.code', 'u.ip'], query.search),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...equals('u.organization_id', query.organizationId),
    ...equals('u.blocked', query.blocked),
  ],
  present: (row) => ({
    ...row,
    first_seen_time: row.first_seen_time.toISOString(),
    last_seen_time: row.last_seen_time.toISOString(),
  }),
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  // It is not added by a person: it appears when the device sends.
  insert: async () => undefined,
  update: async (tx, { id }, { blocked }) => {
    const { rowCount } = await tx.query(
      sql`update unregistered_device set blocked = ${blocked}, version = version + 1 where id = ${id}`,
    );
    return rowCount > 0;
  },
  removeParts: async (tx, { organization_id, code }) => {
    await tx.query(sql`delete from quarantine
      where organization_id = ${organization_id} and device_code = ${code} and reason = 'UNREGISTERED'`);
  },
};

export const deleteUnregistered = async (tx: Tx, id: number): Promise<void> => {
  await tx.query(sql`delete from unregistered_device where id = ${id}`);
};

/** A code that is now a meter's is no longer unregistered. */
export const deleteUnregisteredCode = async (tx: Tx, organizationId: number, code: string): Promise<void> => {
  await tx.query(sql`delete from unregistered_device where organization_id = ${organizationId} and code = ${code}`);
};

export type WaitingFrame = Pick<Tables['quarantine'], 'measured_time' | 'received_time' | 'channel' | 'value'>;

/** The newest frames that wait for a device's registration. */
export const listNewestWaiting = async (
  db: Db | Tx,
  device: { organizationId: number; code: string },
  limit: number,
): Promise<WaitingFrame[]> => {
  const { rows } = await db.query<WaitingFrame>(sql`
    select measured_time, received_time, channel, value from quarantine
    where organization_id = ${device.organizationId} and device_code = ${device.code} and reason = 'UNREGISTERED'
    order by received_time desc, id desc limit ${limit}`);
  return rows;
};
