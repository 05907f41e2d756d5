import type { ORGANIZATION_ORDERS, OrganizationsQuery } from '@airdeck/contract/place/routes';
import type { Organization, OrganizationFields } from '@airdeck/contract/place/schema';
import sql from 'sql-template-tag';
import { containsAny, equals } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { insertOrganizationStandards } from '../../registry/threshold-queries.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

export const organizationTable: ResourceTable<
  Timestamped<Organization>,
  Organization,
  OrganizationFields,
  OrganizationFields,
  OrganizationsQuery,
  (typeof ORGANIZATION_ORDERS)[number]
> = {
  entity: 'organizations',
  table: 'organization',
  alias: 'o',
  list: {
    columns: sql`o.id, o.code, o.name, o.name_en, o.address, o.email, o.phone, o.description, o.ip, o.latitude,
        o.longitude, o.time_zone, o.use, o.user_control,
        (select count(*) from office f where f.organization_id = o.id) as office_count,
        (select count(*) from department d where d.organization_id = o.id) as department_count,
        (select count(*) from meter m where m.organization_id = o.id) as meter_count,
        (select count(*) from app_user u where u.organization_id = o.id) as user_count,
        o.created_time, o.updated_time, o.version`,
    from: sql`organization o`,
    fields: {
      code: 'o.code',
      name: 'o.name',
      address: 'o.address',
      email: 'o.email',
      phone: 'o.phone',
      time_zone: 'o.time_zone',
      use: 'o.use',
      created_time: 'o.created_time',
      updated_time: 'o.updated_time',
    },
    order: ['o.name', 'o.id'],
  },
  scope: { organization: 'o.id' },
  filters: (query) => [
    ...containsAny(['o.code', 'o.name', 'o.name_en', 'o.address', 'o.email', 'o.description'], query.search),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...equals('o.use', query.use),
  ],
  present: presentTimestamps,
  ownerOf: ({ id }) => ({ organizationId: id }),
  insert: async (tx, added) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into organization (code, name, name_en, address, email, phone, description, ip, latitude, longitude,
          time_zone, use, user_control)
        values (${added.code}, ${added.name}, ${added.name_en}, ${added.address}, ${added.email}, ${added.phone},
          ${added.description}, ${added.ip}, ${added.latitude}, ${added.longitude}, ${added.time_zone}, ${added.use},
          ${added.user_control})
        returning id`);
    const id = rows[0]?.id;
    if (id !== undefined) await insertOrganizationStandards(tx, id);
    return id;
  },
  update: async (tx, { id }, edited, { userId }) => {
    if (edited.use === 'N' && (await holdsAccess(tx, id, userId))) throw new Failure('LOCKS_OUT', { use: 'LOCKS_OUT' });
    const { rowCount } = await tx.query(sql`
        update organization set code = ${edited.code}, name = ${edited.name}, name_en = ${edited.name_en},
          address = ${edited.address}, email = ${edited.email}, phone = ${edited.phone},
          description = ${edited.description}, ip = ${edited.ip}, latitude = ${edited.latitude},
          longitude = ${edited.longitude}, time_zone = ${edited.time_zone}, use = ${edited.use}, user_control = ${edited.user_control},
          version = version + 1, updated_time = now()
        where id = ${id}`);
    return rowCount > 0;
  },
  checkRemoval: async (tx, { id }, { userId }) => {
    if (await holdsAccess(tx, id, userId)) throw new Failure('LOCKS_OUT');
  },
  // The login history stays, and says when its people were logged out.
  removeParts: async (tx, { id }) => {
    await tx.query(sql`
      update session set logout_time = now()
      where organization_id = ${id} and logout_time is null and expires_time > now()`);
  },
};

/** Whether it has a user who may not be locked out this way: a SUPER_ user, or the caller. */
const holdsAccess = async (tx: Tx, id: number, userId: number | null): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    select from app_user where organization_id = ${id}
      and (authority in ('SUPER_ADMIN', 'SUPER_USER') or id = ${userId}) limit 1`);
  return rowCount > 0;
};
