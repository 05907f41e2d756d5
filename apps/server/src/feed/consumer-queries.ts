import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import { LANES } from './entry.ts';
import type { LanePosition } from './feed-queries.ts';

/** A lane that somebody works, and the fence that lets him move its cursor. */
export interface TakenLane extends LanePosition {
  fence: number;
}

/** A new consumer begins with what is stored from now on. */
export const registerConsumer = async (db: Db, name: string, kinds: readonly number[]): Promise<void> => {
  await db.query(sql`insert into feed_consumer (name, lane, kinds, xid, seq)
    select ${name}, lane, ${kinds}::smallint[], pg_snapshot_xmin(pg_current_snapshot()), 0
    from unnest(${LANES}::smallint[]) as lane
    on conflict (name, lane) do update set kinds = excluded.kinds where feed_consumer.kinds <> excluded.kinds`);
};

/** Says that `holder` is there until `leaseMs` from now; answers how many are. Times are the database's own. */
export const joinMembers = async (tx: Tx, name: string, holder: string, leaseMs: number): Promise<number> => {
  await tx.query(sql`insert into feed_member (name, holder, until)
    values (${name}, ${holder}, clock_timestamp() + ${leaseMs} * interval '1 ms')
    on conflict (name, holder) do update set until = excluded.until`);
  await tx.query(sql`delete from feed_member where (name, holder) in (
    select name, holder from feed_member where name = ${name} and until < clock_timestamp() for update skip locked)`);
  const { rows } = await tx.query<{ count: number }>(
    sql`select count(*) as count from feed_member where name = ${name}`,
  );
  return Math.max(1, rows[0]?.count ?? 1);
};

export const leaveMembers = async (tx: Tx, name: string, holder: string): Promise<void> => {
  await tx.query(sql`delete from feed_member where name = ${name} and holder = ${holder}`);
};

type Held = Pick<TakenLane, 'lane' | 'fence'>;
const lanesOf = (held: readonly Held[]) => held.map(({ lane }) => lane);
const fencesOf = (held: readonly Held[]) => held.map(({ fence }) => fence);

/** Holds lanes for longer; answers those that nobody has taken meanwhile. */
export const renewLanes = async (tx: Tx, name: string, held: readonly Held[], leaseMs: number): Promise<number[]> => {
  const { rows } = await tx.query<{ lane: number }>(sql`
    update feed_consumer set until = clock_timestamp() + ${leaseMs} * interval '1 ms'
    where name = ${name}
      and (lane, fence) in (select * from unnest(${lanesOf(held)}::smallint[], ${fencesOf(held)}::bigint[]))
    returning lane`);
  return rows.map(({ lane }) => lane);
};

export const releaseLanes = async (tx: Tx, name: string, held: readonly Held[]): Promise<void> => {
  await tx.query(sql`update feed_consumer set until = '-infinity', holder = null where name = ${name}
    and (lane, fence) in (select * from unnest(${lanesOf(held)}::smallint[], ${fencesOf(held)}::bigint[]))`);
};

/** Takes lanes that nobody holds, `count` at most. From now on whoever held them before cannot move their cursors. */
export const takeLanes = async (
  tx: Tx,
  { name, holder, leaseMs, count }: { name: string; holder: string; leaseMs: number; count: number },
): Promise<TakenLane[]> => {
  const { rows } = await tx.query<TakenLane & Record<string, unknown>>(sql`
    update feed_consumer set holder = ${holder}, fence = fence + 1,
      until = clock_timestamp() + ${leaseMs} * interval '1 ms'
    where (name, lane) in (select name, lane from feed_consumer
      where name = ${name} and until < clock_timestamp() order by lane limit ${count} for update skip locked)
    returning lane, xid::text as xid, seq, fence`);
  return rows;
};

/** Moves a lane's cursor; false when somebody else has taken the lane. */
export const moveCursor = async (tx: Tx, name: string, to: TakenLane, failed: number): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'move-feed-cursor',
    text: `update feed_consumer set xid = $4, seq = $5, failed = failed + $6
      where name = $1 and lane = $2 and fence = $3`,
    values: [name, to.lane, to.fence, to.xid, to.seq, failed],
  });
  return rowCount === 1;
};

/** How a consumer is, all its lanes together. */
export interface ConsumerLag {
  name: string;
  /** Age of the oldest row that it has not handled; 0 when there is none. */
  lagMs: number;
  /** Rows that were taken away before it had seen them. */
  skipped: number;
  /** Rows that it could not handle, and passed. */
  failed: number;
}

export const listLags = async (db: Db | Tx): Promise<ConsumerLag[]> => {
  const { rows } = await db.query<ConsumerLag & Record<string, unknown>>(sql`
    select c.name,
      coalesce(max(greatest(0, extract(epoch from clock_timestamp() - f.time)::double precision * 1000)), 0) as "lagMs",
      sum(c.skipped)::bigint as skipped, sum(c.failed)::bigint as failed
    from feed_consumer c left join lateral (
      select time from feed where lane = c.lane and (xid, seq) > (c.xid, c.seq) and kind = any(c.kinds)
      order by xid, seq limit 1
    ) f on true group by c.name order by c.name`);
  return rows;
};
