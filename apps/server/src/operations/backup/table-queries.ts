import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { CopyOut, copyIn } from '../../platform/db/copy.ts';
import type { Tx } from '../../platform/db/pool.ts';

export interface Table {
  name: string;
  columns: string[];
  /** Tables that its foreign keys refer to. */
  refersTo: string[];
}

export interface Identity {
  table: string;
  column: string;
  last: number;
}

/**
 * Every table is included, so that a new one is not forgotten, except those whose rows mean nothing in another database
 * (the feed counts by its database's transactions). The migrations are in the backup's header.
 */
const LEFT_OUT = [
  ...['migration', 'process', 'local_server_status', 'feed', 'feed_ring', 'feed_consumer', 'feed_member'],
  // What one machine measured, and the files on its disk.
  ...['backup_run', 'disk_measurement', 'background_task', 'database_standby'],
];

// Every name here comes from PostgreSQL's own catalog, never from a file.
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]): string => names.map(quoted).join(', ');

/** Every table of the schema, except partitions. */
export const listTables = async (tx: Tx): Promise<Table[]> => {
  const { rows } = await tx.query<{ name: string; columns: string[]; refersTo: string[] }>(sql`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${LEFT_OUT}::text[])
    order by c.relname`);
  return rows;
};

export const hasMigrations = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<{ isThere: boolean }>(sql`select to_regclass('migration') is not null as "isThere"`);
  return rows[0]?.isThere ?? false;
};

export interface AppliedMigration {
  number: number;
  name: string;
  checksum: string;
}

export const listApplied = async (tx: Tx): Promise<AppliedMigration[]> => {
  const { rows } = await tx.query<AppliedMigration & Record<string, unknown>>(
    sql`select number, name, checksum from migration order by number`,
  );
  return rows;
};

/**
 * From here on the transaction sees one state of these tables. They are locked before the snapshot: dropping a
 * partition or altering a table also affects older snapshots.
 */
export const takeSnapshot = async (tx: Tx, tables: readonly Table[]): Promise<void> => {
  await tx.query(sql`set transaction isolation level repeatable read, read only`);
  await tx.query(sql`set local statement_timeout = 0`);
  // Without partitions: they are many, and dropping one locks the whole table.
  const names = ['migration', ...tables.map(({ name }) => name)].map((name) => `only ${quoted(name)}`);
  await tx.query(sql`lock table ${raw(names.join(', '))} in access share mode`);
};

/** The last generated number of each identity. */
export const listIdentities = async (tx: Tx): Promise<Identity[]> => {
  const { rows } = await tx.query<{ table: string; column: string; last: number }>(sql`
    select * from (
      select c.relname::text as table, a.attname::text as column,
        pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass) as last
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not a.attisdropped
        and c.relname <> all (${LEFT_OUT}::text[])
    ) i where last is not null order by 1, 2`);
  return rows;
};

/** Makes an identity continue after `last`. */
export const setIdentity = async (tx: Tx, { table, column, last }: Identity): Promise<void> => {
  await tx.query(sql`select setval(pg_get_serial_sequence(${quoted(table)}, ${column}),
    greatest(${last}::bigint, (select max(${raw(quoted(column))}) from ${raw(quoted(table))})))`);
};

/** Locks these tables against all other transactions until this one ends. */
export const lockTables = async (tx: Tx, tables: readonly Table[]): Promise<void> => {
  if (tables.length > 0) await tx.query(sql`lock table ${raw(list(tables.map(({ name }) => name)))}`);
};

export const hasRows = async (tx: Tx, { name }: Table): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`select from ${raw(quoted(name))} limit 1`);
  return rowCount > 0;
};

/** Deletes rows that migrations may have inserted, and lets no trigger insert others in this transaction. */
export const emptyTables = async (tx: Tx, tables: readonly Table[]): Promise<void> => {
  await tx.query(sql`set local airdeck.restoring = 'on'`);
  if (tables.length > 0) await tx.query(sql`truncate ${raw(list(tables.map(({ name }) => name)))}`);
};

/** All rows of a table in PostgreSQL's binary form, which is the same in all versions. */
export const copyTableOut = (client: pg.ClientBase, { name, columns }: Table, blockBytes: number): CopyOut =>
  client.query(
    new CopyOut(`copy (select ${list(columns)} from ${quoted(name)}) to stdout (format binary)`, blockBytes),
  );

/** Returns the number of rows. */
export const copyTableIn = (
  client: pg.ClientBase,
  { name, columns }: Table,
  blocks: AsyncIterable<Buffer>,
): Promise<number> => copyIn(client, `copy ${quoted(name)} (${list(columns)}) from stdin (format binary)`, blocks);
