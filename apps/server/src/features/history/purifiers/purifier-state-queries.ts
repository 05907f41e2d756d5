import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Control, Power, Run } from '@airdeck/domain/purifier-state';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';

/** A stretch of a purifier's time, epoch ms, `end` outside. */
export interface PurifierStretch {
  purifierId: number;
  start: number;
  end: number;
}

const stretchColumns = (stretches: readonly PurifierStretch[]): Sql => {
  const starts = stretches.map(({ start }) => new Date(start).toISOString());
  const ends = stretches.map(({ end }) => new Date(end).toISOString());
  const ids = stretches.map(({ purifierId }) => purifierId);
  return sql`${ids}::integer[], ${starts}::timestamptz[], ${ends}::timestamptz[]`;
};

/** Spans follow each other, so of those that began before a stretch only the last can reach into it. */
const reported = sql`purifier_state p
  where p.purifier_id = s.purifier_id and p.time < s.stop
    and p.time >= coalesce((
      select max(q.time) from purifier_state q where q.purifier_id = s.purifier_id and q.time <= s.start
    ), s.start)`;

/** How many spans of purifiers reach into their stretches, by the UTC day (since 1970) on which they began. */
export const countSpans = async (
  tx: Tx,
  stretches: readonly PurifierStretch[],
): Promise<{ day: number; spans: number }[]> => {
  const { rows } = await tx.query<{ day: number; spans: number }>(sql`
    select (p.time at time zone 'UTC')::date - date '1970-01-01' as day, count(*)::integer as spans
    from unnest(${stretchColumns(stretches)}) as s(purifier_id, start, stop)
    cross join lateral (select p.time from ${reported} and p.last_time >= s.start) p
    group by 1 order by 1`);
  return rows;
};

export interface SpanRow {
  /** Place of its stretch. */
  at: number;
  time: Date;
  last_time: Date;
  state: PurifierState;
}

/** Which of the spans: those that began on these UTC days (since 1970), and of them a page. */
export interface SpanPage {
  firstDay: number;
  lastDay: number;
  newestFirst: boolean;
  offset: number;
  limit: number;
}

/** Spans that reach into their stretches, by the time they began, at one time in the order of the stretches. */
export const listSpans = async (
  tx: Tx,
  stretches: readonly PurifierStretch[],
  { firstDay, lastDay, newestFirst, offset, limit }: SpanPage,
): Promise<SpanRow[]> => {
  const { rows } = await tx.query<SpanRow>(sql`
    select s.at::integer - 1 as at, p.time, p.last_time, p.state
    from unnest(${stretchColumns(stretches)}) with ordinality as s(purifier_id, start, stop, at)
    cross join lateral (
      select p.time, p.last_time, p.state from ${reported} and p.last_time >= s.start
        and p.time >= (date '1970-01-01' + ${firstDay}::integer)::timestamp at time zone 'UTC'
        and p.time < (date '1970-01-01' + ${lastDay}::integer + 1)::timestamp at time zone 'UTC'
    ) p
    order by p.time ${raw(newestFirst ? 'desc' : 'asc')}, s.at limit ${limit} offset ${offset}`);
  return rows;
};

export interface StateSeconds {
  /** Place of its stretch. */
  at: number;
  power: Power;
  control: Control;
  run: Run;
  seconds: number;
}

/**
 * How long purifiers were in each state in their stretches: a state holds until the next one, but no longer than
 * `patienceS` after it was reported last.
 */
export const sumStates = async (
  tx: Tx,
  stretches: readonly (PurifierStretch & { patienceS: number })[],
): Promise<StateSeconds[]> => {
  const { rows } = await tx.query<StateSeconds>(sql`
    select s.at::integer - 1 as at, p.state->>'power' as power, p.state->>'control' as control, p.state->>'run' as run,
      sum(extract(epoch from h.until - h.since))::double precision as seconds
    from unnest(${stretchColumns(stretches)}, ${stretches.map(({ patienceS }) => patienceS)}::integer[])
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
