import type { ListQuery } from '@airdeck/contract/paging';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from './pool.ts';

/** A list that can be asked for page by page. */
export interface ListSource<Field extends string> {
  columns: Sql;
  /** The tables, joined. */
  from: Sql;
  /** What each field of the contract's order is in SQL. */
  fields: Readonly<Record<Field, string>>;
  /** Order when none is asked for, and among equals; it ends with what is unique. */
  order: readonly string[];
}

const sourceOf = ({ from }: Pick<ListSource<string>, 'from'>, conditions: readonly Sql[]): Sql =>
  sql`from ${from} where ${join([sql`true`, ...conditions], ' and ')}`;

const orderOf = <Field extends string>({ fields, order }: ListSource<Field>, sort: ListQuery<Field>['sort']): Sql =>
  raw(
    [...sort.map(({ field, descending }) => `${fields[field]}${descending ? ' desc' : ''} nulls last`), ...order].join(
      ', ',
    ),
  );

/** One page of the rows that meet every condition. */
export const readRows = <Row extends object, Field extends string>(
  db: Db,
  list: ListSource<Field>,
  conditions: readonly Sql[],
  { page, size, sort }: ListQuery<Field>,
) =>
  db.query<Row & Record<string, unknown>>(sql`
    select ${list.columns} ${sourceOf(list, conditions)} order by ${orderOf(list, sort)} limit ${size} offset ${page * size}`);

/** One page of the rows that meet every condition, and how many there are of them in all. */
export const readPage = async <Row extends object, Field extends string>(
  db: Db,
  list: ListSource<Field>,
  conditions: readonly Sql[],
  query: ListQuery<Field>,
): Promise<{ rows: Row[]; total: number }> => {
  const { rows } = await readRows<Row, Field>(db, list, conditions, query);
  const counted = await db.query<{ count: number }>(sql`select count(*) as count ${sourceOf(list, conditions)}`);
  return { rows, total: counted.rows[0]?.count ?? 0 };
};

/** `id` of all rows that meet every condition, in their order, at most `max` of them. */
export const readIds = async <Field extends string>(
  db: Db,
  list: ListSource<Field>,
  id: Sql,
  conditions: readonly Sql[],
  { sort, max }: { sort: ListQuery<Field>['sort']; max: number },
): Promise<number[]> => {
  const { rows } = await db.query<{ ids: number[] | null }>(sql`
    select array_agg(id) as ids from (
      select ${id} as id ${sourceOf(list, conditions)} order by ${orderOf(list, sort)} limit ${max}) as found`);
  return rows[0]?.ids ?? [];
};

/** The answer of a list in the contract's form. */
export const pageAnswer = <T>(content: T[], total: number, size: number) => ({
  content,
  totalPages: Math.ceil(total / size),
  totalElements: total,
});
