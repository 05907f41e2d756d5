import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localServers } from '@airdeck/contract/local-server/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { loadSealKey } from '../../platform/installation-keys.ts';
import { siteAddressRule } from '../../platform/net/site-address.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { createRegistry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { saveProcess } from '../health/health-queries.ts';
import { createLocalServerTable } from './local-server-queries.ts';

const folder = mkdtempSync(join(tmpdir(), 'airdeck-seal-'));
const seal = createPasswordSeal(loadSealKey(folder, systemRandom).key, systemRandom);
const PASSWORD = 'p@ss 워드 "1"';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let headers: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  app = await sessionApp({ db, clock: systemClock });
  const changeRegistry = testChangeRegistry(db, createRegistry(db));
  addResource(
    app.http,
    { db, changeRegistry },
    localServers,
    createLocalServerTable({ seal, isAllowed: siteAddressRule(['127.0.0.1']) }),
  );
  headers = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (method: Method, path: string, payload?: object) => app.ask(headers, method, path, payload);
const stored = async (id: number): Promise<Buffer | null> => {
  const { rows } = await database.db.query<{ password: Buffer | null }>(
    sql`select password from local_server where id = ${id}`,
  );
  return rows[0]?.password ?? null;
};

describe('a local server', () => {
  const fields = { name: '1호 서버', ip: '10.0.0.7', port: 8883, tls: 'Y', account: 'site', description: '지하 1층' };

  it('keeps its password sealed, never answers it, and keeps it while it is not given again', async () => {
    const made = await ask('POST', '/local-servers', {
      ...fields,
      organization_id: own.id,
      account_password: PASSWORD,
    });
    expect(made.body).toMatchObject({ ...fields, has_password: 'Y', connection: 'UNKNOWN', version: 1 });
    const { id } = made.body;
    const first = await stored(id);
    expect(first?.includes(PASSWORD)).toBe(false);
    expect(seal.open(first ?? Buffer.alloc(0))).toBe(PASSWORD);

    const renamed = await ask('PUT', `/local-servers/${id}`, {
      ...fields,
      name: '2호',
      account_password: '',
      version: 1,
    });
    expect(renamed.body).toMatchObject({ name: '2호', has_password: 'Y' });
    expect(await stored(id)).toEqual(first);

    await ask('PUT', `/local-servers/${id}`, { ...fields, account_password: 'new', version: 2 });
    expect(seal.open((await stored(id)) ?? Buffer.alloc(0))).toBe('new');

    const anonymous = await ask('PUT', `/local-servers/${id}`, { ...fields, account: null, version: 3 });
    expect(anonymous.body.has_password).toBe('N');
    expect(await stored(id)).toBeNull();

    const said = [made, renamed, anonymous, await ask('GET', '/local-servers')].map(({ text }) => text).join();
    expect(said).not.toMatch(/account_password|p@ss/);
    const { rows } = await database.db.query(sql`select before, after from audit where entity = 'local_servers'`);
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/account_password|p@ss|"new"/);
  });

  it('can have a name, further addresses and its own login', async () => {
    const given = { ...fields, name: '이름', ip: 'mqtt.example.com', further_addresses: '10.0.0.8:1883, broker:8883' };
    const made = await ask('POST', '/local-servers', { ...given, organization_id: own.id, account_password: 'x' });
    expect(made.body).toMatchObject({ ...given, own_login: 'N', has_password: 'Y' });
    const { id } = made.body;
    expect((await ask('GET', '/local-servers?search=example.com&size=10')).body.content).toMatchObject([{ id }]);
    // A version that knows no names must not connect anywhere.
    const { rows } = await database.db.query(sql`select ip, host from local_server where id = ${id}`);
    expect(rows).toEqual([{ ip: '0.0.0.0', host: 'mqtt.example.com' }]);

    const changed = { ...given, ip: '10.0.0.7', further_addresses: '', own_login: 'Y', version: 1 };
    const answer = await ask('PUT', `/local-servers/${id}`, { ...changed, account_password: 'x' });
    expect(answer.body).toMatchObject({ ip: '10.0.0.7', further_addresses: null, account: null, has_password: 'N' });
    expect(await stored(id)).toBeNull();
  });

  it('of the installation has the state of its worst session, and is seen and changed by unlimited SUPER_ roles only', async () => {
    const { db } = database;
    const given = { ...fields, organization_id: null, name: '공용 브로커' };
    const made = await ask('POST', '/local-servers', given);
    const { id } = made.body;
    expect(made.body).toMatchObject({ organization_id: null, organization_name: null, connection: 'UNKNOWN' });
    expect((await ask('POST', '/local-servers', given)).body.errors).toEqual({ name: 'DUPLICATE' });
    expect((await ask('POST', '/local-servers', fields)).body.errors).toEqual({ organization_id: 'REQUIRED' });

    const holder = randomUUID();
    await saveProcess(db, { supervisorId: holder, role: 'devices' }, []);
    const other = await anOrganization(db);
    await db.query(sql`
      insert into local_server_status (local_server_id, organization_id, holder, state, error, messages_a_minute)
      values (${id}, ${own.id}, ${holder}, 'CONNECTED', null, 3), (${id}, ${other.id}, ${holder}, 'DISCONNECTED', 'LOGIN', 4)`);
    const listed = await ask('GET', '/local-servers?connection=DISCONNECTED&sort=connection,ASC');
    expect(listed.body.content).toMatchObject([{ id, connection_error: 'LOGIN', messages_a_minute: 7 }]);

    const limited = await aUser(db, { organization: own, authority: 'SUPER_ADMIN' });
    await db.query(sql`update app_user set limited = 'Y' where id = ${limited.id}`);
    await db.query(sql`insert into user_place (user_id, organization_id) values (${limited.id}, ${own.id})`);
    const refused = await app.ask(await app.bearer(limited), 'POST', '/local-servers', { ...given, name: '또' });
    expect(refused.body).toMatchObject({ code: 'NOT_FOUND_ORGANIZATION', errors: { organization_id: 'INVALID' } });
    for (const user of [limited, await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' })]) {
      const as = await app.bearer(user);
      const answers = [
        await app.ask(as, 'GET', `/local-servers/${id}`),
        await app.ask(as, 'PUT', `/local-servers/${id}`, { ...fields, version: 1 }),
        await app.ask(as, 'POST', '/local-servers', { ...given, name: '또' }),
        await app.ask(as, 'DELETE', `/local-servers/${id}?version=1`),
      ];
      expect(answers.every(({ status }) => status === 403 || status === 404)).toBe(true);
    }
    expect((await ask('PUT', `/local-servers/${id}`, { ...fields, use: 'N', version: 1 })).body).toMatchObject({
      ...{ connection: 'UNUSED', organization_id: null },
    });
    expect((await ask('DELETE', `/local-servers/${id}?version=2`)).status).toBe(200);
  });

  it.each([
    ['no address', { ip: '' }, { ip: 'REQUIRED' }],
    ['an address that is none', { ip: '10.0.0' }, { ip: 'HOST' }],
    ['a host with a port', { ip: 'mqtt.example.com:1883' }, { ip: 'HOST' }],
    ['further addresses without ports', { further_addresses: '10.0.0.8' }, { further_addresses: 'HOST_PORTS' }],
    [
      'too many further addresses',
      { further_addresses: Array.from({ length: 8 }, (_, i) => `10.0.0.${i}:1883`).join(',') },
      { further_addresses: 'TOO_LONG' },
    ],
    [
      'this machine as a further address',
      { further_addresses: '10.0.0.8:1883,[::1]:1883' },
      { further_addresses: 'ADDRESS_REFUSED' },
    ],
    ['the address of this machine', { ip: '127.0.0.2' }, { ip: 'ADDRESS_REFUSED' }],
    ['the wire of this machine', { ip: '169.254.169.254' }, { ip: 'ADDRESS_REFUSED' }],
    ['this machine in IPv6', { ip: '::ffff:127.0.0.1' }, { ip: 'ADDRESS_REFUSED' }],
    ['certificates that are none', { ca: 'trust me' }, { ca: 'CERTIFICATE' }],
    ['no port', { port: null }, { port: 'REQUIRED' }],
    ['port 0', { port: 0 }, { port: 'TOO_SMALL' }],
    ['port 65536', { port: 65_536 }, { port: 'TOO_LARGE' }],
    ['half a port', { port: 18.5 }, { port: 'INVALID' }],
    ['a password without end', { account_password: 'a'.repeat(257) }, { account_password: 'TOO_LONG' }],
  ])('is not added with %s', async (_, change, errors) => {
    const answer = await ask('POST', '/local-servers', { ...fields, ...change, organization_id: own.id });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });
});

