import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isName } from '@airdeck/domain/field-rule';
import { foldedName, toName } from '@airdeck/domain/text-form';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../platform/db/migrate.ts';
import type { Statement } from '../platform/db/pool.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const NUMBER = 45;
let database: TestDatabase;
let folder: string;

/** A database as the version before left it. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-folded-'));
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  for (const file of files.filter((name) => Number(name.slice(0, 4)) < NUMBER)) {
    copyFileSync(join(MIGRATIONS, file), join(folder, file));
  }
  database = await testDatabase({ isBlank: true });
  await migrate(database.db, folder);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

const rowsOf = async (statement: Statement) => (await database.db.query<Record<string, unknown>>(statement)).rows;
const run = (statement: Statement) => database.db.query(statement);
const addOrganization = () => run(sql`insert into organization (code, name) values ('12345678', 'Own')`);
const addOffices = async (...names: string[]) => {
  for (const name of names) await run(sql`insert into office (organization_id, name) values (1, ${name})`);
};
const officeNames = async () => (await rowsOf(sql`select name from office order by id`)).map(({ name }) => name);
const upgrade = () => migrate(database.db, MIGRATIONS);

it('stored names get their form, and of equal ones the later get a number', async () => {
  await addOrganization();
  const nfd = '본관'.normalize('NFD');
  await addOffices(nfd, '본관', '본관 ', 'a', 'A', 'A (2)', '\u200b', '\u3164', '3층\u00a0 회의실', '👨‍👩‍👧');
  await upgrade();
  expect(await officeNames()).toEqual([
    ...['본관 (2)', '본관', '본관 (3)', 'a', 'A (3)', 'A (2)', '#7', '#8', '3층 회의실', '👨‍👩‍👧'],
  ]);
});

it('each changed name is in the audit log, and a form that was opened before is out of date', async () => {
  await addOrganization();
  await addOffices('본관 ', 'x');
  await upgrade();
  expect(
    await rowsOf(sql`select action, entity, entity_id, organization_id, user_id, before, after from audit`),
  ).toEqual([
    {
      ...{ action: 'write', entity: 'offices', entity_id: 1, organization_id: 1, user_id: null },
      ...{ before: { name: '본관 ' }, after: { name: '본관' } },
    },
  ]);
  expect(await rowsOf(sql`select version from office order by id`)).toEqual([{ version: 2 }, { version: 1 }]);
});

it('a number makes no name longer than it may be', async () => {
  await addOrganization();
  await addOffices('a'.repeat(60), 'A'.repeat(60));
  await upgrade();
  expect(await officeNames()).toEqual(['a'.repeat(60), `${'A'.repeat(56)} (2)`]);
});

it('the migration ends with any names, and then no two are equal', async () => {
  await addOrganization();
  const part = fc.constantFrom(
    'a',
    'A',
    ' ',
    '\u00a0',
    '\u200b',
    '가',
    '\u1100\u1161',
    ' (2)',
    '(2)',
    '#1',
    '#2',
    '\u0301',
    '\ufe0f',
  );
  const names = fc.uniqueArray(
    fc.array(part, { maxLength: 4 }).map((parts) => parts.join('')),
    { minLength: 300, maxLength: 300 },
  );
  const [given = []] = fc.sample(names, { numRuns: 1 });
  await addOffices(...given);
  await upgrade();
  const stored = (await officeNames()).map(String);
  expect(new Set(stored.map(foldedName)).size).toBe(300);
  expect(stored.filter((name) => foldedName(name) === '' || toName(name) !== name)).toEqual([]);
});

it('codes and ids that differ by case stay as they are, are exceptions, and allow no further ones', async () => {
  await addOrganization();
  await addOffices('본관');
  await run(sql`insert into department (organization_id, office_id, name) values (1, 1, 'D')`);
  const addMeter = (code: string) =>
    run(
      sql`insert into meter (organization_id, office_id, department_id, name, code) values (1, 1, 1, ${code + Math.random()}, ${code})`,
    );
  const addGateway = (code: string) =>
    run(
      sql`insert into device_credential (organization_id, code, kind, secret_hash) values (1, ${code}, 'GATEWAY', '\\x00')`,
    );
  const addUser = (login: string) =>
    run(sql`insert into app_user (organization_id, login, name, authority) values (1, ${login}, 'Kim', 'LOCAL_USER')`);
  for (const code of ['m1', 'M1', 'M2']) await addMeter(code);
  for (const code of ['gw', 'GW']) await addGateway(code);
  for (const login of ['kim.su', 'Kim.Su', 'KIM.SU', 'lee.ho']) await addUser(login);
  await upgrade();
  expect(await rowsOf(sql`select code, kept_code from meter order by id`)).toEqual([
    { code: 'm1', kept_code: null },
    { code: 'M1', kept_code: 'M1' },
    { code: 'M2', kept_code: null },
  ]);
  expect(await rowsOf(sql`select code from device_credential where kept_code = code`)).toHaveLength(1);
  expect(await rowsOf(sql`select login from app_user where kept_login = login order by id`)).toEqual([
    { login: 'Kim.Su' },
    { login: 'KIM.SU' },
  ]);
  // These are the statements of a process of the version before as well.
  await expect(addMeter('m2')).rejects.toThrow('meter_folded_code');
  await expect(addGateway('Gw')).rejects.toThrow('device_credential_folded_code');
  await expect(addUser('Lee.Ho')).rejects.toThrow('app_user_folded_login');
  await expect(addOffices('본관'.normalize('NFD'))).rejects.toThrow('office_folded_name');
  await run(sql`update meter set name = 'still edited' where code = 'M1'`);
  await run(sql`update meter set code = 'M3' where code = 'M1'`);
  await expect(run(sql`update meter set code = 'm3' where code = 'm1'`)).rejects.toThrow('meter_folded_code');
});

it('an e-mail address is unique within an organization', async () => {
  await addOrganization();
  await run(sql`insert into organization (code, name) values ('22345678', 'Other')`);
  await upgrade();
  const add = (organization: number, login: string, email: string) =>
    run(sql`insert into app_user (organization_id, login, name, authority, email)
      values (${organization}, ${login}, 'Kim', 'LOCAL_USER', ${email})`);
  await add(1, 'kim.su', 'kim@example.com');
  await add(2, 'kim.su', 'Kim@example.com');
  await expect(add(1, 'kim.so', 'KIM@example.com')).rejects.toThrow('app_user_email');
});

it('the database folds names as the code does', async () => {
  await upgrade();
  // Of letters that are older than either of the two: each knows the letters of its own version of Unicode. Without U+11A7,
  // which PostgreSQL drops after a syllable: it composes it as an empty final.
  const letter = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));
  const unit = fc.oneof(
    letter(0x20, 0x24f),
    letter(0x400, 0x52f),
    letter(0x1100, 0x11a6),
    letter(0x11a8, 0x11ff),
    letter(0xac00, 0xd7a3),
  );
  const names = fc.string({ unit, maxLength: 60 }).map(toName).filter(isName);
  const special = fc
    .array(fc.constantFrom('a', 'É', 'e\u0301', '가', '\u1100\u1161', ' ', '\u00a0', '❤\ufe0f', '👨‍👩‍👧', 'Σ', 'Д'), {
      maxLength: 9,
    })
    .map((parts) => toName(parts.join('')));
  const given = fc.sample(fc.oneof(names, special), { numRuns: 3_000 });
  const rows = await rowsOf(sql`
    select name, normal_name(name) as normal, folded_name(name) as folded
    from unnest(${given}::text[]) with ordinality as g (name, n) order by n`);
  const differing = rows.filter(({ name, normal, folded }) => normal !== name || folded !== foldedName(String(name)));
  expect([rows.length, differing]).toEqual([3_000, []]);
});
