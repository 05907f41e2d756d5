import type {
  NewTimetable,
  PlacedPurifier,
  TIMETABLE_ORDERS,
  TimetableFields,
  TimetableItem,
  TimetableRun,
  TimetablesQuery,
} from '@airdeck/contract/control/timetable';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Clock } from '../../../platform/clock.ts';
import { containsWords, equals, withinScope } from '../../../platform/db/conditions.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { naturalOrder } from '../../../platform/db/read-page.ts';
import { Failure } from '../../../platform/http/failure.ts';
import type { ResourceTable } from '../../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../../resource/timestamps.ts';

/**
 * Gives a timetable its purifiers.
 * @throws Failure INVALID_PARAMETER: one is none of the organization's, or has another timetable.
 */
const writePurifiers = async (tx: Tx, id: number, organizationId: number, given: readonly number[]): Promise<void> => {
  const ids = [...new Set(given)];
  await tx.query(
    sql`delete from timetable_purifier where timetable_id = ${id} and not purifier_id = any(${ids}::integer[])`,
  );
  await tx.query(sql`
    insert into timetable_purifier (purifier_id, timetable_id)
    select p.id, ${id} from purifier p join meter m on m.id = p.meter_id
    where p.id = any(${ids}::integer[]) and m.organization_id = ${organizationId}
    order by p.id on conflict do nothing`);
  const { rows } = await tx.query<{ known: number; own: number }>(sql`
    select count(*) as known, count(*) filter (where x.timetable_id = ${id}) as own
    from purifier p join meter m on m.id = p.meter_id left join timetable_purifier x on x.purifier_id = p.id
    where p.id = any(${ids}::integer[]) and m.organization_id = ${organizationId}`);
  const { known = 0, own = 0 } = rows[0] ?? {};
  if (own < ids.length) {
    throw new Failure('INVALID_PARAMETER', { purifier_ids: known < ids.length ? 'NOT_FOUND' : 'DUPLICATE' });
  }
};

export const createTimetableTable = (
  clock: Clock,
): ResourceTable<
  Timestamped<TimetableItem>,
  TimetableItem,
  NewTimetable,
  TimetableFields,
  TimetablesQuery,
  (typeof TIMETABLE_ORDERS)[number]
> => ({
  entity: 'timetables',
  table: 'timetable',
  alias: 't',
  list: {
    columns: sql`t.id, t.organization_id, o.name as organization_name, t.name, o.time_zone, t.week, t.exceptions, t.use,
      (select count(*) from timetable_purifier x where x.timetable_id = t.id) as purifier_count,
      array(select x.purifier_id from timetable_purifier x where x.timetable_id = t.id order by 1) as purifier_ids,
      t.created_time, t.updated_time, t.version`,
    from: sql`timetable t join organization o on o.id = t.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('t.name'),
      use: 't.use',
      created_time: 't.created_time',
      updated_time: 't.updated_time',
    },
    order: ['o.name', naturalOrder('t.name'), 't.id'],
  },
  scope: { organization: 't.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 't.name'], query.search),
    ...equals('t.organization_id', query.organizationId),
    ...equals('t.use', query.use),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  // It starts with the next occurrence: past ones are not executed.
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into timetable (organization_id, name, week, exceptions, use, executed_until)
      select o.id, ${added.name}, ${JSON.stringify(added.week)}::jsonb, ${JSON.stringify(added.exceptions)}::jsonb,
        ${added.use}, ${new Date(clock.now())} from organization o
      where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    const id = rows[0]?.id;
    if (id !== undefined) await writePurifiers(tx, id, added.organization_id, added.purifier_ids);
    return id;
  },
  // The executor is never far behind, so that an edit loses nothing that falls due just now.
  update: async (tx, { id, organization_id }, edited) => {
    const { rowCount } = await tx.query(sql`
      update timetable set name = ${edited.name}, week = ${JSON.stringify(edited.week)}::jsonb,
        exceptions = ${JSON.stringify(edited.exceptions)}::jsonb, use = ${edited.use}, next_time = null,
        version = version + 1, updated_time = now() where id = ${id}`);
    await writePurifiers(tx, id, organization_id, edited.purifier_ids);
    return rowCount > 0;
  },
});

/** The zone of an organization that a scope reaches. */
export const findZone = async (db: Db, scope: Scope, organizationId: number): Promise<string | undefined> => {
  const { rows } = await db.query<{ time_zone: string }>(sql`
    select o.time_zone from organization o
    where o.id = ${organizationId} and ${withinScope(scope, { organization: 'o.id' })}`);
  return rows[0]?.time_zone;
};

/** More than an organization has. */
const MAX_PURIFIERS = 20_000;

export const listPlacedPurifiers = async (
  db: Db,
  organizationId: number,
  language: Language,
): Promise<PlacedPurifier[]> => {
  const nameOf = (alias: string): Sql =>
    language === 'en' ? sql`coalesce(${raw(alias)}.name_en, ${raw(alias)}.name)` : sql`${raw(alias)}.name`;
  const { rows } = await db.query<PlacedPurifier>(sql`
    select p.id, ${nameOf('p')} as name, ${nameOf('f')} as office_name, ${nameOf('d')} as department_name,
      ${nameOf('m')} as meter_name, p.use,
      t.id as timetable_id, t.name as timetable_name
    from purifier p join meter m on m.id = p.meter_id join office f on f.id = m.office_id
      join department d on d.id = m.department_id
      left join timetable_purifier x on x.purifier_id = p.id left join timetable t on t.id = x.timetable_id
    where m.organization_id = ${organizationId}
    order by f.name, d.name, m.name, p.number limit ${MAX_PURIFIERS}`);
  return rows;
};

type RunRow = Omit<TimetableRun, 'time'> & { time: Date };

/** The recent runs of a timetable, newest first; undefined: the scope has no such timetable. */
export const listRuns = async (
  db: Db,
  scope: Scope,
  timetableId: number,
  max: number,
): Promise<RunRow[] | undefined> => {
  const found = await db.query(sql`
    select from timetable t where t.id = ${timetableId} and ${withinScope(scope, { organization: 't.organization_id' })}`);
  if (found.rowCount === 0) return undefined;
  const { rows } = await db.query<RunRow>(sql`
    select r.time, r.action, r.outcome, r.told, cardinality(r.waiting) as waiting, r.left_alone as left
    from timetable_run r where r.timetable_id = ${timetableId} order by r.time desc limit ${max}`);
  return rows;
};
