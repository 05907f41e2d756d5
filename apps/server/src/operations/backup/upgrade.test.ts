import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openBackupFile } from './read-file.ts';
import { restore } from './restore.ts';
import { upgrade } from './upgrade.ts';

const CURRENT = join(import.meta.dirname, '../../migrations');
const NEXT = String(readdirSync(CURRENT).filter((name) => name.endsWith('.sql')).length + 1).padStart(4, '0');
const START = Date.UTC(2027, 0, 10, 12);
const FRAMES = 500;

let database: TestDatabase;
let folder: string;
let messages: string[];
let now = START;

beforeAll(async () => {
  database = await testDatabase();
  const rig = await openStoreRig(database.db, { now: START });
  await rig.write(Array.from({ length: FRAMES }, (_, i) => rig.frame(START - i * 60_000, { 501: 400 + (i % 90) })));
  await rig.writer.stop();
});
afterAll(() => database.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-upgrade-'));
  cpSync(CURRENT, join(folder, 'migrations'), { recursive: true });
  messages = [];
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.db.query(sql`drop table if exists added`);
  await database.db.query(sql`delete from migration where name like ${`${NEXT}-%`}`);
});

const addMigration = (text: string) => writeFileSync(join(folder, 'migrations', `${NEXT}-added.sql`), text);
const dataDir = () => join(folder, 'data');
const backups = () => join(dataDir(), 'backups');
const run = (kept = 2, signal = new AbortController().signal) => {
  mkdirSync(dataDir(), { recursive: true });
  const progress = (message: string) => void messages.push(message);
  const clock = { now: () => now };
  const { db } = database;
  return upgrade({
    ...{ db, migrations: join(folder, 'migrations'), dataDir: dataDir(), kept, clock, version: '1.1.0' },
    ...{ progress, signal },
  });
};
const countFrames = async ({ db }: TestDatabase): Promise<number> => (await db.query(sql`select from frame`)).rowCount;

it('writes a backup before it migrates, which the former version restores', async () => {
  addMigration('create table added (id integer);');
  await run();
  expect(messages).toEqual([
    `Backing up the database before the upgrade: ${backups()}/before-upgrade-2027-01-10T12-00-00-000Z.backup`,
    'Backed up: 1 MB before compression',
    `Migrating the database: ${NEXT}-added`,
  ]);
  const [name = ''] = readdirSync(backups());
  expect(statSync(join(backups(), name)).mode & 0o777).toBe(0o600);
  const target = await testDatabase({ isBlank: true });
  const source = await openBackupFile(join(backups(), name));
  try {
    const none = () => undefined;
    const { signal } = new AbortController();
    await restore(source, { db: target.db, migrations: CURRENT, progress: none, tableDone: none, signal });
    expect(await countFrames(target)).toBe(FRAMES);
  } finally {
    await source.close();
    await target.close();
  }
});

it('writes no backup for a new database, for an unchanged one, or when none is to be kept', async () => {
  const blank = await testDatabase({ isBlank: true });
  const used = database;
  database = blank;
  await run();
  database = used;
  await blank.close();
  await run();
  addMigration('create table added (id integer);');
  await run(0);
  expect(readdirSync(dataDir())).toEqual([]);
});

it('keeps the newest backups and other files, and removes what a killed upgrade left', async () => {
  mkdirSync(backups(), { recursive: true });
  const others = ['own.backup', 'before-upgrade-2027.backup.txt'];
  for (const name of [...others, 'before-upgrade-2026-01-01T00-00-00-000Z.backup.part']) {
    writeFileSync(join(backups(), name), '');
  }
  addMigration('select missing;');
  for (const minute of [0, 1, 2]) {
    now = START + minute * 60_000;
    await expect(run()).rejects.toThrow('column "missing" does not exist');
  }
  now = START;
  const kept = [1, 2].map((minute) => `before-upgrade-2027-01-10T12-0${minute}-00-000Z.backup`);
  expect(readdirSync(backups()).sort()).toEqual([...kept, ...others].sort());
});

it('says what to do when a migration fails, and changes nothing', async () => {
  addMigration('create table added (id integer);\nselect missing;');
  await expect(run()).rejects.toThrow(
    new RegExp(
      `Migration ${NEXT}-added failed in line 2: column "missing" does not exist\n` +
        'The database was not changed: the former version can be started as before. Its backup is /.*[.]backup[.]$',
    ),
  );
  const { rows } = await database.db.query(sql`select to_regclass('added') as added`);
  expect(rows).toEqual([{ added: null }]);
});

it.each(['EEXIST', 'the disk is nearly full'])('migrates nothing when the backup fails: %s', async (reason) => {
  const room = new AbortController();
  mkdirSync(dataDir());
  if (reason === 'EEXIST') writeFileSync(backups(), 'a file in place of the folder');
  else room.abort(new Error(reason));
  addMigration('create table added (id integer);');
  await expect(run(2, room.signal)).rejects.toThrow(
    new RegExp(`The backup before the upgrade failed: .*${reason}.* start with --upgrade-backups 0[.]\nThe database`),
  );
  const { rows } = await database.db.query(sql`select to_regclass('added') as added`);
  expect(rows).toEqual([{ added: null }]);
});
