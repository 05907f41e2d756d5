import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { readCatalog } from './catalog-queries.ts';
import { DRIVER_TYPES } from './row-types.ts';
import { PAGES, renderFiles } from './schema-files.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
/** Migrations up to here were released with product texts, and are never edited. */
const LAST_WITH_TEXTS = 34;
const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** Foreign keys that no index begins with, and why that costs nothing. */
const WITHOUT_INDEX: Readonly<Record<string, string>> = {
  'device_credential (organization_id, code, meter_id)': 'the primary key (organization_id, code) finds the one row',
  'meter (organization_id, office_id, department_id)':
    'the unique index (department_id, name) finds the meters of a department',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('has a comment on every table and column', async () => {
  const tables = await readCatalog(database.db);
  const silent = tables.flatMap(({ name, comment, columns }) => [
    ...(comment ? [] : [name]),
    ...columns.filter((column) => !column.comment).map((column) => `${name}.${column.name}`),
  ]);
  expect(tables.length).toBeGreaterThan(60);
  expect(silent).toEqual([]);
});

it('has up-to-date pages and row types; npm run schema writes them', async () => {
  const files = renderFiles(await readCatalog(database.db));
  const stale = [...files].filter(([path, text]) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n') !== text);
  expect(stale.map(([path]) => path)).toEqual([]);
  expect(readdirSync(PAGES).filter((name) => !files.has(join(PAGES, name)))).toEqual([]);
});

it('refuses a table that stands in no area', async () => {
  const tables = await readCatalog(database.db);
  const [first] = tables;
  const added = first ? { ...first, name: 'added' } : undefined;
  expect(() => renderFiles([...tables, ...(added ? [added] : [])])).toThrow('In no area of schema/areas.ts: added');
  expect(() => renderFiles(tables.slice(1))).toThrow('not in the database: alarm');
});

it('puts a table on the page that its comment names', async () => {
  const tables = await readCatalog(database.db);
  const [first] = tables;
  const added = first ? [{ ...first, name: 'added', comment: 'control: Something new.' }] : [];
  const page = [...renderFiles([...tables, ...added])].find(([path]) => path.endsWith('control.md'))?.[1];
  expect(page).toMatch(/## added\n\nSomething new\./i);
});

it('has an index for every foreign key, or a reason why not', async () => {
  const tables = await readCatalog(database.db);
  const without = tables.flatMap(({ name, foreign_keys }) =>
    foreign_keys.filter((key) => !key.is_indexed).map(({ columns }) => `${name} (${columns.join(', ')})`),
  );
  expect(without).toEqual(Object.keys(WITHOUT_INDEX).sort());
});

it('holds no Korean text in a migration after 0034', () => {
  const withTexts = readdirSync(MIGRATIONS).filter(
    (name) =>
      name.endsWith('.sql') &&
      Number(name.slice(0, 4)) > LAST_WITH_TEXTS &&
      HANGUL.test(readFileSync(join(MIGRATIONS, name), 'utf8')),
  );
  expect(withTexts).toEqual([]);
});

/** A value of each type, as text. */
const SAMPLES: Readonly<Record<string, string>> = {
  smallint: '1',
  integer: '1',
  bigint: '1',
  'double precision': '0.5',
  boolean: 'true',
  text: 'a',
  uuid: '00000000-0000-4000-8000-000000000000',
  xid8: '7',
  date: '2024-02-29',
  'timestamp with time zone': '2024-02-29T00:00:00Z',
  bytea: '\\x00',
  jsonb: '{"any": ["value"]}',
  'smallint[]': '{1}',
  'integer[]': '{1}',
  'bigint[]': '{1}',
  'double precision[]': '{0.5}',
  'text[]': '{a}',
  'uuid[]': '{00000000-0000-4000-8000-000000000000}',
  'timestamp with time zone[]': '{2024-02-29T00:00:00Z}',
};

it.each(Object.entries(DRIVER_TYPES))('reads %s as %s', async (type, expected) => {
  const { rows } = await database.db.query<{ value: unknown }>({
    text: `select $1::${type} as value`,
    values: [SAMPLES[type]],
  });
  const typeName = Array.isArray(rows[0]?.value) ? `${nameOf(rows[0].value[0])}[]` : nameOf(rows[0]?.value);
  expect(typeName).toBe(expected === 'unknown' ? 'Object' : expected);
});

const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
