import type { ALARM_RULE_ORDERS, AlarmRulesQuery } from '@airdeck/contract/alarm-rule/routes';
import { ruleErrors } from '@airdeck/contract/alarm-rule/rule';
import type { AlarmRule, AlarmRuleFields, AlarmSetting, NewAlarmRule } from '@airdeck/contract/alarm-rule/schema';
import sql, { type Sql } from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { sensorTypeNamed } from '../../resource/sensor-type-queries.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

const isOwn = (wanted: 'Y' | 'N' | undefined): Sql[] =>
  wanted === undefined ? [] : [sql`(r.organization_id is not null) = ${wanted === 'Y'}`];

/** @throws Failure INVALID_PARAMETER, field by field: it contradicts itself, or its code does not exist. */
const check = async (tx: Tx, fields: AlarmRuleFields): Promise<void> => {
  const errors = ruleErrors(fields);
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
  const known = await tx.query(sql`select from master_error where code = ${fields.code} and device_group = 'METER'`);
  if (known.rowCount === 0) throw new Failure('INVALID_PARAMETER', { code: 'NOT_FOUND' });
};

/** Values of the database: null where the contract has a word. */
const columnsOf = ({ basis, applies_to: type }: AlarmRuleFields) => ({
  grade: basis === 'VALUE' ? null : basis,
  type: type === 'ALL' ? null : type,
});

export const alarmRuleTable: ResourceTable<
  Timestamped<AlarmRule>,
  AlarmRule,
  NewAlarmRule,
  AlarmRuleFields,
  AlarmRulesQuery,
  (typeof ALARM_RULE_ORDERS)[number]
> = {
  entity: 'alarm_rules',
  table: 'alarm_rule',
  alias: 'r',
  list: {
    columns: sql`r.id, r.organization_id, o.name as organization_name, r.code,
      coalesce(e.description, m.description) as description,
      case when e.description is null then m.description_en end as description_en,
      coalesce(e.severity, m.severity) as severity,
      coalesce(r.sensor_type, 'ALL') as applies_to, coalesce(r.grade, 'VALUE') as basis, r.direction,
      r.bound as "limit", r.release, r.duration_min, r.average, r.use,
      (select json_build_object('applies_to', coalesce(i.sensor_type, 'ALL'), 'basis', coalesce(i.grade, 'VALUE'),
          'direction', i.direction, 'limit', i.bound, 'release', i.release, 'duration_min', i.duration_min,
          'average', i.average, 'use', i.use)
        from alarm_rule i where r.organization_id is not null and i.organization_id is null and i.code = r.code
          and (i.sensor_type is null or i.sensor_type = r.sensor_type)
        order by i.sensor_type nulls last limit 1) as replaced,
      case when r.organization_id is null then
        (select count(distinct c.organization_id) from alarm_rule c where c.organization_id is not null
          and c.code = r.code and (c.sensor_type is null or r.sensor_type is null or c.sensor_type = r.sensor_type))
      else 0 end as override_count,
      r.created_time, r.updated_time, r.version`,
    from: sql`alarm_rule r join master_error m on m.code = r.code left join organization o on o.id = r.organization_id
      left join organization_error e on e.organization_id = r.organization_id and e.master_error_id = m.id`,
    fields: {
      organization_name: 'o.name',
      code: 'r.code',
      applies_to: `coalesce(r.sensor_type, 'ALL')`,
      duration_min: 'r.duration_min',
      use: 'r.use',
      created_time: 'r.created_time',
      updated_time: 'r.updated_time',
    },
    order: ['r.code', 'o.name nulls first', 'r.sensor_type nulls first', 'r.id'],
  },
  scope: { organization: 'r.organization_id', isShared: true },
  filters: (query) => [
    ...containsWords(
      ['o.name', 'o.name_en', 'r.code', 'm.description', 'm.description_en', 'e.description'],
      query.search,
      sensorTypeNamed('r.sensor_type'),
    ),
    ...equals('r.organization_id', query.organizationId),
    ...equals(`coalesce(r.sensor_type, 'ALL')`, query.applies_to),
    ...isOwn(query.own),
    ...equals('r.use', query.use),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { organization_id: organizationId } = added;
    if (organizationId === null && scope.reach !== 'all') return undefined;
    await check(tx, added);
    const { grade, type } = columnsOf(added);
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into alarm_rule (organization_id, code, sensor_type, grade, direction, bound, release, duration_min, average, use)
      select ${organizationId}::integer, ${added.code}, ${type}::text, ${grade}::text, ${added.direction},
        ${added.limit}::float8, ${added.release}::float8, ${added.duration_min}::integer, ${added.average}, ${added.use}
      where ${organizationId}::integer is null or exists (select from organization o where o.id = ${organizationId}
        and ${withinScope(scope, { organization: 'o.id' })}) returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id }, edited) => {
    await check(tx, edited);
    const { grade, type } = columnsOf(edited);
    const { rowCount } = await tx.query(sql`
      update alarm_rule set code = ${edited.code}, sensor_type = ${type}, grade = ${grade},
        direction = ${edited.direction}, bound = ${edited.limit}, release = ${edited.release},
        duration_min = ${edited.duration_min}, average = ${edited.average}, use = ${edited.use},
        version = version + 1, updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
};

/** The alarm settings of an organization; undefined: there is no such organization. */
export const findAlarmSetting = async (tx: Db | Tx, organizationId: number): Promise<AlarmSetting | undefined> => {
  const { rows } = await tx.query<AlarmSetting & Record<string, unknown>>(sql`
    select coalesce(s.auto_clear, '{}') as auto_clear from organization o
    left join alarm_setting s on s.organization_id = o.id where o.id = ${organizationId}`);
  return rows[0];
};

export const saveAlarmSetting = async (tx: Tx, organizationId: number, { auto_clear }: AlarmSetting): Promise<void> => {
  await tx.query(sql`
    insert into alarm_setting (organization_id, auto_clear) values (${organizationId}, ${auto_clear}::text[])
    on conflict (organization_id) do update set auto_clear = excluded.auto_clear, updated_time = now(),
      version = alarm_setting.version + 1`);
};
