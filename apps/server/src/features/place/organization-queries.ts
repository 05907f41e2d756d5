import type { ORGANIZATION_ORDERS, OrganizationsQuery } from '@airdeck/contract/place/routes';
import type { NewOrganization, Organization, OrganizationFields } from '@airdeck/contract/place/schema';
import sql, { type Sql } from 'sql-template-tag';
import { containsAny, containsWords, equals } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { SYSTEM_CODE } from '../../registry/visible-organizations.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { keepAsAlias } from './alias-queries.ts';
import { copyTemplates } from './template-queries.ts';

export const organizationTable: ResourceTable<
  Timestamped<Organization>,
  Organization,
  NewOrganization,
  OrganizationFields,
  OrganizationsQuery,
  (typeof ORGANIZATION_ORDERS)[number]
> = {
  entity: 'organizations',
  table: 'organization',
  alias: 'o',
  notFound: 'NOT_FOUND_ORGANIZATION',
  list: {
    columns: sql`o.id, o.code, o.name, o.name_en, o.address, o.email, o.phone, o.description, o.ip, o.latitude,
        o.longitude, o.time_zone, o.use, o.user_control, o.require_second_factor,
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
    ...containsWords(
      ['o.code', 'o.name', 'o.name_en', 'o.address', 'o.email', 'o.phone', 'o.ip', 'o.description'],
      query.search,
    ),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...equals('o.use', query.use),
  ],
  present: presentTimestamps,
  ownerOf: ({ id }) => ({ organizationId: id }),
  recordedOf: async (tx, { template_id }) => {
    const { rows } = await tx.query<{ template_code: string }>(
      sql`select code as template_code from organization where id = ${template_id}`,
    );
    return rows[0] ?? {};
  },
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into organization (code, name, name_en, address, email, phone, description, ip, latitude, longitude,
          time_zone, use, user_control, require_second_factor)
        values (${added.code}, ${added.name}, ${added.name_en}, ${added.address}, ${added.email}, ${added.phone},
          ${added.description}, ${added.ip}, ${added.latitude}, ${added.longitude}, ${added.time_zone}, ${added.use},
          ${added.user_control}, ${added.require_second_factor})
        returning id`);
    const id = rows[0]?.id;
    if (id !== undefined && !(await copyTemplates(tx, [{ id, template_id: added.template_id }], scope))) {
      throw new Failure('INVALID_PARAMETER', { template_id: 'NOT_FOUND' });
    }
    return id;
  },
  update: async (tx, { id, code }, edited, { userId }, scope) => {
    if (edited.code !== code) {
      // Devices and people log in with it, so that an organization does not change it by itself.
      if (scope.reach !== 'all') throw new Failure('ACCESS_DENIED');
      // Alarms of the installation belong to it, and are planned by this code.
      if (code === SYSTEM_CODE) throw new Failure('INVALID_PARAMETER', { code: 'BUILT_IN' });
      await keepAsAlias(tx, id, { from: code, to: edited.code });
    }
    if (edited.use === 'N') await refuseLockout(tx, id, userId, 'use');
    const { rowCount } = await tx.query(sql`
        update organization set code = ${edited.code}, name = ${edited.name}, name_en = ${edited.name_en},
          address = ${edited.address}, email = ${edited.email}, phone = ${edited.phone},
          description = ${edited.description}, ip = ${edited.ip}, latitude = ${edited.latitude},
          longitude = ${edited.longitude}, time_zone = ${edited.time_zone}, use = ${edited.use},
          user_control = ${edited.user_control}, require_second_factor = ${edited.require_second_factor},
          version = version + 1, updated_time = now()
        where id = ${id}`);
    return rowCount > 0;
  },
  checkRemoval: (tx, { id }, { userId }) => refuseLockout(tx, id, userId),
  // The login history stays, and says when its people were logged out.
  removeParts: async (tx, { id }) => {
    await tx.query(sql`
      update session set logout_time = now()
      where organization_id = ${id} and logout_time is null and expires_time > now()`);
  },
};

/** Whether an organization has a user who may not be locked out this way: a SUPER_ user, or the caller. */
export const holdsAccess = (id: Sql, userId: number | null): Sql => sql`exists (
  select from app_user u where u.organization_id = ${id}
    and (u.authority in ('SUPER_ADMIN', 'SUPER_USER') or u.id = ${userId}))`;

const refuseLockout = async (tx: Tx, id: number, userId: number | null, field?: 'use'): Promise<void> => {
  const { rowCount } = await tx.query(sql`select where ${holdsAccess(sql`${id}`, userId)}`);
  if (rowCount > 0) throw new Failure('LOCKS_OUT', field === undefined ? {} : { [field]: 'LOCKS_OUT' });
};
