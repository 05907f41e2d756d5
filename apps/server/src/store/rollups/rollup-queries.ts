import { isoTime } from '@airdeck/domain/calendar';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import { numberArray } from '../../platform/db/number-array.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { SERVER_IDENTITY } from '../../platform/db/server-identity.ts';
import { type MeterHour, shardsOf } from '../frames/dirty-hours.ts';
import type { MeterDay } from './day-queries.ts';
import { blockOf } from './hour-block.ts';
import { type BlockRow, blocksOf, findBlocks, forgetBlocks, mergeDays } from './hour-block-queries.ts';
import type { DayRow, HourCell } from './rollup-rows.ts';

/** A mark as it was when it was taken; a writer that touches it makes another version of it. */
export interface Mark extends MeterHour {
  version: string;
}

const meterIds = (items: readonly { meterId: number }[]): number[] => items.map((item) => item.meterId);
const hourTexts = (hours: readonly MeterHour[]): string[] => hours.map(({ hour }) => isoTime(hour));

/** Of so many of the oldest marks a shard finds its own: about half of them. */
const LOOKED_AT = 4;

/** Up to `limit` marked hours of a shard's meters that begin before `before`, of the oldest ones. */
export const listDirty = async (
  db: Db,
  { before, shard, limit }: { before: number; shard: number; limit: number },
): Promise<MeterHour[]> => {
  // Along the index: the planner would think that hardly any meter belongs to the shard, and read the whole table.
  const { rows } = await db.query<{ meter_id: number; hour: Date }>(sql`
    select meter_id, hour from (
      select meter_id, hour from dirty_hour where hour < ${new Date(before)}
      order by hour, meter_id limit ${limit * LOOKED_AT}
    ) oldest
    where meter_id % ${SHARDS.length}::integer = ${shard} order by hour, meter_id limit ${limit}`);
  return rows.map((row) => ({ meterId: row.meter_id, hour: row.hour.getTime() }));
};

/** Moves the beginnings of meters (epoch ms by meter id) back to these times; answers those that were later. */
export const moveFirstPeriods = async (tx: Tx, first: ReadonlyMap<number, number>): Promise<number[]> => {
  const { rows } = await tx.query<{ meter_id: number }>(sql`
    update meter_period p set from_time = f.time
    from unnest(${[...first.keys()]}::integer[], ${[...first.values()].map(isoTime)}::timestamptz[]) as f(meter_id, time)
    where p.meter_id = f.meter_id and f.time < p.from_time
      and not exists (select from meter_period e where e.meter_id = p.meter_id and e.from_time < p.from_time)
    returning p.meter_id`);
  return rows.map(({ meter_id }) => meter_id);
};

/** Rollups of different shards can be made at once. */
export const SHARDS = [0, 1] as const;
export const shardOf = (meterId: number): number => meterId % SHARDS.length;

/**
 * Version of a mark. It includes the identity of the database server: a crash may undo a touch and reuse its transaction
 * id.
 */
const VERSION = sql`concat_ws(' ', d.xmin, ${SERVER_IDENTITY})`;

/** Whether this transaction is the one that makes rollups of the meters of these shards now. */
export const takeRollupLock = async (tx: Tx, shards: readonly number[] = SHARDS): Promise<boolean> => {
  const { rows } = await tx.query<{ taken: boolean }>(sql`
    select bool_and(pg_try_advisory_xact_lock(${LOCK.rollup}::integer, lane)) as taken from unnest(${shards}::integer[]) lane`);
  return rows[0]?.taken ?? false;
};

/**
 * Whether organizations still have these zones: another server may have changed one, and rebuilt its rollups, before
 * this one is notified. Checked under the rollup lock, which a rebuild takes after the change.
 */
export const areZonesCurrent = async (
  tx: Tx,
  organizations: readonly { id: number; timeZone: string }[],
): Promise<boolean> => {
  const ids = organizations.map(({ id }) => id);
  const zones = organizations.map(({ timeZone }) => timeZone);
  const { rowCount } = await tx.query(sql`
    select from organization o join unnest(${ids}::integer[], ${zones}::text[]) as p(id, time_zone) using (id)
    where o.time_zone <> p.time_zone limit 1`);
  return rowCount === 0;
};

