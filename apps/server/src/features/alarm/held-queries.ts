import sql from 'sql-template-tag';
import type { AlarmEvent } from '../../feed/entry.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { eventsOf, type Told, unshelved } from './alarm-queries.ts';

/**
 * Shelves open alarms below running maintenance windows until the end of the last one: all, or those of these ids. A
 * person's own shelving is left until it ends. Reports of people are not held: someone wants help now.
 */
export const holdAlarms = async (tx: Tx, now: number, ids: readonly number[] | null): Promise<AlarmEvent[]> => {
  if (ids?.length === 0) return [];
  const time = new Date(now);
  const { rows } = await tx.query<Told>(sql`
    with last as (
      select distinct on (a.id) a.id as alarm, w.id, w.end_time, w.reason
      from maintenance_window w join alarm a on a.organization_id = w.organization_id left join meter m on m.id = a.meter_id
      where w.begin_time <= ${time} and w.end_time > ${time} and a.cleared_time is null and a.source <> 'REPORT'
        and (${ids}::bigint[] is null or a.id = any(${ids}::bigint[]))
        and (w.meter_id is null or w.meter_id = a.meter_id)
        and (w.department_id is null or w.department_id = m.department_id)
        and (w.office_id is null or w.office_id = m.office_id)
        and (a.window_id is not null or a.shelved_until is null or a.shelved_until <= ${time})
      order by a.id, w.end_time desc, w.id
    )
    update alarm set shelved_until = last.end_time, window_id = last.id, shelved_by = null, shelved_login = null,
      shelved_note = last.reason, version = version + 1
    from last where alarm.id = last.alarm and (alarm.shelved_until, alarm.window_id) is distinct from (last.end_time, last.id)
    returning alarm.id, organization_id, meter_id`);
  return eventsOf(rows, 'SHELVED', now);
};

/** A device reports an event once; it is over at once and has no end (`applyConditions`). */
const IS_EVENT = sql`(a.source = 'DEVICE' and a.severity = 'INFO')`;

/**
 * Ends the holding of alarms whose window is over. What occurred in it and has ended is cleared; what still holds is
 * announced, all in one transaction, so that its notifications are sent together.
 */
export const releaseAlarms = async (tx: Tx, now: number): Promise<AlarmEvent[]> => {
  const time = new Date(now);
  const { rows } = await tx.query<Told & { is_cleared: boolean }>(sql`
    with over as (
      select a.id, a.occurred_time >= w.begin_time and (a.ended_time is not null or ${IS_EVENT}) as is_cleared
      from alarm a join maintenance_window w on w.id = a.window_id
      where a.cleared_time is null and a.shelved_until is not null
        and not (w.begin_time <= ${time} and w.end_time > ${time})
    )
    update alarm set ${unshelved(now)}, cleared_time = case when over.is_cleared then ${time}::timestamptz end,
      version = version + 1
    from over where alarm.id = over.id returning alarm.id, organization_id, meter_id, over.is_cleared`);
  const [cleared, still] = [rows.filter((row) => row.is_cleared), rows.filter((row) => !row.is_cleared)];
  return [...eventsOf(cleared, 'CLEARED', now), ...eventsOf(still, 'UNSHELVED', now)];
};
