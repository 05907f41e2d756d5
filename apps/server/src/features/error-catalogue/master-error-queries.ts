import { isBuiltInError, isReservedError } from '@airdeck/contract/standard/built-in';
import type { MASTER_ERROR_ORDERS, MasterErrorsQuery } from '@airdeck/contract/standard/routes';
import type { MasterError, MasterErrorFields } from '@airdeck/contract/standard/schema';
import sql from 'sql-template-tag';
import { containsWords, equals } from '../../platform/db/conditions.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

/** Severities in the order of how bad they are, not of their letters. */
export const severityOrder = (column: string): string =>
  `array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO'], ${column})`;

type MasterErrorRow = Omit<Timestamped<MasterError>, 'built_in'>;

/** @throws Failure DUPLICATION_CODE for a code of the server's own, which have no row here. */
const checkCode = (code: string): void => {
  if (isReservedError(code) && !isBuiltInError(code)) throw new Failure('DUPLICATION_CODE', { code: 'DUPLICATE' });
};

/** @throws Failure INVALID_PARAMETER when a built-in error would get another code or device, which is a deletion. */
const checkEdit = (before: Pick<MasterErrorRow, 'code' | 'group'>, edited: MasterErrorFields): void => {
  if (before.code !== edited.code) checkCode(edited.code);
  if (!isBuiltInError(before.code)) return;
  if (before.code !== edited.code) throw new Failure('INVALID_PARAMETER', { code: 'BUILT_IN' });
  if (before.group !== edited.group) throw new Failure('INVALID_PARAMETER', { group: 'BUILT_IN' });
};

export const masterErrorTable: ResourceTable<
  MasterErrorRow,
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
    columns: sql`e.id, e.code, e.device_group as "group", e.severity, e.description, e.description_en, e.use,
      (select count(*) from organization_error o where o.master_error_id = e.id
        and (o.severity is not null or o.description is not null or o.use = 'N')) as override_count,
      (select count(*) from alarm_rule r where r.code = e.code) as rule_count,
      coalesce(a.open_alarms, 0) as open_alarm_count,
      e.created_time, e.updated_time, e.version`,
    from: sql`master_error e left join (
      select code, count(*) as open_alarms from alarm where cleared_time is null and hidden_time is null
      group by code) a on a.code = e.code`,
    fields: {
      code: 'e.code',
      group: 'e.device_group',
      severity: severityOrder('e.severity'),
      description: 'e.description',
      use: 'e.use',
      created_time: 'e.created_time',
      updated_time: 'e.updated_time',
    },
    order: ['e.device_group desc', 'e.code', 'e.id'],
  },
  // These rows belong to no organization.
  scope: { organization: 'null::integer' },
  filters: (query) => [
    ...containsWords(['e.code', 'e.description', 'e.description_en'], query.search),
    ...equals('e.device_group', query.group),
    ...equals('e.severity', query.severity),
    ...equals('e.use', query.use),
  ],
  present: (row) => ({ ...presentTimestamps(row), built_in: isBuiltInError(row.code) ? 'Y' : 'N' }),
  passing: ['open_alarm_count'],
  ownerOf: () => ({ organizationId: null }),
  insert: async (tx, added) => {
    checkCode(added.code);
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into master_error (code, device_group, severity, description, description_en, use)
      values (${added.code}, ${added.group}, ${added.severity}, ${added.description}, ${added.description_en},
        ${added.use})
      returning id`);
    const id = rows[0]?.id;
    await tx.query(sql`insert into organization_error (organization_id, master_error_id)
      select id, ${id}::integer from organization`);
    return id;
  },
  update: async (tx, row, edited) => {
    checkEdit(row, edited);
    const { rowCount } = await tx.query(sql`
      update master_error set code = ${edited.code}, device_group = ${edited.group}, severity = ${edited.severity},
        description = ${edited.description}, description_en = ${edited.description_en}, use = ${edited.use},
        version = version + 1, updated_time = now()
      where id = ${row.id}`);
    return rowCount > 0;
  },
  checkRemoval: async (_, { code }) => {
    if (isBuiltInError(code)) throw new Failure('BUILT_IN_ERROR');
  },
};
