import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlarmWord } from '../../feed/entry.ts';
import { createMailer } from '../../platform/mail.ts';
import { systemRandom } from '../../platform/password.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { isPrivateAddress, postJson } from '../../platform/post-json.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { openFeed, tell } from '../../testing/feed-rig.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDeliverer } from './deliverer.ts';
import { createPlanner } from './planner.ts';
import { addNotificationRoutes } from './routes.ts';
import { createSender } from './send.ts';

const CONSOLE = 'https://air.example.com';
const SECRET = 'a-secret-of-the-webhook';
const LONG = { timeout: 60_000 };

/** What arrived, and what the next ones are answered. */
const inbox: { to: string[]; text: string }[] = [];
let refuseMail: { responseCode: number } | null = null;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, session, done) {
    let raw = '';
    for await (const chunk of stream) raw += chunk;
    if (refuseMail) {
      done(Object.assign(new Error('no'), refuseMail));
      return;
    }
    const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
    const isBase64 = /Content-Transfer-Encoding: base64/i.test(raw);
    const quoted = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    const text = isBase64
      ? Buffer.from(body, 'base64').toString('utf8')
      : Buffer.from(quoted, 'latin1').toString('utf8');
    inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
    done();
  },
});
const posts: { headers: IncomingHttpHeaders; body: string }[] = [];
let answerPost: { status: number; location?: string } = { status: 200 };
const hook = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  posts.push({ headers: request.headers, body });
  response
    .writeHead(answerPost.status, answerPost.location ? { location: answerPost.location } : {})
    .end('x'.repeat(100_000));
});

let database: TestDatabase;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await new Promise((resolve) => hook.close(resolve));
});

