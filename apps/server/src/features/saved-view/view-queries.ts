import type { NewSavedView, SavedView } from '@airdeck/contract/saved-view/routes';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

type Row = Omit<SavedView, 'created_time'> & { created_time: Date };

const COLUMNS = sql`id, name, address, created_time`;

const present = (row: Row): SavedView => ({ ...row, created_time: row.created_time.toISOString() });

export const listViews = async (db: Db, userId: number): Promise<SavedView[]> => {
  const { rows } = await db.query<Row>(
    sql`select ${COLUMNS} from saved_view where user_id = ${userId} order by name, id`,
  );
  return rows.map(present);
};

/** Adds a view unless the user has `most` already. Who adds two at once waits for oneself. */
export const insertView = async (
  tx: Tx,
  userId: number,
  { name, address }: NewSavedView,
  most: number,
): Promise<SavedView | undefined> => {
  await tx.query(sql`select from app_user where id = ${userId} for no key update`);
  const { rows } = await tx.query<Row>(sql`
    insert into saved_view (user_id, name, address)
    select ${userId}, ${name}, ${address}
    where (select count(*) from saved_view where user_id = ${userId}) < ${most}
    returning ${COLUMNS}`);
  return rows[0] && present(rows[0]);
};

export const renameView = async (db: Db, userId: number, id: number, name: string): Promise<SavedView | undefined> => {
  const { rows } = await db.query<Row>(
    sql`update saved_view set name = ${name} where id = ${id} and user_id = ${userId} returning ${COLUMNS}`,
  );
  return rows[0] && present(rows[0]);
};

export const deleteView = async (db: Db, userId: number, id: number): Promise<boolean> => {
  const { rowCount } = await db.query(sql`delete from saved_view where id = ${id} and user_id = ${userId}`);
  return rowCount > 0;
};
