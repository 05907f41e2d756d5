import { type AlarmGroup, type AlarmsQuery, MAX_COUNTED_ALARMS } from '@airdeck/contract/alarm/routes';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import sql, { raw, type Sql } from 'sql-template-tag';
import { RECORDED_NAMES } from '../../../localization/recorded-names-queries.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { readPageKeys } from '../../../platform/db/read-page.ts';
import { groupKey } from './group-key-queries.ts';
import { type AlarmRow, findAlarms, LIVE_LIST, OTHER_TIMES, type PageContext, readInOrder } from './list-queries.ts';

/** A group with the alarm that stands for it. `alarms` counts those of all groups. */
interface GroupRow extends AlarmGroup {
  head: number;
  alarms: number;
}

const least = ['sensor_name', ...RECORDED_NAMES].map((name) => `min(f.${name}) as ${name}`).join(', ');

/** One row for each group, with the columns that a list is sorted by: of its newest alarm, or its oldest one. */
const groupsOf = (found: Sql, times: readonly string[], isOldestFirst: boolean): Sql => sql`(
  select g.*, sum(g.count) over ()::integer as alarms from (
    select f.group_key as id, count(*)::integer as count, min(f.category) as category, min(f.code) as code,
      (${SEVERITIES}::text[])[min(array_position(${SEVERITIES}::text[], f.severity))] as severity,
      ${raw(isOldestFirst ? 'min' : 'max')}(f.occurred_time) as occurred_time, min(f.occurred_time) as first_time,
      (array_agg(f.id order by f.occurred_time ${raw(isOldestFirst ? '' : 'desc')}, f.id desc))[1] as head,
      ${raw([least, ...times.map((time) => `max(f.${time}) as ${time}`)].join(', '))}
    from ${found} f group by f.group_key) g) a`;

const GROUP = sql`jsonb_build_object('key', a.id, 'count', a.count, 'severity', a.severity, 'head', a.head,
  'first_time', to_char(a.first_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'alarms', a.alarms)`;

/**
 * Reads a page of groups of live alarms, in the order of their newest alarms, or of their oldest ones if these come first.
 * Like the plain list, it counts and groups at most MAX_COUNTED_ALARMS alarms. `alarms` is undefined beyond the last page.
 * @throws Failure QUESTION_TOO_BIG
 */
export const readGroupPage = async (
  db: Db,
  base: readonly Sql[],
  context: PageContext,
  query: AlarmsQuery,
): Promise<{ rows: AlarmRow[]; groups: AlarmGroup[]; total: number; alarms: number | undefined }> => {
  const chosen = await findAlarms(db, base, context, query, groupKey('a'));
  if (chosen === null) return { rows: [], groups: [], total: 0, alarms: 0 };
  const { found, isOldestFirst } = chosen;
  const times = OTHER_TIMES.filter((time) => query.sort.some(({ field }) => field === time));
  const source = { ...LIVE_LIST, from: groupsOf(found, times, isOldestFirst) };
  const { keys, total } = await readPageKeys<keyof typeof source.fields, GroupRow>(
    db,
    source,
    GROUP,
    [sql`true`],
    query,
  );
  const alarms = total === 0 ? 0 : keys[0]?.alarms;
  const rows =
    keys.length === 0
      ? []
      : await readInOrder(
          db,
          keys.map(({ head }) => head),
        );
  const groups = keys.map(({ key, count, severity, first_time }) => ({ key, count, severity, first_time }));
  return { rows, groups, total, alarms: alarms === undefined ? undefined : Math.min(alarms, MAX_COUNTED_ALARMS) };
};
