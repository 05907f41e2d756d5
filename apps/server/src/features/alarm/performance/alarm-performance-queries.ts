import {
  ALARMS_IN_TEN_MINUTES,
  type AlarmSubject,
  CHATTERING_RETURNS,
  MAX_QUALITY_ROWS,
} from '@airdeck/contract/alarm/quality';
import { BASELINE_DRIFT, STUCK } from '@airdeck/contract/standard/built-in';
import type { Severity } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { equals, withinScope } from '../../../platform/db/conditions.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import { ALARM_SCOPE } from '../console/filter-queries.ts';

/** Selects the alarms to analyze. */
export interface QualityAsked {
  scope: Scope;
  organizationId: number | undefined;
  from: Date;
  to: Date;
}

const one = async <R extends object>(db: Tx, statement: Sql): Promise<R> => {
  const { rows } = await db.query<R & Record<string, unknown>>(statement);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
};
const many = async <R extends object>(db: Tx, statement: Sql): Promise<R[]> =>
  (await db.query<R & Record<string, unknown>>(statement)).rows;

const reached = ({ scope, organizationId }: QualityAsked): Sql =>
  join([withinScope(scope, ALARM_SCOPE), ...equals('a.organization_id', organizationId)], ' and ');
const occurred = (asked: QualityAsked): Sql =>
  sql`a.occurred_time >= ${asked.from} and a.occurred_time < ${asked.to} and ${reached(asked)}`;

/** Identifies an alarm: equal for all its occurrences. */
const KEY = raw(
  'a.organization_id, a.gateway, a.local_server_id, a.decoder_id, a.meter_id, a.sensor_id, a.purifier_id, a.code',
);
const SUBJECT = raw(
  [
    'organization_id meter_id sensor_id purifier_id organization_name department_name meter_name sensor_name',
    'air_name category sensor_type code severity description description_en',
  ]
    .join(' ')
    .split(' ')
    .map((column) => `n.${column}`)
    .join(', '),
);

/** Start of the period that contains an alarm. Exact for zones whose offset is a multiple of ten minutes. */
const periodOf = (seconds: number): Sql =>
  sql`to_timestamp(floor(extract(epoch from a.occurred_time) / ${seconds}::integer) * ${seconds}::integer)`;

export interface DayCount {
  day: string;
  severity: Severity;
  count: number;
}

export const countByDay = (db: Tx, asked: QualityAsked, zone: string): Promise<DayCount[]> =>
  many(
    db,
    sql`select (a.occurred_time at time zone ${zone})::date::text as day, a.severity, count(*)::integer as count
      from alarm a where ${occurred(asked)} group by 1, 2`,
  );

export interface Totals {
  alarms: number;
  returns: number;
  acknowledged: number;
  acknowledge_s: number | null;
  cleared: number;
  clear_s: number | null;
}

/**
 * Counts every occurrence. Durations cover handling by people: self-cleared alarms and earlier acknowledgements are
 * left out.
 */
export const findTotals = (db: Tx, asked: QualityAsked): Promise<Totals> =>
  one(
    db,
    sql`select count(*)::integer as alarms, count(*) filter (where a.occurrences > 1)::integer as returns,
        count(*) filter (where a.acknowledged_time >= a.occurred_time)::integer as acknowledged,
        percentile_cont(0.5) within group (order by extract(epoch from a.acknowledged_time - a.occurred_time))
          filter (where a.acknowledged_time >= a.occurred_time) as acknowledge_s,
        count(a.cleared_time) filter (where a.cleared_login is not null)::integer as cleared,
        percentile_cont(0.5) within group (order by extract(epoch from a.cleared_time - a.occurred_time))
          filter (where a.cleared_login is not null) as clear_s
      from alarm a where ${occurred(asked)}`,
  );

export interface PeriodCount {
  start: Date;
  count: number;
}

