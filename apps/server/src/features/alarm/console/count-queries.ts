import type { SeverityCounts } from '@airdeck/contract/alarm/routes';
import { MAX_ALARM_DEVICES } from '@airdeck/contract/alarm/routes';
import type { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { ReadDb } from '../../../platform/db/standby-reads.ts';
import { IS_LIVE, IS_NO_SYMPTOM, IS_PENDING, reached } from './list-queries.ts';

type Severity = (typeof SEVERITIES)[number];

export interface PendingCount {
  organization_id: number | null;
  office_id: number | null;
  department_id: number | null;
  meter_id: number | null;
  sensor_id: number | null;
  severity: Severity;
  count: number;
  /** Symptoms of other alarms, which `count` leaves out. */
  unknown: number;
}

/** Counts alarms that need an action now by subject and severity. */
export const countPending = async (db: Db, scope: Scope): Promise<PendingCount[]> => {
  const { rows } = await db.query<PendingCount & Record<string, unknown>>(sql`
    select organization_id, office_id, department_id, meter_id, sensor_id, severity, (count(*) filter (where is_one))::integer as count,
      (count(*) filter (where not is_one))::integer as unknown
    from (
      select a.organization_id, a.office_id, a.department_id, a.meter_id, a.sensor_id, a.severity, ${IS_NO_SYMPTOM} as is_one
      from alarm a where ${IS_LIVE} and ${IS_PENDING} and ${reached(scope)}
    ) pending
    group by 1, 2, 3, 4, 5, 6`);
  return rows;
};

export interface BucketCount {
  /** Index of the bucket. */
  bucket: number;
  severity: Severity;
  count: number;
}

/** Counts occurrences by bucket and severity; `starts` are the bucket starts in ascending order, epoch milliseconds. */
export const countOccurred = async (
  db: Tx,
  scope: Scope,
  filters: readonly Sql[],
  starts: readonly number[],
): Promise<BucketCount[]> => {
  const times = [...starts.map((start) => new Date(start).toISOString()), 'infinity'];
  // A range of the index for each bucket: sorting each alarm into its bucket takes several times as long.
  const { rows } = await db.query<BucketCount & Record<string, unknown>>(sql`
    select b.at::integer - 1 as bucket, k.severity, sum(c.count)::integer as count
    from unnest(${times.slice(0, -1)}::timestamptz[], ${times.slice(1)}::timestamptz[]) with ordinality as b(start, stop, at)
    cross join lateral (
      select a.kind, count(*) as count from alarm a
      where a.occurred_time >= b.start and a.occurred_time < b.stop and ${join([reached(scope), ...filters], ' and ')}
      group by 1
    ) c join alarm_kind k on k.id = c.kind group by 1, 2`);
  return rows;
};

export interface DeviceCount extends SeverityCounts {
  organization_id: number | null;
  organization_name: string | null;
  department_name: string | null;
  meter_id: number | null;
  meter_name: string | null;
}

/**
 * An index has the alarms in the order of place and meter: groups of neighbours need about half of the time of tens
 * of thousands of groups in a hash table, which the planner estimates as equal.
 */
const IN_INDEX_ORDER = 'begin read only; set local enable_hashagg = off';

type Device = Omit<DeviceCount, keyof SeverityCounts> & {
  /** Ids of the names that it had. */
  places: number[];
};

/** Devices with the most alarms, with the names of their newest alarm. */
const listDevices = async (tx: Tx, conditions: Sql): Promise<Device[]> => {
  const { rows } = await tx.query<Device>(sql`
    with counted as (
      select a.place, a.meter_id, max(a.organization_id) as organization_id, max(a.id) as newest, count(*) as total
      from alarm a where ${conditions} group by 1, 2
    ), most as materialized (
      select organization_id, meter_id, array_agg(place) as places, max(newest) as newest, sum(total) as total
      from counted group by 1, 2, case when meter_id is null then place end
      order by total desc, newest desc limit ${MAX_ALARM_DEVICES})
    select most.organization_id, most.meter_id, most.places, n.organization_name, n.department_name, n.meter_name
    from most join alarm n on n.id = most.newest order by most.total desc, most.newest desc`);
  return rows;
};

interface SeverityCount {
  place: number;
  meter_id: number | null;
  severity: Severity;
  count: number;
}

/** Devices with the most alarms; `isOfMost`: of most of all alarms. */
export const countByDevice = async (
  db: ReadDb,
  scope: Scope,
  filters: readonly Sql[],
  { isOfMost }: { isOfMost: boolean },
): Promise<DeviceCount[]> => {
  const conditions = join([reached(scope), ...filters], ' and ');
  const devices = await (isOfMost
    ? db.read(IN_INDEX_ORDER, (tx) => listDevices(tx, conditions))
    : listDevices(db, conditions));
  const places = devices.flatMap((device) => device.places);
  // Not in the same statement, which would be planned without knowing the places and read all alarms for each device.
  const { rows } = await db.query<SeverityCount & Record<string, unknown>>(sql`
    select c.place, c.meter_id, k.severity, sum(c.count)::integer as count from (
      select a.place, a.meter_id, a.kind, count(*) as count from alarm a
      where a.place = any(${places}::bigint[]) and ${conditions} group by 1, 2, 3
    ) c join alarm_kind k on k.id = c.kind group by 1, 2, 3`);
  return devices.map(({ places: own, ...device }) => {
    const counts = { CRITICAL: 0, MAJOR: 0, MINOR: 0, WARNING: 0, INFO: 0 };
    for (const { place, meter_id, severity, count } of rows)
      if (meter_id === device.meter_id && own.includes(place)) counts[severity] += count;
    return { ...device, ...counts };
  });
};
