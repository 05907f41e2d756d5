import sql, { raw } from 'sql-template-tag';
import { SERVER_ROLES, type ServerRole } from '../../platform/config/server-roles.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { connectionName } from '../../platform/db/server-connections.ts';

/** A column of secrets that the server encrypted with `local-server.key`. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Primary key. */
  key: 'id' | 'user_id';
  /** For the operator. */
  name: string;
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'local_server', column: 'password', key: 'id', name: 'passwords of local servers' },
  { table: 'session_key', column: 'secret', key: 'id', name: 'names of sessions at local servers' },
  { table: 'door_device', column: 'poll_secret', key: 'id', name: 'logins at devices that the server reads' },
  { table: 'notification_rule', column: 'secret', key: 'id', name: 'secrets of webhooks' },
  { table: 'audit_stream', column: 'secret', key: 'id', name: 'secrets of audit streams' },
  { table: 'sign_on_provider', column: 'client_secret', key: 'id', name: 'secrets of single sign-on' },
  { table: 'second_factor', column: 'secret', key: 'user_id', name: 'second factors' },
  { table: 'second_factor', column: 'pending_secret', key: 'user_id', name: 'second factors that are being set up' },
];

export interface SealedSecret {
  id: number;
  sealed: Buffer;
}

/** The next secrets, locked against edits until the transaction ends. */
export const lockSealed = async (
  tx: Tx,
  { table, column, key }: SealedColumn,
  { after, limit }: { after: number; limit: number },
): Promise<SealedSecret[]> => {
  const { rows } = await tx.query<{ id: number; sealed: Buffer }>(sql`
    select ${raw(key)} as id, ${raw(column)} as sealed from ${raw(table)}
    where ${raw(key)} > ${after} and ${raw(column)} is not null
    order by ${raw(key)} limit ${limit} for no key update`);
  return rows;
};

/** Versions stay the same: this is no edit. */
export const saveSealed = async (
  tx: Tx,
  { table, column, key }: SealedColumn,
  secrets: readonly SealedSecret[],
): Promise<void> => {
  const ids = secrets.map(({ id }) => id);
  const sealed = secrets.map((each) => each.sealed);
  await tx.query(sql`
    update ${raw(table)} set ${raw(column)} = n.sealed
    from unnest(${ids}::integer[], ${sealed}::bytea[]) as n(id, sealed) where ${raw(table)}.${raw(key)} = n.id`);
};

/** Running processes of servers that encrypt with another key, or are too old to say with which: `role` or `role (address)`. */
export const listOtherKeys = async (db: Db, sealKey: Uint8Array): Promise<string[]> => {
  const names = (nameOf: (role: ServerRole) => string): string[] => SERVER_ROLES.map(nameOf);
  const { rows } = await db.query<{ process: string }>(sql`
    select distinct split_part(application_name, ' ', 2) || coalesce(' (' || host(client_addr) || ')', '') as process
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and application_name ~ ${`^airdeck (${names((role) => role).join('|')})( |$)`}
      and application_name <> all(${names((role) => connectionName(role, sealKey))})
    order by process`);
  return rows.map((row) => row.process);
};
