import type { PageQuery } from '@airdeck/contract/paging';
import type { RejectionRow } from '@airdeck/contract/reading/schema';
import { BAD_READINGS } from '@airdeck/domain/alarm/repeated';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, type Sql } from 'sql-template-tag';
import { contains, containsAny, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { RejectionNote } from './intake.ts';

export interface RejectionCount extends RejectionNote {
  count: number;
  /** Epoch milliseconds. */
  firstTime: number;
  lastTime: number;
  /** The last times, the newest first, MAX_RECENT at most. */
  recent: number[];
}

/** Number of times that are needed to tell an accident from a fault (domain/alarm/repeated). */
export const MAX_RECENT = BAD_READINGS;

/** The keys that have a row already. */
export const findKnown = async (tx: Tx, counts: RejectionCount[]): Promise<RejectionNote[]> => {
  const { rows } = await tx.query<RejectionNote & Record<string, unknown>>(sql`
    select organization_id as "organizationId", device_code as "deviceCode", key, reason, '' as sample from rejection
    where (organization_id, device_code, key, reason) in (select * from unnest(
      ${counts.map((c) => c.organizationId)}::integer[], ${counts.map((c) => c.deviceCode)}::text[],
      ${counts.map((c) => c.key)}::text[], ${counts.map((c) => c.reason)}::text[]))`);
  return rows;
};

/** How many rows the devices of these organizations have, but for what is counted together. */
export const countRows = async (tx: Tx, organizationIds: number[], others: string) => {
  const { rows } = await tx.query<{ organizationId: number; deviceCode: string; count: number }>(sql`
    select organization_id as "organizationId", device_code as "deviceCode", count(*) as count from rejection
    where organization_id = any(${organizationIds}::integer[]) and device_code <> ${others} group by 1, 2`);
  return rows;
};

/** Adds counts to their rows. */
export const upsertRejections = async (tx: Tx, counts: RejectionCount[]): Promise<void> => {
  const times = ({ recent }: RejectionCount): string => recent.map((time) => new Date(time).toISOString()).join(',');
  await tx.query(sql`
    insert into rejection (organization_id, device_code, key, reason, count, first_time, last_time, sample, recent)
    select c.organization_id, c.device_code, c.key, c.reason, c.count, c.first_time, c.last_time, c.sample,
      string_to_array(c.recent, ',')::timestamptz[]
    from unnest(
      ${counts.map((c) => c.organizationId)}::integer[], ${counts.map((c) => c.deviceCode)}::text[],
      ${counts.map((c) => c.key)}::text[], ${counts.map((c) => c.reason)}::text[],
      ${counts.map((c) => c.count)}::bigint[], ${counts.map((c) => new Date(c.firstTime))}::timestamptz[],
      ${counts.map((c) => new Date(c.lastTime))}::timestamptz[], ${counts.map((c) => c.sample)}::text[],
      ${counts.map(times)}::text[])
      as c(organization_id, device_code, key, reason, count, first_time, last_time, sample, recent)
    order by 1, 2, 3, 4
    on conflict (organization_id, device_code, key, reason) do update set
      count = rejection.count + excluded.count, last_time = excluded.last_time, sample = excluded.sample,
      recent = (excluded.recent || rejection.recent)[1:${MAX_RECENT}]`);
};

/** Counts together, under `others`, what was last sent before a time and what its organization has too many of. */
export const foldRejections = async (
  db: Db,
  before: number,
  perOrganization: number,
  others: string,
): Promise<void> => {
  await db.query(sql`
    with ranked as (
      select organization_id, device_code, key, reason, last_time,
        row_number() over (partition by organization_id order by last_time desc) as place
      from rejection where device_code <> ${others}
    ), gone as (
      delete from rejection r using ranked
      where (r.organization_id, r.device_code, r.key, r.reason) =
          (ranked.organization_id, ranked.device_code, ranked.key, ranked.reason)
        and (ranked.last_time < ${new Date(before)} or ranked.place > ${perOrganization})
      returning r.organization_id, r.reason, r.count, r.first_time, r.last_time, r.sample
    )
    insert into rejection as r (organization_id, device_code, key, reason, count, first_time, last_time, sample)
    select organization_id, ${others}, ${others}, reason, sum(count), min(first_time), max(last_time),
      (array_agg(sample order by last_time desc))[1]
    from gone group by organization_id, reason
    on conflict (organization_id, device_code, key, reason) do update set
      count = r.count + excluded.count, first_time = least(r.first_time, excluded.first_time),
      last_time = greatest(r.last_time, excluded.last_time)`);
};

export interface ListFilter {
  organizationName?: string | undefined;
  deviceCode?: string | undefined;
}

/** Conditions on `o` (organization) and `device_code`. */
export const listConditions = (scope: Scope, filter: ListFilter): Sql =>
  join(
    [
      withinScope(scope, { organization: 'o.id' }),
      ...containsAny(['o.name', 'o.name_en'], filter.organizationName),
      ...contains('device_code', filter.deviceCode),
    ],
    ' and ',
  );

/** The row in the database. */
type StoredRejection = Omit<RejectionRow, 'reason' | 'first_time' | 'last_time'> & {
  reason: string;
  first_time: Date;
  last_time: Date;
};

export const listRejections = async (db: Db, scope: Scope, filter: ListFilter, page: PageQuery) => {
  const from = sql`from rejection join organization o on o.id = organization_id where ${listConditions(scope, filter)}`;
  const { rows } = await db.query<StoredRejection>(sql`
    select o.name as organization_name, device_code, key, reason, count, first_time, last_time, sample ${from}
    order by last_time desc, device_code, key limit ${page.size} offset ${page.page * page.size}`);
  const total = await db.query<{ count: number }>(sql`select count(*) as count ${from}`);
  return { rows, total: total.rows[0]?.count ?? 0 };
};