/** The period of `seconds` with the most alarms; the newest of several. */
export const findWorst = async (db: Tx, asked: QualityAsked, seconds: number): Promise<PeriodCount | undefined> =>
  (
    await many<PeriodCount>(
      db,
      sql`select ${periodOf(seconds)} as start, count(*)::integer as count from alarm a where ${occurred(asked)}
        group by 1 order by count desc, start desc limit 1`,
    )
  )[0];

export const countFloods = async (db: Tx, asked: QualityAsked): Promise<number> =>
  (
    await one<{ count: number }>(
      db,
      sql`select count(*)::integer as count from (
          select from alarm a where ${occurred(asked)} group by ${periodOf(600)} having count(*) > ${ALARMS_IN_TEN_MINUTES}) p`,
    )
  ).count;

export const listFrequent = (db: Tx, asked: QualityAsked): Promise<(AlarmSubject & { count: number; last: Date })[]> =>
  many(
    db,
    sql`with most as materialized (
        select max(a.id) as newest, count(*)::integer as count, max(a.occurred_time) as last
        from alarm a where ${occurred(asked)} group by ${KEY} order by count desc, last desc limit ${MAX_QUALITY_ROWS})
      select ${SUBJECT}, most.count, most.last from most join alarm n on n.id = most.newest
      order by most.count desc, most.last desc`,
  );

/** Alarms of one subject that occurred several times within an hour. */
export const listChattering = (
  db: Tx,
  asked: QualityAsked,
): Promise<(AlarmSubject & { returns: number; start: Date })[]> =>
  many(
    db,
    sql`with hour as (
        select a.id, ${KEY}, a.occurred_time, count(*) over (partition by ${KEY} order by a.occurred_time
          range between current row and interval '1 hour' following)::integer - 1 as returns
        from alarm a where ${occurred(asked)}
      ), worst as (
        select distinct on (${KEY}) a.id, a.returns, a.occurred_time as start from hour a
        where a.returns >= ${CHATTERING_RETURNS} order by ${KEY}, a.returns desc, a.occurred_time desc
      )
      select ${SUBJECT}, worst.returns, worst.start from worst join alarm n on n.id = worst.id
      order by worst.returns desc, worst.start desc limit ${MAX_QUALITY_ROWS}`,
  );

export type LastingRow = AlarmSubject & { id: number; occurred: Date; ended: Date | null; total: number };

/** Open alarms that occurred before a time. */
export const listLasting = (db: Tx, asked: QualityAsked, before: Date): Promise<LastingRow[]> =>
  many(
    db,
    sql`with a as (
        select a.id, a.occurred_time, a.ended_time, count(*) over ()::integer as total from alarm a
        where a.cleared_time is null and a.hidden_time is null and a.occurred_time < ${before} and ${reached(asked)}
        order by a.occurred_time, a.id limit ${MAX_QUALITY_ROWS})
      select ${SUBJECT}, a.id, a.occurred_time as occurred, a.ended_time as ended, a.total from a
      join alarm n on n.id = a.id order by a.occurred_time, a.id`,
  );

export type SensorRow = AlarmSubject & { kind: 'STUCK' | 'DRIFTING'; count: number; last: Date; lasts: boolean };

export const listDoubtfulSensors = (db: Tx, asked: QualityAsked): Promise<SensorRow[]> =>
  many(
    db,
    sql`with most as (
        select max(a.id) as newest, count(*)::integer as count, max(a.occurred_time) as last,
          bool_or(a.ended_time is null) as lasts
        from alarm a where ${occurred(asked)} and a.code in (${STUCK}, ${BASELINE_DRIFT}) group by ${KEY}
        order by lasts desc, count desc, last desc limit ${MAX_QUALITY_ROWS})
      select ${SUBJECT}, case when n.code = ${STUCK} then 'STUCK' else 'DRIFTING' end as kind, most.count, most.last,
        most.lasts
      from most join alarm n on n.id = most.newest order by most.lasts desc, most.count desc, most.last desc`,
  );
