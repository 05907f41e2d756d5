import type { SeverityCounts } from '@airdeck/contract/alarm/routes';
import { MAX_ALARM_DEVICES } from '@airdeck/contract/alarm/routes';
import { SEVERITIES, type Severity } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Db } from '../../../platform/db/pool.ts';
import type { ReadDb } from '../../../platform/db/standby-reads.ts';
import type { CountedDevice } from '../blocks/alarm-counter.ts';
import { type AskedAlarms, countBlocks } from '../blocks/count-blocks.ts';
import { noCounts } from '../severity-counts.ts';
import { IS_LIVE, IS_NO_SYMPTOM, IS_OPEN, IS_PENDING, reached } from './filter-queries.ts';

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

interface BucketCount {
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
}

/** Groups of alarms with their number as `count`. Those to subtract are groups of their own, with a negative one. */
const countedBy = (columns: Sql, groups: Sql, { conditions, isCleared }: CountedAlarms): Sql => {
  const found = sql`select ${columns}, count(*) as count from alarm a where ${join(conditions, ' and ')} group by ${groups}`;
  return isCleared
    ? sql`${found} union all
      select ${columns}, -count(*) from alarm a where ${join([...conditions, IS_OPEN], ' and ')} group by ${groups}`
    : found;
};

/** Counts occurrences by bucket and severity; `starts` are the bucket starts in ascending order, epoch milliseconds. */
const countOccurred = async (db: ReadDb, counted: CountedAlarms, starts: readonly number[]): Promise<BucketCount[]> => {
  const times = starts.map((start) => new Date(start).toISOString());
  const columns = sql`width_bucket(a.occurred_time, ${times}::timestamptz[]) as at, a.kind`;
  // "offset 0" keeps the planner from joining the severities once for each bucket.
  const { rows } = await db.query<BucketCount & Record<string, unknown>>(sql`
    select c.at::integer - 1 as bucket, k.severity, sum(c.count)::integer as count
    from (${countedBy(columns, sql`1, 2`, counted)} offset 0) c join alarm_kind k on k.id = c.kind
    group by 1, 2`);
  return rows;
};

/** The subject of alarms with its names at the newest of them. */
interface NamedDevice {
  organization_id: number | null;
  organization_name: string | null;
  department_name: string | null;
  meter_id: number | null;
  meter_name: string | null;
}

interface DeviceCount extends NamedDevice, SeverityCounts {}

type Device = NamedDevice & {
  /** Ids of the names that it had. */
  places: number[];
};

/** Devices with the most alarms. `isCleared` does not leave out the newest alarm, which names the device. */
const listDevices = async (db: ReadDb, counted: CountedAlarms): Promise<Device[]> => {
  const columns = sql`a.place, a.meter_id, max(a.id) as newest, max(a.occurred_time) as latest`;
  // The order of `AlarmCounter.devices`.
  const order = sql`total desc, latest desc, meter_id desc nulls last, place desc`;
  const { rows } = await db.query<Device>(sql`
    with counted as (${countedBy(columns, sql`1, 2`, counted)}), most as materialized (
      select meter_id, case when meter_id is null then place end as place, array_agg(distinct place) as places,
        max(newest) as newest, date_trunc('minute', max(latest)) as latest, sum(count) as total
      from counted group by 1, 2 having sum(count) > 0 order by ${order} limit ${MAX_ALARM_DEVICES})
    select n.organization_id, most.meter_id, most.places, n.organization_name, n.department_name, n.meter_name
    from (select *, row_number() over (order by ${order}) as number from most) most join alarm n on n.id = most.newest
    order by most.number`);
  return rows;
};

interface SeverityCount {
  place: number;
  meter_id: number | null;
  severity: Severity;
  count: number;
}

/** Devices with the most alarms. */
const countByDevice = async (db: ReadDb, counted: CountedAlarms): Promise<DeviceCount[]> => {
  const devices = await listDevices(db, counted);
  const places = devices.flatMap((device) => device.places);
  const ofDevices = { ...counted, conditions: [sql`a.place = any(${places}::bigint[])`, ...counted.conditions] };
  // Not in the same statement, which would be planned without knowing the places and read all alarms for each device.
  const { rows } = await db.query<SeverityCount & Record<string, unknown>>(sql`
    select c.place, c.meter_id, k.severity, sum(c.count)::integer as count
    from (${countedBy(sql`a.place, a.meter_id, a.kind`, sql`1, 2, 3`, ofDevices)}) c join alarm_kind k on k.id = c.kind
    group by 1, 2, 3`);
  return devices.map(({ places: own, ...device }) => {
    const counts = noCounts();
    for (const { place, meter_id, severity, count } of rows)
      if (meter_id === device.meter_id && own.includes(place)) counts[severity] += count;
    return { ...device, ...counts };
  });
};

/** Counts of a graph. */
export interface GraphCounts {
  occurred: BucketCount[];
  devices: DeviceCount[];
}

/** Both counts by statements; `starts` are the beginnings of the buckets in ascending order, epoch ms. */
export const countSome = async (
  db: ReadDb,
  counted: CountedAlarms,
  starts: readonly number[],
): Promise<GraphCounts> => {
  const [occurred, devices] = await Promise.all([countOccurred(db, counted, starts), countByDevice(db, counted)]);
  return { occurred, devices };
};

/** Names of devices at their newest alarm, by their number from 1. */
const nameDevices = async (db: ReadDb, devices: readonly CountedDevice[]): Promise<Map<number, NamedDevice>> => {
  const { rows } = await db.query<NamedDevice & { number: number }>(sql`
    select d.number::integer, a.* from unnest(${devices.map(({ meterId }) => meterId)}::integer[],
      ${devices.map(({ place }) => place)}::bigint[],
      ${devices.map(({ newest }) => new Date(newest).toISOString())}::timestamptz[])
      with ordinality as d(meter_id, place, newest, number)
    cross join lateral (
      select a.organization_id, a.organization_name, a.department_name, a.meter_id, a.meter_name from alarm a
      where a.occurred_time >= d.newest and a.occurred_time < d.newest + interval '1 minute'
        and (a.meter_id = d.meter_id or a.meter_id is null and a.place = d.place)
      order by a.occurred_time desc, a.id desc limit 1) a`);
  return new Map(rows.map(({ number, ...names }) => [number, names]));
};

/** Of a device whose alarms were deleted a moment ago. */
const NO_NAMES = { organization_id: null, organization_name: null, department_name: null, meter_name: null };

/** Both counts from blocks, of all alarms of these buckets and kinds; null when too many alarms are in no block. */
export const countAll = async (db: ReadDb, asked: AskedAlarms): Promise<GraphCounts | null> => {
  const counter = await countBlocks(db, asked);
  if (!counter) return null;
  const counted = counter.devices(MAX_ALARM_DEVICES);
  const named = await nameDevices(db, counted);
  return {
    occurred: counter
      .buckets()
      .flatMap((counts, bucket) => SEVERITIES.map((severity, i) => ({ bucket, severity, count: counts[i] ?? 0 }))),
    devices: counted.map(({ meterId, counts: own }, i) => {
      const counts = noCounts();
      for (const [at, severity] of SEVERITIES.entries()) counts[severity] = own[at] ?? 0;
      return { ...(named.get(i + 1) ?? NO_NAMES), meter_id: meterId, ...counts };
    }),
  };
};
