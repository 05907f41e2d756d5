import type { PageQuery } from '@airdeck/contract/paging';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, type Sql } from 'sql-template-tag';
import { contains, withinScope } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { RejectionNote } from './intake.ts';

export interface RejectionCount extends RejectionNote {
  count: number;
  /** Epoch milliseconds. */
  firstTime: number;
  lastTime: number;
}

export const saveRejections = async (db: Db, counts: RejectionCount[]): Promise<void> => {
  await db.query(sql`
    insert into rejection (organization_id, device_code, key, reason, count, first_time, last_time, sample)
    select * from unnest(
      ${counts.map((c) => c.organizationId)}::integer[], ${counts.map((c) => c.deviceCode)}::text[],
      ${counts.map((c) => c.key)}::text[], ${counts.map((c) => c.reason)}::text[],
      ${counts.map((c) => c.count)}::bigint[], ${counts.map((c) => new Date(c.firstTime))}::timestamptz[],
      ${counts.map((c) => new Date(c.lastTime))}::timestamptz[], ${counts.map((c) => c.sample)}::text[])
    on conflict (organization_id, device_code, key, reason) do update set
      count = rejection.count + excluded.count, last_time = excluded.last_time, sample = excluded.sample`);
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
      ...contains('o.name', filter.organizationName),
      ...contains('device_code', filter.deviceCode),
    ],
    ' and ',
  );

export interface RejectionListRow {
  organization_name: string;
  device_code: string;
  key: string;
  reason: string;
  count: number;
  first_time: Date;
  last_time: Date;
  sample: string;
}

export const listRejections = async (db: Db, scope: Scope, filter: ListFilter, page: PageQuery) => {
  const from = sql`from rejection join organization o on o.id = organization_id where ${listConditions(scope, filter)}`;
  const { rows } = await db.query<RejectionListRow>(sql`
    select o.name as organization_name, device_code, key, reason, count, first_time, last_time, sample ${from}
    order by last_time desc, device_code, key limit ${page.size} offset ${page.page * page.size}`);
  const total = await db.query<{ count: number }>(sql`select count(*) as count ${from}`);
  return { rows, total: total.rows[0]?.count ?? 0 };
};
