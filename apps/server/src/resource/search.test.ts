import { purifiers, sensors } from '@airdeck/contract/device/parts';
import { meters } from '@airdeck/contract/device/routes';
import { unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { departments, offices } from '@airdeck/contract/place/routes';
import { masterSensors, organizationSensors } from '@airdeck/contract/standard/routes';
import { users } from '@airdeck/contract/user/routes';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { meterTable } from '../features/device/meter-queries.ts';
import { purifierTable } from '../features/device/purifier-queries.ts';
import { sensorTable } from '../features/device/sensor-queries.ts';
import { unregisteredTable } from '../features/device/unregistered-queries.ts';
import { departmentTable } from '../features/place/department-queries.ts';
import { officeTable } from '../features/place/office-queries.ts';
import { masterSensorTable } from '../features/sensor-types/master-sensor-queries.ts';
import { organizationSensorTable } from '../features/sensor-types/organization-sensor-queries.ts';
import { userTable } from '../features/user/user-table-queries.ts';
import { systemClock } from '../platform/clock.ts';
import { aDepartment, aMeter, anOffice, anOrganization, aPurifier, aSensor, aUser } from '../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { listRows } from './resource-queries.ts';

let database: TestDatabase;
interface School {
  organizationId: number;
  officeId: number;
  departmentId: number;
}
let schools: School[];

/** Two schools whose parts have the same names, with 301 departments in the first one. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  schools = [];
  for (const [name, nameEn, code] of [
    ['나래초등학교', 'Narae School', '20000001'],
    ['다솜초등학교', 'Dasom School', '20000002'],
  ] as const) {
    const organization = await anOrganization(db, { name, nameEn, code });
    const organizationId = organization.id;
    await aUser(db, { organization, name: '김하늘' });
    const officeId = await anOffice(db, organizationId, '본관');
    await db.query(sql`update office set name_en = 'Main building' where id = ${officeId}`);
    await anOffice(db, organizationId, '별관');
    const department = await aDepartment(db, { organizationId, officeId, name: '과학실' });
    await db.query(sql`update department set name_en = 'Science room' where id = ${department.id}`);
    const other = await aDepartment(db, { organizationId, officeId, name: '음악실' });
    for (const each of [department, other]) {
      const meter = await aMeter(db, { department: each, name: '창가' });
      await aSensor(db, meter.id, { type: 'TEMPERATURE', name: 'T1' });
      await aPurifier(db, meter.id);
    }
    await db.query(sql`insert into unregistered_device (organization_id, code, ip, first_seen_time, last_seen_time, message_count)
      values (${organizationId}, 'NEW-1', '10.0.0.1', now(), now(), 1)`);
    schools.push({ organizationId, officeId, departmentId: department.id });
  }
  const [{ organizationId, officeId } = { organizationId: 0, officeId: 0 }] = schools;
  await db.query(sql`insert into department (organization_id, office_id, name)
    select ${organizationId}, ${officeId}, i || '반' from generate_series(1, 299) i`);
  await db.query(sql`insert into organization_sensor (organization_id, master_sensor_id, name)
    select ${organizationId}, id, code from master_sensor on conflict do nothing`);
});
afterAll(() => database.close());

type AnyTable = Parameters<typeof listRows<{ id: number }, string, never>>[1];
const found = async (
  table: unknown,
  { list }: { list: { query?: unknown } },
  given: Record<string, string>,
  scope: Scope = { reach: 'all' },
) => {
  const asked = (list.query as z.ZodObject).strict().parse({ size: '1', ...given }) as never;
  return (await listRows(database.db, table as AnyTable, scope, asked)).total;
};

describe('a search', () => {
  it.each([
    ['나래 본관 과학', 1],
    ['과학 나래', 1],
    ['나래초등학교 · 본관 · 과학실', 1],
    ['narae main science', 1],
    ['과학 200000', 0],
    ['과학', 2],
    ['나래', 301],
    ['나래 299반', 1],
    ['나래 없는말', 0],
  ])('of departments finds by the words of the path: %s', async (search, count) => {
    expect(await found(departmentTable, departments, { search })).toBe(count);
  });

  it.each([
    ['offices', officeTable, offices, 'Narae 본관', 1],
    ['meters', meterTable, meters, '다솜 과학 창가', 1],
    ['meters in English', meterTable, meters, 'dasom science 창가', 1],
    ['sensors by their type in Korean', sensorTable, sensors, '나래 과학 온도', 1],
    ['sensors by their type in English', sensorTable, sensors, 'Narae science Temp', 1],
    ['purifiers', purifierTable, purifiers, 'narae 과학 창가', 1],
    ['users', userTable, users, '김하늘 dasom', 1],
    ['sensor types in Korean', masterSensorTable(systemClock), masterSensors, '폼알데하이드', 1],
    [
      'sensor types of an organization',
      organizationSensorTable(systemClock),
      organizationSensors,
      '폼알데하이드 나래',
      1,
    ],
  ] as const)('of %s', async (_, table, routes, search, count) => {
    expect(await found(table, routes, { search })).toBe(count);
  });

  it('of another organization finds nothing', async () => {
    const [first] = schools as [School];
    const scope: Scope = { reach: 'own', organizationId: first.organizationId };
    expect(await found(departmentTable, departments, { search: '과학' }, scope)).toBe(1);
    expect(await found(departmentTable, departments, { search: '다솜' }, scope)).toBe(0);
  });

  it('compares sixty letters as at most eight words', async () => {
    expect(await found(meterTable, meters, { search: Array.from('가나다라마바사아자차카타파하').join(' ') })).toBe(0);
  });
});

describe('a list is narrowed', () => {
  const LISTS = [
    ['offices', officeTable, offices, { organizationId: 2 }],
    ['departments', departmentTable, departments, { organizationId: 301, officeId: 301 }],
    ['meters', meterTable, meters, { organizationId: 2, officeId: 2, departmentId: 1 }],
    ['sensors', sensorTable, sensors, { organizationId: 2, officeId: 2, departmentId: 1 }],
    ['purifiers', purifierTable, purifiers, { organizationId: 2, officeId: 2, departmentId: 1 }],
    ['users', userTable, users, { organizationId: 1 }],
    ['unregistered devices', unregisteredTable, unregisteredDevices, { organizationId: 1 }],
  ] as const;

  it.each(LISTS)('to a place by its id: %s', async (_, table, routes, counts) => {
    const [first, second] = schools as [School, School];
    for (const [key, count] of Object.entries(counts)) {
      const id = String(first[key as keyof School]);
      expect(await found(table, routes, { [key]: id }), key).toBe(count);
      const others: Scope = { reach: 'own', organizationId: second.organizationId };
      expect(await found(table, routes, { [key]: id }, others), `${key} of another organization`).toBe(0);
    }
  });
});
