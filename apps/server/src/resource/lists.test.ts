import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import {
  masterErrors,
  masterSensors,
  organizationErrors,
  organizationSensors,
} from '@airdeck/contract/standard/routes';
import { users } from '@airdeck/contract/user/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addBuiltInErrors } from '../features/error-catalogue/built-in-error-queries.ts';
import { masterErrorTable } from '../features/error-catalogue/master-error-queries.ts';
import { organizationErrorTable } from '../features/error-catalogue/organization-error-queries.ts';
import { departmentTable } from '../features/place/department-queries.ts';
import { officeTable } from '../features/place/office-queries.ts';
import { organizationTable } from '../features/place/organization-queries.ts';
import { masterSensorTable } from '../features/sensor-types/master-sensor-queries.ts';
import { organizationSensorTable } from '../features/sensor-types/organization-sensor-queries.ts';
import { userTable } from '../features/user/user-table-queries.ts';
import { systemClock } from '../platform/clock.ts';
import { aDepartment, anOrganization, aUser } from '../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { listRows } from './resource-queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  for (const name of ['First', 'Second']) {
    const organization = await anOrganization(db, { name });
    await aDepartment(db, { organizationId: organization.id, name: `${name} department` });
    await aUser(db, { organization, authority: 'LOCAL_USER' });
  }
  await addBuiltInErrors(db);
  await db.query(sql`insert into master_sensor (type, code, category, model, range_min, range_max)
    values ('CO2', 'S-1', 'GAS', 'M', 0, 5000)
    on conflict do nothing`);
  await db.query(sql`insert into organization_sensor (organization_id, master_sensor_id, name)
    select o.id, m.id, m.code from organization o, master_sensor m on conflict do nothing`);
});
afterAll(() => database.close());

type AnyTable = Parameters<typeof listRows<{ id: number }, string, never>>[1];
interface Listed {
  table: AnyTable;
  query: z.ZodObject;
}
const listed = (table: unknown, { list }: { list: { query?: unknown } }): Listed => ({
  table: table as AnyTable,
  query: list.query as z.ZodObject,
});

const TABLES: Readonly<Record<string, Listed>> = {
  organizations: listed(organizationTable, organizations),
  offices: listed(officeTable, offices),
  departments: listed(departmentTable, departments),
  users: listed(userTable, users),
  masterSensors: listed(masterSensorTable(systemClock), masterSensors),
  organizationSensors: listed(organizationSensorTable(systemClock), organizationSensors),
  masterErrors: listed(masterErrorTable, masterErrors),
  organizationErrors: listed(organizationErrorTable, organizationErrors),
};

const read = async ({ table, query }: Listed, given: Record<string, string>, language: 'ko' | 'en' = 'ko') => {
  const asked = query.parse({ size: '200', ...given }) as never;
  return listRows(database.db, table, { reach: 'all' }, asked, language);
};

describe.each(Object.keys(TABLES))('the list of %s', (name) => {
  const list = TABLES[name] as Listed;

  it('can be sorted by each of its fields, in both directions and languages', async () => {
    const ids = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
    const all = ids(await read(list, {}));
    expect(all.length).toBeGreaterThan(0);
    for (const field of Object.keys(list.table.list.fields))
      for (const direction of ['ASC', 'DESC'])
        for (const language of ['ko', 'en'] as const)
          expect(ids(await read(list, { sort: `${field},${direction}` }, language)), field).toEqual(all);
  });

  it('finds nothing by a value that no row has, with each of its filters', async () => {
    const filters = Object.keys(list.query.shape).filter((key) => !['page', 'size', 'sort', 'timeZone'].includes(key));
    expect(filters).toContain('search');
    for (const key of filters) {
      // An id, or a text; the rest are enumerations, of which some value has no row.
      const given = ['999999', 'no such text'].filter((value) => list.query.safeParse({ [key]: value }).success);
      for (const value of given) expect((await read(list, { [key]: value })).total, `${key}=${value}`).toBe(0);
    }
  });
});
