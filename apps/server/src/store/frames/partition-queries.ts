import { setTimeout as rest } from 'node:timers/promises';
import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { coversDay, type DayRange, newRange } from './partition-ranges.ts';

/** A partition of `frame`. */
export interface Partition extends DayRange {
  name: string;
}

const stamp = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const digits = (day: number): string => stamp(day).replaceAll('-', '');

const nameOf = ({ first, end }: DayRange): string =>
  end - first === 1 ? `frame_${digits(first)}` : `frame_before_${digits(end)}`;

/** A bound as PostgreSQL writes it out: MINVALUE, or a midnight in UTC. */
const parseBound = (text: string): number =>
  text === 'MINVALUE' ? Number.NEGATIVE_INFINITY : Date.parse(`${text.slice(1, 11)}T00:00:00Z`) / DAY_MS;

export const listPartitions = async (db: Db | Tx): Promise<Partition[]> => {
  const { rows } = await db.query<{ name: string; bounds: string }>(sql`
    select c.oid::regclass::text as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'frame'::regclass`);
  return rows.flatMap(({ name, bounds }) => {
    const [, first, end] = /FROM \((.+)\) TO \((.+)\)/.exec(bounds) ?? [];
    return first && end ? [{ name, first: parseBound(first), end: parseBound(end) }] : [];
  });
};

/** Creates a partition for these days, which must not overlap another. Attaching it blocks no reader or writer. */
export const attachPartition = async (tx: Tx, range: DayRange): Promise<void> => {
  const name = nameOf(range);
  const from = range.first === Number.NEGATIVE_INFINITY ? 'minvalue' : `'${stamp(range.first)}T00:00:00Z'`;
  // Names and dates are made of digits here; a partition's bounds cannot be parameters.
  await tx.query({ text: `create table ${name} (like frame including all)`, values: [] });
  await tx.query({
    text: `alter table frame attach partition ${name} for values from (${from}) to ('${stamp(range.end)}T00:00:00Z')`,
    values: [],
  });
};

/** How often, and how many times at most, it is asked whether they have ended: some, as a backup, take minutes. */
const ENDED_MS = 20;
const ENDED_TRIES = 50;

/** Transactions that use `frame` now, except the own one. */
const usersOf = async (db: Db): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(sql`
    select distinct virtualtransaction as id from pg_locks
    where relation = 'frame'::regclass and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`);
  return rows.map(({ id }) => id);
};

/**
 * Makes every connection reload the list of partitions. PostgreSQL notifies connections when a partition is attached;
 * but one that was reading the list at the moment of that commit keeps the old list, and neither reads nor writes the
 * new partition until the next notification: here, by a change without effect.
 */
export const announcePartitions = async (db: Db): Promise<void> => {
  await db.query({ text: 'alter table only frame alter column time set statistics -1' });
};

/**
 * Announces newly attached partitions, after the transactions that used the table at that moment have ended or take
 * long.
 */
export const announceAttached = async (db: Db, tries = ENDED_TRIES): Promise<void> => {
  const before = new Set(await usersOf(db));
  for (let i = 0; i < tries && before.size > 0; i++) {
    await rest(ENDED_MS);
    const now = new Set(await usersOf(db));
    for (const id of before) if (!now.has(id)) before.delete(id);
  }
  await announcePartitions(db);
};

const createMissing = async (
  db: Db,
  days: Iterable<number>,
  rangeOf: (day: number, taken: DayRange[]) => DayRange,
): Promise<void> => {
  const isAttached = await db.tx(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK.partition})`);
    const taken: DayRange[] = await listPartitions(tx);
    const count = taken.length;
    for (const day of days) {
      if (taken.some((range) => coversDay(range, day))) continue;
      const range = rangeOf(day, taken);
      await attachPartition(tx, range);
      taken.push(range);
    }
    return taken.length > count;
  });
  if (isAttached) await announceAttached(db);
};

/**
 * Sees to it that each of these UTC days (since 1970) has a partition, in one transaction.
 * @throws RangeError for a day after tomorrow.
 */
export const createPartitions = (db: Db, days: Iterable<number>, today: number): Promise<void> =>
  createMissing(db, days, (day, taken) => newRange(day, today, taken));

/** Creates a partition for a UTC day, unless it has one. */
export const createPartition = (db: Db, day: number): Promise<void> =>
  createMissing(db, [day], () => ({ first: day, end: day + 1 }));

/** Drops a partition with all its frames. No process may read or write any frame at that time. */
export const dropPartition = async (tx: Tx, { name }: Partition): Promise<void> => {
  await tx.query({ text: `drop table if exists ${name}`, values: [] });
};
