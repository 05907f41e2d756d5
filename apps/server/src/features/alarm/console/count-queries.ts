import type { SeverityCounts } from '@airdeck/contract/alarm/routes';
import { MAX_ALARM_DEVICES } from '@airdeck/contract/alarm/routes';
import type { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Db } from '../../../platform/db/pool.ts';
import { IS_LIVE, IS_NO_SYMPTOM, IS_PENDING, reached } from './list-queries.ts';

type Severity = (typeof SEVERITIES)[number];

export interface PendingCount {
  organization_id: number | null;
  meter_id: number | null;
  sensor_id: number | null;
  severity: Severity;
  count: number;
}

/** Alarms that wait for somebody, by what they are about. */
export const countPending = async (db: Db, scope: Scope): Promise<PendingCount[]> => {
  const { rows } = await db.query<PendingCount & Record<string, unknown>>(sql`
    select a.organization_id, a.meter_id, a.sensor_id, a.severity, count(*)::integer as count from alarm a
    where ${IS_LIVE} and ${IS_PENDING} and ${IS_NO_SYMPTOM} and ${reached(scope)}
    group by 1, 2, 3, 4`);
  return rows;
};

/** Every bucket of every zone is made of whole half hours of UTC. */
const HALF_HOUR_S = 1800;

export interface HalfHourCount {
  start: Date;
  severity: Severity;
  count: number;
}

/** By half hour and severity, in order; half hours without any are left out. */
export const countOccurred = async (db: Db, scope: Scope, filters: readonly Sql[]): Promise<HalfHourCount[]> => {
  const { rows } = await db.query<HalfHourCount & Record<string, unknown>>(sql`
    select to_timestamp(floor(extract(epoch from a.occurred_time) / ${HALF_HOUR_S}) * ${HALF_HOUR_S}) as start,
      a.severity, count(*)::integer as count
    from alarm a where ${join([reached(scope), ...filters], ' and ')} group by 1, 2 order by 1`);
  return rows;
};

export interface DeviceCount extends SeverityCounts {
  organization_name: string | null;
  department_name: string | null;
  meter_id: number | null;
  meter_name: string | null;
}

/** Devices with the most alarms, under the names that they had last. */
export const countByDevice = async (db: Db, scope: Scope, filters: readonly Sql[]): Promise<DeviceCount[]> => {
  const { rows } = await db.query<DeviceCount & Record<string, unknown>>(sql`
    with most as materialized (
      select a.organization_id, a.meter_id, a.gateway, max(a.id) as newest, count(*) as total,
        count(*) filter (where a.severity = 'CRITICAL')::integer as "CRITICAL",
        count(*) filter (where a.severity = 'MAJOR')::integer as "MAJOR",
        count(*) filter (where a.severity = 'MINOR')::integer as "MINOR",
        count(*) filter (where a.severity = 'WARNING')::integer as "WARNING",
        count(*) filter (where a.severity = 'INFO')::integer as "INFO"
      from alarm a where ${join([reached(scope), ...filters], ' and ')}
      group by 1, 2, 3 order by total desc, newest desc limit ${MAX_ALARM_DEVICES})
    select n.organization_name, n.department_name, n.meter_name, most.* from most join alarm n on n.id = most.newest
    order by most.total desc, most.newest desc`);
  return rows;
};
