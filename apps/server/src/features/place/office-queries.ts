import type { OFFICE_ORDERS, OfficesQuery } from '@airdeck/contract/place/routes';
import type { NewOffice, Office, OfficeFields } from '@airdeck/contract/place/schema';
import sql from 'sql-template-tag';
import { containsAny, equals, withinScope } from '../../platform/db/conditions.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

export const officeTable: ResourceTable<
  Timestamped<Office>,
  Office,
  NewOffice,
  OfficeFields,
  OfficesQuery,
  (typeof OFFICE_ORDERS)[number]
> = {
  entity: 'offices',
  table: 'office',
  alias: 'f',
  list: {
    columns: sql`f.id, f.organization_id, o.name as organization_name, f.name, f.name_en,
        (select count(*) from department d where d.office_id = f.id) as department_count,
        (select count(*) from meter m where m.office_id = f.id) as meter_count,
        f.created_time, f.updated_time, f.version`,
    from: sql`office f join organization o on o.id = f.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: 'f.name',
      created_time: 'f.created_time',
      updated_time: 'f.updated_time',
    },
    order: ['o.name', 'f.name', 'f.id'],
  },
  scope: { organization: 'f.organization_id' },
  filters: (query) => [
    ...containsAny(['o.name', 'o.name_en', 'f.name', 'f.name_en'], query.search),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...containsAny(['f.name', 'f.name_en'], query.officeName),
    ...equals('f.organization_id', query.organizationId),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into office (organization_id, name, name_en)
        select o.id, ${added.name}, ${added.name_en} from organization o
        where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
        update office set name = ${edited.name}, name_en = ${edited.name_en}, version = version + 1,
          updated_time = now() where id = ${id}`);
    return rowCount > 0;
  },
};