let clock: TestClock;
let organization: TestOrganization;
let admin: TestUser;
let app: SessionApp;
let open: Awaited<ReturnType<typeof openFeed>>;
let deliverer: ReturnType<typeof createDeliverer>;
let bearer: { authorization: string };
const urlOf = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}/alarms?key=hidden`;

const openAll = async () => {
  const { db } = database;
  const log = pino({ level: 'silent' });
  const { port } = smtp.server.address() as AddressInfo;
  const mailer = createMailer(
    { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'air@example.com', publicUrl: CONSOLE },
    log,
  );
  const seal = createPasswordSeal(new Uint8Array(32).fill(5), systemRandom);
  const mail = { mailer, publicUrl: CONSOLE };
  const sender = createSender({ db, clock, random: systemRandom, seal, mail, allowPrivate: true });
  const registry = createRegistry(db);
  await registry.reload();
  open = await openFeed(database.url);
  deliverer = createDeliverer({ db, clock, log, sender });
  const planner = createPlanner({ feed: open.feed, registry, clock, onPlanned: () => undefined });
  await planner.start();
  app = await sessionApp({ db, clock });
  const changeRegistry = testChangeRegistry(db, registry);
  addNotificationRoutes(app.http, { db, clock, registry, changeRegistry, feed: open.feed, seal, sender });
  bearer = await app.bearer(admin);
  return async () => {
    await app.http.close();
    await planner.stop();
    await open.close();
    await mailer.stop();
  };
};

beforeEach(async () => {
  database = await testDatabase();
  inbox.splice(0);
  posts.splice(0);
  [refuseMail, answerPost] = [null, { status: 200 }];
  // 18:00 in Seoul, on a Monday.
  clock = testClock();
  organization = await anOrganization(database.db, { name: '본사' });
  admin = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN', language: 'ko' });
  const close = await openAll();
  return async () => {
    await close();
    await database.close();
  };
});

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, headers: object = bearer) => {
  const answer = await app.http.inject({
    ...{ method, url: `/api/v1${path}`, headers: { ...headers } },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const aRule = async (changed: object = {}) => {
  const fields = { organization_id: organization.id, name: '안전팀', recipients: 'safety@example.com', ...changed };
  const { status, body } = await ask('POST', '/notification-rules', fields);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
};
const webhook = () => ({ channel: 'WEBHOOK', recipients: null, url: urlOf(), secret: SECRET });

const planned = async (): Promise<number> =>
  (await database.db.query<{ count: number }>(sql`select count(*) as count from notification`)).rows[0]?.count ?? 0;
const isBehind = async () =>
  (
    await database.db.query(sql`select from feed_consumer c join feed f on f.lane = c.lane and f.kind = any(c.kinds)
      and (f.xid, f.seq) > (c.xid, c.seq) where c.name = 'notifications' limit 1`)
  ).rowCount > 0;
const say = async (ids: readonly number[], event: AlarmWord['event'] = 'RAISED'): Promise<void> => {
  const word = (alarmId: number) => ({
    alarmId,
    organizationId: organization.id,
    meterId: 1,
    event,
    time: clock.now(),
  });
  await tell(
    database.db,
    open.feed,
    ids.map((id) => ({ kind: 'alarm', alarm: word(id) })),
  );
  await expect.poll(isBehind, LONG).toBe(false);
};
let meter = 0;
/** Alarms as the engine writes them, each of another meter. */
const raise = async (count = 1, changed: { severity?: string; category?: string; ago?: number } = {}) => {
  const { severity = 'MAJOR', category = 'SENSOR', ago = 0 } = changed;
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const time = new Date(clock.now() - ago);
    const { rows } = await database.db.query<{ id: number }>(sql`
      insert into alarm (organization_id, meter_id, meter_name, sensor_name, sensor_type, category, code, source, severity,
        description, description_en, value, bound, since_time, occurred_time)
      values (${organization.id}, ${++meter}, ${`회의실 ${meter}`}, 'CO2 1', 'CO2', ${category}, 'A004', 'VALUE', ${severity},
        '공기질 매우 나쁨', 'Air very bad', 1612, 1500, ${time}, ${time}) returning id`);
    ids.push(rows[0]?.id ?? 0);
  }
  await say(ids);
  return ids;
};
const states = async () => {
  const { rows } = await database.db.query<{ state: string; step: number; tries: number; last_error: string | null }>(
    sql`select state, step, tries, last_error from notification order by id`,
  );
  return rows;
};
const tokenIn = (text = '') => /acknowledge\?token=([\w-]+)/.exec(text)?.[1] ?? '';

describe('a mail', LONG, () => {
  it('tells once of an alarm that is severe enough, in the language of who reads it', async () => {
    await aRule({ recipients: `safety@example.com, ${admin.login}`, message_language: 'en' });
    const [id = 0] = await raise();
    await raise(1, { severity: 'MINOR' });
    await say([id]);
    await deliverer.deliver();
    await deliverer.deliver();
    expect(inbox.map(({ to }) => to[0]).toSorted()).toEqual(['safety@example.com', expect.stringMatching(/^user\d+@/)]);
    const english = inbox.find(({ to }) => to[0] === 'safety@example.com')?.text;
    expect(english).toMatch(/\[Major\] A004 Air very bad\s+Where: 회의실 \d+ › CO2 1/);
    expect(english).toContain('1612 ppm (bound 1500 ppm)');
    expect(english).toContain('Mar 2, 2026, 6:00');
    expect(inbox.find(({ to }) => to[0] !== 'safety@example.com')?.text).toContain('[중대] A004 공기질 매우 나쁨');
  });

  it('is about the category of the rule', async () => {
    await aRule({ alarm_category: 'METER' });
    await raise(2);
    expect(await planned()).toBe(0);
    await raise(1, { category: 'METER' });
    expect(await planned()).toBe(1);
  });

  it('is one for all that is due together, and after ten in a minute one for the rest', async () => {
    await aRule();
    await raise(25);
    await deliverer.deliver();
    expect(inbox).toHaveLength(1);
    expect(inbox[0]?.text).toContain('장애 25건');
    for (let i = 0; i < 12; i++) {
      await raise();
      await deliverer.deliver();
    }
    expect(inbox).toHaveLength(10);
    clock.advance(MINUTE_MS + 1);
    await deliverer.deliver();
    expect(inbox).toHaveLength(11);
    expect(inbox[10]?.text).toContain('장애 3건');
  });

  it('is tried again while the mail server is busy, and given up when it refuses for good', async () => {
    await aRule();
    await raise();
    refuseMail = { responseCode: 451 };
    await deliverer.deliver();
    expect(await states()).toMatchObject([{ state: 'WAITING', tries: 1, last_error: 'SMTP 451' }]);
    await deliverer.deliver();
    expect((await states())[0]?.tries).toBe(1);
    clock.advance(MINUTE_MS);
    refuseMail = { responseCode: 550 };
    await deliverer.deliver();
    expect(await states()).toMatchObject([{ state: 'FAILED', tries: 2, last_error: 'SMTP 550' }]);
    clock.advance(DAY_MS);
    await deliverer.deliver();
    expect(inbox).toEqual([]);
  });

  it('waits for the digest and for the end of quiet hours, and critical ones do not', async () => {
    await aRule({ delivery: 'DIGEST', digest_min: 60, quiet_from: '18:30', quiet_to: '07:00' });
    clock.advance(5 * MINUTE_MS);
    await raise(2);
    await raise(1, { severity: 'CRITICAL' });
    await deliverer.deliver();
    expect(inbox).toHaveLength(1);
    expect(inbox[0]?.text).toContain('장애 1건');
    clock.advance(55 * MINUTE_MS + 11 * 60 * MINUTE_MS);
    await deliverer.deliver();
    expect(inbox).toHaveLength(1);
    clock.advance(60 * MINUTE_MS);
    await deliverer.deliver();
    expect(inbox[1]?.text).toContain('장애 2건');
  });

  it('goes to the next in turn while nobody acknowledges, and to nobody afterwards', async () => {
    await aRule({ escalate_min: 15, escalate_to: 'boss@example.com\nowner@example.com' });
    const [id] = await raise();
    await deliverer.deliver();
    clock.advance(15 * MINUTE_MS);
    await deliverer.deliver();
    expect(inbox.map(({ to }) => to[0])).toEqual(['safety@example.com', 'boss@example.com']);
    expect(inbox[1]?.text).toContain('아직 아무도 확인하지 않았습니다');
    await database.db.query(sql`update alarm set acknowledged_time = now() where id = ${id}`);
    clock.advance(15 * MINUTE_MS);
    await deliverer.deliver();
    expect(inbox).toHaveLength(2);
    expect((await states()).map(({ state }) => state)).toEqual(['SENT', 'SENT', 'DROPPED']);
  });

  it('is not sent of what was cleared, or became the symptom of another, before it was due', async () => {
    await aRule({ delivery: 'DIGEST', digest_min: 30 });
    clock.advance(MINUTE_MS);
    const [cleared, symptom] = await raise(3);
    await database.db.query(sql`update alarm set cleared_time = now() where id = ${cleared}`);
    await database.db.query(sql`update alarm set cause_id = ${cleared} where id = ${symptom}`);
    clock.advance(30 * MINUTE_MS);
    await deliverer.deliver();
    expect(inbox[0]?.text).toContain('장애 1건');
    // A symptom whose cause is over is told of in its own right; one that was told of already is not.
    await database.db.query(sql`update alarm set cause_id = null`);
    await say([symptom ?? 0], 'CAUSE');
    expect((await states()).map(({ state }) => state)).toEqual(['DROPPED', 'DROPPED', 'SENT']);
  });

  it('acknowledges its alarms by a link that works once', async () => {
    await aRule();
    const [id] = await raise();
    await deliverer.deliver();
    const token = tokenIn(inbox[0]?.text);
    const press = (given = token) => ask('POST', '/notifications/acknowledge', { token: given }, {});
    expect((await press('wrong')).body.code).toBe('BAD_CREDENTIALS');
    expect(await press()).toEqual({ status: 200, body: { count: 1 } });
    expect((await press()).body.code).toBe('BAD_CREDENTIALS');
    const { rows } = await database.db.query(sql`select acknowledged_login, version from alarm where id = ${id}`);
    expect(rows).toEqual([{ acknowledged_login: 'safety@example.com', version: 2 }]);
    const audit = await database.db.query(sql`select entity, entity_id from audit where entity = 'alarms'`);
    expect(audit.rows).toEqual([{ entity: 'alarms', entity_id: id }]);
  });

  it('has a link for a week', async () => {
    await aRule();
    await raise();
    await deliverer.deliver();
    clock.advance(7 * DAY_MS);
    const answer = await ask('POST', '/notifications/acknowledge', { token: tokenIn(inbox[0]?.text) }, {});
    expect(answer.body.code).toBe('BAD_CREDENTIALS');
  });
});

it('two deliverers at once send each message once', LONG, async () => {
  await aRule({ recipients: Array.from({ length: 12 }, (_, i) => `p${i}@example.com`).join('\n') });
  await raise(3);
  await Promise.all([deliverer.deliver(), deliverer.deliver(), deliverer.deliver()]);
  expect(inbox.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, i) => `p${i}@example.com`).toSorted(),
  );
});

describe('a webhook', LONG, () => {
  it('is posted with a signature of time and body, and its secret and address are told to nobody', async () => {
    const rule = await aRule(webhook());
    expect(rule).toMatchObject({ has_secret: 'Y' });
    expect(JSON.stringify(rule)).not.toContain(SECRET);
    await raise(2);
    await deliverer.deliver();
    const [{ headers, body } = { headers: {}, body: '' }] = posts;
    expect(posts).toHaveLength(1);
    expect(JSON.parse(body)).toMatchObject({
      ...{ type: 'alarms', organization: { code: organization.code, name: '본사' }, rule: '안전팀' },
      alarms: [{ code: 'A004', severity: 'MAJOR', value: 1612, bound: 1500 }, {}],
    });
    const signed = `${headers['x-airdeck-timestamp']}.${body}`;
    expect(headers['x-airdeck-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`);
    const list = await ask('GET', '/notifications');
    expect(list.body.content[0]).toMatchObject({ state: 'SENT', rule_name: '안전팀', code: 'A004' });
    expect(JSON.stringify(list.body)).not.toContain('hidden');
    const { rows } = await database.db.query(sql`select before::text || after::text as text from audit`);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  it.each([
    ['busy', { status: 503 }, 'WAITING', 'REFUSED 503'],
    ['gone', { status: 410 }, 'FAILED', 'REFUSED 410'],
    ['elsewhere', { status: 302, location: 'http://169.254.169.254/' }, 'FAILED', 'REDIRECTED 302'],
  ])('%s is not followed, and tried again only where that helps', async (_, answer, state, error) => {
    await aRule(webhook());
    await raise();
    answerPost = answer;
    await deliverer.deliver();
    expect(await states()).toMatchObject([{ state, last_error: error }]);
    expect(posts).toHaveLength(1);
  });

  it('keeps its secret when it is edited without one', async () => {
    const { id, version } = await aRule(webhook());
    const edited = await ask('PUT', `/notification-rules/${id}`, {
      ...{ ...webhook(), secret: null, name: '새 이름', version },
    });
    expect(edited.body).toMatchObject({ has_secret: 'Y', name: '새 이름' });
    await raise();
    await deliverer.deliver();
    expect(posts).toHaveLength(1);
  });
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.9',
  '169.254.169.254',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is an address of nobody outside', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each([
  ['by its address', '127.0.0.1'],
  ['by a name', 'localhost'],
])('nothing is posted to this machine, %s', async (_, host) => {
  const { port } = hook.address() as AddressInfo;
  const options = { headers: {}, timeoutMs: 30_000, allowPrivate: false };
  await expect(postJson(new URL(`http://${host}:${port}/`), '{}', options)).rejects.toThrow('PRIVATE_ADDRESS');
  expect(posts).toEqual([]);
});