describe('the seal', () => {
  it('has a key of the data directory, for its owner only, and the same one each time', () => {
    expect(statSync(join(folder, 'local-server.key')).mode & 0o777).toBe(0o600);
    expect(loadSealKey(folder, systemRandom)).toEqual(loadSealKey(folder, systemRandom));
  });

  it('opens passwords of earlier keys, and seals with the one in use', () => {
    const [first, second] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];
    const sealed = createPasswordSeal(first, systemRandom).seal(PASSWORD);
    const rotated = createPasswordSeal(second, systemRandom, [first]);
    expect(rotated.open(sealed)).toBe(PASSWORD);
    expect(createPasswordSeal(second, systemRandom).open(sealed)).toBeNull();
    expect(createPasswordSeal(second, systemRandom).open(rotated.seal(PASSWORD))).toBe(PASSWORD);
  });

  it('seals the same password differently each time, and opens what is its own and unchanged only', () => {
    const sealed = seal.seal(PASSWORD);
    expect(seal.seal(PASSWORD)).not.toEqual(sealed);
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const other = createPasswordSeal(new Uint8Array(32).fill(3), systemRandom);
    expect([changed, Buffer.alloc(0), sealed.subarray(0, 20)].map((each) => seal.open(each))).toEqual([
      null,
      null,
      null,
    ]);
    expect(other.open(sealed)).toBeNull();
  });
});
