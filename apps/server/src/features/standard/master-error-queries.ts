import type { MASTER_ERROR_ORDERS, MasterErrorsQuery } from '@airdeck/contract/standard/routes';
import type { MasterError, MasterErrorFields } from '@airdeck/contract/standard/schema';
import sql from 'sql-template-tag';
import { containsAny, equals } from '../../platform/db/conditions.ts';
import type { ResourceTable } from '../../registry/resource-table.ts';
import { presentStamps, type Stamped } from '../../registry/stamps.ts';

/** Severities in the order of how bad they are, not of their letters. */
export const severityOrder = (column: string): string =>
  `array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO'], ${column})`;

export const masterErrorTable: ResourceTable<
  Stamped<MasterError>,
  MasterError,
  MasterErrorFields,
  MasterErrorFields,
  MasterErrorsQuery,
  (typeof MASTER_ERROR_ORDERS)[number]
> = {
  entity: 'master_errors',
  table: 'master_error',
  alias: 'e',
  list: {
    columns: sql`e.id, e.code, e.device_group as "group", e.severity, e.description, e.description_en,
      (select count(*) from organization_error o where o.master_error_id = e.id
        and (o.severity is not null or o.description is not null or o.use = 'N')) as override_count,
      e.created_time, e.updated_time, e.version`,
    from: sql`master_error e`,
    fields: {
      code: 'e.code',
      group: 'e.device_group',
      severity: severityOrder('e.severity'),
      description: 'e.description',
      created_time: 'e.created_time',
      updated_time: 'e.updated_time',
    },
    order: ['e.device_group desc', 'e.code', 'e.id'],
  },
  // Nobody reaches these rows as an organization's.
  scope: { organization: 'null::integer' },
  filters: (query) => [
    ...containsAny(['e.code', 'e.description', 'e.description_en'], query.search),
    ...equals('e.device_group', query.group),
    ...equals('e.severity', query.severity),
  ],
  present: presentStamps,
  ownerOf: () => ({ organizationId: null }),
  insert: async (tx, added) => {
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into master_error (code, device_group, severity, description, description_en)
      values (${added.code}, ${added.group}, ${added.severity}, ${added.description}, ${added.description_en})
      returning id`);
    const id = rows[0]?.id;
    await tx.query(sql`insert into organization_error (organization_id, master_error_id)
      select id, ${id}::integer from organization`);
    return id;
  },
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
      update master_error set code = ${edited.code}, device_group = ${edited.group}, severity = ${edited.severity},
        description = ${edited.description}, description_en = ${edited.description_en}, version = version + 1,
        updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
};
