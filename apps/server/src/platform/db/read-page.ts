import type { ListQuery, Page } from '@airdeck/contract/paging';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db, Tx } from './pool.ts';

/** A list that is read in pages. */
export interface ListSource<Field extends string> {
  columns: Sql;
  /** The joined tables. */
  from: Sql;
  /** SQL expression of each sort field of the contract. */
  fields: Readonly<Record<Field, string>>;
  /** Default order and tie breaker; it ends with a unique column. */
  order: readonly string[];
  /** For a list whose default order begins with the rows' parent. */
  parent?: ListParent;
}

/** A table with several rows of a list for each of its own: a page in its order sorts it instead of the rows. */
export interface ListParent {
  /** The parents, with the tables above them. */
  from: Sql;
  alias: string;
  id: string;
  /** The rows, and their column that refers to the parent; it is the first one of the default order. */
  rows: Sql;
  column: string;
}

export interface PageKeyOptions {
  /** Whether the conditions concern the list's parents only. Default: without conditions. */
  isOfParents?: boolean;
}

/** Order of a few names by the numbers in them; a table with many rows has a column for it (`name_key`). */
export const naturalOrder = (column: string): string => `natural_key(${column}) collate "C"`;

const sourceOf = ({ from }: Pick<ListSource<string>, 'from'>, conditions: readonly Sql[]): Sql =>
  sql`from ${from} where ${join([sql`true`, ...conditions], ' and ')}`;

/** The sort keys of a list; a repeated key is ignored. */
const ordersOf = <Field extends string>({ fields, order }: ListSource<Field>, sort: ListQuery<Field>['sort']) => {
  const directions = new Map<string, string>();
  for (const { field, descending } of sort) directions.set(fields[field], descending ? ' desc nulls last' : '');
  for (const text of order) {
    const expression = text.replace(/( desc)?( nulls (first|last))?$/, '');
    if (!directions.has(expression)) directions.set(expression, text.slice(expression.length));
  }
  return [...directions].map(([expression, direction]) => ({ expression, direction }));
};

const orderOf = <Field extends string>(list: ListSource<Field>, sort: ListQuery<Field>['sort']): Sql =>
  raw(
    ordersOf(list, sort)
      .map(({ expression, direction }) => expression + direction)
      .join(', '),
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

/** One page of the rows that meet every condition, and their total. */
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

/**
 * The keys of a page whose order begins with that of the parents; null for another order. The conditions concern
 * parents only.
 */
const keysByParent = <Field extends string>(
  list: ListSource<Field>,
  key: Sql,
  conditions: readonly Sql[],
  { page, size, sort }: ListQuery<Field>,
): Sql | null => {
  const { parent } = list;
  if (!parent) return null;
  const { from, alias, id, column } = parent;
  const [row = ''] = column.split('.');
  const isOfRow = ({ expression }: { expression: string }): boolean => expression.startsWith(`${row}.`);
  const orders = ordersOf(list, sort);
  const above = orders.findIndex(isOfRow);
  if (above === 0 && orders[0]?.expression !== column) return null;
  const columns = orders.flatMap((order, i) => (isOfRow(order) ? [] : [`${order.expression} as order_${i}`]));
  const sorted = orders.map((order, i) => {
    const own = order.expression === column ? id : order.expression;
    return (isOfRow(order) ? own : `order_${i}`) + order.direction;
  });
  // The first parents deliver the page: "offset 0" keeps the planner from reading all rows to merge them.
  return sql`select ${key} as key from (
      select ${raw([id, ...columns].join(', '))} ${sourceOf({ from }, conditions)} order by ${raw([...sorted.slice(0, above), id].join(', '))}
    ) ${raw(alias)} cross join lateral (select * from ${parent.rows} where ${raw(`${column} = ${id}`)} offset 0) ${raw(row)}
    order by ${raw(sorted.join(', '))} limit ${size} offset ${page * size}`;
};

/**
 * The keys of one page of the rows that meet every condition, and their total. With conditions the rows are scanned
 * once and in no index order, since comparing texts is most of the work and the match may be the last row. Without
 * conditions an index can deliver the page, and counting needs no column. So can sorted parents, with conditions on
 * parents only. The planner removes an outer join whose columns are not selected.
 */
export const readPageKeys = async <Field extends string, Key = number>(
  db: Db,
  list: ListSource<Field>,
  key: Sql,
  conditions: readonly Sql[],
  query: ListQuery<Field>,
  { isOfParents = conditions.length === 0 }: PageKeyOptions = {},
): Promise<{ keys: Key[]; total: number }> => {
  const { page, size, sort } = query;
  const orders = ordersOf(list, sort);
  const columns = raw(orders.map(({ expression }, i) => `${expression} as order_${i}`).join(', '));
  const order = raw(orders.map(({ direction }, i) => `order_${i}${direction}`).join(', '));
  const byParent = isOfParents ? keysByParent(list, key, conditions, query) : null;
  const isScannedOnce = byParent === null && conditions.length > 0;
  const keys = byParent ?? sql`select key from found order by ${order} limit ${size} offset ${page * size}`;
  const { rows } = await db.query<{ total: number; keys: Key[] }>(sql`
    with found as ${raw(isScannedOnce ? 'materialized' : 'not materialized')} (
      select ${key} as key, ${columns} ${sourceOf(list, conditions)})
    select (select count(*) from found) as total, array(${keys}) as keys`);
  return rows[0] ?? { keys: [], total: 0 };
};

/** Keys of all rows that meet every condition, in their order, at most `max`. */
export const readKeys = async <Field extends string>(
  db: Tx,
  list: ListSource<Field>,
  key: Sql,
  conditions: readonly Sql[],
  { sort, max }: { sort: ListQuery<Field>['sort']; max: number },
): Promise<(number | string)[]> => {
  const { rows } = await db.query<{ keys: (number | string)[] | null }>(sql`
    select array_agg(key) as keys from (
      select ${key} as key ${sourceOf(list, conditions)} order by ${orderOf(list, sort)} limit ${max}) as found`);
  return rows[0]?.keys ?? [];
};

/** A list's answer in the contract's form. */
export const pageAnswer = <T>(content: T[], total: number, size: number): Page<T> => ({
  content,
  totalPages: Math.ceil(total / size),
  totalElements: total,
});
