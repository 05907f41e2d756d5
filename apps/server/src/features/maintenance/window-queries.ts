import type { MAINTENANCE_WINDOW_ORDERS, MaintenanceWindowsQuery } from '@airdeck/contract/maintenance/routes';
import {
  MAX_AGO_MS,
  MAX_AHEAD_MS,
  MAX_WINDOWS,
  type MaintenanceWindow,
  type MaintenanceWindowFields,
  type NewMaintenanceWindow,
  type WindowState,
  windowErrors,
} from '@airdeck/contract/maintenance/schema';
import sql, { type Sql } from 'sql-template-tag';
import type { Clock } from '../../platform/clock.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

type Row = Timestamped<Omit<MaintenanceWindow, 'window_state' | 'begin_time' | 'end_time'>> & {
  begin_time: Date;
  end_time: Date;
};
type Times = Pick<Row, 'begin_time' | 'end_time'>;

const stateAt = (now: number, { begin_time, end_time }: Times): WindowState => {
  if (now >= end_time.getTime()) return 'ENDED';
  return now >= begin_time.getTime() ? 'RUNNING' : 'PLANNED';
};

const hasState = (state: WindowState | undefined, now: number): Sql[] => {
  const time = new Date(now);
  switch (state) {
    case undefined:
      return [];
    case 'PLANNED':
      return [sql`w.begin_time > ${time}`];
    case 'RUNNING':
      return [sql`w.begin_time <= ${time} and w.end_time > ${time}`];
    case 'ENDED':
      return [sql`w.end_time <= ${time}`];
  }
};

/**
 * Times of a window that is planned, or of the row that they replace.
 * @throws Failure INVALID_PARAMETER, WINDOW_STATE
 */
const timesOf = (given: MaintenanceWindowFields, before: Times | null, now: number): { begin: Date; end: Date } => {
  const [begin, end] = [Date.parse(given.begin_time), Date.parse(given.end_time)];
  const state = before === null ? 'PLANNED' : stateAt(now, before);
  if (state === 'ENDED') throw new Failure('WINDOW_STATE');
  const isMoved = state === 'RUNNING' && begin !== before?.begin_time.getTime();
  const errors = {
    ...windowErrors(begin, end),
    ...(isMoved || (state === 'PLANNED' && begin < now - MAX_AGO_MS) ? { begin_time: 'TIME_PAST' as const } : {}),
    ...(begin > now + MAX_AHEAD_MS ? { begin_time: 'TOO_FAR_AHEAD' as const } : {}),
    ...(end < now ? { end_time: 'TIME_PAST' as const } : {}),
  };
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
  return { begin: new Date(begin), end: new Date(end) };
};

/** @throws Failure INVALID_PARAMETER beyond MAX_WINDOWS */
const checkCount = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.query(sql`select from organization where id = ${organizationId} for no key update`);
  const { rowCount } = await tx.query(sql`
    select from maintenance_window where organization_id = ${organizationId} limit ${MAX_WINDOWS + 1}`);
  if (rowCount > MAX_WINDOWS) throw new Failure('INVALID_PARAMETER', { place_kind: 'TOO_MANY_WINDOWS' });
};

export const createWindowTable = (
  clock: Clock,
): ResourceTable<
  Row,
  MaintenanceWindow,
  NewMaintenanceWindow,
  MaintenanceWindowFields,
  MaintenanceWindowsQuery,
  (typeof MAINTENANCE_WINDOW_ORDERS)[number]
