import sql, { raw } from 'sql-template-tag';
import { LOCK } from '../platform/db/locks.ts';
import type { Db, Tx } from '../platform/db/pool.ts';

/** The tables feed_0, feed_1, … of the migrations. */
export const SEGMENTS: readonly number[] = [0, 1, 2, 3];
const tableOf = (segment: number): string => `feed_${segment}`;

export interface Ring {
  /** The segment being written, and its age. */
  segment: number;
  ageMs: number;
  /** Size of each segment, including indexes. */
  bytes: number[];
}

/** Takes the ring's advisory lock until the transaction ends. Returns false when another process holds it. */
export const holdRing = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK.feed}) as held`);
  return rows[0]?.held ?? false;
};

export const readRing = async (tx: Tx): Promise<Ring> => {
  const { rows } = await tx.query<{ segment: number; age: number; bytes: number[] }>(sql`
    select segment, extract(epoch from clock_timestamp() - since)::double precision * 1000 as age,
      array(select pg_total_relation_size(name::regclass) from unnest(${SEGMENTS.map(tableOf)}::text[]) as name) as bytes
    from feed_ring`);
  const [row] = rows;
  if (!row) throw new Error('the table feed_ring is empty');
  return { segment: row.segment, ageMs: row.age, bytes: row.bytes };
};

export const isEmpty = async (tx: Tx, segment: number): Promise<boolean> =>
  (await tx.query(sql`select from ${raw(tableOf(segment))} limit 1`)).rowCount === 0;

/**
 * Segments that were vacuumed while they were empty. Statements planned since then read them from end to end, and keep
 * doing so when the segments have many rows: their statistics are never brought up to date.
 */
export const listVacuumedEmpty = async (db: Db | Tx): Promise<number[]> => {
  const { rows } = await db.query<{ segment: number }>(sql`
    select segment from unnest(${SEGMENTS}::integer[], ${SEGMENTS.map(tableOf)}::text[]) as s(segment, name)
    join pg_class c on c.oid = s.name::regclass where c.reltuples = 0`);
  return rows.map(({ segment }) => segment);
};

export const writeInto = async (tx: Tx, segment: number): Promise<void> => {
  await tx.query(sql`update feed_ring set segment = ${segment}, since = clock_timestamp()`);
};

/**
 * Locks a segment exclusively until the transaction ends, so that no transaction writes or reads there.
 * @throws an error with SQLSTATE 55P03 when the lock is not available within the timeout.
 */
export const lockSegment = async (tx: Tx, segment: number): Promise<void> => {
  await tx.query(sql`set local lock_timeout = '200ms'`);
  await tx.query(sql`lock table ${raw(tableOf(segment))} in access exclusive mode`);
};

export interface Behind {
  name: string;
  rows: number;
}

/** Consumers with unread rows in a segment, and how many. */
export const listBehind = async (tx: Tx, segment: number): Promise<Behind[]> => {
  const { rows } = await tx.query<Behind & Record<string, unknown>>(sql`
    select c.name, count(*) as rows from feed_consumer c join ${raw(tableOf(segment))} f
      on f.lane = c.lane and f.kind = any(c.kinds) and (f.xid, f.seq) > (c.xid, c.seq)
    group by c.name order by c.name`);
  return rows;
};

export const isBehind = async (tx: Tx, segment: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    select from feed_consumer c cross join lateral (
      select from ${raw(tableOf(segment))} f
      where f.lane = c.lane and f.kind = any(c.kinds) and (f.xid, f.seq) > (c.xid, c.seq) limit 1
    ) f limit 1`);
  return rowCount > 0;
};

/** Truncates a segment and adds its unread rows to each consumer's `skipped`. Call `lockSegment` first. */
export const emptySegment = async (tx: Tx, segment: number): Promise<void> => {
  const table = raw(tableOf(segment));
  await tx.query(sql`update feed_consumer c set skipped = skipped + b.rows from (
      select c.name, c.lane, count(*) as rows from feed_consumer c join ${table} f
        on f.lane = c.lane and f.kind = any(c.kinds) and (f.xid, f.seq) > (c.xid, c.seq)
      group by c.name, c.lane
    ) b where b.name = c.name and b.lane = c.lane`);
  await tx.query(sql`update feed_ring set horizon = newest.xid
    from (select xid from ${table} order by xid desc limit 1) newest where newest.xid > feed_ring.horizon`);
  await tx.query(sql`truncate ${table}`);
};

/**
 * Whether positions come from another cluster with higher transaction ids, because the database was moved. New rows
 * would then never be delivered.
 */
export const isFromElsewhere = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<{ moved: boolean }>(sql`
    select r.horizon > s.next or exists (select from feed_consumer where xid > s.next) as moved
    from feed_ring r, pg_snapshot_xmax(pg_current_snapshot()) as s(next)`);
  return rows[0]?.moved ?? false;
};

/** Empties the feed and sets all consumers to its current end. */
export const beginAnew = async (tx: Tx): Promise<void> => {
  await tx.query(sql`truncate feed`);
  await tx.query(sql`update feed_ring set horizon = '0'`);
  await tx.query(sql`update feed_consumer
    set xid = pg_snapshot_xmin(pg_current_snapshot()), seq = 0, fence = fence + 1, until = '-infinity'`);
};
