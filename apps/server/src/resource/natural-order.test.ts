import { departmentsQuery, officesQuery, organizationsQuery } from '@airdeck/contract/place/routes';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { departmentTable } from '../features/place/department-queries.ts';
import { officeTable } from '../features/place/office-queries.ts';
import { organizationTable } from '../features/place/organization-queries.ts';
import { aDepartment, anOffice, anOrganization } from '../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { listRows } from './resource-queries.ts';

let database: TestDatabase;
let organizationId: number;

beforeAll(async () => {
  database = await testDatabase();
  organizationId = (await anOrganization(database.db, { name: '나래교육청' })).id;
});
afterAll(() => database.close());

const numberOf = (name: string) => Number(/[0-9]+/.exec(name)?.[0]);
const ascending = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('names with numbers are in the order of their numbers', () => {
  beforeAll(async () => {
    const { db } = database;
    // Inserted in an order that is neither that of the numbers nor that of the texts.
    for (const number of [10, 2, 1, 11, 3, 9, 4, 8, 5, 7, 6, 12]) {
      const officeId = await anOffice(db, organizationId, `제${number}교사동`);
      // The English numbers run the other way.
      await db.query(sql`update office set name_en = ${`Room ${13 - number}`} where id = ${officeId}`);
      for (const room of [2, 10, 1]) await aDepartment(db, { organizationId, officeId, name: `${room}반` });
    }
  });

  it('on a Korean screen by the Korean names, as the default and by request', async () => {
    for (const sort of [undefined, 'name,ASC']) {
      const { rows } = await listRows(
        database.db,
        officeTable,
        { reach: 'all' },
        officesQuery.parse({ size: '50', sort }),
      );
      expect(rows.map(({ name }) => numberOf(name))).toEqual(ascending(12));
    }
  });

  it('on an English screen by the English names, as the default and by request', async () => {
    for (const sort of [undefined, 'name,ASC']) {
      const query = officesQuery.parse({ size: '50', sort });
      const { rows } = await listRows(database.db, officeTable, { reach: 'all' }, query, 'en');
      expect(rows.map((row) => numberOf(String(row.name_en)))).toEqual(ascending(12));
    }
  });

  it('over the pages of a list, each row once', async () => {
    const names: string[] = [];
    for (const page of ['0', '1', '2', '3', '4', '5', '6', '7']) {
      const query = departmentsQuery.parse({ size: '5', page });
      const { rows, total } = await listRows(database.db, departmentTable, { reach: 'all' }, query);
      expect(total).toBe(36);
      names.push(...rows.map((row) => `${numberOf(row.office_name)}-${numberOf(row.name)}`));
    }
    expect(names).toEqual(ascending(12).flatMap((office) => [1, 2, 10].map((room) => `${office}-${room}`)));
  });
});

/** The same key computed here: runs of digits with twenty of them, everything in lower case. */
const keyOf = (name: string) =>
  name.toLowerCase().replace(/[0-9]+/g, (digits) => digits.replace(/^0+/, '').padStart(20, '0'));

it('gives every name the key of its text with padded numbers', async () => {
  const part = fc.constantFrom(
    '제',
    '교사동',
    ' ',
    'Room',
    'É',
    '-',
    '½',
    '10',
    '2',
    '007',
    '0',
    `${'9'.repeat(24)}`,
    '🙂',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      const name = parts.join('');
      const { rows } = await database.db.query<{ key: string }>(sql`select natural_key(${name}) as key`);
      expect(rows[0]?.key).toBe(keyOf(name));
    }),
    { numRuns: 200 },
  );
});

it('sorts organizations whose names differ in case beside each other', async () => {
  for (const name of ['Beta 10', 'alpha', 'beta 2', 'Alpha 2']) await anOrganization(database.db, { name });
  const { rows } = await listRows(
    database.db,
    organizationTable,
    { reach: 'all' },
    organizationsQuery.parse({ size: '50' }),
  );
  expect(rows.map(({ name }) => name)).toEqual(['alpha', 'Alpha 2', 'beta 2', 'Beta 10', '나래교육청']);
});