> => ({
  entity: 'maintenance_windows',
  table: 'maintenance_window',
  alias: 'w',
  list: {
    columns: sql`w.id, case when w.meter_id is not null then 'meter' when w.department_id is not null then 'department'
        when w.office_id is not null then 'office' else 'organization' end as place_kind,
      w.organization_id, o.name as organization_name, w.office_id, coalesce(f.name, w.office_name) as office_name,
      w.department_id, coalesce(d.name, w.department_name) as department_name, w.meter_id,
      coalesce(m.name, w.meter_name) as meter_name, w.begin_time, w.end_time, w.reason,
      w.created_time, w.updated_time, w.version`,
    from: sql`maintenance_window w join organization o on o.id = w.organization_id
      left join meter m on m.id = w.meter_id left join department d on d.id = coalesce(w.department_id, m.department_id)
      left join office f on f.id = coalesce(w.office_id, d.office_id)`,
    fields: {
      organization_name: 'o.name',
      office_name: 'f.name',
      department_name: 'd.name',
      meter_name: 'm.name',
      begin_time: 'w.begin_time',
      end_time: 'w.end_time',
      reason: 'w.reason',
      created_time: 'w.created_time',
      updated_time: 'w.updated_time',
    },
    order: ['w.begin_time desc', 'w.id desc'],
  },
  scope: { organization: 'w.organization_id' },
  filters: (query) => [
    ...containsWords(
      [
        ...['o.name', 'o.name_en', 'f.name', 'f.name_en', 'd.name', 'd.name_en', 'm.name', 'm.name_en'],
        ...['w.office_name', 'w.department_name', 'w.meter_name', 'w.reason'],
      ],
      query.search,
    ),
    ...equals('w.organization_id', query.organizationId),
    ...equals('f.id', query.officeId),
    ...equals('d.id', query.departmentId),
    ...hasState(query.window_state, clock.now()),
  ],
  present: (row) => ({
    ...presentTimestamps(row),
    begin_time: row.begin_time.toISOString(),
    end_time: row.end_time.toISOString(),
    window_state: stateAt(clock.now(), row),
  }),
  passing: ['window_state'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  insert: async (tx, added, scope) => {
    const { place_kind: kind } = added;
    const placeId = added[`${kind}_id`];
    if (placeId === null) throw new Failure('INVALID_PARAMETER', { [`${kind}_id`]: 'REQUIRED' });
    const { begin, end } = timesOf(added, null, clock.now());
    const { rows } = await tx.query<{ id: number; organization_id: number }>(sql`
      insert into maintenance_window (organization_id, office_id, department_id, meter_id, office_name, department_name,
        meter_name, begin_time, end_time, reason)
      select p.*, ${begin}, ${end}, ${added.reason} from (
        select o.id as organization_id, null::integer, null::integer, null::integer, null, null, null from organization o
        where ${kind} = 'organization' and o.id = ${placeId}
        union all
        select f.organization_id, f.id, null, null, f.name, null, null from office f
        where ${kind} = 'office' and f.id = ${placeId}
        union all
        select d.organization_id, null, d.id, null, f.name, d.name, null from department d join office f on f.id = d.office_id
        where ${kind} = 'department' and d.id = ${placeId}
        union all
        select m.organization_id, null, null, m.id, f.name, d.name, m.name
        from meter m join department d on d.id = m.department_id join office f on f.id = d.office_id
        where ${kind} = 'meter' and m.id = ${placeId}
      ) p where ${withinScope(scope, { organization: 'p.organization_id' })} returning id, organization_id`);
    const [row] = rows;
    if (row === undefined) throw new Failure('RESOURCE_NOT_FOUND', { [`${kind}_id`]: 'INVALID' });
    await checkCount(tx, row.organization_id);
    return row.id;
  },
  update: async (tx, row, edited) => {
    const { begin, end } = timesOf(edited, row, clock.now());
    const { rowCount } = await tx.query(sql`
      update maintenance_window set begin_time = ${begin}, end_time = ${end}, reason = ${edited.reason},
        version = version + 1, updated_time = now() where id = ${row.id}`);
    return rowCount > 0;
  },
  checkRemoval: async (_, row) => {
    if (stateAt(clock.now(), row) !== 'PLANNED') throw new Failure('WINDOW_STATE');
  },
});
