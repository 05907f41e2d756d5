import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamedRecords } from '@airdeck/contract/audit-stream/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb, type Tx } from '../../platform/db/pool.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createStreamSender } from './send-stream.ts';
import { addAuditStreamRoutes } from './stream-routes.ts';
import { createStreamWorker } from './stream-worker.ts';

const log = pino({ level: 'silent' });
const seal = createPasswordSeal(new Uint8Array(32).fill(5), systemRandom);

interface Message {
  headers: IncomingHttpHeaders;
  text: string;
  body: ReturnType<typeof JSON.parse>;
}

let database: TestDatabase;
let clock: TestClock;
let app: SessionApp;
let organization: TestOrganization;
let server: Server;
let url: string;
let messages: Message[];
/** Status of the next answers; null: no answer. */
let answer: (message: Message) => number | null;
const headers = {} as Record<'SUPER_ADMIN' | 'LOCAL_ADMIN', { authorization: string }>;

const sender = (options: { allowPrivate?: boolean; timeoutMs?: number } = {}) =>
  createStreamSender({ db: database.db, clock, log, seal, allowPrivate: true, ...options });
const aWorker = (send = sender()) => createStreamWorker({ db: database.db, clock, log, send });

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const message = { headers: request.headers, text, body: JSON.parse(text) };
      messages.push(message);
      const status = answer(message);
      if (status !== null) response.writeHead(status, status === 302 ? { location: url } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siem`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

beforeEach(async () => {
  database = await testDatabase();
  const { db } = database;
  clock = testClock();
  messages = [];
  answer = () => 200;
  organization = await anOrganization(db, { name: '본사' });
  app = await sessionApp({ db, clock });
  const changeRegistry = testChangeRegistry(db, createRegistry(db));
  addAuditStreamRoutes(app.http, { db, clock, random: systemRandom, seal, changeRegistry, send: sender() });
  headers.SUPER_ADMIN = await app.bearer(await aUser(db, { authority: 'SUPER_ADMIN' }));
  headers.LOCAL_ADMIN = await app.bearer(await aUser(db, { organization, authority: 'LOCAL_ADMIN' }));
});
afterEach(async () => {
  await app.http.close();
  await database.close();
});

const ask = (method: Method, path: string, payload?: object, as: keyof typeof headers = 'SUPER_ADMIN') =>
  app.ask(headers[as], method, path, payload);
/** A stream that begins behind the record of its own creation. */
const aStream = async (changed: { records?: StreamedRecords; organization_id?: number | null; url?: string } = {}) => {
  const made = await ask('POST', '/audit-streams', { name: 'SIEM', url, ...changed });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  await database.db.query(
    sql`update audit_stream set position = (select max(id) from audit) where id = ${made.body.id} and records = 'AUDIT'`,
  );
  return made.body;
};
const stateOf = async (id: number) => (await ask('GET', `/audit-streams/${id}`)).body;

/** Records of the audit log; returns their ids. */
const change = async (count = 1, organizationId: number | null = organization.id, tx: Tx = database.db) => {
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into audit (time, organization_id, action, entity, entity_id, before, after)
    select now(), ${organizationId}::integer, 'write', 'offices', n, '{"name": "A", "secret": "x"}', '{"name": "B"}'
    from generate_series(1, ${count}) n returning id`);
  return rows.map(({ id }) => id);
};
const sentIds = (): number[] => messages.flatMap(({ body }) => body.records.map(({ id }: { id: number }) => id));