it('a receiver that does not answer is given up in time', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
  await expect(postJson(url, '{}', { headers: {}, timeoutMs: 50, allowPrivate: true })).rejects.toThrow('TIMEOUT');
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

it.each([
  ['no receiver', { recipients: '' }, { recipients: 'REQUIRED' }],
  ['what is no address', { recipients: 'safety@' }, { recipients: 'EMAIL' }],
  ['a user of nobody', { recipients: 'no.such.user' }, { recipients: 'NOT_FOUND' }],
  ['no address of a webhook', { channel: 'WEBHOOK' }, { url: 'REQUIRED' }],
  ['a password in an address', { channel: 'WEBHOOK', url: 'https://a:b@example.com' }, { url: 'INVALID' }],
  ['another scheme', { channel: 'WEBHOOK', url: 'file:///etc/passwd' }, { url: 'INVALID' }],
  ['no secret', { channel: 'WEBHOOK', url: 'https://example.com' }, { secret: 'REQUIRED' }],
  ['half of the quiet hours', { quiet_from: '22:00' }, { quiet_to: 'REQUIRED' }],
  ['an hour that is none', { quiet_from: '24:00', quiet_to: '07:00' }, { quiet_from: 'TIME_OF_DAY' }],
  ['nobody in turn', { escalate_min: 10 }, { escalate_to: 'REQUIRED' }],
])('a rule with %s is refused', async (_, changed, errors) => {
  const fields = { organization_id: organization.id, name: 'X', recipients: 'a@example.com', ...changed };
  const { status, body } = await ask('POST', '/notification-rules', fields);
  expect([status, body.errors]).toEqual([400, errors]);
});

describe('before it is saved', LONG, () => {
  const draft = (changed: object = {}) => ({
    ...{ organization_id: organization.id, name: '시험', recipients: 'safety@example.com' },
    ...changed,
  });

  it('a rule sends a test to everybody whom it would tell, and says who was not reached', async () => {
    const recipients = `safety@example.com ${admin.login}`;
    const sent = await ask('POST', '/notification-rules/test', draft({ recipients }));
    expect(sent.body.results).toEqual([
      { receiver: 'safety@example.com', error: null },
      { receiver: admin.login, error: null },
    ]);
    expect(inbox).toHaveLength(2);
    refuseMail = { responseCode: 550 };
    const refused = await ask('POST', '/notification-rules/test', draft());
    expect(refused.body.results).toEqual([{ receiver: 'safety@example.com', error: 'SMTP 550' }]);
    expect((await ask('POST', '/notification-rules/test', draft(webhook()))).body.results[0]?.error).toBeNull();
    expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({ type: 'test', alarms: [] });
  });

  it('a stored secret signs nothing that goes elsewhere', async () => {
    const { id } = await aRule(webhook());
    const elsewhere = { ...webhook(), id, secret: null, url: `${urlOf()}2` };
    expect((await ask('POST', '/notification-rules/test', draft(elsewhere))).body.errors).toEqual({
      secret: 'REQUIRED',
    });
    const same = { ...webhook(), id, secret: null };
    expect((await ask('POST', '/notification-rules/test', draft(same))).body.results[0]?.error).toBeNull();
  });

  it('one sees of which alarms of the last week it would have told', async () => {
    await raise(3, { ago: DAY_MS });
    await raise(2, { severity: 'INFO', ago: DAY_MS });
    await raise(1, { ago: 8 * DAY_MS });
    await raise(1, { ago: DAY_MS + 12 * 60 * MINUTE_MS });
    const { body } = await ask(
      'POST',
      '/notification-rules/preview',
      draft({ quiet_from: '22:00', quiet_to: '07:00' }),
    );
    expect(body).toMatchObject({ total: 4, quiet: 1 });
    expect(body.alarms).toHaveLength(4);
    expect(await planned()).toBe(0);
  });
});
