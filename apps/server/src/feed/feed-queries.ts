import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import { type EncodedRow, encodeEntry } from './codec.ts';
import { type FeedEntry, LANES } from './entry.ts';

/** The channel on which who has added to the feed wakes those who follow it. */
export const FEED_CHANNEL = 'airdeck_feed';

/**
 * Writes entries down for all who follow the feed, in the transaction that makes them true. It comes after the writes
 * that it tells of, and whoever calls it wakes the others after the commit (`Feed.wake`, `notifyFeed`).
 */
export const appendFeed = async (tx: Tx, entries: readonly FeedEntry[]): Promise<void> => {
  const rows = entries.flatMap(encodeEntry);
  if (rows.length > 0) await insertRows(tx, rows);
};

/** In one piece and cut up there: an array of byte strings would be written out as hexadecimal text. */
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
      rows.map(({ lane }) => lane),
      rows.map(({ kind }) => kind),
      rows.map(({ data }, i) => (ends[i] ?? 0) - data.length + 1),
      rows.map(({ data }) => data.length),
    ],
  });
};

/** Wakes the other processes; in a transaction they are woken when it commits. */
export const notifyFeed = async (db: Db | Tx, payload: string): Promise<void> => {
  await db.query(sql`select pg_notify(${FEED_CHANNEL}, ${payload})`);
};

/** For commands: any part of the registry was changed. Everybody reads it anew when the transaction commits. */
export const appendRegistryChange = async (tx: Tx): Promise<void> => {
  await appendFeed(tx, [{ kind: 'registry', word: { from: null, touch: null } }]);
  await notifyFeed(tx, '');
};

/** How far a lane has been read: every row up to it. `xid` is a number that JavaScript may not hold. */
export interface LanePosition {
  lane: number;
  xid: string;
  seq: number;
}

export interface FeedRow extends LanePosition {
  kind: number;
  data: Buffer;
}

export interface ReadFeed {
  /** In order. */
  rows: FeedRow[];
  /** Where lanes stand that had fewer rows than were asked for. */
  end: { xid: string; seq: number };
  /** Up to and with this transaction, rows may be gone. */
  isLost: boolean;
  /** Whether there are rows that cannot be shown yet, because an older transaction is still running. */
  isHeldUp: boolean;
}

/** Where one begins who loads what is stored after this. */
export const readPosition = async (db: Db | Tx): Promise<LanePosition[]> => {
  const { rows } = await db.query<{ xid: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`);
  return LANES.map((lane) => ({ lane, xid: rows[0]?.xid ?? '0', seq: 0 }));
};

/**
 * What follows these positions, so many rows a lane at most. A sequence alone would have gaps: row 7 is there before
 * row 6 is committed. Only rows of transactions are read that are older than every one that still runs, so nothing can
 * come in front of them any more. Whether rows are held up is asked once, and in the order of the index: the rows that it is
 * about lie at the end of a table that is otherwise read from its beginning.
 */
export const readFeed = async (
  db: Db | Tx,
  positions: readonly LanePosition[],
  kinds: readonly number[],
  max: readonly number[],
): Promise<ReadFeed> => {
  const { rows } = await db.query<{
    oldest: string;
    is_lost: boolean;
    is_held_up: boolean;
    lane: number | null;
    xid: string;
    seq: number;
    kind: number;
    data: Buffer;
  }>({
    name: 'read-feed',
    text: `with present as materialized (
        select pg_snapshot_xmin(s) as oldest, pg_snapshot_xmax(s) as next from pg_current_snapshot() as s
      ), wanted as materialized (
        select * from unnest($1::smallint[], $2::xid8[], $3::bigint[], $4::integer[]) as w(lane, xid, seq, max)
      ), held as materialized (
        select present.oldest <> present.next and exists (
          select from wanted w cross join lateral
            (select from feed where lane = w.lane and xid >= present.oldest and kind = any($5::smallint[])
              order by xid, seq limit 1) as later
        ) as up from present
      )
      select present.oldest::text, f.lane, f.xid::text, f.seq, f.kind, f.data,
        exists (select from feed_ring r, wanted w where r.horizon >= w.xid) as is_lost, held.up as is_held_up
      from present cross join held left join lateral (
        select w.lane, f.xid, f.seq, f.kind, f.data from wanted w cross join lateral (
          select xid, seq, kind, data from feed
          where lane = w.lane and (xid, seq) > (w.xid, w.seq) and xid < present.oldest and kind = any($5::smallint[])
          order by xid, seq limit w.max
        ) f
      ) f on true order by f.xid, f.seq`,
    values: [
      positions.map(({ lane }) => lane),
      positions.map(({ xid }) => xid),
      positions.map(({ seq }) => seq),
      max,
      kinds,
    ],
  });
  return {
    rows: rows.flatMap(({ lane, xid, seq, kind, data }) => (lane === null ? [] : [{ lane, xid, seq, kind, data }])),
    end: { xid: rows[0]?.oldest ?? '0', seq: 0 },
    isLost: rows[0]?.is_lost ?? false,
    isHeldUp: rows[0]?.is_held_up ?? false,
  };
};
