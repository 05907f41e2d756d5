import {
  type ALARM_ORDERS,
  type AlarmsQuery,
  MAX_COUNTED_ALARMS,
  MAX_ORDERED_ALARMS,
} from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { AlarmSource } from '@airdeck/contract/standard/built-in';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import {
  INSTRUCTION_COLUMNS,
  INSTRUCTION_JOIN,
  type InstructionRow,
} from '../../../localization/instruction-queries.ts';
import { RECORDED_NAMES, recordedNames } from '../../../localization/recorded-names-queries.ts';
import { withinOrganizations } from '../../../platform/db/conditions.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { type ListSource, readPageKeys } from '../../../platform/db/read-page.ts';
import { Failure } from '../../../platform/http/failure.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { Tables } from '../../../schema/tables.ts';
import { filtersOf, findNames, reached } from './filter-queries.ts';

type Subject = 'organization_id' | 'office_id' | 'department_id' | 'meter_id' | 'sensor_id' | 'purifier_id';
type Names = 'organization_name' | 'office_name' | 'department_name' | 'meter_name' | 'sensor_name' | 'air_name';
type Condition = 'category' | 'code' | 'severity' | 'description' | 'description_en' | 'detail' | 'value' | 'bound';
type Timeline =
  | 'since_time'
  | 'corrected_time'
  | 'ended_time'
  | 'occurrences'
  | 'occurrence_of'
  | 'cause_id'
  | 'version';
type Handled =
  | `${'acknowledged' | 'cleared' | 'shelved'}_${'login' | 'note'}`
  | 'acknowledged_time'
  | 'cleared_time'
  | 'shelved_until'
  | 'window_id'
  | 'reported_login';
/** An alarm as the database has it. */
export type AlarmRow = Pick<Tables['alarm'], 'id' | Subject | Names | Condition | Timeline | Handled> & {
  source: AlarmSource;
  occured_time: Tables['alarm']['occurred_time'];
  sensor_type: SensorType | null;
  symptom_count: number;
  has_photo: boolean;
};

export const presentAlarm = (row: AlarmRow): Alarm => ({
  ...row,
  since_time: row.since_time.toISOString(),
  occured_time: row.occured_time.toISOString(),
  corrected_time: row.corrected_time?.toISOString() ?? null,
  ended_time: row.ended_time?.toISOString() ?? null,
  acknowledged_time: row.acknowledged_time?.toISOString() ?? null,
  cleared_time: row.cleared_time?.toISOString() ?? null,
  shelved_until: row.shelved_until?.toISOString() ?? null,
});

export const ALARM_COLUMNS = sql`a.id, a.organization_id, a.office_id, a.department_id, a.meter_id, a.sensor_id, a.purifier_id, a.organization_name,
  a.office_name, a.department_name, a.meter_name, a.sensor_name, a.air_name, a.category, a.code, a.source, a.severity,
  a.description, a.description_en, a.detail, a.sensor_type, a.value, a.bound, a.since_time,
  a.occurred_time as occured_time, a.corrected_time, a.ended_time, a.occurrences, a.occurrence_of, a.acknowledged_time, a.acknowledged_login,
  a.acknowledged_note, a.cleared_time, a.cleared_login, a.cleared_note, a.shelved_until, a.shelved_login,
  a.shelved_note, a.window_id, a.cause_id, a.version, a.reported_login,
  exists (select from alarm_photo p where p.alarm_id = a.id) as has_photo,
  (select count(*)::integer from alarm s where s.cause_id = a.id and s.cleared_time is null) as symptom_count`;

const WORST_FIRST = `array_position('{${SEVERITIES.join(',')}}'::text[], a.severity)`;