describe('an audit stream', () => {
  it('sends each record of the audit log in order, in bounded batches, without secrets', async () => {
    const stream = await aStream();
    const ids = await change(1_100);
    expect(await stateOf(stream.id)).toMatchObject({ waiting_records: 1_100, last_success_time: null });
    await aWorker().deliver();
    expect(sentIds()).toEqual(ids);
    expect(messages.map(({ body }) => body.records.length)).toEqual([500, 500, 100]);
    expect(messages[0]?.body).toMatchObject({ type: 'audit', stream: 'SIEM', organization: null, skipped: 0 });
    expect(messages[0]?.body.records[0]).toMatchObject({
      ...{ organization_code: organization.code, action: 'write', entity: 'offices', entity_id: 1 },
      ...{ before: { name: 'A', secret: '••••••' }, after: { name: 'B' }, is_cut: false },
    });
    expect(await stateOf(stream.id)).toMatchObject({
      ...{ waiting_records: 0, last_error: null, last_success_time: new Date(clock.now()).toISOString(), version: 1 },
    });
  });

  it('signs its messages with the secret that only its creation and its renewal return', async () => {
    const stream = await aStream();
    const signatureOf = ({ headers: sent, text }: Message, secret: string) =>
      `sha256=${createHmac('sha256', secret).update(`${sent['x-airdeck-timestamp']}.${text}`).digest('hex')}`;
    await change();
    await aWorker().deliver();
    const [first] = messages as [Message];
    expect(first.headers['x-airdeck-signature']).toBe(signatureOf(first, stream.secret));
    expect(first.headers['x-airdeck-delivery']).toBe(first.body.id);

    const { secret } = (await ask('POST', `/audit-streams/${stream.id}/secret`)).body;
    expect(secret).not.toBe(stream.secret);
    await aWorker().deliver();
    const last = messages.at(-1) as Message;
    // The renewal is itself a record.
    expect(last.body.records).toMatchObject([{ entity: 'audit_streams', after: { name: 'SIEM', secret: 'renewed' } }]);
    expect(last.headers['x-airdeck-signature']).toBe(signatureOf(last, secret));
    const { rows } = await database.db.query(sql`select before, after from audit where entity = 'audit_streams'`);
    const said = JSON.stringify([rows, await stateOf(stream.id), (await ask('GET', '/audit-streams')).body]);
    expect(said).not.toContain(stream.secret);
    expect(said).not.toContain(secret);
  });

  it('sends logins, refused logins and logouts in one order', async () => {
    const { db } = database;
    const user = await aUser(db, { organization, authority: 'LOCAL_USER' });
    const stream = await aStream({ records: 'LOGINS' });
    const { accessToken } = await app.sessions.open(user.id, '10.0.0.7');
    await app.login({ code: user.code, id: user.login, password: 'wrong' });
    await app.http.inject({
      ...{ method: 'POST', url: '/api/v1/logout', headers: { authorization: `Bearer ${accessToken}` } },
    });
    await aWorker().deliver();
    const records = messages.flatMap(({ body }) => body.records);
    expect(records).toMatchObject([
      { event: 'LOGIN', result: 'OK', user_login: user.login, ip: '10.0.0.7', organization_code: organization.code },
      { event: 'REFUSED', result: 'INVALID_PASSWORD', user_login: user.login },
      { event: 'LOGOUT', result: null, user_login: user.login },
    ]);
    expect(records.map(({ id }) => id)).toEqual(records.map(({ id }) => id).toSorted((a, b) => a - b));
    expect((await stateOf(stream.id)).waiting_records).toBe(0);
  });

  it('of an organization has only the records of that one', async () => {
    const other = await anOrganization(database.db);
    const stream = await aStream({ organization_id: organization.id });
    await change(3, other.id);
    await change(2, null);
    const own = await change(2);
    await change(1, other.id);
    expect((await stateOf(stream.id)).waiting_records).toBe(2);
    await aWorker().deliver();
    expect(sentIds()).toEqual(own);
    expect(messages[0]?.body.organization).toEqual({ code: organization.code, name: '본사' });
  });

  it('waits for a transaction that commits a lower number late', async () => {
    await aStream();
    const worker = aWorker();
    const [late] = await database.db.tx(async (tx) => {
      const ids = await change(1, organization.id, tx);
      await change(2);
      await worker.deliver();
      expect(messages).toEqual([]);
      return ids;
    });
    await worker.deliver();
    expect(sentIds()).toEqual([late, (late ?? 0) + 1, (late ?? 0) + 2]);
  });

  it('does not wait for transactions that began later', async () => {
    await aStream();
    const worker = aWorker();
    let finish = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = await change();
    let second: Promise<unknown> = Promise.resolve();
    await database.db.tx(async (tx) => {
      await change(1, organization.id, tx);
      await worker.deliver();
      await new Promise<void>((begun) => {
        second = database.db.tx(async (other) => {
          await change(1, organization.id, other);
          begun();
          await ended;
        });
      });
    });
    await worker.deliver();
    expect(sentIds()).toEqual(first);
    finish();
    await second;
    await worker.deliver();
    expect(sentIds()).toHaveLength(3);
  });

  it('retries the same records for as long as they are refused, with growing waits, and loses none', async () => {
    const stream = await aStream();
    const ids = await change(3);
    answer = () => 500;
    const worker = aWorker();
    await worker.deliver();
    // More than an hour.
    for (const [i, seconds] of [5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600].entries()) {
      clock.advance(seconds * 1_000 - 1);
      await worker.deliver();
      expect(messages).toHaveLength(i + 1);
      clock.advance(1);
      await worker.deliver();
      expect(messages).toHaveLength(i + 2);
    }
    expect(await stateOf(stream.id)).toMatchObject({
      waiting_records: 3,
      last_error: 'REFUSED 500',
      skipped_records: 0,
    });
    answer = () => 200;
    messages = [];
    clock.advance(10 * MINUTE_MS);
    await worker.deliver();
    expect(sentIds()).toEqual(ids);
    expect(await stateOf(stream.id)).toMatchObject({ waiting_records: 0, last_error: null });
  });

  it.each([
    ['a redirect', 302, {}, 'REDIRECTED 302'],
    ['a receiver that does not answer', null, { timeoutMs: 100 }, 'TIMEOUT'],
    ['a private address', 200, { allowPrivate: false }, 'PRIVATE_ADDRESS'],
  ] as const)('keeps its records at %s', async (_, status, options, error) => {
    const stream = await aStream();
    answer = () => status;
    await change();
    await aWorker(sender(options)).deliver();
    expect(await stateOf(stream.id)).toMatchObject({ waiting_records: 1, last_error: error });
  });

  it('does not delay another stream whose receiver is slow', async () => {
    const [slow, fast] = [await aStream(), await aStream({ organization_id: organization.id })];
    answer = ({ body }) => (body.organization === null ? null : 200);
    await change();
    await aWorker(sender({ timeoutMs: 500 })).deliver();
    expect(await stateOf(fast.id)).toMatchObject({ waiting_records: 0, last_error: null });
    expect(await stateOf(slow.id)).toMatchObject({ last_error: 'TIMEOUT' });
  });

  it('continues after a crash: the claim ends, and the same records are sent again', async () => {
    await aStream();
    const ids = await change(2);
    let isCrashed = false;
    const crashing = createStreamWorker({
      ...{ db: database.db, clock, log },
      send: async (id, records) => {
        await sender()(id, records);
        isCrashed = true;
        throw new Error('the process died');
      },
    });
    await crashing.deliver();
    expect([isCrashed, sentIds()]).toEqual([true, ids]);
    await aWorker().deliver();
    expect(sentIds()).toEqual(ids);
    clock.advance(MINUTE_MS);
    await aWorker().deliver();
    expect(sentIds()).toEqual([...ids, ...ids]);
    const more = await change();
    await aWorker().deliver();
    expect(sentIds()).toEqual([...ids, ...ids, ...more]);
  });

  it('is sent once by two processes at the same time, in order', async () => {
    await aStream();
    const second = createDb({ connection: database.url, log });
    try {
      const ids = await change(2_000);
      const other = createStreamWorker({ db: second, clock, log, send: sender() });
      const worker = aWorker();
      await Promise.all([worker.deliver(), other.deliver()]);
      await worker.deliver();
      expect(sentIds()).toEqual(ids);
    } finally {
      await second.close();
    }
  });

  it('bounds messages by their size, and leaves out the values of a record that is too large', async () => {
    await aStream();
    const { rows } = await database.db.query<{ id: number }>(sql`
      insert into audit (time, organization_id, action, entity, entity_id, after)
      select now(), ${organization.id}, 'create', 'notices', n, jsonb_build_object('content', repeat('x', size))
      from unnest('{200000,200000,200000,200000,200000,200000,300000,10}'::integer[]) with ordinality as s (size, n)
      order by n returning id`);
    await aWorker().deliver();
    expect(sentIds()).toEqual(rows.map(({ id }) => id));
    expect(messages.map(({ body }) => body.records.length)).toEqual([4, 4]);
    const records = messages.flatMap(({ body }) => body.records);
    expect(records.map(({ is_cut }) => is_cut)).toEqual([false, false, false, false, false, false, true, false]);
    expect([records[6].after, records[7].after]).toEqual([null, { content: 'xxxxxxxxxx' }]);
  });

  it('says how many records were deleted before they were sent', async () => {
    const audit = await aStream();
    const own = await aStream({ organization_id: organization.id });
    const logins = await aStream({ records: 'LOGINS' });
    await change(3, null);
    await change(2);
    await database.db.query(sql`delete from audit where entity = 'offices'`);
    await app.sessions.open((await aUser(database.db)).id, '10.0.0.7');
    await database.db.query(sql`update session set logout_time = now() where ip = '10.0.0.7'`);
    await database.db.query(sql`delete from session where ip = '10.0.0.7'`);
    expect((await stateOf(audit.id)).skipped_records).toBe(5);
    expect((await stateOf(own.id)).skipped_records).toBe(2);
    expect((await stateOf(logins.id)).skipped_records).toBe(2);
    await change();
    await aWorker().deliver();
    expect(messages.map(({ body }) => body.skipped).toSorted()).toEqual([2, 5]);
  });

  it('pauses while it is not in use, and its records wait', async () => {
    const { id, version } = await aStream();
    await ask('PUT', `/audit-streams/${id}`, { name: 'SIEM', url, use: 'N', version });
    await aWorker().deliver();
    expect(messages).toEqual([]);
    await ask('PUT', `/audit-streams/${id}`, { name: 'SIEM', url, use: 'Y', version: version + 1 });
    await aWorker().deliver();
    expect(messages[0]?.body.records).toMatchObject([{ after: { use: 'N' } }, { after: { use: 'Y' } }]);
  });

  it('moves forward past records of others', async () => {
    const { id } = await aStream({ organization_id: organization.id });
    await change(600, null);
    await aWorker().deliver();
    expect(messages).toEqual([]);
    const { rows } = await database.db.query(sql`
      select from audit_stream where id = ${id} and position = (select max(id) from audit)`);
    expect(rows).toHaveLength(1);
  });
});

