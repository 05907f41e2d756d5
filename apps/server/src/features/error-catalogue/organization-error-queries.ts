import type { ORGANIZATION_ERROR_ORDERS, OrganizationErrorsQuery } from '@airdeck/contract/standard/routes';
import type { OrganizationError, OrganizationErrorFields } from '@airdeck/contract/standard/schema';
import sql, { type Sql } from 'sql-template-tag';
import { containsAny, containsWords, equals } from '../../platform/db/conditions.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { severityOrder } from './master-error-queries.ts';

/** The severity that holds: the organization's, else the master's. */
const SEVERITY = 'coalesce(e.severity, m.severity)';
/** Whether there are alarms of it: both use it. */
const USE = 'least(e.use, m.use)';

const saysOther = (wanted: 'Y' | 'N' | undefined): Sql[] =>
  wanted === undefined
    ? []
    : [sql`(e.severity is not null or e.description is not null or e.use = 'N') = ${wanted === 'Y'}`];

export const organizationErrorTable: ResourceTable<
  Timestamped<OrganizationError>,
  OrganizationError,
  OrganizationErrorFields,
  OrganizationErrorFields,
  OrganizationErrorsQuery,
  (typeof ORGANIZATION_ERROR_ORDERS)[number]
> = {
  entity: 'organization_errors',
  table: 'organization_error',
  alias: 'e',
  list: {
    columns: sql`e.id, e.organization_id, o.name as organization_name, m.code, m.device_group as "group", e.use, m.use as master_use,
      e.severity, m.severity as master_severity, e.description, m.description as master_description,
      m.description_en as master_description_en, e.instruction, e.instruction_en, e.contact, e.phone, e.created_time, e.updated_time, e.version`,
    from: sql`organization_error e join organization o on o.id = e.organization_id
      join master_error m on m.id = e.master_error_id`,
    fields: {
      organization_name: 'o.name',
      code: 'm.code',
      group: 'm.device_group',
      severity: severityOrder(SEVERITY),
      use: USE,
      created_time: 'e.created_time',
      updated_time: 'e.updated_time',
    },
    order: ['o.name', 'e.organization_id', 'm.device_group desc', 'm.code', 'e.id'],
  },
  scope: { organization: 'e.organization_id' },
  filters: (query) => [
    ...containsWords(
      ['o.name', 'o.name_en', 'm.code', 'e.description', 'm.description', 'm.description_en'],
      query.search,
    ),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...equals('e.organization_id', query.organizationId),
    ...equals('m.device_group', query.group),
    ...equals(SEVERITY, query.severity),
    ...equals(USE, query.use),
    ...saysOther(query.overridden),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  // Each organization has one for each master error.
  insert: async () => undefined,
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
      update organization_error set use = ${edited.use}, severity = ${edited.severity},
        description = ${edited.description}, instruction = ${edited.instruction},
        instruction_en = ${edited.instruction_en}, contact = ${edited.contact}, phone = ${edited.phone}, version = version + 1, updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
};
