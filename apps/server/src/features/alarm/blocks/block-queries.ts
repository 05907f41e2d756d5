import type { Severity } from '@airdeck/contract/standard/schema';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Tables } from '../../../schema/tables.ts';
import type { IdRange } from './id-ranges.ts';

/** Alarms of a full block, less than its kinds have numbers. Larger ones leave more of the newest alarms without a block. */
export const BLOCK_ALARMS = 8_192;

/** Alarms as bytes; table alarm_block documents the columns. */
export type AlarmBytes = Pick<Tables['alarm_block'], 'kinds' | 'places' | 'alarms'>;

/** One row with the bytes of these rows of `alarm`, and with the times of the first and the last of them. */
const bytesOf = (alarms: Sql): Sql => sql`
  with taken as materialized (${alarms}),
  kinds as materialized (select kind, (row_number() over ())::smallint - 1::smallint as index from taken group by kind),
  places as materialized (select place, (row_number() over ())::integer - 1 as index from taken where meter_id is null group by place)
  select (select coalesce(array_agg(kind order by index), '{}') from kinds) as kinds,
    (select coalesce(array_agg(place order by index), '{}') from places) as places,
    min(occurred_time) as first_time, max(occurred_time) as last_time,
    coalesce(translate(encode(string_agg(int4send(floor(date_part('epoch', occurred_time) / 60)::integer)
      || int4send(coalesce(meter_id, -1 - p.index)) || int2send(k.index), '' order by occurred_time), 'base64'), E'\\n', ''), '')
      as alarms
  from taken join kinds k using (kind) left join places p on taken.meter_id is null and p.place = taken.place`;

const ROW = sql`occurred_time, kind, meter_id, place`;

/** Ids that have blocks, in ascending order. */
export const listBlocked = async (db: Db | Tx): Promise<IdRange[]> => {
  const { rows } = await db.query<IdRange & Record<string, unknown>>(
    sql`select first_id as first, last_id as last from alarm_block order by first_id`,
  );
  return rows;
};

/** The id with which a block of these ids is full, or else the last one; null if there is no alarm. */
export const findLastOf = async (db: Db, { first, last }: IdRange): Promise<{ id: number; isFull: boolean } | null> => {
  const { rows } = await db.query<{ id: number | null; count: number }>(sql`
    select max(id) as id, count(*) as count from (
      select id from alarm where id between ${first} and ${last} order by id limit ${BLOCK_ALARMS}) a`);
  const [found] = rows;
  return typeof found?.id === 'number' ? { id: found.id, isFull: found.count === BLOCK_ALARMS } : null;
};

/** Id of the newest alarm; 0: there is none. */
export const findNewest = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(sql`select coalesce(max(id), 0) as id from alarm`);
  return rows[0]?.id ?? 0;
};

/** Others that want the table wait behind this, so it waits for a second at most. */
const lockTable = async (tx: Tx, lock: Sql): Promise<void> => {
  await tx.query(sql`set local lock_timeout = '1s'`);
  await tx.query(sql`lock table ${lock}`);
};

/** Ids up to which no transaction is still adding an alarm. */
export const settledUpTo = (db: Db): Promise<number> =>
  db.tx(async (tx) => {
    await lockTable(tx, sql`alarm in share mode`);
    return findNewest(tx);
  });

/** Makes a block of these ids, unless another process has made one. */
export const makeBlock = (db: Db, { first, last }: IdRange): Promise<void> =>
  db.tx(async (tx) => {
    await lockTable(tx, sql`alarm_block in share row exclusive mode`);
    const inRange = sql`from alarm where id between ${first} and ${last}`;
    await tx.query(sql`
      insert into alarm_block (first_id, last_id, open_ids, kinds, places, first_time, last_time, alarms)
      select ${first}, ${last},
        (select coalesce(array_agg(id order by id), '{}') ${inRange} and cleared_time is null), b.*
      from (${bytesOf(sql`select ${ROW} ${inRange} and cleared_time is not null`)}) b
      where not exists (select from alarm_block where first_id <= ${last} and last_id >= ${first})`);
  });

/** Blocks are made again when this many alarms that they left out are cleared. */
const MAX_CLEARED_SINCE = 1_000;

/** Deletes blocks that left out many alarms which are cleared by now. */
export const dropOutdated = async (db: Db): Promise<void> => {
  await db.query(sql`delete from alarm_block b where cardinality(open_ids) > ${MAX_CLEARED_SINCE} and (
    select count(*) from alarm a where a.id = any(b.open_ids) and a.cleared_time is not null) > ${MAX_CLEARED_SINCE}`);
};

/** A block's range, and what is read next to its bytes. */
export interface BlockHead extends IdRange {
  open_ids: number[];
  /** Some of its alarms occurred in the time that is asked for. */
  is_asked: boolean;
}

/** Heads of all blocks, in the order of their ids. */
export const listHeads = async (tx: Tx, from: Date, to: Date): Promise<BlockHead[]> => {
  const { rows } = await tx.query<BlockHead & Record<string, unknown>>(sql`
    select first_id as first, last_id as last, open_ids, coalesce(last_time >= ${from} and first_time < ${to}, false) as is_asked
    from alarm_block order by first_id`);
  return rows;
};

/** The severity of each kind with these conditions on `k`. */
export const listKinds = async (tx: Tx, conditions: readonly Sql[]): Promise<Map<number, Severity>> => {
  const { rows } = await tx.query<{ id: number; severity: Severity }>(
    sql`select k.id, k.severity from alarm_kind k where ${join([sql`true`, ...conditions], ' and ')}`,
  );
  return new Map(rows.map(({ id, severity }) => [id, severity]));
};

export const readBlocks = async (tx: Tx, firstIds: readonly number[]): Promise<AlarmBytes[]> => {
  const { rows } = await tx.query<AlarmBytes & Record<string, unknown>>(
    sql`select kinds, places, alarms from alarm_block where first_id = any(${firstIds}::bigint[])`,
  );
  return rows;
};

/** Alarms in no block, of these ranges and ids and with these conditions on `a`, as bytes. */
export const readLoose = async (
  tx: Tx,
  { ranges, ids }: { ranges: readonly IdRange[]; ids: readonly number[] },
  conditions: Sql,
): Promise<AlarmBytes[]> => {
  const { rows } = await tx.query<AlarmBytes & Record<string, unknown>>(
    bytesOf(sql`
      select a.* from unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[])
        as r(first, last)
      cross join lateral (select ${ROW} from alarm a where a.id between r.first and r.last and ${conditions} offset 0) a
      union all
      select ${ROW} from alarm a where a.id = any(${ids}::bigint[]) and ${conditions}`),
  );
  return rows;
};
