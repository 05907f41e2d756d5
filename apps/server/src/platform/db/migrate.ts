import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { DatabaseStartError } from './database-start-error.ts';
import { LOCK } from './locks.ts';
import type { Db, Tx } from './pool.ts';

/** A file in the migrations folder. */
export type Migration = { number: number; name: string; text: string; checksum: string };

/**
 * Migrates the database with the files in `folder` (NNNN-name.sql, from 0001 without a gap), each in its own
 * transaction. Several servers may call it at once.
 * @throws DatabaseStartError if an applied migration was edited, or the database is newer than the code.
 */
export async function migrate(db: Db, folder: string, progress: (message: string) => void = () => {}): Promise<void> {
  const migrations = await readMigrations(folder);
  await db.tx((tx) => prepare(tx, migrations));
  for (const migration of migrations) await db.tx((tx) => apply(tx, migration, progress));
}

/** Applies these migrations in one transaction; no other process migrates at the same time. */
export async function migrateWithin(tx: Tx, migrations: Migration[]): Promise<void> {
  await prepare(tx, migrations);
  for (const migration of migrations) await apply(tx, migration, () => {});
}

async function prepare(tx: Tx, migrations: Migration[]): Promise<void> {
  await lockMigrations(tx);
  await tx.query(sql`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_time timestamptz not null default now()
      )`);
  await checkApplied(tx, migrations);
}

async function apply(tx: Tx, { number, name, text, checksum }: Migration, progress: (message: string) => void) {
  await lockMigrations(tx);
  const { rowCount } = await tx.query(sql`select from migration where number = ${number}`);
  if (rowCount > 0) return;
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
  // A migration may rewrite large tables, however long it takes.
  await tx.query(sql`set local statement_timeout = 0`);
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK.migration})`);
}

async function checkApplied(tx: Tx, migrations: Migration[]): Promise<void> {
  const { rows } = await tx.query<{ number: number; name: string; checksum: string }>(
    sql`select number, name, checksum from migration order by number`,
  );
  for (const applied of rows) {
    const known = migrations.find(({ number }) => number === applied.number);
    if (!known) {
      throw new DatabaseStartError(
        `The database is newer than this server: it has migration ${applied.name}. Start the newer version.`,
      );
    }
    if (known.checksum !== applied.checksum) {
      throw new DatabaseStartError(
        `Migration ${known.name} was changed after it had been applied as ${applied.name}. Restore it, and write a new one.`,
      );
    }
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
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
