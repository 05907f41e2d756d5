import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { createDb, type Db } from '../../platform/db/pool.ts';
import { createPacker } from '../../store/packed/packer.ts';
import { readFrames } from '../../store/packed/read-frames-queries.ts';
import { aPurifier, aSession, aUser, FACTORY_PASSWORD } from '../../testing/factory.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { backUp, inOrder, type TableCount } from './backup.ts';
import type { Header } from './format.ts';
import { type BackupSource, openBackupFile, type TableRows } from './read-file.ts';
import { restore } from './restore.ts';
import { listTables, takeSnapshot } from './table-queries.ts';
import { writeBackupFile } from './write-file.ts';

const MINUTE_MS = 60_000;
const NOW = Date.UTC(2027, 0, 10, 12);
const FIRST = Date.UTC(2027, 0, 7);
const migrations = join(import.meta.dirname, '../../migrations');

let folder: string;
let database: TestDatabase;
let rig: StoreRig;
let written = 0;
/** A backup of a database at rest. */
let whole: string;
let wholeContents: Record<string, string>;
let lastId: number | undefined;
let target: TestDatabase;

const framesFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    rig.frame(FIRST + (start + i) * MINUTE_MS, { 501: 400 + (i % 97), 101: i % 50 }),
  );

const backUpTo = async (path: string, db: Db, signal = new AbortController().signal): Promise<TableCount[]> => {
  const counts: TableCount[] = [];
  const progress = (count: TableCount, isDone: boolean) => (isDone ? counts.push(count) : undefined);
  await backUp(path, { db, clock: rig.clock, version: '1.2.3', progress, signal });
  return counts;
};

const restoreFrom = async (path: string, db: Db, { isVerified = true, folderOfMigrations = migrations } = {}) => {
  const source = await openBackupFile(path);
  try {
    if (isVerified) await source.verify(() => undefined);
    const none = () => undefined;
    const { signal } = new AbortController();
    await restore(source, { db, migrations: folderOfMigrations, progress: none, tableDone: none, signal });
  } finally {
    await source.close();
  }
};

/** The number of rows of each table, and a checksum of their content. */
const contents = async (db: Db): Promise<Record<string, string>> => {
  const { rows } = await db.query<{ name: string }>(sql`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname <> 'migration'
      and relname not like 'feed%' order by 1`);
  const result: Record<string, string> = {};
  for (const { name } of rows) {
    const sums = await db.query<{ text: string }>(sql`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as text from ${raw(name)} t`);
    result[name] = sums.rows[0]?.text ?? '';
  }
  return result;
};

const tableCount = async (db: Db): Promise<number> =>
  (await db.query(sql`select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`))
    .rowCount;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-backup-'));
  database = await testDatabase();
  rig = await openStoreRig(database.db, { now: NOW });
  written = 3 * 1440;
  await rig.write(framesFrom(0, written));
  // A late day, in the partition of all older days.
  await rig.write([rig.frame(Date.UTC(2026, 5, 1), { 501: 1 })]);
  await rig.rollup.drain();
  const user = await aUser(database.db);
  await aSession(database.db, user.id, NOW);
  await aPurifier(database.db, rig.meter().id);
  await createPacker({ ...rig, hotDays: 2 }).pack();
  // The last number of an identity belongs to a deleted row.
  const gone = sql`insert into organization (code, name) values ('99999999', 'Gone') returning id`;
  lastId = (await database.db.query<{ id: number }>(gone)).rows[0]?.id;
  await database.db.query(sql`delete from organization where code = '99999999'`);
  whole = join(folder, 'whole.backup');
  await backUpTo(whole, database.db);
  wholeContents = await contents(database.db);
}, 120_000);
afterAll(async () => {
  await rig.writer.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  target = await testDatabase({ isBlank: true });
  return () => target.close();
});

