import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import { SERVER_IDENTITY } from '../platform/db/server-identity.ts';
import { type EncodedRow, encodeEntry } from './codec.ts';
import { type FeedEntry, PARTITIONS } from './entry.ts';

/** NOTIFY channel that wakes other processes after an append. */
export const FEED_CHANNEL = 'airdeck_feed';

/**
 * Publishes entries in the transaction that makes them true. Call it after the writes that the entries report, and wake
 * the subscribers after the commit (`Feed.wake`, `notifyFeed`).
 */
export const appendFeed = async (tx: Tx, entries: readonly FeedEntry[]): Promise<void> => {
  const rows = entries.flatMap(encodeEntry);
  if (rows.length > 0) await insertRows(tx, rows);
};

/**
 * Sends all rows as one byte string, which the server splits: an array of byte strings would be sent as hexadecimal
 * text.
 */
const insertRows = async (tx: Tx, rows: readonly EncodedRow[]): Promise<void> => {
  const ends: number[] = [];
  let total = 0;
  for (const { data } of rows) {
    total += data.length;
    ends.push(total);
  }
  await tx.query({
    name: 'append-feed',
    text: `insert into feed (segment, lane, kind, data)
      select r.segment, e.lane, e.kind, substring($1::bytea from e.first for e.length)
      from unnest($2::smallint[], $3::smallint[], $4::integer[], $5::integer[]) as e(lane, kind, first, length), feed_ring r`,
    values: [
      Buffer.concat(
        rows.map(({ data }) => data),
        total,
      ),
      rows.map(({ partition }) => partition),
      rows.map(({ kind }) => kind),
      rows.map(({ data }, i) => (ends[i] ?? 0) - data.length + 1),
      rows.map(({ data }) => data.length),
    ],
  });
};

/** Wakes the other processes. Within a transaction the notification is sent at its commit. */
export const notifyFeed = async (db: Db | Tx, payload: string): Promise<void> => {
  await db.query(sql`select pg_notify(${FEED_CHANNEL}, ${payload})`);
};

/** For commands: reports that any part of the registry may have changed. All processes reload it after the commit. */
export const appendRegistryChange = async (tx: Tx): Promise<void> => {
  await appendFeed(tx, [{ kind: 'registry', word: { from: null, touch: null } }]);
  await notifyFeed(tx, '');
};

/** For background work: reports that these meters have changed. */
export const appendMeterChange = async (tx: Tx, meters: number[]): Promise<void> => {
  await appendFeed(tx, [{ kind: 'registry', word: { from: null, touch: { organizations: [], meters } } }]);
  await notifyFeed(tx, '');
};

/** The last row read in a partition. `xid` is a string because it may exceed JavaScript's safe integers. */
export interface PartitionPosition {
  partition: number;
  xid: string;
  seq: number;
}

/** Positions in all partitions. Transaction ids are comparable only on the same server. */
export interface FeedPosition {
  /** SERVER_IDENTITY */
  server: string;
  partitions: PartitionPosition[];
}

export interface FeedRow extends PartitionPosition {
  kind: number;
  data: Buffer;
}

export interface ReadFeed {
  /** In order. */
  rows: FeedRow[];
  /** The position of partitions that had fewer rows than the limit. */
  end: { xid: string; seq: number };
  /** SERVER_IDENTITY from the same snapshot. Positions from another server may be beyond rows that were never read. */
  server: string;
  /** Rows after a position may have been truncated, or the position is beyond every transaction. */
  isLost: boolean;
  /** Whether rows exist that are not visible yet because an older transaction is still running. */
  isHeldUp: boolean;
}

/** The current position, for a caller that loads the stored state afterwards. */
export const readPosition = async (db: Db | Tx): Promise<FeedPosition> => {
  const { rows } = await db.query<{ xid: string; server: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xid, ${SERVER_IDENTITY} as server`,
  );
  const { xid = '0', server = '' } = rows[0] ?? {};
  return { server, partitions: PARTITIONS.map((partition) => ({ partition, xid, seq: 0 })) };
};

/**
 * Reads rows after these positions, up to a limit per partition. The sequence alone would have gaps: row 7 can be visible
 * before row 6 is committed. Therefore only rows of transactions older than every running one are read; nothing can
 * appear before them any more. `isHeldUp` is computed once, in index order, because the rows in question are at the end
 * of a table that is otherwise read from its start.
 */
export const readFeed = async (
  db: Db | Tx,
  positions: readonly PartitionPosition[],
  kinds: readonly number[],
  max: readonly number[],
): Promise<ReadFeed> => {
  const { rows } = await db.query<{
    oldest: string;
    server: string;
    is_lost: boolean;
    is_held_up: boolean;
    partition: number | null;
    xid: string;
    seq: number;
    kind: number;
    data: Buffer;
  }>({
    name: 'read-feed',
    text: `with present as materialized (
        select pg_snapshot_xmin(s) as oldest, pg_snapshot_xmax(s) as next, ${SERVER_IDENTITY.sql} as server
        from pg_current_snapshot() as s
      ), wanted as materialized (
        select * from unnest($1::smallint[], $2::xid8[], $3::bigint[], $4::integer[]) as w(lane, xid, seq, max)
      ), state as materialized (
        select exists (select from feed_ring r, wanted w where r.horizon >= w.xid or w.xid > present.next) as is_lost,
          present.oldest <> present.next and exists (
          select from wanted w cross join lateral
            (select from feed where lane = w.lane and xid >= present.oldest and kind = any($5::smallint[])
              order by xid, seq limit 1) as later
        ) as is_held_up from present
      )
      select present.oldest::text, present.server, f.lane as partition, f.xid::text, f.seq, f.kind, f.data,
        state.is_lost, state.is_held_up
      from present cross join state left join lateral (
        select w.lane, f.xid, f.seq, f.kind, f.data from wanted w cross join lateral (
          select xid, seq, kind, data from feed
          where lane = w.lane and (xid, seq) > (w.xid, w.seq) and xid < present.oldest and kind = any($5::smallint[])
          order by xid, seq limit w.max
        ) f
      ) f on true order by f.xid, f.seq`,
    values: [
      positions.map(({ partition }) => partition),
      positions.map(({ xid }) => xid),
      positions.map(({ seq }) => seq),
      max,
      kinds,
    ],
  });
  return {
    rows: rows.flatMap(({ partition, xid, seq, kind, data }) =>
      partition === null ? [] : [{ partition, xid, seq, kind, data }],
    ),
    end: { xid: rows[0]?.oldest ?? '0', seq: 0 },
    server: rows[0]?.server ?? '',
    isLost: rows[0]?.is_lost ?? false,
    isHeldUp: rows[0]?.is_held_up ?? false,
  };
};