describe('a test of a stream', () => {
  it('posts a signed message without records, and ends the wait if it is accepted', async () => {
    const { id } = await aStream();
    answer = () => 503;
    await change();
    await aWorker().deliver();
    expect((await ask('POST', `/audit-streams/${id}/test`)).body).toEqual({ error: 'REFUSED 503' });
    answer = () => 200;
    expect((await ask('POST', `/audit-streams/${id}/test`)).body).toEqual({ error: null });
    expect(messages.at(-1)?.body).toMatchObject({ type: 'test', records: [] });
    await aWorker().deliver();
    expect((await stateOf(id)).waiting_records).toBe(0);
  });
});

describe('administration of streams', () => {
  it('shows an administrator the streams of the own organization, and adds none of the installation', async () => {
    const ofAll = await aStream();
    const made = await ask(
      'POST',
      '/audit-streams',
      { name: 'Own', url, organization_id: organization.id },
      'LOCAL_ADMIN',
    );
    expect(made.status).toBe(200);
    const { content } = (await ask('GET', '/audit-streams', undefined, 'LOCAL_ADMIN')).body;
    expect(content.map(({ name }: { name: string }) => name)).toEqual(['Own']);
    for (const path of ['', '/test', '/secret'])
      expect(
        (await ask(path ? 'POST' : 'GET', `/audit-streams/${ofAll.id}${path}`, undefined, 'LOCAL_ADMIN')).status,
      ).toBe(404);
    const other = await anOrganization(database.db);
    for (const organization_id of [null, other.id]) {
      const refused = await ask('POST', '/audit-streams', { name: 'No', url, organization_id }, 'LOCAL_ADMIN');
      expect([refused.status, refused.body.errors]).toEqual([404, { organization_id: 'INVALID' }]);
    }
  });

  it.each(['http://siem.example.com/', 'https://me:pw@siem.example.com/', 'https://siem.example.com:99999/', 'siem'])(
    'refuses the address %s',
    async (address) => {
      const refused = await ask('POST', '/audit-streams', { name: 'SIEM', url: address });
      expect([refused.status, refused.body.errors]).toEqual([400, { url: 'INVALID' }]);
    },
  );
});