/** Waits until no other transaction makes rollups, and keeps all others from it until this one ends. */
export const waitForRollupLock = async (tx: Tx): Promise<void> => {
  for (const shard of SHARDS)
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK.rollup}::integer, ${shard}::integer)`);
};

/**
 * The marks of these hours. From the commit on no writer relies on them: one that stores a frame of such an hour touches
 * its mark, so that clearMarks leaves it. Frames of those who relied on them have been committed: they are waited for.
 * Answers none when another server makes rollups.
 * @throws the database's error 55P03 when that takes too long.
 */
export const takeMarks = async (tx: Tx, hours: readonly MeterHour[]): Promise<Mark[]> => {
  if (!(await takeRollupLock(tx, [...new Set(hours.map(({ meterId }) => shardOf(meterId)))]))) return [];
  // Meanwhile every batch marks its own hours.
  await tx.query(sql`set local lock_timeout = '2s'`);
  const shards = shardsOf(hours);
  await tx.query(
    sql`select pg_advisory_xact_lock(${LOCK.epoch}::integer, lane) from unnest(${shards}::integer[]) lane`,
  );
  await tx.query(sql`update rollup_epoch set epoch = epoch + 1 where lane = any(${shards}::smallint[])`);
  const { rows } = await tx.query<{ meter_id: number; hour: Date; version: string }>(sql`
    select meter_id, hour, ${VERSION} as version from dirty_hour d
    join unnest(${meterIds(hours)}::integer[], ${hourTexts(hours)}::timestamptz[]) as w(meter_id, hour)
      using (meter_id, hour)
    order by hour, meter_id`);
  return rows.map((row) => ({ meterId: row.meter_id, hour: row.hour.getTime(), version: row.version }));
};

/** Those of these marks that still exist, touched or not: another server may have handled the others. */
export const remainingMarks = async (tx: Tx, marks: readonly Mark[]): Promise<Mark[]> => {
  const { rows } = await tx.query<{ at: number }>(sql`
    select m.at::integer - 1 as at from dirty_hour d
    join unnest(${meterIds(marks)}::integer[], ${hourTexts(marks)}::timestamptz[]) with ordinality as m(meter_id, hour, at)
      using (meter_id, hour)
    order by m.at`);
  return rows.flatMap(({ at }) => marks[at] ?? []);
};

/**
 * Deletes the marks that were not touched since they were taken. It locks them in the order in which writers
 * do, so that they never wait in a circle; where it waits for a writer, that one has touched the mark.
 */
export const clearMarks = async (tx: Tx, marks: readonly Mark[]): Promise<void> => {
  const versions = marks.map((mark) => mark.version);
  await tx.query(sql`
    with done as (
      select d.meter_id, d.hour from dirty_hour d
      join unnest(${meterIds(marks)}::integer[], ${hourTexts(marks)}::timestamptz[], ${versions}::text[])
        as m(meter_id, hour, version) on d.meter_id = m.meter_id and d.hour = m.hour and ${VERSION} = m.version
      order by d.meter_id, d.hour for update of d
    )
    delete from dirty_hour d using done where d.meter_id = done.meter_id and d.hour = done.hour`);
};

const only = (channels: readonly number[] | null): Sql =>
  channels ? sql`and r.channel = any(${channels}::smallint[])` : empty;

/** Hours of these meters' days, of all channels or of some, packed or not. @throws CorruptBlockError */
export const loadDays = async (
  tx: Tx,
  days: readonly MeterDay[],
  channels: readonly number[] | null = null,
): Promise<DayRow[]> => {
  const blocks = blocksOf(days);
  const { rows } = await tx.query<DayRow | BlockRow>(sql`
    select r.meter_id, r.channel, r.day, r.count, r.sum, r.min, r.max, null::date as first, null::bytea as data
    from rollup_hour r
    join unnest(${meterIds(days)}::integer[], ${days.map(({ day }) => day)}::date[]) as d(meter_id, day)
      on d.meter_id = r.meter_id and d.day = r.day ${only(channels)}
    union all
    select r.meter_id, r.channel, null, null, null, null, null, r.first, r.data from packed_hour r
    join unnest(${meterIds(blocks)}::integer[], ${blocks.map(({ first }) => first)}::date[]) as d(meter_id, first)
      on d.meter_id = r.meter_id and d.first = r.first ${only(channels)}`);
  const wanted = new Set(days.map(({ meterId, day }) => `${meterId}/${day}`));
  return mergeDays(rows, (meterId, day) => wanted.has(`${meterId}/${day}`));
};

export const saveDays = async (tx: Tx, rows: readonly DayRow[]): Promise<void> => {
  await tx.query(sql`
    insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
    select meter_id, day, channel, count::integer[], sum::integer[], min::smallint[], max::smallint[]
    from unnest(${rows.map((row) => row.meter_id)}::integer[], ${rows.map((row) => row.day)}::date[],
      ${rows.map((row) => row.channel)}::smallint[], ${rows.map((row) => numberArray(row.count))}::text[],
      ${rows.map((row) => numberArray(row.sum))}::text[], ${rows.map((row) => numberArray(row.min))}::text[],
      ${rows.map((row) => numberArray(row.max))}::text[])
      as r(meter_id, day, channel, count, sum, min, max)
    on conflict (meter_id, channel, day) do update
      set count = excluded.count, sum = excluded.sum, min = excluded.min, max = excluded.max`);
};

/** Copies days that have packed hours to rollup_hour, whose rows take precedence, so that an hour of them can change. */
export const unpackDays = async (tx: Tx, days: readonly MeterDay[]): Promise<void> => {
  const packed = await findBlocks(tx, blocksOf(days));
  if (packed.length === 0) return;
  const keys = new Set(packed.map(({ meterId, first }) => `${meterId}/${first}`));
  const isPacked = ({ meterId, day }: MeterDay): boolean => keys.has(`${meterId}/${blockOf(day).first}`);
  const unpacked = new Map(days.filter(isPacked).map((day) => [`${day.meterId}/${day.day}`, day]));
  await saveDays(tx, await loadDays(tx, [...unpacked.values()]));
};

/** An hour of a meter's day, by its place among the hours of the day, and its rollup. */
export interface SummedHour extends MeterDay {
  hour: number;
  hours: number;
  cells: readonly HourCell[];
}

const COLUMN_TYPES = { count: 'integer', sum: 'integer', min: 'smallint', max: 'smallint' } as const;

/**
 * Replaces one hour, the same of days that have equally many; none of the days is packed. Other hours of the days are
 * neither read nor sent: at midnight they would be most of the work.
 */
export const saveHour = async (tx: Tx, summed: readonly SummedHour[]): Promise<void> => {
  const [first] = summed;
  if (!first) return;
  const { hour, hours } = first;
  const cells = summed.flatMap(({ meterId, day, cells }) => cells.map((cell) => ({ meterId, day, ...cell })));
  const numbers = (pick: (cell: (typeof cells)[number]) => number | null) => numberArray(cells.map(pick));
  const columns = Object.entries(COLUMN_TYPES).map(([column, type]) => ({ column: raw(column), type: raw(type) }));
  const nulls = (length: number, type: Sql): Sql => sql`array_fill(null::${type}, array[${length}::integer])`;
  const set = (value: (column: Sql) => Sql): Sql =>
    join(columns.map(({ column }) => sql`${column}[${hour + 1}] = ${value(column)}`));
  const alone = columns.map(
    ({ column, type }) => sql`${nulls(hour, type)} || ${column} || ${nulls(hours - hour - 1, type)}`,
  );
  await tx.query(sql`
    with cell as materialized (
      select * from unnest(${numbers(({ meterId }) => meterId)}::integer[], ${cells.map(({ day }) => day)}::date[],
        ${numbers(({ channel }) => channel)}::smallint[], ${numbers(({ count }) => count)}::integer[],
        ${numbers(({ sum }) => sum)}::integer[], ${numbers(({ min }) => min)}::smallint[],
        ${numbers(({ max }) => max)}::smallint[]) as c(meter_id, day, channel, count, sum, min, max)
    ), emptied as (
      update rollup_hour r set ${set(() => sql`null`)}
      from unnest(${meterIds(summed)}::integer[], ${summed.map(({ day }) => day)}::date[]) as d(meter_id, day)
      where r.meter_id = d.meter_id and r.day = d.day and cardinality(r.count) = ${hours}
        and r.count[${hour + 1}] is not null and not exists (
          select from cell c where c.meter_id = r.meter_id and c.day = r.day and c.channel = r.channel)
    ), replaced as (
      update rollup_hour r set ${set((column) => sql`c.${column}`)}
      from cell c where r.meter_id = c.meter_id and r.day = c.day and r.channel = c.channel
        and cardinality(r.count) = ${hours}
      returning r.meter_id, r.day, r.channel
    )
    insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
    select meter_id, day, channel, ${join(alone)} from cell
    where not exists (select from replaced r
      where r.meter_id = cell.meter_id and r.day = cell.day and r.channel = cell.channel)
    -- A row of another length belongs to another calendar.
    on conflict (meter_id, channel, day) do update
      set count = excluded.count, sum = excluded.sum, min = excluded.min, max = excluded.max`);
};

/** Deletes the rollups of these meters from a day on. The caller holds the rollup lock. */
export const deleteDays = async (tx: Tx, meters: number[], from: string): Promise<void> => {
  await tx.query(sql`delete from rollup_hour where meter_id = any(${meters}::integer[]) and day >= ${from}::date`);
  await forgetBlocks(tx, meters, from);
};
