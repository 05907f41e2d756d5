import type pg from 'pg';
import { lockMigrations, type Migration, migrate, migrateWithin, readMigrations } from '../../platform/db/migrate.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { attachPartition, dropPartition, listPartitions } from '../../store/frames/partition-queries.ts';
import { BackupError, type Header } from './format.ts';
import type { BackupSource, TableRows } from './read-file.ts';
import {
  copyTableIn,
  emptyTables,
  hasMigrations,
  hasRows,
  listApplied,
  listTables,
  lockTables,
  setIdentity,
  type Table,
} from './table-queries.ts';

export interface RestoreOptions {
  db: Db;
  /** The folder of migrations. */
  migrations: string;
  /** Number of restored bytes of the file. */
  progress(offset: number): void;
  tableDone(name: string, rows: number): void;
  /** Aborts it with its reason. */
  signal: AbortSignal;
}

/** The migrations of the backup's database: a prefix of this program's. */
const migrationsOf = ({ migrations, version }: Header, known: readonly Migration[]): Migration[] =>
  migrations.map((applied, i) => {
    const migration = known[i];
    if (!migration) {
      throw new BackupError(
        `The backup is of a newer version (${version}): it has the migration ${applied.name}. Restore it with that.`,
      );
    }
    if (migration.number !== applied.number || migration.checksum !== applied.checksum) {
      throw new BackupError(
        `The backup is of another program: its migration ${applied.name} is not the one that is known here.`,
      );
    }
    return migration;
  });

const refuseFull = (what: string): BackupError =>
  new BackupError(
    `The database is not empty: ${what}. A backup is restored into an empty one only: --data with a new folder, or a ` +
      'new database of your own.',
  );

/**
 * The database must be empty, or have the backup's schema or an older one without rows. A server that starts meanwhile
 * waits, and then finds the restored data.
 */
const holdEmpty = async (tx: Tx, migrations: readonly Migration[]): Promise<void> => {
  await lockMigrations(tx);
  const tables = await listTables(tx);
  if (!(await hasMigrations(tx))) {
    if (tables.length > 0) throw refuseFull(`it has a table ${tables[0]?.name}`);
    return;
  }
  // Rows inserted by migrations do not mean that the database was used.
  const isFilled = ({ name }: Table): boolean => migrations.some(({ text }) => text.includes(`insert into ${name} `));
  const refuseRows = async (): Promise<void> => {
    for (const table of tables) {
      if (!isFilled(table) && (await hasRows(tx, table))) throw refuseFull(`${table.name} has rows`);
    }
  };
  // Before taking locks, which would wait for a running server or deadlock with it.
  await refuseRows();
  await lockTables(tx, tables);
  await refuseRows();
  const later = (await listApplied(tx)).find(({ number }) => number > migrations.length);
  if (later) throw refuseFull(`it has the migration ${later.name}, which is newer than the backup`);
};

/** The tables named in the backup, as they are in the database. */
const matchTables = (header: Header, tables: readonly Table[]): Map<string, Table> => {
  const known = new Map(tables.map((table) => [table.name, table]));
  const wrong = (name: string): BackupError =>
    new BackupError(`The backup's table ${name} is not as its migrations make it. Nothing was restored.`);
  const matched = new Map<string, Table>();
  for (const { name, columns } of header.tables) {
    const table = known.get(name);
    const isSame =
      table?.columns.length === columns.length && table.columns.every((column, i) => column === columns[i]);
    if (!table || !isSame || matched.has(name)) throw wrong(name);
    matched.set(name, table);
  }
  const missing = tables.find(({ name }) => !matched.has(name));
  if (missing) throw wrong(missing.name);
  return matched;
};

const makePartitions = async (tx: Tx, { partitions }: Header): Promise<void> => {
  for (const partition of await listPartitions(tx)) await dropPartition(tx, partition);
  for (const { first, end } of partitions) {
    if (first !== null && first >= end) throw new BackupError('A partition of the backup ends before it begins.');
    await attachPartition(tx, { first: first ?? Number.NEGATIVE_INFINITY, end });
  }
};

/**
 * SQLSTATE classes 22 (data), 23 (constraints), 42 (the statement), 54 (row too large), and 08P01, the answer of COPY
 * to a value that is shorter than announced: the file is at fault.
 */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(22|23|42|54|08P01)/.test(String(error.code));

const restoreTable = async (client: pg.ClientBase, table: Table, { blocks, end }: TableRows): Promise<number> => {
  const rows = await copyTableIn(client, table, blocks).catch((error) => {
    if (!isOfFile(error)) throw error;
    throw new BackupError(`The backup's table ${table.name} is refused: ${error.message}. Nothing was restored.`, {
      cause: error,
    });
  });
  if (rows !== end().rows) throw new BackupError(`${table.name} has other rows than it says. Nothing was restored.`);
  return rows;
};

const restoreIdentities = async (tx: Tx, tables: ReadonlyMap<string, Table>, { identities }: Header): Promise<void> => {
  for (const identity of identities) {
    const table = tables.get(identity.table);
    if (!table?.columns.includes(identity.column)) {
      throw new BackupError(`The backup numbers ${identity.table}, which is none of its tables. Nothing was restored.`);
    }
    await setIdentity(tx, identity);
  }
};

/**
 * Fills an empty database from a backup, all or nothing; verify the file first. Then migrates the database to this
 * program's schema.
 * @throws BackupError if the file is damaged or newer, or the database is not empty; nothing has changed then.
 */
export const restore = async (
  source: BackupSource,
  { db, migrations: folder, progress, tableDone, signal }: RestoreOptions,
): Promise<void> => {
  const { header } = source;
  const migrations = migrationsOf(header, await readMigrations(folder));
  await db.tx(async (tx, client) => {
    await holdEmpty(tx, migrations);
    await migrateWithin(tx, migrations);
    const tables = matchTables(header, await listTables(tx));
    await makePartitions(tx, header);
    await emptyTables(tx, [...tables.values()]);
    await source.read(async ({ name }, rows) => {
      const table = tables.get(name);
      if (!table) throw new BackupError(`${name} is no table of the backup.`);
      const blocks = async function* (): AsyncGenerator<Buffer> {
        for await (const block of rows.blocks) {
          signal.throwIfAborted();
          progress(rows.offset());
          yield block;
        }
      };
      tableDone(name, await restoreTable(client, table, { ...rows, blocks: blocks() }));
    });
    await restoreIdentities(tx, tables, header);
  });
  await migrate(db, folder);
};
