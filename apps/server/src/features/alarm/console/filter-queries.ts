import type { AlarmState, AlarmsQuery } from '@airdeck/contract/alarm/routes';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { recordedNames } from '../../../localization/recorded-names-queries.ts';
import {
  contains,
  containsAny,
  equals,
  partPattern,
  withinDays,
  withinOrganizations,
  withinScope,
} from '../../../platform/db/conditions.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import { withinGroup } from './group-key-queries.ts';

/** Columns by which a viewer's scope reaches an alarm. */
export const ALARM_SCOPE = {
  organization: 'a.organization_id',
  place: { office: 'a.office_id', department: 'a.department_id', meter: 'a.meter_id' },
};

export const reached = (scope: Scope): Sql => withinScope(scope, ALARM_SCOPE);

/** Condition of the live list. */
export const IS_LIVE = sql`a.cleared_time is null and a.hidden_time is null`;
/** Not a symptom of another alarm of the live list. */
export const IS_NO_SYMPTOM = sql`(a.cause_id is null or not exists (
  select from alarm c where c.id = a.cause_id and c.cleared_time is null and c.hidden_time is null))`;

const STATES: Readonly<Record<AlarmState, Sql>> = {
  OPEN: sql`a.cleared_time is null`,
  PENDING: sql`a.cleared_time is null and a.shelved_until is null
    and a.ended_time is null and a.acknowledged_time is null`,
  HANDLED: sql`a.cleared_time is null and a.shelved_until is null
    and a.ended_time is null and a.acknowledged_time is not null`,
  ENDED: sql`a.cleared_time is null and a.shelved_until is null and a.ended_time is not null`,
  SHELVED: sql`a.cleared_time is null and a.shelved_until is not null`,
  SETTLED: sql`a.cleared_time is null and a.shelved_until is null and a.ended_time is not null
    and a.acknowledged_time is not null`,
  // Written as "not one of the few open alarms", so that an index without the clearing time suffices.
  CLEARED: sql`(a.id in (select o.id from alarm o where o.cleared_time is null)) is not true`,
};
export const IS_OPEN = STATES.OPEN;
export const IS_PENDING = STATES.PENDING;

/**
 * Alarms do not store where their meters are now; the registry knows. Reports on an office or a department have none.
 */
const withinPlace = ({ officeId, departmentId }: AlarmsQuery, snapshot: RegistrySnapshot): Sql[] => {
  if (officeId === undefined && departmentId === undefined) return [];
  const { offices, departments } = snapshot;
  const inOffice = officeId === undefined ? null : (offices.get(officeId)?.departments ?? []);
  const inDepartment =
    departmentId === undefined ? null : [departments.get(departmentId)].filter((each) => each !== undefined);
  const found = (inDepartment ?? inOffice ?? []).filter((each) => inOffice === null || inOffice.includes(each));
  const meters = found.flatMap((department) => department.meters.map(({ id }) => id));
  // Only reports have a report key: with it an index finds each side of the "or".
  return [
    sql`(a.meter_id = any(${meters}::integer[])
      or a.report_key is not null and (a.department_id = any(${found.map(({ id }) => id)}::integer[])
        ${departmentId === undefined ? sql`or a.office_id = ${officeId}` : sql``}))`,
  ];
};

/**
 * Alarms refer to their names by two ids, `place` (where) and `kind` (what is wrong); the names have tables of their
 * own.
 */
interface Named {
  by: 'place' | 'kind';
  /** `alarm_place n` or `alarm_kind n`, with what its filters need. */
  from: Sql;
  filters: readonly Sql[];
}

