import type { CounterReading } from '@airdeck/domain/purifier/filter-life';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

/** A replaced filter as the database has it. */
export type ReplacementRow = Omit<Tables['filter_replacement'], 'user_id'>;

const COLUMNS = sql`id, purifier_id, filter, time, source, user_login, used_h, before_h, after_h`;

export const counterOf = ({ time, before_h, after_h }: ReplacementRow): CounterReading => ({
  time: time.getTime(),
  beforeH: before_h,
  afterH: after_h,
});

/** Replacements of purifiers since a time, and the last one before it of each filter, in the order of their times. */
export const listReplacementsSince = async (
  db: Db | Tx,
  purifierIds: readonly number[],
  since: number,
): Promise<ReplacementRow[]> => {
  const { rows } = await db.query<ReplacementRow>(sql`
    select ${COLUMNS} from filter_replacement r
    where purifier_id = any(${purifierIds}::integer[]) and (time >= ${new Date(since)} or not exists (
      select from filter_replacement later where later.purifier_id = r.purifier_id and later.filter = r.filter
        and (later.time, later.id) > (r.time, r.id)))
    order by time, id`);
  return rows;
};

/** The last replacement of a filter up to a time; no other process records one meanwhile. */
export const lockLastReplacement = async (
  tx: Tx,
  { purifierId, filter, time }: { purifierId: number; filter: number; time: number },
): Promise<ReplacementRow | undefined> => {
  await tx.query(sql`select from purifier where id = ${purifierId} for no key update`);
  const { rows } = await tx.query<ReplacementRow>(sql`
    select ${COLUMNS} from filter_replacement
    where purifier_id = ${purifierId} and filter = ${filter} and time <= ${new Date(time)}
    order by time desc, id desc limit 1`);
  return rows[0];
};

/** null: only the device reported it. */
export type ReplacedBy = number | null;

export const insertReplacement = async (
  tx: Tx,
  given: { purifierId: number; filter: number; usedH: number; by: ReplacedBy } & CounterReading,
): Promise<void> => {
  await tx.query(sql`
    insert into filter_replacement (purifier_id, filter, time, source, user_id, user_login, used_h, before_h, after_h)
    select id, ${given.filter}::smallint, ${new Date(given.time)}::timestamptz,
      ${given.by === null ? 'DEVICE' : 'PERSON'}, ${given.by}::integer,
      (select login from app_user where id = ${given.by}::integer), ${given.usedH}::float8, ${given.beforeH}::float8,
      ${given.afterH}::float8
    from purifier where id = ${given.purifierId}`);
};

/** The device's counter has restarted after a replacement that a person recorded. */
export const setCounterAfter = async (tx: Tx, id: number, afterH: number): Promise<void> => {
  await tx.query(sql`update filter_replacement set after_h = ${afterH}::float8 where id = ${id}`);
};

/** A person confirms the replacement that the device reported. */
export const setReplacedBy = async (tx: Tx, id: number, userId: number): Promise<void> => {
  await tx.query(sql`update filter_replacement set source = 'PERSON', user_id = ${userId},
    user_login = (select login from app_user where id = ${userId}) where id = ${id}`);
};

export const listReplacements = async (
  db: Db,
  purifierId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ReplacementRow[]; total: number }> => {
  const { rows } = await db.query<ReplacementRow>(sql`
    select ${COLUMNS} from filter_replacement where purifier_id = ${purifierId}
    order by time desc, id desc limit ${size} offset ${page * size}`);
  const counted = await db.query<{ count: number }>(
    sql`select count(*) as count from filter_replacement where purifier_id = ${purifierId}`,
  );
  return { rows, total: counted.rows[0]?.count ?? 0 };
};