describe('a backup', () => {
  it.each([{ isBlank: true }, { isBlank: false }])('is restored as it was: %j', async (kind) => {
    const other = await testDatabase(kind);
    await restoreFrom(whole, other.db);
    expect(await contents(other.db)).toEqual(wholeContents);
    // New rows get unused numbers, and frames find their partitions.
    const next = sql`insert into organization (code, name) values ('99999998', 'Next') returning id`;
    const { rows } = await other.db.query<{ id: number }>(next);
    expect(rows).toEqual([{ id: (lastId ?? 0) + 1 }]);
    const partitions = sql`select count(*) as count from pg_inherits where inhparent = 'frame'::regclass`;
    expect((await other.db.query(partitions)).rows).toEqual((await database.db.query(partitions)).rows);
    await other.close();
  });

  it('holds one moment of a database in which frames are written, packed and dropped', async () => {
    const path = join(folder, 'busy.backup');
    const packer = createPacker({ ...rig, hotDays: 1 });
    let isOver = false;
    const acknowledged = written;
    const write = async () => {
      while (!isOver) {
        await rig.write(framesFrom(written, 20));
        written += 20;
      }
    };
    const pack = async () => {
      while (!isOver) await packer.pack();
    };
    const busy = [write(), pack()];
    const counts = await backUpTo(path, database.db);
    isOver = true;
    await Promise.all(busy);
    await restoreFrom(path, target.db);
    // The backup has everything acknowledged before it, and what came meanwhile up to one moment.
    const span = { meterId: rig.meter().id, start: FIRST, end: NOW + 30 * 86_400_000 };
    const [frames] = await readFrames(target.db, [span], null);
    const times = frames?.times ?? [];
    expect(times.length).toBeGreaterThanOrEqual(acknowledged);
    expect(times.length).toBeLessThanOrEqual(written);
    expect(times).toEqual(times.map((_, i) => FIRST + i * MINUTE_MS));
    const [stored] = await readFrames(database.db, [{ ...span, end: (times.at(-1) ?? 0) + 1 }], null);
    expect(frames).toEqual(stored);
    for (const { name, rows } of counts) {
      const { rowCount } = await target.db.query(sql`select from ${raw(name)}`);
      expect([name, rowCount]).toEqual([name, rows]);
    }
  }, 120_000);

  it('sees a day that is packed meanwhile as it was: its partition is not dropped before the end', async () => {
    const other = await testDatabase();
    const hot = await openStoreRig(other.db, { now: NOW });
    await hot.write(Array.from({ length: 100 }, (_, i) => hot.frame(FIRST + i * MINUTE_MS, { 501: i })));
    const packer = createPacker({ ...hot, hotDays: 1 });
    const frames = sql`select count(*) as count from frame`;
    await other.db.tx(async (tx) => {
      await takeSnapshot(tx, await listTables(other.db));
      expect(await packer.pack()).toBe(false);
      expect((await tx.query(frames)).rows).toEqual([{ count: 100 }]);
    });
    expect(await packer.pack()).toBe(true);
    expect((await other.db.query(frames)).rows).toEqual([{ count: 0 }]);
    await hot.writer.stop();
    await other.close();
  });

  it('of an older schema is restored with it, and then migrated', async () => {
    const some = join(folder, 'migrations');
    rmSync(some, { recursive: true, force: true });
    const old = await testDatabase({ isBlank: true });
    const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
    mkdirSync(some);
    for (const name of names.slice(0, 3)) copyFileSync(join(migrations, name), join(some, name));
    await migrate(old.db, some);
    await old.db.query(sql`insert into organization (code, name) values ('12345678', 'Old')`);
    const path = join(folder, 'old.backup');
    await backUpTo(path, old.db);
    await old.close();
    await restoreFrom(path, target.db);
    const { rows } = await target.db.query(
      sql`select code, (select count(*) from migration) as count from organization`,
    );
    expect(rows).toEqual([{ code: '12345678', count: names.length }]);
  });

  it('takes the place of what migrations put into a table', async () => {
    const more = join(folder, 'more');
    cpSync(migrations, more, { recursive: true });
    const number = readdirSync(more).filter((name) => name.endsWith('.sql')).length + 1;
    const text = 'create table epoch (lane integer primary key, epoch integer); insert into epoch values (1, 0);';
    writeFileSync(join(more, `${String(number).padStart(4, '0')}-epoch.sql`), text);
    const source = await testDatabase();
    for (const { db } of [source, target]) await migrate(db, more);
    await source.db.query(sql`update epoch set epoch = 7`);
    await backUpTo(join(folder, 'epoch.backup'), source.db);
    await restoreFrom(join(folder, 'epoch.backup'), target.db, { folderOfMigrations: more });
    expect((await target.db.query(sql`select * from epoch`)).rows).toEqual([{ lane: 1, epoch: 7 }]);
    await source.close();
  });

  it('takes the place of no other file, and leaves nothing of itself when it is interrupted', async () => {
    await expect(backUpTo(whole, database.db)).rejects.toThrow('is there already');
    const interrupted = new AbortController();
    interrupted.abort(new Error('enough'));
    await expect(backUpTo(join(folder, 'broken.backup'), database.db, interrupted.signal)).rejects.toThrow('enough');
    expect(readdirSync(folder).filter((name) => /broken|part/.test(name))).toEqual([]);
    await expect(backUpTo(join(folder, 'nowhere/x.backup'), database.db)).rejects.toThrow('cannot be made: ENOENT');
    // The pool works after the aborted connection.
    expect(await tableCount(database.db)).toBeGreaterThan(10);
  });

  it('has no secret of a person in the open', () => {
    expect(readFileSync(whole).includes(FACTORY_PASSWORD)).toBe(false);
  });
});

