import type { ListQuery } from '@airdeck/contract/paging';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { raw } from 'sql-template-tag';
import { localizedList } from '../localization/localized-names-queries.ts';
import { withinScope } from '../platform/db/conditions.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import { readKeys, readPageKeys } from '../platform/db/read-page.ts';
import type { Identified, ResourceTable } from './resource-table.ts';

/** The part of a table description that is needed to find rows. */
type Found = Pick<ResourceTable<Identified, object, never, never, never, never>, 'alias' | 'list' | 'scope' | 'table'>;

/** One page of a list, sorted by the place names of a language: selects the ids first, then reads the full columns of those rows only. */
export const listRows = async <
  Row extends Identified & Record<string, unknown>,
  Order extends string,
  Query extends ListQuery<Order>,
>(
  db: Db,
  table: ResourceTable<Row, object, never, never, Query, Order>,
  scope: Scope,
  query: Query,
  language: Language = 'ko',
): Promise<{ rows: Row[]; total: number }> => {
  const { alias, list, scope: columns } = table;
  const { filters, ...options } = (await table.pageFilters?.(db, query)) ?? { filters: table.filters(query) };
  const conditions = [...(scope.reach === 'all' ? [] : [withinScope(scope, columns)]), ...filters];
  const { keys, total } = await readPageKeys(
    db,
    localizedList(list, language),
    sql`${raw(alias)}.id`,
    conditions,
    query,
    options,
  );
  return { rows: await readRows<Row>(db, table, scope, keys), total };
};

/** Ids of the rows of a list, in its order, at most `max`. */
export const listIds = <Order extends string, Query extends Pick<ListQuery<Order>, 'sort'>>(
  db: Tx,
  {
    alias,
    list,
    scope: columns,
    filters,
  }: Pick<ResourceTable<Identified, object, never, never, Query, Order>, 'alias' | 'list' | 'scope' | 'filters'>,
  scope: Scope,
  query: Query,
  max: number,
): Promise<Identified['id'][]> =>
  readKeys(db, list, sql`${raw(alias)}.id`, [withinScope(scope, columns), ...filters(query)], {
    sort: query.sort,
    max,
  });

/** Reads the rows that still exist within the scope, in the order of `ids`. */
export const readRows = async <Row extends Identified & Record<string, unknown>>(
  db: Tx,
  { alias, list, scope: columns }: Found,
  scope: Scope,
  ids: readonly Identified['id'][],
): Promise<Row[]> => {
  const { rows } = await db.query<Row>(sql`
    select ${list.columns} from ${list.from} where ${raw(alias)}.id = any(${ids}) and ${withinScope(scope, columns)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Finds a row within the scope. */
export const findRow = async <Row extends Identified & Record<string, unknown>>(
  tx: Db | Tx,
  { alias, list, scope: columns }: Found,
  scope: Scope,
  id: number,
): Promise<Row | undefined> => {
  const { rows } = await tx.query<Row>(
    sql`select ${list.columns} from ${list.from} where ${raw(alias)}.id = ${id} and ${withinScope(scope, columns)}`,
  );
  return rows[0];
};

/** Locks a row against other editors until the transaction ends; inserts that reference it stay possible. */
export const lockRow = async (tx: Tx, { table }: Pick<Found, 'table'>, id: number): Promise<void> => {
  await tx.query(sql`select from ${raw(table)} where id = ${id} for no key update`);
};

export const deleteRow = async (tx: Tx, { table }: Pick<Found, 'table'>, id: number): Promise<void> => {
  await tx.query(sql`delete from ${raw(table)} where id = ${id}`);
};

/** Runs a part of a transaction. The error of a failed part, whose changes are undone; the transaction goes on. */
export const attempt = async <T>(tx: Tx, run: () => Promise<T>): Promise<T | Error> => {
  await tx.query(sql`savepoint part`);
  try {
    const result = await run();
    await tx.query(sql`release savepoint part`);
    return result;
  } catch (error) {
    await tx.query(sql`rollback to savepoint part`);
    if (error instanceof Error) return error;
    throw error;
  }
};
