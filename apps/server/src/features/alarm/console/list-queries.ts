import {
  type ALARM_ORDERS,
  type AlarmState,
  type AlarmsQuery,
  MAX_COUNTED_ALARMS,
} from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { timeRangeOf } from '@airdeck/domain/range';
import sql, { join, type Sql } from 'sql-template-tag';
import { contains, equals, partPattern, withinScope } from '../../../platform/db/conditions.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { type ListSource, readRows } from '../../../platform/db/read-page.ts';
import { Failure } from '../../../platform/http/failure.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';

type Times = 'since_time' | 'occured_time' | 'ended_time' | 'acknowledged_time' | 'cleared_time' | 'shelved_until';
/** An alarm as the database has it. */
export type AlarmRow = Omit<Alarm, Times> & { since_time: Date; occured_time: Date } & {
  [Name in Exclude<Times, 'since_time' | 'occured_time'>]: Date | null;
};

export const presentAlarm = (row: AlarmRow): Alarm => ({
  ...row,
  since_time: row.since_time.toISOString(),
  occured_time: row.occured_time.toISOString(),
  ended_time: row.ended_time?.toISOString() ?? null,
  acknowledged_time: row.acknowledged_time?.toISOString() ?? null,
  cleared_time: row.cleared_time?.toISOString() ?? null,
  shelved_until: row.shelved_until?.toISOString() ?? null,
});

