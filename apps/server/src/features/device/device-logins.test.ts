import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let server: DeviceServer;

beforeAll(async () => {
  database = await testDatabase();
  server = await openDeviceServer(database.db);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

it('a device that connected before its organization got another code is still reached under the former one', async () => {
  const { db } = database;
  const organization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  const silent = await aMeter(db, { department });
  const connected = await aMeter(db, { department });
  const login = await aCredential(db, { organization, code: connected.code, meterId: connected.id });
  await server.registry.reload();
  await server.connect(login);
  await db.query(sql`update organization set code = '55500009' where id = ${organization.id}`);
  await db.query(
    sql`insert into organization_alias (code, organization_id) values (${organization.code}, ${organization.id})`,
  );
  await server.registry.reload();
  const { meters } = server.registry.snapshot();
  const codeOf = ({ id }: { id: number }) => {
    const meter = meters.get(id);
    return meter && server.logins.codeOf(meter);
  };
  expect([codeOf(connected), codeOf(silent)]).toEqual([organization.code, '55500009']);
});