const FIELDS: ListSource<(typeof ALARM_ORDERS)[number]>['fields'] = {
  severity: WORST_FIRST,
  occured_time: 'a.occurred_time',
  organization_name: 'a.organization_name',
  office_name: 'a.office_name',
  department_name: 'a.department_name',
  meter_name: 'a.meter_name',
  sensor_name: 'a.sensor_name',
  air_name: 'a.air_name',
  category: 'a.category',
  code: 'a.code',
  ended_time: 'a.ended_time',
  acknowledged_time: 'a.acknowledged_time',
  cleared_time: 'a.cleared_time',
};
const NEWEST_FIRST: readonly string[] = ['a.occurred_time desc', 'a.id desc'];

export const HISTORY_LIST: ListSource<(typeof ALARM_ORDERS)[number]> = {
  columns: ALARM_COLUMNS,
  from: sql`alarm a`,
  fields: FIELDS,
  order: NEWEST_FIRST,
};
/** Names that the specification sorts live alarms of the same time by. */
const LIVE_NAMES = ['organization_name', 'office_name', 'department_name', 'meter_name', 'air_name'] as const;

const liveOrder = (fields: typeof FIELDS): string[] => [
  'a.occurred_time desc',
  ...LIVE_NAMES.map((name) => fields[name]),
  'a.id desc',
];
export const LIVE_LIST = { ...HISTORY_LIST, order: liveOrder(FIELDS) };

/** The list sorted by the names of a language. */
export const alarmListIn = (list: typeof HISTORY_LIST, language: Language): typeof HISTORY_LIST => {
  const { joins, column } = recordedNames('a', language);
  const fields = { ...list.fields, ...column };
  const order = list === LIVE_LIST ? liveOrder(fields) : list.order;
  return { ...list, order, from: sql`alarm a ${joins}`, fields };
};

type Order = (typeof ALARM_ORDERS)[number];

/** Times that the indexes do not contain. */
export const OTHER_TIMES = ['ended_time', 'acknowledged_time', 'cleared_time'] as const;

interface FoundOptions {
  language: Language;
  max: number;
  isOldestFirst: boolean;
  /** Keys of their groups. */
  groupKey?: Sql | undefined;
}

/**
 * The newest (or oldest) alarms that match every condition, with their sort columns. When these are names only, an
 * index contains all columns needed.
 */
const foundAlarms = (
  conditions: readonly Sql[],
  { sort }: AlarmsQuery,
  { language, max, isOldestFirst, groupKey }: FoundOptions,
): Sql => {
  const { joins, column } = recordedNames('p', language);
  const names = RECORDED_NAMES.map((name) => `${column[name]} as ${name}`).join(', ');
  const times = OTHER_TIMES.filter((time) => sort.some(({ field }) => field === time)).map((time) => `, a.${time}`);
  const direction = raw(isOldestFirst ? '' : 'desc');
  return sql`(
    select f.*, k.severity, k.category, k.code, k.sensor_name, ${raw(names)}
    from (
      select a.id, a.occurred_time, a.place, a.kind${raw(times.join(''))}
        ${groupKey === undefined ? sql`` : sql`, ${groupKey} as group_key`} from alarm a
      where ${join(conditions, ' and ')} order by a.occurred_time ${direction}, a.id ${direction} limit ${max}
    ) f left join alarm_kind k on k.id = f.kind left join alarm_place p on p.id = f.place ${joins})`;
};

/** These alarms, in the order of the ids. */
export const readInOrder = async (db: Db, ids: readonly number[]): Promise<AlarmRow[]> => {
  const { rows } = await db.query<AlarmRow>(sql`
    select ${ALARM_COLUMNS} from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
      join alarm a on a.id = asked.id order by asked.place`);
  return rows;
};

export interface PageContext {
  scope: Scope;
  snapshot: RegistrySnapshot;
  language: Language;
}

/** Whether at least `least` alarms match. It reads an index until then, and no names. */
export const haveAtLeast = async (db: Db, conditions: readonly Sql[], least: number): Promise<boolean> => {
  const { rows } = await db.query<{ is_reached: boolean }>(sql`
    select exists (select from alarm a where ${join(conditions, ' and ')} offset ${least - 1}::integer) as is_reached`);
  return rows[0]?.is_reached === true;
};

