import { MAX_PERSONAL_RECORDS } from '@airdeck/contract/user/personal-data';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Role } from '@airdeck/domain/role';
import sql, { raw } from 'sql-template-tag';
import { withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import {
  erasureOf,
  fromTable,
  PERSONAL_TABLES,
  type Person,
  type PersonalTableName,
  shownOf,
} from './personal-tables-queries.ts';

export const PERSONAL_TABLE_NAMES = Object.keys(PERSONAL_TABLES) as PersonalTableName[];

export type FoundPerson = Person & { authority: Role };

export const findPerson = async (db: Db | Tx, scope: Scope, id: number): Promise<FoundPerson | undefined> => {
  const { rows } = await db.query<Omit<FoundPerson, 'pseudonym'>>(sql`
    select u.id, u.organization_id, u.login, u.name, u.email, u.phone, u.authority from app_user u
    where u.id = ${id} and ${withinScope(scope, { organization: 'u.organization_id', user: 'u.id' })}`);
  return rows[0] && { ...rows[0], pseudonym: `#${id}` };
};

/** Active users who may administer everything, without a limit. They are locked, so that two of them cannot erase each other. */
export const lockSuperAdmins = async (tx: Tx): Promise<number[]> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    select id from app_user where authority = 'SUPER_ADMIN' and use = 'Y' and limited = 'N' order by id for update`);
  return rows.map(({ id }) => id);
};

export const countRecords = async (db: Db | Tx, table: PersonalTableName, person: Person): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(sql`select count(*) as count ${fromTable(table, person)}`);
  return rows[0]?.count ?? 0;
};

export const listRecords = async (
  db: Db,
  table: PersonalTableName,
  person: Person,
): Promise<Record<string, unknown>[]> => {
  const { rows } = await db.query<{ record: Record<string, unknown> }>(sql`
    select ${shownOf(table, person)} as record ${fromTable(table, person)}
    order by ${raw(PERSONAL_TABLES[table].order)} limit ${MAX_PERSONAL_RECORDS + 1}`);
  return rows.map(({ record }) => record);
};

/** Returns the number of changed rows. */
export const eraseRecords = async (tx: Tx, table: PersonalTableName, person: Person): Promise<number> =>
  (await tx.query(erasureOf(table, person))).rowCount;