export const ALARM_COLUMNS = sql`a.id, a.organization_id, a.meter_id, a.sensor_id, a.purifier_id, a.organization_name,
  a.office_name, a.department_name, a.meter_name, a.sensor_name, a.air_name, a.category, a.code, a.source, a.severity,
  a.description, a.description_en, a.detail, a.sensor_type, a.value, a.bound, a.since_time,
  a.occurred_time as occured_time, a.ended_time, a.occurrences, a.acknowledged_time, a.acknowledged_login,
  a.acknowledged_note, a.cleared_time, a.cleared_login, a.cleared_note, a.shelved_until, a.shelved_login,
  a.shelved_note, a.cause_id, a.version,
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
const NEWEST_FIRST = ['a.occurred_time desc', 'a.id desc'];

export const HISTORY_LIST: ListSource<(typeof ALARM_ORDERS)[number]> = {
  columns: ALARM_COLUMNS,
  from: sql`alarm a`,
  fields: FIELDS,
  order: NEWEST_FIRST,
};
export const LIVE_LIST = { ...HISTORY_LIST, order: [WORST_FIRST, ...NEWEST_FIRST] };

/** In the live list. */
export const IS_LIVE = sql`a.cleared_time is null and a.hidden_time is null`;
/** No symptom of another alarm of the live list. */
export const IS_NO_SYMPTOM = sql`(a.cause_id is null or not exists (
  select from alarm c where c.id = a.cause_id and c.cleared_time is null and c.hidden_time is null))`;

const STATES: Readonly<Record<AlarmState, Sql>> = {
  OPEN: sql`a.cleared_time is null`,
  PENDING: sql`a.cleared_time is null and a.shelved_until is null
    and (a.ended_time is null or a.acknowledged_time is null)`,
  SHELVED: sql`a.cleared_time is null and a.shelved_until is not null`,
  SETTLED: sql`a.cleared_time is null and a.shelved_until is null and a.ended_time is not null
    and a.acknowledged_time is not null`,
  CLEARED: sql`a.cleared_time is not null`,
};
export const IS_PENDING = STATES.PENDING;

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

const withinDays = ({ startTime, endTime, timeZone = 'UTC' }: AlarmsQuery): Sql[] => {
  if (startTime === undefined && endTime === undefined) return [];
  const { start, end } = timeRangeOf({ from: startTime ?? FIRST_DAY, to: endTime ?? LAST_DAY }, timeZone);
  return [
    ...(startTime === undefined ? [] : [sql`a.occurred_time >= ${new Date(start)}`]),
    ...(endTime === undefined ? [] : [sql`a.occurred_time < ${new Date(end)}`]),
  ];
};

/** Alarms do not know where their meters are now; the registry does. */
const withinPlace = ({ officeId, departmentId }: AlarmsQuery, snapshot: RegistrySnapshot): Sql[] => {
  if (officeId === undefined && departmentId === undefined) return [];
  const { offices, departments } = snapshot;
  const inOffice = officeId === undefined ? null : (offices.get(officeId)?.departments ?? []);
  const inDepartment =
    departmentId === undefined ? null : [departments.get(departmentId)].filter((each) => each !== undefined);
  const found = (inDepartment ?? inOffice ?? []).filter((each) => inOffice === null || inOffice.includes(each));
  return [sql`a.meter_id = any(${found.flatMap(({ meters }) => meters.map(({ id }) => id))}::integer[])`];
};

/** What is asked of names, of the rows of alarm_label. */
const labelFilters = (query: AlarmsQuery): Sql[] => [
  ...contains('l.organization_name', query.organizationName),
  ...contains('l.office_name', query.officeName),
  ...contains('l.department_name', query.departmentName),
  ...contains('l.meter_name', query.meterName),
  ...contains('l.sensor_name', query.sensorName),
  ...contains('l.air_name', query.airName),
  ...contains('l.code', query.code),
  ...(query.search ? [sql`l.search like lower(${partPattern(query.search)})`] : []),
];

/** Alarms of the labels that a question is about; known labels make a better plan than those that a statement looks for. */
const withinLabels = (query: AlarmsQuery, labels: readonly number[] | null): Sql[] => {
  const filters = labelFilters(query);
  if (filters.length === 0) return [];
  return labels === null
    ? [sql`a.label in (select l.id from alarm_label l where ${join(filters, ' and ')})`]
    : [sql`a.label = any(${labels}::bigint[])`];
};

/** null where no name is looked for. */
const listLabels = async (db: Db, scope: Scope, query: AlarmsQuery): Promise<number[] | null> => {
  const filters = labelFilters(query);
  if (filters.length === 0) return null;
  const { rows } = await db.query<{ id: number }>(sql`
    select l.id from alarm_label l
    where ${withinScope(scope, { organization: 'l.organization_id' })} and ${join(filters, ' and ')}`);
  return rows.map(({ id }) => id);
};

/** A sensor's alarms are found by its meter. */
const ofSensor = ({ sensorId }: AlarmsQuery, { sensors }: RegistrySnapshot): Sql[] => [
  ...equals('a.sensor_id', sensorId),
  ...equals('a.meter_id', sensorId === undefined ? undefined : sensors.get(sensorId)?.meter.id),
];

export const filtersOf = (
  query: AlarmsQuery,
  snapshot: RegistrySnapshot,
  labels: readonly number[] | null = null,
): Sql[] => [
  ...withinDays(query),
  ...withinPlace(query, snapshot),
  ...withinLabels(query, labels),
  ...equals('a.organization_id', query.organizationId),
  ...equals('a.meter_id', query.meterId),
  ...ofSensor(query, snapshot),
  ...equals('a.cause_id', query.causeId),
  ...equals('a.category', query.category),
  ...equals('a.severity', query.severity),
  ...(query.state === undefined ? [] : [STATES[query.state]]),
  ...(query.folded === 'Y' ? [IS_NO_SYMPTOM] : []),
];

type Order = (typeof ALARM_ORDERS)[number];

/** Time alone has an order in the database. */
const isByTime = ([first]: AlarmsQuery['sort']): boolean => first === undefined || first.field === 'occured_time';

/**
 * A page of alarms. They are counted up to MAX_COUNTED_ALARMS, and only so many are paged through or ordered by something else
 * than time: a question about a million is answered as quickly as one about a day.
 * @throws Failure QUESTION_TOO_BIG
 */
export const readAlarmPage = async (
  db: Db,
  { source, base }: { source: ListSource<Order>; base: readonly Sql[] },
  { scope, snapshot }: { scope: Scope; snapshot: RegistrySnapshot },
  query: AlarmsQuery,
): Promise<{ rows: AlarmRow[]; total: number }> => {
  const labels = await listLabels(db, scope, query);
  if (labels?.length === 0) return { rows: [], total: 0 };
  const conditions = [reached(scope), ...base, ...filtersOf(query, snapshot, labels)];
  const counted = await db.query<{ count: number }>(sql`select count(*) as count from (
    select from alarm a where ${join(conditions, ' and ')} limit ${MAX_COUNTED_ALARMS}) as found`);
  const total = counted.rows[0]?.count ?? 0;
  const { page, size, sort } = query;
  if (total === MAX_COUNTED_ALARMS && !isByTime(sort)) throw new Failure('QUESTION_TOO_BIG');
  if (page * size >= Math.max(total, 1)) return { rows: [], total };
  const { rows } = await readRows<AlarmRow, Order>(db, source, conditions, query);
  return { rows, total };
};

export const reached = (scope: Scope): Sql => withinScope(scope, { organization: 'a.organization_id' });

export const findAlarm = async (db: Db | Tx, scope: Scope, id: number): Promise<AlarmRow | undefined> => {
  const { rows } = await db.query<AlarmRow & Record<string, unknown>>(
    sql`select ${ALARM_COLUMNS} from alarm a where a.id = ${id} and ${reached(scope)}`,
  );
  return rows[0];
};
