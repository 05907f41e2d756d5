import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { listPartitions } from '../../store/frames/partition-queries.ts';
import { BLOCK_BYTES } from './format.ts';
import { copyTableOut, listApplied, listIdentities, listTables, type Table, takeSnapshot } from './table-queries.ts';
import { writeBackupFile } from './write-file.ts';

export interface TableCount {
  name: string;
  rows: number;
  bytes: number;
}

export interface BackupOptions {
  db: Db;
  clock: Clock;
  /** Version of the program. */
  version: string;
  /** Called now and then while a table is written, and with `isDone` at its end. */
  progress(table: TableCount, isDone: boolean): void;
  /** Aborts it with its reason. */
  signal: AbortSignal;
}

/** Orders tables so that referenced ones come first. */
export const inOrder = (tables: readonly Table[]): Table[] => {
  const sorted: Table[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  const put = (table: Table): void => {
    // Removed before its own references are followed, so that a cycle ends.
    if (!left.delete(table.name)) return;
    for (const name of table.refersTo) {
      const other = left.get(name);
      if (other) put(other);
    }
    sorted.push(table);
  };
  for (const table of tables) put(table);
  return sorted;
};

/**
 * Writes the database's content at one moment to a file, while others read and write. @throws BackupError if the file
 * cannot be written.
 */
export const backUp = async (path: string, { db, clock, version, progress, signal }: BackupOptions): Promise<void> => {
  const tables = inOrder(await listTables(db));
  await db.tx(async (tx, client) => {
    await takeSnapshot(tx, tables);
    const header = async () => ({
      version,
      madeTime: new Date(clock.now()).toISOString(),
      migrations: await listApplied(tx),
      partitions: (await listPartitions(tx)).map(({ first, end }) => ({
        first: Number.isFinite(first) ? first : null,
        end,
      })),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      identities: await listIdentities(tx),
    });
    await writeBackupFile(path, header, async (file) => {
      for (const table of tables) {
        const { name } = table;
        const out = copyTableOut(client, table, BLOCK_BYTES);
        const blocks = async function* (): AsyncGenerator<Buffer> {
          let bytes = 0;
          for await (const block of out) {
            signal.throwIfAborted();
            bytes += block.length;
            progress({ name, rows: 0, bytes }, false);
            yield block;
          }
        };
        const bytes = await file.table(blocks(), () => out.rows);
        progress({ name, rows: out.rows, bytes }, true);
      }
    });
  });
};
