import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import { SERVER_IDENTITY } from '../platform/db/server-identity.ts';
import { PARTITIONS } from './entry.ts';
import type { PartitionPosition } from './feed-queries.ts';

/** A partition that this process has leased. Moving its cursor requires the fence. */
export interface TakenPartition extends PartitionPosition {
  fence: number;
}

/** Creates the consumer's cursors; a new consumer starts at the current end of the feed. */
export const registerConsumer = async (db: Db, name: string, kinds: readonly number[]): Promise<void> => {
  await db.query(sql`insert into feed_consumer (name, lane, kinds, xid, seq)
    select ${name}, lane, ${kinds}::smallint[], pg_snapshot_xmin(pg_current_snapshot()), 0
    from unnest(${PARTITIONS}::smallint[]) as lane
    on conflict (name, lane) do update set kinds = excluded.kinds where feed_consumer.kinds <> excluded.kinds`);
};

/**
 * Renews the membership of `holder` for `leaseMs` and returns the number of live members. Uses the database's clock.
 */
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

type Held = Pick<TakenPartition, 'partition' | 'fence'>;
const partitionsOf = (held: readonly Held[]) => held.map(({ partition }) => partition);
const fencesOf = (held: readonly Held[]) => held.map(({ fence }) => fence);

/** Renews leases; returns the partitions that no other process has taken over. */
export const renewPartitions = async (
  tx: Tx,
  name: string,
  held: readonly Held[],
  leaseMs: number,
): Promise<number[]> => {
  const { rows } = await tx.query<{ partition: number }>(sql`
    update feed_consumer set until = clock_timestamp() + ${leaseMs} * interval '1 ms'
    where name = ${name}
      and (lane, fence) in (select * from unnest(${partitionsOf(held)}::smallint[], ${fencesOf(held)}::bigint[]))
    returning lane as partition`);
  return rows.map(({ partition }) => partition);
};

export const releasePartitions = async (tx: Tx, name: string, held: readonly Held[]): Promise<void> => {
  await tx.query(sql`update feed_consumer set until = '-infinity', holder = null where name = ${name}
    and (lane, fence) in (select * from unnest(${partitionsOf(held)}::smallint[], ${fencesOf(held)}::bigint[]))`);
};

/**
 * Leases up to `count` free partitions. Raises their fence, so that the previous holder can no longer move their cursors.
 */
export const takePartitions = async (
  tx: Tx,
  { name, holder, leaseMs, count }: { name: string; holder: string; leaseMs: number; count: number },
): Promise<TakenPartition[]> => {
  const { rows } = await tx.query<TakenPartition & Record<string, unknown>>(sql`
    update feed_consumer set holder = ${holder}, fence = fence + 1,
      until = clock_timestamp() + ${leaseMs} * interval '1 ms'
    where (name, lane) in (select name, lane from feed_consumer
      where name = ${name} and until < clock_timestamp() order by lane limit ${count} for update skip locked)
    returning lane as partition, xid::text as xid, seq, fence`);
  return rows;
};

/** Reads the cursors of the partitions that this process still holds. */
export const readCursors = async (db: Db, name: string, held: readonly Held[]): Promise<TakenPartition[]> => {
  const { rows } = await db.query<TakenPartition & Record<string, unknown>>(sql`
    select lane as partition, xid::text as xid, seq, fence from feed_consumer
    where name = ${name}
      and (lane, fence) in (select * from unnest(${partitionsOf(held)}::smallint[], ${fencesOf(held)}::bigint[]))`);
  return rows;
};

export interface CursorMove {
  partition: number;
  fence: number;
  /** Identity of the server from which the rows were read. */
  server: string;
  /** The first handled row: the cursor must still be before it. */
  first: PartitionPosition;
  last: PartitionPosition;
  failed: number;
}

/**
 * Moves a partition's cursor behind the handled rows. Returns false, and the caller must roll back, when another process has
 * taken the partition, when some of the rows have been handled already, or when the server that delivered them has crashed
 * since then, because those rows may never have reached the disk.
 */
export const moveCursor = async (tx: Tx, name: string, move: CursorMove): Promise<boolean> => {
  const { partition, fence, server, first, last, failed } = move;
  const { rowCount } = await tx.query({
    name: 'move-feed-cursor',
    text: `update feed_consumer set xid = $4, seq = $5, failed = failed + $6
      where name = $1 and lane = $2 and fence = $3 and (xid, seq) < ($7, $8) and ${SERVER_IDENTITY.sql} = $9`,
    values: [name, partition, fence, last.xid, last.seq, failed, first.xid, first.seq, server],
  });
  return rowCount === 1;
};

/** State of a consumer, over all its partitions. */
export interface ConsumerLag {
  name: string;
  /** Age of the oldest unhandled row; 0 when there is none. */
  lagMs: number;
  /** Rows that were truncated before the consumer read them. */
  skipped: number;
  /** Rows that the consumer skipped because handling them failed. */
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
