import type { SeverityCounts } from '@airdeck/contract/alarm/routes';
import { MAX_ALARM_DEVICES } from '@airdeck/contract/alarm/routes';
import type { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { ReadDb } from '../../../platform/db/standby-reads.ts';
import { IS_LIVE, IS_NO_SYMPTOM, IS_OPEN, IS_PENDING, reached } from './filter-queries.ts';

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

/** The alarms of a graph. */
export interface CountedAlarms {
  conditions: readonly Sql[];
  /** Only those that are cleared. The few open ones are subtracted: checking each alarm takes half as long again. */
  isCleared: boolean;
  /** They are most of all alarms. */
  isMost: boolean;
}

/** Groups of alarms with their number as `count`. Those to subtract are groups of their own, with a negative one. */
const countedBy = (
  columns: Sql,
  groups: Sql,
  { conditions, isCleared }: CountedAlarms,
  found = sql`select ${columns}, count(*) as count from alarm a where ${join(conditions, ' and ')} group by ${groups}`,
): Sql =>
  isCleared
    ? sql`${found} union all
      select ${columns}, -count(*) from alarm a where ${join([...conditions, IS_OPEN], ' and ')} group by ${groups}`
    : found;

/** Tens of thousands of counts, which the planner estimates as a few, are grouped in less time than they are sorted. */
const WITHOUT_SORT = 'begin read only; set local enable_sort = off';

/** Counts occurrences by bucket and severity; `starts` are the bucket starts in ascending order, epoch milliseconds. */
export const countOccurred = async (
  db: ReadDb,
  counted: CountedAlarms,
  starts: readonly number[],
): Promise<BucketCount[]> => {
  const times = [...starts.map((start) => new Date(start).toISOString()), 'infinity'];
  const from = sql`${times.slice(0, -1)}::timestamptz[]`;
  // A scan of each bucket costs less for each alarm than searching its bucket, and more for each bucket: with few alarms
  // the planner may even read all open ones again for each.
  const byScans = sql`
    select b.at, c.kind, c.count
    from unnest(${from}, ${times.slice(1)}::timestamptz[]) with ordinality as b(start, stop, at)
    cross join lateral (
      select a.kind, count(*) as count from alarm a
      where a.occurred_time >= b.start and a.occurred_time < b.stop and ${join(counted.conditions, ' and ')} group by 1
    ) c`;
  const columns = sql`width_bucket(a.occurred_time, ${from}) as at, a.kind`;
  // "offset 0" keeps the planner from joining the severities once for each bucket.
  const counts = sql`
    select c.at::integer - 1 as bucket, k.severity, sum(c.count)::integer as count
    from (${countedBy(columns, sql`1, 2`, counted, counted.isMost ? byScans : undefined)} offset 0) c
      join alarm_kind k on k.id = c.kind
    group by 1, 2`;
  const read = (tx: Tx) => tx.query<BucketCount & Record<string, unknown>>(counts);
  const { rows } = await (counted.isMost ? db.read(WITHOUT_SORT, read) : read(db));
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
 * of thousands of groups in a hash table, which the planner estimates as equal. Workers would only take the processor
 * from the counts by bucket, which are read at the same time.
 */
const IN_INDEX_ORDER = 'begin read only; set local enable_hashagg = off; set local max_parallel_workers_per_gather = 0';

type Device = Omit<DeviceCount, keyof SeverityCounts> & {
  /** Ids of the names that it had. */
  places: number[];
};

/** Devices with the most alarms, with the names of their newest alarm, which `isCleared` does not leave out. */
const listDevices = async (tx: Tx, counted: CountedAlarms): Promise<Device[]> => {
  const columns = sql`a.place, a.meter_id, max(a.id) as newest`;
  const { rows } = await tx.query<Device>(sql`
    with counted as (${countedBy(columns, sql`1, 2`, counted)}), most as materialized (
      select meter_id, array_agg(distinct place) as places, max(newest) as newest, sum(count) as total
      from counted group by 1, case when meter_id is null then place end having sum(count) > 0
      order by total desc, newest desc limit ${MAX_ALARM_DEVICES})
    select n.organization_id, most.meter_id, most.places, n.organization_name, n.department_name, n.meter_name
    from most join alarm n on n.id = most.newest order by most.total desc, most.newest desc`);
  return rows;
};

interface SeverityCount {
  place: number;
  meter_id: number | null;
  severity: Severity;
  count: number;
}

/** Devices with the most alarms. */
export const countByDevice = async (db: ReadDb, counted: CountedAlarms): Promise<DeviceCount[]> => {
  const devices = await (counted.isMost
    ? db.read(IN_INDEX_ORDER, (tx) => listDevices(tx, counted))
    : listDevices(db, counted));
  const places = devices.flatMap((device) => device.places);
  const ofDevices = { ...counted, conditions: [sql`a.place = any(${places}::bigint[])`, ...counted.conditions] };
  // Not in the same statement, which would be planned without knowing the places and read all alarms for each device.
  const { rows } = await db.query<SeverityCount & Record<string, unknown>>(sql`
    select c.place, c.meter_id, k.severity, sum(c.count)::integer as count
    from (${countedBy(sql`a.place, a.meter_id, a.kind`, sql`1, 2, 3`, ofDevices)}) c join alarm_kind k on k.id = c.kind
    group by 1, 2, 3`);
  return devices.map(({ places: own, ...device }) => {
    const counts = { CRITICAL: 0, MAJOR: 0, MINOR: 0, WARNING: 0, INFO: 0 };
    for (const { place, meter_id, severity, count } of rows)
      if (meter_id === device.meter_id && own.includes(place)) counts[severity] += count;
    return { ...device, ...counts };
  });
};