describe('what is refused', () => {
  const changed = (change: (bytes: Buffer) => Buffer): string => {
    const path = join(folder, 'changed.backup');
    writeFileSync(path, change(readFileSync(whole)));
    return path;
  };
  const flip = (at: number) => (bytes: Buffer) => {
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    return bytes;
  };

  it('a file that ends early, goes on, or has another byte, wherever that is', async () => {
    const size = readFileSync(whole).length;
    const places = [...Array.from({ length: 40 }, (_, i) => Math.floor((i * size) / 40)), 17, 18, 21, 22, 23, size - 1];
    for (const at of places) {
      await expect(restoreFrom(changed(flip(at)), target.db)).rejects.toThrow(/not whole|no backup|newer version/);
      const shorter = changed((bytes) => bytes.subarray(0, at));
      await expect(restoreFrom(shorter, target.db)).rejects.toThrow(/not whole/);
    }
    const longer = changed((bytes) => Buffer.concat([bytes, Buffer.of(0)]));
    await expect(restoreFrom(longer, target.db)).rejects.toThrow('goes on behind its end');
    expect(await tableCount(target.db)).toBe(0);
  });

  it('a file that spoils between being checked and being read, which leaves the database empty', async () => {
    const size = readFileSync(whole).length;
    const cut = changed((bytes) => bytes.subarray(0, size - 40));
    await expect(restoreFrom(cut, target.db, { isVerified: false })).rejects.toThrow('not whole');
    for (const at of [0.3, 0.6, 0.9]) {
      const path = changed(flip(Math.floor(size * at)));
      await expect(restoreFrom(path, target.db, { isVerified: false })).rejects.toThrow('Nothing was restored');
    }
    expect(await tableCount(target.db)).toBe(0);
    await restoreFrom(whole, target.db);
    expect(await contents(target.db)).toEqual(wholeContents);
  });

  it('a row that no table can hold: it is the file that is refused, in words', async () => {
    const source = await openBackupFile(whole);
    const int32 = (...values: number[]) => Buffer.from(new Int32Array(values).buffer).swap32();
    const int16 = (value: number) => int32(value).subarray(2);
    // COPY's binary form: a meter, a time, and an array header with 198,554 dimensions.
    const row = [int16(4), int32(4, 1), int32(8, 0, 0), int32(12, 198_554, 0, 21)];
    const wrong = async function* () {
      yield Buffer.concat([Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1'), int32(0, 0), ...row]);
    };
    const read: BackupSource['read'] = (take) =>
      source.read((table, rows) => take(table, table.name === 'frame' ? { ...rows, blocks: wrong() } : rows));
    const none = () => undefined;
    const how = { db: target.db, migrations, progress: none, tableDone: none, signal: new AbortController().signal };
    await expect(restore({ ...source, read }, how)).rejects.toThrow('Nothing was restored');
    await source.close();
  });

  it('to go on when it is interrupted, or the connection is lost: the database stays empty', async () => {
    const second = createDb({ connection: target.url, log: rig.log });
    const terminate = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
    const interrupted = new AbortController();
    const ended = async (end: () => unknown, words: string, signal = new AbortController().signal): Promise<void> => {
      const source = await openBackupFile(whole);
      // In the middle of the frames.
      const late = async function* ({ blocks }: TableRows) {
        for await (const block of blocks) {
          await end();
          yield block;
        }
      };
      const read: BackupSource['read'] = (take) =>
        source.read((table, rows) => take(table, table.name === 'frame' ? { ...rows, blocks: late(rows) } : rows));
      const none = () => undefined;
      const how = { db: target.db, migrations, progress: none, tableDone: none, signal };
      await expect(restore({ ...source, read }, how)).rejects.toThrow(words);
      await source.close();
      expect(await tableCount(target.db)).toBe(0);
    };
    await ended(() => interrupted.abort(new Error('enough')), 'enough', interrupted.signal);
    await ended(() => second.query(terminate), 'onnection');
    await second.close();
  });

  it('another format, and what is none', async () => {
    const newer = changed((bytes) => {
      bytes.write('2', 15, 'latin1');
      return bytes;
    });
    await expect(restoreFrom(newer, target.db)).rejects.toThrow('made by a newer version');
    const none = changed(() => Buffer.from('PGDMP and much more'));
    await expect(restoreFrom(none, target.db)).rejects.toThrow('is no backup');
    await expect(restoreFrom(join(folder, 'missing'), target.db)).rejects.toThrow('cannot be read');
    await expect(restoreFrom(folder, target.db)).rejects.toThrow('cannot be read');
  });

  it('a database that is not empty', async () => {
    await restoreFrom(whole, target.db);
    await expect(restoreFrom(whole, target.db)).rejects.toThrow('The database is not empty: app_user has rows');
    // A running server neither waits for it nor delays it.
    await target.db.tx(async (tx) => {
      await tx.query(sql`lock table frame in row exclusive mode`);
      await expect(restoreFrom(whole, target.db)).rejects.toThrow('The database is not empty: app_user has rows');
    });
    const other = await testDatabase({ isBlank: true });
    await other.db.query(sql`create table somebody_else (id integer)`);
    await expect(restoreFrom(whole, other.db)).rejects.toThrow('not empty: it has a table somebody_else');
    await other.close();
  });

  it('a backup of a newer version, or of another program', async () => {
    const source = await testDatabase();
    const add = (checksum: string) =>
      sql`insert into migration (number, name, checksum) values (9999, '9999-later', ${checksum})`;
    await source.db.query(add('0'.repeat(64)));
    await backUpTo(join(folder, 'newer.backup'), source.db);
    await expect(restoreFrom(join(folder, 'newer.backup'), target.db)).rejects.toThrow(
      'of a newer version (1.2.3): it has the migration 9999-later',
    );
    await source.db.query(sql`delete from migration where number = 9999`);
    await source.db.query(sql`update migration set checksum = ${'1'.repeat(64)} where number = 2`);
    await backUpTo(join(folder, 'other.backup'), source.db);
    await expect(restoreFrom(join(folder, 'other.backup'), target.db)).rejects.toThrow('of another program');
    await source.close();
    expect(await tableCount(target.db)).toBe(0);
  });

  it.each<[string, (header: Header) => Partial<Header>, string]>([
    [
      'a table that is none of ours',
      ({ tables }) => ({ tables: [...tables, { name: 'pg_authid', columns: ['a'] }] }),
      'pg_authid is not',
    ],
    ['a table twice', ({ tables }) => ({ tables: [...tables, ...tables] }), 'is not as its migrations'],
    ['no tables', () => ({ tables: [] }), 'is not as its migrations'],
    ['SQL', () => ({ tables: [{ name: 'a"; drop table meter; --', columns: ['a'] }] }), 'says what no backup says'],
    ['an unknown sequence', () => ({ identities: [{ table: 'frame', column: 'id', last: 7 }] }), 'none of its tables'],
    [
      'partitions one over the other',
      () => ({
        partitions: [
          { first: 1, end: 9 },
          { first: 2, end: 3 },
        ],
      }),
      'overlap',
    ],
    ['a partition that ends first', () => ({ partitions: [{ first: 9, end: 1 }] }), 'ends before it begins'],
  ])('a file that was made with intent: %s', async (_title, change, words) => {
    const path = join(folder, 'made.backup');
    rmSync(path, { force: true });
    const { header } = await openBackupFile(whole).then(async (source) => {
      await source.close();
      return source;
    });
    const made = { ...header, partitions: [], identities: [], ...change(header) };
    const nothing = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0\xff\xff', 'latin1');
    await writeBackupFile(
      path,
      async () => made,
      async (file) => {
        for (const _table of made.tables)
          await file.table(
            (async function* () {
              yield nothing;
            })(),
            () => 0,
          );
      },
    );
    await expect(restoreFrom(path, target.db)).rejects.toThrow(words);
    expect(await tableCount(target.db)).toBe(0);
  });
});

it('puts tables after those that they refer to, also in a circle', () => {
  const table = (name: string, ...refersTo: string[]) => ({ name, columns: [], refersTo });
  const sorted = inOrder([table('a', 'c'), table('b'), table('c', 'b'), table('x', 'y'), table('y', 'x')]);
  expect(sorted.map(({ name }) => name)).toEqual(['b', 'c', 'a', 'y', 'x']);
});
