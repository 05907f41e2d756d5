import type { ApiToken, NewApiToken } from '@airdeck/contract/user/api-token';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope, TokenAccess } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import { withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { RIGHTS, type RightsRow } from '../../resource/user-rights-queries.ts';

/** A token with its owner as they are now. */
export interface TokenRow extends RightsRow {
  id: number;
  name: string;
  access: TokenAccess;
  expires_time: Date;
  user_id: number;
  must_renew: boolean;
}

/** Tokens whose owners and organizations are enabled. */
const readTokens = async (db: Db, condition: Sql): Promise<TokenRow[]> => {
  const { rows } = await db.query<TokenRow & Record<string, unknown>>(sql`
    select t.id, t.name, t.access, t.expires_time, t.user_id, ${RIGHTS},
      u.password_state = 'MUST_CHANGE' as must_renew
    from api_token t
    join app_user u on u.id = t.user_id
    join organization o on o.id = u.organization_id
    where u.use = 'Y' and o.use = 'Y' and u.password_state <> 'VOID' and ${condition}`);
  return rows;
};

export const findToken = async (db: Db, hash: Buffer): Promise<TokenRow | undefined> =>
  (await readTokens(db, sql`t.token_hash = ${hash}`))[0];

export const readTokensOf = (db: Db, ids: readonly number[]): Promise<TokenRow[]> =>
  readTokens(db, sql`t.id = any(${[...ids]}::integer[])`);

export const saveUse = async (db: Db, id: number, time: number, ip: string): Promise<void> => {
  await db.query(sql`
    update api_token set last_used_time = ${new Date(time)}, last_used_ip = ${ip} where id = ${id}`);
};

type ListRow = Omit<ApiToken, 'expires_time' | 'last_used_time'> & {
  expires_time: Date;
  last_used_time: Date | null;
  organization_id: number;
};

const select = async (db: Db | Tx, condition: Sql, language: Language, most: number): Promise<ListRow[]> => {
  const { rows } = await db.query<ListRow>(sql`
    select t.id, t.name, t.access, t.user_id, u.login as user_login, u.organization_id,
      coalesce(case when ${language}::text = 'en' then o.name_en end, o.name) as organization_name,
      t.expires_time, t.last_used_time, t.last_used_ip
    from api_token t
    join app_user u on u.id = t.user_id
    join organization o on o.id = u.organization_id
    where ${condition} order by t.id desc limit ${most}`);
  return rows;
};

const COLUMNS = { organization: 'u.organization_id', user: 't.user_id' } as const;

/** Newest first. */
export const listTokens = async (db: Db, scope: Scope, language: Language, most: number): Promise<ApiToken[]> =>
  (await select(db, withinScope(scope, COLUMNS), language, most)).map((row) => ({
    ...row,
    expires_time: row.expires_time.toISOString(),
    last_used_time: row.last_used_time?.toISOString() ?? null,
  }));

/**
 * Adds a token unless the user or the installation has its number of them already. Concurrent additions wait for each
 * other.
 */
export const insertToken = async (
  tx: Tx,
  userId: number,
  token: Pick<NewApiToken, 'name' | 'access'> & { hash: Buffer; time: number; expiresTime: number },
  most: { ofUser: number; ofAll: number },
): Promise<number | undefined> => {
  await tx.query(sql`lock table api_token in share row exclusive mode`);
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into api_token (user_id, name, access, token_hash, created_time, expires_time)
    select ${userId}, ${token.name}, ${token.access}, ${token.hash}, ${new Date(token.time)}, ${new Date(token.expiresTime)}
    where (select count(*) from api_token where user_id = ${userId}) < ${most.ofUser}
      and (select count(*) from api_token) < ${most.ofAll}
    returning id`);
  return rows[0]?.id;
};

/** Deletes tokens that expired before `time`. */
export const pruneTokens = async (tx: Tx, time: number): Promise<void> => {
  await tx.query(sql`delete from api_token where expires_time < ${new Date(time)}`);
};

/** Deletes a token within a scope and returns it as it was. */
export const deleteToken = async (tx: Tx, scope: Scope, id: number): Promise<ListRow | undefined> => {
  await tx.query(sql`select from api_token where id = ${id} for update`);
  const [row] = await select(tx, sql`t.id = ${id} and ${withinScope(scope, COLUMNS)}`, 'ko', 1);
  if (row) await tx.query(sql`delete from api_token where id = ${id}`);
  return row;
};