/** The name filters of a query: all of `every`, and any of `some`, must match. */
const namesAsked = (query: AlarmsQuery, language: Language): { every: Named[]; some: Named[] } => {
  const { joins, column } = recordedNames('n', language);
  const place = { by: 'place', from: sql`alarm_place n ${joins}` } as const;
  const kind = { by: 'kind', from: sql`alarm_kind n` } as const;
  const every: Named[] = [
    {
      ...place,
      filters: [
        ...contains(column.organization_name, query.organizationName),
        ...contains(column.office_name, query.officeName),
        ...contains(column.department_name, query.departmentName),
        ...contains(column.meter_name, query.meterName),
        ...contains(column.air_name, query.airName),
      ],
    },
    {
      ...kind,
      filters: [
        ...contains('n.sensor_name', query.sensorName),
        ...contains('n.code', query.code),
        ...equals('n.category', query.category),
        ...equals('n.severity', query.severity),
      ],
    },
  ];
  const search = query.search && [sql`n.search like lower(${partPattern(query.search)})`];
  const searchPlace = language === 'ko' ? search : containsAny(Object.values(column), query.search);
  return {
    every: every.filter(({ filters }) => filters.length > 0),
    some:
      search && searchPlace
        ? [
            { ...place, filters: searchPlace },
            { ...kind, filters: search },
          ]
        : [],
  };
};

const namesOf = ({ from, filters }: Named, besides: Sql = sql``): Sql =>
  sql`select n.id from ${from} where ${join(filters, ' and ')} ${besides}`;

/**
 * Checks the names of each alarm while scanning; never drives the index choice. Right for names that many alarms have.
 */
const amongNames = (named: Named): Sql => sql`(${raw(`a.${named.by}`)} in (${namesOf(named)})) is true`;

const eitherOf = (conditions: readonly Sql[]): Sql[] =>
  conditions.length === 0 ? [] : [sql`(${join(conditions, ' or ')})`];

const withinNames = (query: AlarmsQuery, language: Language): Sql[] => {
  const { every, some } = namesAsked(query, language);
  return [...every.map(amongNames), ...eitherOf(some.map(amongNames))];
};

/** Up to this many names are listed by id, so that an index finds their alarms. English names take five joins to find. */
const MAX_FEW_NAMES: Readonly<Record<Language, number>> = { ko: 1_000, en: 5_000 };

/** Like `withinNames`, with filters chosen by the number of matching names; null when no names match. */
export const findNames = async (
  db: Tx,
  { scope, language }: { scope: Scope; language: Language },
  query: AlarmsQuery,
): Promise<Sql[] | null> => {
  const conditionFor = async (named: Named): Promise<Sql | null> => {
    const own = named.by === 'place' ? sql`and ${withinOrganizations(scope, 'n.organization_id')}` : sql``;
    const { rows } = await db.query<{ id: number }>(namesOf(named, sql`${own} limit ${MAX_FEW_NAMES[language] + 1}`));
    if (rows.length === 0) return null;
    const ids = rows.map(({ id }) => id);
    return ids.length > MAX_FEW_NAMES[language]
      ? amongNames(named)
      : sql`${raw(`a.${named.by}`)} = any(${ids}::bigint[])`;
  };
  const { every, some } = namesAsked(query, language);
  const all = (await Promise.all(every.map(conditionFor))).filter((condition) => condition !== null);
  const any = (await Promise.all(some.map(conditionFor))).filter((condition) => condition !== null);
  if (all.length < every.length || (some.length > 0 && any.length === 0)) return null;
  return [...all, ...eitherOf(any)];
};

/** Adds the meter of a sensor, because the index is by meter. */
const ofSensor = ({ sensorId }: AlarmsQuery, { sensors }: RegistrySnapshot): Sql[] => [
  ...equals('a.sensor_id', sensorId),
  ...equals('a.meter_id', sensorId === undefined ? undefined : sensors.get(sensorId)?.meter.id),
];

/** `named`: the conditions of `findNames`, or the language for conditions without a search beforehand. */
export const filtersOf = (query: AlarmsQuery, snapshot: RegistrySnapshot, named: readonly Sql[] | Language): Sql[] => [
  ...withinDays('a.occurred_time', query, query.timeZone ?? 'UTC'),
  ...withinPlace(query, snapshot),
  ...(typeof named === 'string' ? withinNames(query, named) : named),
  ...equals('a.organization_id', query.organizationId),
  ...equals('a.meter_id', query.meterId),
  ...ofSensor(query, snapshot),
  ...equals('a.cause_id', query.causeId),
  ...equals('a.occurrence_of', query.occurrenceOf),
  ...withinGroup(query),
  ...(query.state === undefined ? [] : [STATES[query.state]]),
  ...(query.folded === 'Y' ? [IS_NO_SYMPTOM] : []),
];