/**
 * The alarms that a page is chosen from, as a subquery with their sort columns, at most `max`; null: there are none.
 * Counting and paging stop at MAX_COUNTED_ALARMS, and sorting by anything but time at MAX_ORDERED_ALARMS, so that a query
 * over a million alarms is as fast as one over a day.
 * @throws Failure QUESTION_TOO_BIG
 */
export const findAlarms = async (
  db: Db,
  base: readonly Sql[],
  { scope, snapshot, language }: PageContext,
  query: AlarmsQuery,
  groupKey?: Sql,
): Promise<{ found: Sql; isOldestFirst: boolean } | null> => {
  const names = await findNames(db, { scope, language }, query);
  if (names === null) return null;
  const conditions = [reached(scope), ...base, ...filtersOf(query, snapshot, names)];
  const [first] = query.sort;
  const isByTime = first === undefined || first.field === 'occured_time';
  const isOldestFirst = first !== undefined && isByTime && !first.descending;
  const max = isByTime ? MAX_COUNTED_ALARMS : MAX_ORDERED_ALARMS;
  if (!isByTime && (await haveAtLeast(db, conditions, max))) throw new Failure('QUESTION_TOO_BIG');
  const found = foundAlarms(conditions, query, { language, max, isOldestFirst, groupKey });
  return { found, isOldestFirst };
};

/**
 * Reads a page of alarms.
 * @throws Failure QUESTION_TOO_BIG
 */
export const readAlarmPage = async (
  db: Db,
  { source, base }: { source: ListSource<Order>; base: readonly Sql[] },
  context: PageContext,
  query: AlarmsQuery,
): Promise<{ rows: AlarmRow[]; total: number }> => {
  const chosen = await findAlarms(db, base, context, query);
  if (chosen === null) return { rows: [], total: 0 };
  const from = sql`${chosen.found} a`;
  const { keys, total } = await readPageKeys(db, { ...source, from }, sql`a.id`, [sql`true`], query);
  const counted = Math.min(total, MAX_COUNTED_ALARMS);
  const { page, size } = query;
  const ids = keys.slice(0, Math.max(0, counted - page * size));
  return { rows: ids.length === 0 ? [] : await readInOrder(db, ids), total: counted };
};

/** The code of an alarm and its organization's own instruction. */
export const findInstruction = async (
  db: Db,
  scope: Scope,
  id: number,
): Promise<(InstructionRow & { code: string }) | undefined> => {
  const { rows } = await db.query<InstructionRow & { code: string } & Record<string, unknown>>(sql`
    select a.code, ${INSTRUCTION_COLUMNS} from alarm a ${INSTRUCTION_JOIN} where a.id = ${id} and ${reached(scope)}`);
  return rows[0];
};

/** An error code and an organization's own instruction for it. */
export const findInstructionOf = async (
  db: Db,
  scope: Scope,
  code: string,
  organizationId: number,
): Promise<(InstructionRow & { code: string }) | undefined> => {
  const { rows } = await db.query<InstructionRow & { code: string } & Record<string, unknown>>(sql`
    select a.code, ${INSTRUCTION_COLUMNS}
    from (select o.id as organization_id, ${code}::text as code from organization o where o.id = ${organizationId}) a
      ${INSTRUCTION_JOIN}
    where ${withinOrganizations(scope, 'a.organization_id')}`);
  return rows[0];
};

export const findAlarm = async (db: Db | Tx, scope: Scope, id: number): Promise<AlarmRow | undefined> => {
  const { rows } = await db.query<AlarmRow>(
    sql`select ${ALARM_COLUMNS} from alarm a where a.id = ${id} and ${reached(scope)}`,
  );
  return rows[0];
};
