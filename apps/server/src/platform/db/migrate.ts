import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { DatabaseStartError } from './database-start-error.ts';
import { LOCK } from './locks.ts';
import type { Db, Tx } from './pool.ts';

/** A file in the migrations folder. */
export type Migration = { number: number; name: string; text: string; checksum: string };

export type MigrateOptions = {
  progress?: (message: string) => void;
  /** Called before an older schema is migrated, while no other process can migrate. */
  beforeUpgrade?: () => Promise<void>;
};

/**
 * Migrates the database with the files in `folder` (NNNN-name.sql, from 0001 without a gap), all in one transaction, so
 * that an interrupted or failed upgrade leaves the schema of the former version. Several servers may call it at once.
 * @throws DatabaseStartError if an applied migration was edited, or the database is newer than the code.
 */
export async function migrate(
  db: Db,
  folder: string,
  { progress = () => {}, beforeUpgrade = async () => {} }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder);
  await db.tx(async (tx) => {
    const pending = await prepare(tx, migrations);
    if (pending.length > 0 && pending.length < migrations.length) await beforeUpgrade();
    for (const migration of pending) await apply(tx, migration, progress);
  });
}

async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** Number of the newest migration of the folder, in which no number is missing. */
export async function newestMigration(folder: string): Promise<number> {
  return (await migrationFiles(folder)).length;
}

/** Applies these migrations in one transaction; no other process migrates at the same time. */
export async function migrateWithin(tx: Tx, migrations: Migration[]): Promise<void> {
  for (const migration of await prepare(tx, migrations)) await apply(tx, migration, () => {});
}

/** Returns the migrations that have not been applied. */
async function prepare(tx: Tx, migrations: Migration[]): Promise<Migration[]> {
  await lockMigrations(tx);
  await tx.query(sql`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_time timestamptz not null default now()
      )`);
  return checkApplied(tx, migrations);
}

async function apply(tx: Tx, { number, name, text, checksum }: Migration, progress: (message: string) => void) {
  progress(`Migrating the database: ${name}`);
  await tx.query({ text }).catch((error) => {
    throw new DatabaseStartError(`Migration ${name} failed${place(text, error)}: ${error.message}`, { cause: error });
  });
  await tx.query(sql`insert into migration (number, name, checksum) values (${number}, ${name}, ${checksum})`);
}

function place(text: string, { position }: { position?: string }): string {
  return position ? ` in line ${text.slice(0, Number(position)).split('\n').length}` : '';
}

/** Held until the transaction ends, so that no other process migrates. */
export async function lockMigrations(tx: Tx): Promise<void> {
  // A migration may rewrite large tables, however long it takes, and the transaction is idle during a backup.
  await tx.query(sql`set local statement_timeout = 0`);
  await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK.migration})`);
}

async function checkApplied(tx: Tx, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await tx.query<{ number: number; name: string; checksum: string }>(
    sql`select number, name, checksum from migration order by number`,
  );
  for (const applied of rows) {
    const known = migrations.find(({ number }) => number === applied.number);
    if (!known) {
      throw new DatabaseStartError(
        `The database is newer than this server: it has migration ${applied.name}. Start the newer version, ` +
          'or restore a backup from before the upgrade into a new folder (`backups/` of the data directory).',
      );
    }
    if (known.checksum !== applied.checksum) {
      throw new DatabaseStartError(
        `Migration ${known.name} was changed after it had been applied as ${applied.name}. Restore it, and write a new one.`,
      );
    }
  }
  const applied = new Set(rows.map(({ number }) => number));
  return migrations.filter(({ number }) => !applied.has(number));
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationFiles(folder);
  return Promise.all(
    names.map(async (file, index) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file) || Number(file.slice(0, 4)) !== index + 1) {
        throw new DatabaseStartError(
          `${join(folder, file)}: expected a name ${String(index + 1).padStart(4, '0')}-….sql`,
        );
      }
      // Line endings depend on the checkout.
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { number: index + 1, name: file.slice(0, -'.sql'.length), text, checksum };
    }),
  );
}
