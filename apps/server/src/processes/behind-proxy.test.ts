import { once } from 'node:events';
import { connect } from 'node:net';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSecret } from '../device-messages/secret.ts';
import { openDevicesRole } from '../testing/devices-role.ts';
import { anOrganization, aUser, type TestOrganization, type TestUser } from '../testing/factory.ts';
import { headerFor } from '../testing/proxy-header.ts';
import { connectPacket, publishPacket, rawClient } from '../testing/raw-mqtt.ts';
import { aDataDir } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { openWebServer } from '../testing/web-server.ts';

const TRUSTED = ['--trusted-proxies', '127.0.0.0/8'];

let database: TestDatabase;
let organization: TestOrganization;
let user: TestUser;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  organization = await anOrganization(database.db);
  user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await database.close();
});

/** Logs in through a proxy that names this client; returns the error's code. */
const openLogins = async (args: readonly string[]) => {
  const web = await openWebServer(database, args);
  ends.push(web.close);
  return async (address: string, password = user.password): Promise<string> => {
    const answer = await fetch(`${web.base}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.1, ${address}` },
      body: JSON.stringify({ code: user.code, id: user.login, password }),
    });
    const { code = 'OK' } = (await answer.json()) as { code?: string };
    return code;
  };
};
const fail = async (login: (address: string, password: string) => Promise<string>, times: number): Promise<void> => {
  for (let i = 0; i < times; i++) await login('203.0.113.1', 'wrong');
};

it('failed logins behind a trusted proxy lock the id for their client only, and sessions show the address', async () => {
  const login = await openLogins(TRUSTED);
  await fail(login, 5);
  expect(await login('203.0.113.1')).toBe('RETRY_COUNT_OVER');
  expect(await login('203.0.113.2')).toBe('OK');
  const { rows } = await database.db.query<{ ip: string }>(sql`select ip from session where user_id = ${user.id}`);
  expect(rows).toEqual([{ ip: '203.0.113.2' }]);
});

it('failed logins lock the id for an address despite its headers, without trusted proxies', async () => {
  const login = await openLogins([]);
  await fail(login, 5);
  expect(await login('203.0.113.2')).toBe('RETRY_COUNT_OVER');
});

it('a device behind a trusted proxy has its own address', async () => {
  await database.db.query(
    sql`update organization set enrolment_hash = ${hashSecret('enrol')} where id = ${organization.id}`,
  );
  const dir = aDataDir();
  ends.push(dir.remove);
  const devices = await openDevicesRole(database, dir.path, {}, TRUSTED);
  ends.push(devices.close);
  const socket = connect(devices.port, '127.0.0.1');
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(headerFor('203.0.113.9'));
  const client = rawClient(socket);
  client.send(connectPacket({ username: `${organization.code}:NEW`, password: Buffer.from('enrol') }));
  client.send(publishPacket(`airdeck/v1/${organization.code}/NEW/readings`, '{"readings":{"CO2":500}}', 1, 7));
  expect([await client.next(), await client.next()]).toEqual(['connack 0', 'puback 7']);
  const { rows } = await database.db.query<{ ip: string }>(sql`select ip from unregistered_device where code = 'NEW'`);
  expect(rows).toEqual([{ ip: '203.0.113.9' }]);
});
