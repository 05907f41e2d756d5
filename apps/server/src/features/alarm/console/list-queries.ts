import type { ALARM_ORDERS, AlarmState, AlarmsQuery } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { timeRangeOf } from '@airdeck/domain/range';
import sql, { type Sql } from 'sql-template-tag';
import { contains, containsAny, equals, withinScope } from '../../../platform/db/conditions.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { ListSource } from '../../../platform/db/read-page.ts';
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

export const filtersOf = (query: AlarmsQuery, snapshot: RegistrySnapshot): Sql[] => [
  ...withinDays(query),
  ...withinPlace(query, snapshot),
  ...equals('a.organization_id', query.organizationId),
  ...equals('a.meter_id', query.meterId),
  ...equals('a.sensor_id', query.sensorId),
  ...equals('a.cause_id', query.causeId),
  ...equals('a.category', query.category),
  ...equals('a.severity', query.severity),
  ...(query.state === undefined ? [] : [STATES[query.state]]),
  ...(query.folded === 'Y' ? [IS_NO_SYMPTOM] : []),
  ...contains('a.organization_name', query.organizationName),
  ...contains('a.office_name', query.officeName),
  ...contains('a.department_name', query.departmentName),
  ...contains('a.meter_name', query.meterName),
  ...contains('a.sensor_name', query.sensorName),
  ...contains('a.air_name', query.airName),
  ...contains('a.code', query.code),
  ...containsAny(
    [
      'a.organization_name',
      'a.office_name',
      'a.department_name',
      'a.meter_name',
      'a.sensor_name',
      'a.air_name',
      'a.code',
      'a.description',
      'a.description_en',
    ],
    query.search,
  ),
];

export const reached = (scope: Scope): Sql => withinScope(scope, { organization: 'a.organization_id' });

export const findAlarm = async (db: Db | Tx, scope: Scope, id: number): Promise<AlarmRow | undefined> => {
  const { rows } = await db.query<AlarmRow & Record<string, unknown>>(
    sql`select ${ALARM_COLUMNS} from alarm a where a.id = ${id} and ${reached(scope)}`,
  );
  return rows[0];
};
