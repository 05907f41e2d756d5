import type { AlarmAction } from '@airdeck/contract/alarm/routes';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';
import { unshelved } from '../alarm-queries.ts';
import { reached } from './filter-queries.ts';
import { ALARM_COLUMNS, type AlarmRow } from './list-queries.ts';

/** Actions on alarms: DELETE hides one from the live list, RESTORE undoes that. */
export type Handling = AlarmAction | 'DELETE' | 'RESTORE';

export interface Done {
  action: Handling;
  userId: number | null;
  now: number;
  note: string | null;
  until: string | null;
}

/** Locks the alarms that the user may handle until the transaction ends. */
export const lockAlarms = async (
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  action: Handling,
): Promise<AlarmRow[]> => {
  await tx.query(sql`select from alarm where id = any(${ids}::bigint[]) order by id for update`);
  const there = action === 'RESTORE' ? sql`and a.hidden_time is not null` : sql`and a.hidden_time is null`;
  return readAlarms(tx, scope, ids, there);
};

export const readAlarms = async (
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  besides: Sql = sql``,
): Promise<AlarmRow[]> => {
  const { rows } = await tx.query<AlarmRow>(sql`
    select ${ALARM_COLUMNS} from alarm a where a.id = any(${ids}::bigint[]) and ${reached(scope)} ${besides} order by a.id`);
  return rows;
};

/** Whether DELETE cleared the alarm and no newer one is open: only one may be open for a subject and code. */
const OPENS_AGAIN = sql`(alarm.cleared_time = alarm.hidden_time and not exists (
  select from alarm o where o.cleared_time is null and o.code = alarm.code
    and (o.meter_id, o.sensor_id, o.purifier_id, o.organization_id, o.gateway, o.local_server_id, o.decoder_id,
        o.report_key)
      is not distinct from (alarm.meter_id, alarm.sensor_id, alarm.purifier_id, alarm.organization_id, alarm.gateway,
        alarm.local_server_id, alarm.decoder_id, alarm.report_key)))`;

/** The end of a report is its clearing; that of another alarm is the end of its condition. */
const endsAt = (time: Sql): Sql =>
  sql`ended_time = case when source = 'REPORT' then coalesce(ended_time, ${time}) else ended_time end`;

const changeOf = ({ action, userId, now, note, until }: Done): Sql => {
  const time = new Date(now);
  const login = sql`(select login from app_user where id = ${userId})`;
  switch (action) {
    case 'ACKNOWLEDGE':
      return sql`acknowledged_time = ${time}, acknowledged_by = ${userId}, acknowledged_login = ${login},
        acknowledged_note = ${note}`;
    case 'CLEAR':
      return sql`cleared_time = ${time}, cleared_by = ${userId}, cleared_login = ${login}, cleared_note = ${note},
        ${endsAt(sql`${time}::timestamptz`)}`;
    case 'SHELVE':
      return sql`shelved_until = ${until}::timestamptz, shelved_by = ${userId}, shelved_login = ${login},
        shelved_note = ${note}, window_id = null`;
    case 'UNSHELVE':
      return sql`${unshelved(now)}, shelved_by = null, shelved_login = null, shelved_note = null`;
    case 'DELETE':
      // DELETE clears as well: a hidden open alarm would block its condition from being raised again.
      return sql`hidden_time = ${time}, cleared_by = case when cleared_time is null then ${userId} else cleared_by end,
        cleared_login = case when cleared_time is null then ${login} else cleared_login end,
        cleared_time = coalesce(cleared_time, ${time}), ${endsAt(sql`${time}::timestamptz`)}`;
    case 'RESTORE':
      return sql`hidden_time = null, cleared_by = case when ${OPENS_AGAIN} then null else cleared_by end,
        cleared_login = case when ${OPENS_AGAIN} then null else cleared_login end,
        cleared_time = case when ${OPENS_AGAIN} then null else cleared_time end,
        ended_time = case when source = 'REPORT' and ${OPENS_AGAIN} then null else ended_time end`;
  }
};

export const changeAlarms = async (tx: Tx, ids: readonly number[], done: Done): Promise<void> => {
  await tx.query(sql`update alarm set ${changeOf(done)}, version = version + 1 where id = any(${ids}::bigint[])`);
};
