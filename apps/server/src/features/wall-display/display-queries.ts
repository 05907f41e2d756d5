import type { WALL_DISPLAY_ORDERS, WallDisplaysQuery } from '@airdeck/contract/wall-display/routes';
import type {
  NewWallDisplay,
  WallDisplay,
  WallDisplayFields,
  WallLevel,
  WallState,
} from '@airdeck/contract/wall-display/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Clock } from '../../platform/clock.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

type Row = Timestamped<Omit<WallDisplay, 'wall_state' | 'last_seen_time' | 'ended_time'>> & {
  last_seen_time: Date | null;
  ended_time: Date | null;
};

/** The presence of a screen is recorded once a minute. */
const ON_MS = 3 * MINUTE_MS;

const stateOf = ({ ended_time: ended, last_seen_time: seen }: Row, now: number): WallState => {
  if (ended !== null) return 'ENDED';
  if (seen === null) return 'NEW';
  return now - seen.getTime() < ON_MS ? 'ON' : 'OFF';
};

const hasState = (state: WallState | undefined, now: number): Sql[] => {
  const since = new Date(now - ON_MS);
  switch (state) {
    case undefined:
      return [];
    case 'ENDED':
      return [sql`w.ended_time is not null`];
    case 'NEW':
      return [sql`w.ended_time is null and w.last_seen_time is null`];
    case 'ON':
      return [sql`w.ended_time is null and w.last_seen_time > ${since}`];
    case 'OFF':
      return [sql`w.ended_time is null and w.last_seen_time <= ${since}`];
  }
};

const TABLE_OF: Readonly<Record<Exclude<WallLevel, 'ORGANIZATION'>, string>> = {
  OFFICE: 'office',
  DEPARTMENT: 'department',
};

/** @throws Failure INVALID_PARAMETER: one is no place or plan of the organization's, or an organization as a whole has none. */
const checkPlaces = async (
  tx: Tx,
  organizationId: number,
  { wall_level: level, place_ids: ids, plan_ids: plans }: WallDisplayFields,
): Promise<void> => {
  const known = await tx.query(sql`
    select from floor_plan where id = any(${plans}::integer[]) and organization_id = ${organizationId}`);
  if (known.rowCount < new Set(plans).size) throw new Failure('INVALID_PARAMETER', { plan_ids: 'NOT_FOUND' });
  if (ids.length === 0) return;
  const failure = new Failure('INVALID_PARAMETER', { place_ids: 'NOT_FOUND' });
  if (level === 'ORGANIZATION') throw failure;
  const { rowCount } = await tx.query(sql`
    select from ${raw(TABLE_OF[level])} where id = any(${ids}::integer[]) and organization_id = ${organizationId}`);
  if (rowCount < new Set(ids).size) throw failure;
};

export const createWallDisplayTable = (
  clock: Clock,
): ResourceTable<
  Row,
  WallDisplay,
  NewWallDisplay,
  WallDisplayFields,
  WallDisplaysQuery,
  (typeof WALL_DISPLAY_ORDERS)[number]
> => ({
  entity: 'wall_displays',
  table: 'wall_display',
  alias: 'w',
  list: {
    columns: sql`w.id, w.organization_id, o.name as organization_name, w.name, w.wall_level, w.place_ids, w.plan_ids, w.seconds,
        w.language, u.login as made_by, w.last_seen_time, w.ended_time, w.created_time, w.updated_time, w.version`,
    from: sql`wall_display w join organization o on o.id = w.organization_id left join app_user u on u.id = w.made_by`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('w.name'),
      last_seen_time: 'w.last_seen_time',
      seconds: 'w.seconds',
      language: 'w.language',
      created_time: 'w.created_time',
      updated_time: 'w.updated_time',
    },
    order: ['o.name', naturalOrder('w.name'), 'w.id'],
  },
  scope: { organization: 'w.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'w.name'], query.search),
    ...equals('w.organization_id', query.organizationId),
    ...hasState(query.wall_state, clock.now()),
  ],
  present: (row) => ({
    ...presentTimestamps(row),
    wall_state: stateOf(row, clock.now()),
    last_seen_time: row.last_seen_time?.toISOString() ?? null,
    ended_time: row.ended_time?.toISOString() ?? null,
  }),
  passing: ['wall_state', 'last_seen_time'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into wall_display (organization_id, name, wall_level, place_ids, plan_ids, seconds, language)
        select o.id, ${added.name}, ${added.wall_level}, ${added.place_ids}::integer[], ${added.plan_ids}::integer[],
          ${added.seconds}, ${added.language}
        from organization o
        where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    const id = rows[0]?.id;
    if (id !== undefined) await checkPlaces(tx, added.organization_id, added);
    return id;
  },
  update: async (tx, { id, organization_id }, edited) => {
    await checkPlaces(tx, organization_id, edited);
    const { rowCount } = await tx.query(sql`
        update wall_display set name = ${edited.name}, wall_level = ${edited.wall_level},
          place_ids = ${edited.place_ids}::integer[], plan_ids = ${edited.plan_ids}::integer[], seconds = ${edited.seconds}, language = ${edited.language},
          version = version + 1, updated_time = now()
        where id = ${id}`);
    return rowCount > 0;
  },
});
