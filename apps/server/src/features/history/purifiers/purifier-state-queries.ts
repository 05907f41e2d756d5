import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Control, Power, Run, ShownWorkMode } from '@airdeck/domain/purifier-state';
import type { TimeRange } from '@airdeck/domain/range';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';

/** A purifier and a range of time. */
export interface PurifierRange extends TimeRange {
  purifierId: number;
}

const rangeColumns = (ranges: readonly PurifierRange[]): Sql => {
  const starts = ranges.map(({ start }) => new Date(start).toISOString());
  const ends = ranges.map(({ end }) => new Date(end).toISOString());
  const ids = ranges.map(({ purifierId }) => purifierId);
  return sql`${ids}::integer[], ${starts}::timestamptz[], ${ends}::timestamptz[]`;
};

/** States follow each other, so only the last one that began before a range can reach into it. */
const reported = sql`purifier_state p
  where p.purifier_id = s.purifier_id and p.time < s.stop
    and p.time >= coalesce((
      select max(q.time) from purifier_state q where q.purifier_id = s.purifier_id and q.time <= s.start
    ), s.start)`;

/** The requested work modes (domain/purifier-state); null requests all. */
export type Modes = readonly ShownWorkMode[] | null;

const hasMode = (modes: Modes): Sql =>
  modes === null
    ? sql`true`
    : sql`case when p.state->>'power' = 'OFF' then 'OFF' when p.state->>'run' <> 'WORK' then p.state->>'run'
        else p.state->>'control' end = any(${modes}::text[])`;

/** Counts the states of purifiers that reach into their ranges, by the UTC day (since 1970) on which they began. */
export const countStates = async (
  tx: Tx,
  ranges: readonly PurifierRange[],
  modes: Modes,
): Promise<{ day: number; states: number }[]> => {
  const { rows } = await tx.query<{ day: number; states: number }>(sql`
    select (p.time at time zone 'UTC')::date - date '1970-01-01' as day, count(*)::integer as states
    from unnest(${rangeColumns(ranges)}) as s(purifier_id, start, stop)
    cross join lateral (select p.time from ${reported} and p.last_time >= s.start and ${hasMode(modes)}) p
    group by 1 order by 1`);
  return rows;
};

export interface StateRow {
  /** Index of its range. */
  at: number;
  time: Date;
  last_time: Date;
  state: PurifierState;
}

/** A page of the states that began on these UTC days (since 1970). */
export interface StatePage {
  firstDay: number;
  lastDay: number;
  newestFirst: boolean;
  modes: Modes;
  offset: number;
  limit: number;
}

/** States that reach into their ranges, ordered by the time they began, then in the order of the ranges. */
export const listStates = async (
  tx: Tx,
  ranges: readonly PurifierRange[],
  { firstDay, lastDay, newestFirst, modes, offset, limit }: StatePage,
): Promise<StateRow[]> => {
  const { rows } = await tx.query<StateRow>(sql`
    select s.at::integer - 1 as at, p.time, p.last_time, p.state
    from unnest(${rangeColumns(ranges)}) with ordinality as s(purifier_id, start, stop, at)
    cross join lateral (
      select p.time, p.last_time, p.state from ${reported} and p.last_time >= s.start and ${hasMode(modes)}
        and p.time >= (date '1970-01-01' + ${firstDay}::integer)::timestamp at time zone 'UTC'
        and p.time < (date '1970-01-01' + ${lastDay}::integer + 1)::timestamp at time zone 'UTC'
    ) p
    order by p.time ${raw(newestFirst ? 'desc' : 'asc')}, s.at limit ${limit} offset ${offset}`);
  return rows;
};

export interface StateSeconds {
  /** Index of its range. */
  at: number;
  power: Power;
  control: Control;
  run: Run;
  seconds: number;
}

/**
 * How long purifiers were in each state in their ranges. A state lasts until the next one, but no longer than
 * `patienceS` after its last report.
 */
export const sumStates = async (
  tx: Tx,
  ranges: readonly (PurifierRange & { patienceS: number })[],
): Promise<StateSeconds[]> => {
  const { rows } = await tx.query<StateSeconds>(sql`
    select s.at::integer - 1 as at, p.state->>'power' as power, p.state->>'control' as control, p.state->>'run' as run,
      sum(extract(epoch from h.until - h.since))::double precision as seconds
    from unnest(${rangeColumns(ranges)}, ${ranges.map(({ patienceS }) => patienceS)}::integer[])
      with ordinality as s(purifier_id, start, stop, patience, at)
    cross join lateral (
      select p.time, p.last_time, p.state, lead(p.time) over (order by p.time) as next from ${reported}
    ) p
    cross join lateral (
      select greatest(p.time, s.start) as since,
        least(p.next, p.last_time + s.patience * interval '1 second', s.stop) as until
    ) h
    where h.until > h.since
    group by 1, 2, 3, 4`);
  return rows;
};
