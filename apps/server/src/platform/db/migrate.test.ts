import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';
import { createDb } from './pool.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await testDatabase();
  await database.db.query(sql`drop table migration`);
  folder = mkdtempSync(join(tmpdir(), 'airdeck-migrations-'));
  write('0001-first.sql', 'create table first (id integer); insert into first values (1);');
  write('0002-second.sql', 'create table second (id integer);');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

async function applied(): Promise<string[]> {
  const { rows } = await database.db.query<{ name: string }>(sql`select name from migration order by number`);
  return rows.map(({ name }) => name);
}

it('applies each migration once, and later ones on top', async () => {
  const progress: string[] = [];
  await migrate(database.db, folder, { progress: (message) => progress.push(message) });
  await migrate(database.db, folder, { progress: (message) => progress.push(message) });
  write('0003-third.sql', 'insert into first values (2)');
  await migrate(database.db, folder);
  expect(await applied()).toEqual(['0001-first', '0002-second', '0003-third']);
  expect(progress).toHaveLength(2);
  expect((await database.db.query(sql`select id from first`)).rowCount).toBe(2);
});

it('applies each once when two servers migrate at the same time', async () => {
  const other = createDb({ connection: database.url, log: pino({ level: 'silent' }) });
  await Promise.all([migrate(database.db, folder), migrate(other, folder)]);
  await other.close();
  expect((await database.db.query(sql`select id from first`)).rowCount).toBe(1);
});

it('refuses an applied migration that was edited, but not one with other line ends', async () => {
  write('0001-first.sql', 'create table first (id integer);\ninsert into first values (1);');
  await migrate(database.db, folder);
  write('0001-first.sql', 'create table first (id integer);\r\ninsert into first values (1);');
  await migrate(database.db, folder);
  write('0001-first.sql', 'create table first (id bigint);');
  await expect(migrate(database.db, folder)).rejects.toThrow('0001-first was changed after it had been applied');
});

it('refuses a database that is newer than the code', async () => {
  await migrate(database.db, folder);
  rmSync(join(folder, '0002-second.sql'));
  await expect(migrate(database.db, folder)).rejects.toThrow('newer than this server: it has migration 0002-second');
});

it('leaves nothing of an upgrade whose last migration fails', async () => {
  await migrate(database.db, folder);
  write('0003-third.sql', 'create table third (id integer); insert into first values (2);');
  write('0004-fourth.sql', 'select missing;');
  await expect(migrate(database.db, folder)).rejects.toThrow('Migration 0004-fourth failed in line 1');
  expect(await applied()).toEqual(['0001-first', '0002-second']);
  const { rows } = await database.db.query(sql`select to_regclass('third') as third, count(*)::int from first`);
  expect(rows).toEqual([{ third: null, count: 1 }]);
});

it('calls beforeUpgrade for an older schema only, and lets no other process migrate meanwhile', async () => {
  const calls: string[] = [];
  const upgradeAs = (name: string, db = database.db) =>
    migrate(db, folder, {
      async beforeUpgrade() {
        calls.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        calls.push(`${name} ends with ${(await applied()).length}`);
      },
    });
  await upgradeAs('new');
  await upgradeAs('same');
  write('0003-third.sql', 'create table third (id integer)');
  const other = createDb({ connection: database.url, log: pino({ level: 'silent' }) });
  await Promise.all([upgradeAs('first'), upgradeAs('first', other)]);
  await other.close();
  expect(calls).toEqual(['first begins', 'first ends with 2']);
});

it('leaves nothing of a first start whose migration fails', async () => {
  write('0002-second.sql', 'create table second (id integer);\ninsert into first values (2);\nselect missing;');
  await expect(migrate(database.db, folder)).rejects.toThrow(
    'Migration 0002-second failed in line 3: column "missing"',
  );
  const { rows } = await database.db.query(sql`select to_regclass('first') as first, to_regclass('migration') as list`);
  expect(rows).toEqual([{ first: null, list: null }]);
});

it.each(['0004-gap.sql', '0002-twice.sql', '3-short.sql', '0003_underscore.sql'])(
  'refuses the file name %s',
  async (name) => {
    write(name, 'select 1');
    await expect(migrate(database.db, folder)).rejects.toThrow('expected a name 000');
  },
);
