import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPrivateAddress, post } from '../../platform/post.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { type MailReceiver, openMailReceiver } from '../../testing/mail-receiver.ts';
import { type NotificationRig, openNotificationRig } from '../../testing/notification-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { endShelving } from '../alarm/sweep-queries.ts';

const SECRET = 'a-secret-of-the-webhook';
const LONG = { timeout: 60_000 };

const posts: { headers: IncomingHttpHeaders; body: string }[] = [];
let answerPost: { status: number; location?: string; afterMs?: number } = { status: 200 };
const hook = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  posts.push({ headers: request.headers, body });
  if (answerPost.afterMs) await new Promise((resolve) => setTimeout(resolve, answerPost.afterMs));
  response
    .writeHead(answerPost.status, answerPost.location ? { location: answerPost.location } : {})
    .end('x'.repeat(100_000));
});

let mails: MailReceiver;
let database: TestDatabase;
let rig: NotificationRig;
beforeAll(async () => {
  mails = await openMailReceiver();
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await mails.close();
  await new Promise((resolve) => hook.close(resolve));
});
beforeEach(async () => {
  database = await testDatabase();
  mails.inbox.splice(0);
  posts.splice(0);
  mails.refuse(null);
  answerPost = { status: 200 };
  rig = await openNotificationRig(database, mails.url);
  return async () => {
    await rig.close();
    await database.close();
  };
});

const urlOf = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}/alarms?key=hidden`;
const webhook = () => ({ channel: 'WEBHOOK', recipients: null, url: urlOf(), secret: SECRET });
const tokenIn = (text = '') => /acknowledge\?token=([\w-]+)/.exec(text)?.[1] ?? '';

describe('mails', LONG, () => {
  it('sends one mail for an alarm that is severe enough, in the language of the receiver', async () => {
    await rig.aRule({ recipients: `safety@example.com, ${rig.admin.login}`, message_language: 'en' });
    const [id = 0] = await rig.raise();
    await rig.raise(1, { severity: 'MINOR' });
    await rig.say([id]);
    await rig.deliverer.deliver();
    await rig.deliverer.deliver();
    expect(mails.inbox.map(({ to }) => to[0]).toSorted()).toEqual([
      'safety@example.com',
      expect.stringMatching(/^user\d+@/),
    ]);
    const english = mails.inbox.find(({ to }) => to[0] === 'safety@example.com')?.text;
    expect(english).toMatch(/\[Major\] A004 Air very bad\s+Where: 회의실 \d+ › CO2 1/);
    expect(english).toContain('1612 ppm (bound 1500 ppm)');
    expect(english).toContain('Mar 2, 2026, 6:00');
    expect(mails.inbox.find(({ to }) => to[0] !== 'safety@example.com')?.text).toContain(
      '[중대] A004 공기질 매우 나쁨',
    );
  });

  it('sends mails only for the alarm category of the rule', async () => {
    await rig.aRule({ alarm_category: 'METER' });
    await rig.raise(2);
    expect(await rig.planned()).toBe(0);
    await rig.raise(1, { category: 'METER' });
    expect(await rig.planned()).toBe(1);
  });

  it('merges due alarms into one mail, and after ten mails in a minute the rest into one', async () => {
    await rig.aRule();
    await rig.raise(25);
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(1);
    expect(mails.inbox[0]?.text).toContain('장애 25건');
    for (let i = 0; i < 12; i++) {
      await rig.raise();
      await rig.deliverer.deliver();
    }
    expect(mails.inbox).toHaveLength(10);
    rig.clock.advance(MINUTE_MS + 1);
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(11);
    expect(mails.inbox[10]?.text).toContain('장애 3건');
  });

  it('does not delay other receivers when a mail server hangs', async () => {
    const hanging = ['slow1@example.com', 'slow2@example.com', 'slow3@example.com'];
    const others = Array.from({ length: 15 }, (_, n) => `r${n}@example.com`);
    await rig.aRule({ recipients: [...hanging, ...others].join(', ') });
    mails.hold(hanging);
    await rig.raise();
    const delivered = rig.deliverer.deliver();
    await expect.poll(() => mails.inbox.length, LONG).toBe(others.length);
    // The others arrive while those three hang: none of the three has failed yet.
    expect((await rig.states()).filter(({ last_error }) => last_error !== null)).toEqual([]);
    mails.release();
    await delivered;
    expect(mails.inbox.map(({ to }) => to[0]).toSorted()).toEqual([...hanging, ...others].toSorted());
  });

  it('retries of failed receivers leave half of the slots to other receivers', async () => {
    const failing = Array.from({ length: 6 }, (_, n) => `slow${n}@example.com`);
    await rig.aRule({ recipients: failing.join(', ') });
    mails.refuse(451);
    await rig.raise();
    await rig.deliverer.deliver();
    mails.refuse(null);
    rig.clock.advance(MINUTE_MS);
    mails.hold(failing);
    const delivered = rig.deliverer.deliver();
    await expect.poll(async () => (await rig.states()).filter(({ tries }) => tries === 2).length, LONG).toBe(2);
    await rig.aRule({ name: 'others', recipients: 'safety@example.com' });
    await rig.raise();
    const rest = rig.deliverer.deliver();
    await expect.poll(() => mails.inbox.some(({ to }) => to[0] === 'safety@example.com'), LONG).toBe(true);
    mails.release();
    await Promise.all([delivered, rest]);
  });

  it('skips an alarm that was acknowledged while other mails were being sent', async () => {
    await rig.aRule({ recipients: 'slow@example.com', escalate_min: 1, escalate_to: 'boss@example.com' });
    mails.hold(['slow@example.com']);
    const [id = 0] = await rig.raise();
    const delivered = rig.deliverer.deliver();
    await expect.poll(async () => (await rig.states())[0]?.tries, LONG).toBe(1);
    rig.clock.advance(2 * MINUTE_MS);
    await database.db.query(sql`update alarm set acknowledged_time = ${new Date(rig.clock.now())} where id = ${id}`);
    mails.release();
    await delivered;
    expect(mails.inbox.map(({ to }) => to[0])).toEqual(['slow@example.com']);
  });

  it('sends a mail again when shelving ends and the alarm is still active', async () => {
    await rig.aRule({ message_language: 'en' });
    const ids = await rig.raise(3);
    await rig.deliverer.deliver();
    rig.clock.advance(30 * MINUTE_MS);
    const now = new Date(rig.clock.now());
    const [acknowledged, ended] = ids;
    await rig.db.query(sql`update alarm set shelved_until = ${now},
      acknowledged_time = case when id = ${acknowledged} then ${now}::timestamptz end,
      ended_time = case when id = ${ended} then ${now}::timestamptz end`);
    const shelving = await rig.db.tx((tx) => endShelving(tx, rig.clock.now()));
    await rig.say(
      shelving.map(({ id }) => id),
      'UNSHELVED',
    );
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(2);
    expect(mails.inbox[1]?.text).toContain('[Major] A004');
    expect(mails.inbox[1]?.text.match(/It was shelved until Mar 2, 2026, 6:30/g)).toHaveLength(1);
  });

  it('retries while the mail server is busy and gives up on a permanent refusal', async () => {
    await rig.aRule();
    await rig.raise();
    mails.refuse(451);
    await rig.deliverer.deliver();
    expect(await rig.states()).toMatchObject([{ state: 'WAITING', tries: 1, last_error: 'SMTP 451' }]);
    await rig.deliverer.deliver();
    expect((await rig.states())[0]?.tries).toBe(1);
    rig.clock.advance(MINUTE_MS);
    mails.refuse(550);
    await rig.deliverer.deliver();
    expect(await rig.states()).toMatchObject([{ state: 'FAILED', tries: 2, last_error: 'SMTP 550' }]);
    rig.clock.advance(DAY_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox).toEqual([]);
  });

  it('delays mails until the digest and the end of quiet hours, except for critical alarms', async () => {
    await rig.aRule({ delivery: 'DIGEST', digest_min: 60, quiet_from: '18:30', quiet_to: '07:00' });
    rig.clock.advance(5 * MINUTE_MS);
    await rig.raise(2);
    await rig.raise(1, { severity: 'CRITICAL' });
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(1);
    expect(mails.inbox[0]?.text).toContain('장애 1건');
    rig.clock.advance(55 * MINUTE_MS + 11 * 60 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(1);
    rig.clock.advance(60 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox[1]?.text).toContain('장애 2건');
  });

  it('escalates while an alarm is unacknowledged, and stops afterwards', async () => {
    await rig.aRule({ escalate_min: 15, escalate_to: 'boss@example.com\nowner@example.com' });
    const [id] = await rig.raise();
    await rig.deliverer.deliver();
    rig.clock.advance(15 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox.map(({ to }) => to[0])).toEqual(['safety@example.com', 'boss@example.com']);
    expect(mails.inbox[1]?.text).toContain('아직 아무도 확인하지 않았습니다');
    await rig.db.query(sql`update alarm set acknowledged_time = now() where id = ${id}`);
    rig.clock.advance(15 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(2);
    expect((await rig.states()).map(({ state }) => state)).toEqual(['SENT', 'SENT', 'DROPPED']);
  });

  it('drops alarms that were cleared, or became a symptom of another, before the mail was due', async () => {
    await rig.aRule({ delivery: 'DIGEST', digest_min: 30 });
    rig.clock.advance(MINUTE_MS);
    const [cleared, symptom] = await rig.raise(3);
    await rig.db.query(sql`update alarm set cleared_time = now() where id = ${cleared}`);
    await rig.db.query(sql`update alarm set cause_id = ${cleared} where id = ${symptom}`);
    rig.clock.advance(30 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox[0]?.text).toContain('장애 1건');
    // A symptom whose cause has ended gets its own notification, unless one was sent already.
    await rig.db.query(sql`update alarm set cause_id = null`);
    await rig.say([symptom ?? 0], 'CAUSE');
    expect((await rig.states()).map(({ state }) => state)).toEqual(['DROPPED', 'WAITING', 'SENT']);
    await rig.say([symptom ?? 0], 'CAUSE');
    rig.clock.advance(30 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(2);
  });

  it('notifies again about an alarm that recurs long after its end, and drops the earlier occurrence', async () => {
    await rig.aRule({ escalate_min: 15, escalate_to: 'boss@example.com' });
    const [id = 0] = await rig.raise();
    await rig.deliverer.deliver();
    const old = tokenIn(mails.inbox[0]?.text);
    // Acknowledged, ended and active again before the escalation was due.
    rig.clock.advance(12 * MINUTE_MS);
    await rig.db.query(sql`update alarm set openings = 2 where id = ${id}`);
    await rig.say([id], 'REOPENED');
    await rig.say([id], 'REOPENED');
    await rig.deliverer.deliver();
    expect(mails.inbox.map(({ to }) => to[0])).toEqual(['safety@example.com', 'safety@example.com']);
    expect((await rig.states()).map(({ state }) => state)).toEqual(['SENT', 'DROPPED', 'SENT', 'WAITING']);
    expect((await rig.ask('POST', '/notifications/acknowledge', { token: old }, {})).body).toEqual({ count: 0 });
    rig.clock.advance(15 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox[2]?.to).toEqual(['boss@example.com']);
  });

  it('notifies about an alarm after shelving when it was shelved before the mail was due', async () => {
    await rig.aRule({ delivery: 'DIGEST', digest_min: 30 });
    rig.clock.advance(MINUTE_MS);
    const [id = 0] = await rig.raise();
    await rig.db.query(sql`update alarm set shelved_until = 'infinity' where id = ${id}`);
    rig.clock.advance(30 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox).toEqual([]);
    await rig.db.query(sql`update alarm set shelved_until = null where id = ${id}`);
    await rig.say([id], 'UNSHELVED');
    rig.clock.advance(30 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox).toHaveLength(1);
  });

  it('acknowledges the alarms of a mail by a link that works once', async () => {
    await rig.aRule();
    const [id] = await rig.raise();
    await rig.deliverer.deliver();
    const token = tokenIn(mails.inbox[0]?.text);
    const press = (given = token) => rig.ask('POST', '/notifications/acknowledge', { token: given }, {});
    expect((await press('wrong')).body.code).toBe('BAD_CREDENTIALS');
    expect(await press()).toEqual({ status: 200, body: { count: 1 } });
    expect((await press()).body.code).toBe('BAD_CREDENTIALS');
    const { rows } = await rig.db.query(sql`select acknowledged_login, version from alarm where id = ${id}`);
    expect(rows).toEqual([{ acknowledged_login: 'safety@example.com', version: 2 }]);
    const audit = await rig.db.query(sql`select entity, entity_id from audit where entity = 'alarms'`);
    expect(audit.rows).toEqual([{ entity: 'alarms', entity_id: id }]);
  });

  it.each([
    ['its user is out of use', `update app_user set use = 'N' where login = 'LOGIN'`],
    ['its user is gone', `delete from app_user where login = 'LOGIN'`],
    ['its user has another address', `update app_user set email = 'other@example.com' where login = 'LOGIN'`],
    ['its organization is out of use', `update organization set use = 'N'`],
    ['its rule has other receivers', `update notification_rule set recipients = 'other@example.com'`],
  ])('rejects its link when %s', async (_, change) => {
    const user = await aUser(rig.db, { organization: rig.organization, authority: 'LOCAL_USER' });
    await rig.aRule({ recipients: user.login });
    const [id] = await rig.raise();
    await rig.deliverer.deliver();
    await rig.db.query(raw(change.replace('LOGIN', user.login)));
    const answer = await rig.ask('POST', '/notifications/acknowledge', { token: tokenIn(mails.inbox[0]?.text) }, {});
    expect(answer).toMatchObject({ status: 400, body: { code: 'LINK_ENDED' } });
    const { rows } = await rig.db.query(sql`select acknowledged_time from alarm where id = ${id}`);
    expect(rows).toEqual([{ acknowledged_time: null }]);
  });

  it('expires the link after a week', async () => {
    await rig.aRule();
    await rig.raise();
    await rig.deliverer.deliver();
    rig.clock.advance(7 * DAY_MS);
    const answer = await rig.ask('POST', '/notifications/acknowledge', { token: tokenIn(mails.inbox[0]?.text) }, {});
    expect(answer.body.code).toBe('BAD_CREDENTIALS');
  });
});

describe('alarms of the server itself', LONG, () => {
  const own = async (): Promise<number> => {
    const { rows } = await rig.db.query<{ id: number }>(sql`
      insert into alarm (category, code, source, severity, description, description_en, since_time, occurred_time)
      values ('SERVER', 'S001', 'SERVER', 'CRITICAL', '디스크 공간 부족', 'The disk is nearly full', ${new Date(rig.clock.now())},
        ${new Date(rig.clock.now())}) returning id`);
    const id = rows[0]?.id ?? 0;
    await rig.say([id]);
    return id;
  };

  it('follow the rules of the operating organization', async () => {
    await rig.aRule();
    const operator = await anOrganization(rig.db, { code: '00000000', name: '운영' });
    const chief = await aUser(rig.db, { organization: operator, authority: 'SUPER_ADMIN' });
    const asChief = await rig.app.bearer(chief);
    await rig.reload();
    const rule = { organization_id: operator.id, name: '서버', recipients: 'ops@example.com' };
    expect((await rig.ask('POST', '/notification-rules', rule, asChief)).status).toBe(200);
    const id = await own();
    await rig.deliverer.deliver();
    expect(mails.inbox.map(({ to }) => to[0])).toEqual(['ops@example.com']);
    expect(mails.inbox[0]?.text).toContain('S001 디스크 공간 부족');
    expect(mails.inbox[0]?.text).toContain('Airdeck');
    const preview = await rig.ask('POST', '/notification-rules/preview', { id: null, ...rule }, asChief);
    expect(preview.body).toMatchObject({ total: 1, alarms: [{ id }] });
    const token = tokenIn(mails.inbox[0]?.text);
    expect((await rig.ask('POST', '/notifications/acknowledge', { token }, {})).body).toEqual({ count: 1 });
  });

  it('notify no one when the operating organization has no rule', async () => {
    await rig.aRule();
    await own();
    expect(await rig.planned()).toBe(0);
  });
});

it('sends each message once with concurrent deliverers', LONG, async () => {
  await rig.aRule({ recipients: Array.from({ length: 12 }, (_, i) => `p${i}@example.com`).join('\n') });
  await rig.raise(3);
  await Promise.all([rig.deliverer.deliver(), rig.deliverer.deliver(), rig.deliverer.deliver()]);
  expect(mails.inbox.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, i) => `p${i}@example.com`).toSorted(),
  );
});

describe('webhooks', LONG, () => {
  it('are posted with a signature of time and body, and never reveal their secret and address', async () => {
    const rule = await rig.aRule(webhook());
    expect(rule).toMatchObject({ has_secret: 'Y' });
    expect(JSON.stringify(rule)).not.toContain(SECRET);
    await rig.raise(2);
    await rig.deliverer.deliver();
    const [{ headers, body } = { headers: {}, body: '' }] = posts;
    expect(posts).toHaveLength(1);
    expect(JSON.parse(body)).toMatchObject({
      ...{ type: 'alarms', organization: { code: rig.organization.code, name: '본사' }, rule: '안전팀' },
      alarms: [{ code: 'A004', severity: 'MAJOR', value: 1612, bound: 1500 }, {}],
    });
    const signed = `${headers['x-airdeck-timestamp']}.${body}`;
    expect(headers['x-airdeck-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`);
    const list = await rig.ask('GET', '/notifications');
    expect(list.body.content[0]).toMatchObject({ state: 'SENT', rule_name: '안전팀', code: 'A004' });
    expect(JSON.stringify(list.body)).not.toContain('hidden');
    const { rows } = await rig.db.query(sql`select before::text || after::text as text from audit`);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  it('a webhook that exceeds the first timeout is retried at once with the full timeout, which later messages start with', async () => {
    const patient = await openNotificationRig(database, mails.url, { firstTimeoutMs: 100 });
    try {
      await patient.aRule(webhook());
      answerPost = { status: 200, afterMs: 400 };
      await patient.raise();
      await patient.deliverer.deliver();
      expect(await patient.states()).toMatchObject([{ state: 'SENT', tries: 2 }]);
      await patient.raise();
      await patient.deliverer.deliver();
      expect(await patient.states()).toMatchObject([{ tries: 2 }, { state: 'SENT', tries: 1 }]);
      expect(posts).toHaveLength(3);
    } finally {
      await patient.close();
    }
  });

  it.each([
    ['busy', { status: 503 }, 'WAITING', 'REFUSED 503'],
    ['gone', { status: 410 }, 'FAILED', 'REFUSED 410'],
    ['elsewhere', { status: 302, location: 'http://169.254.169.254/' }, 'FAILED', 'REDIRECTED 302'],
  ])('%s is not followed, and tried again only where that helps', async (_, answer, state, error) => {
    await rig.aRule(webhook());
    await rig.raise();
    answerPost = answer;
    await rig.deliverer.deliver();
    expect(await rig.states()).toMatchObject([{ state, last_error: error }]);
    expect(posts).toHaveLength(1);
  });

  it('keep their secret when edited without one', async () => {
    const { id, version } = await rig.aRule(webhook());
    const edited = await rig.ask('PUT', `/notification-rules/${id}`, {
      ...{ ...webhook(), secret: null, name: '새 이름', version },
    });
    expect(edited.body).toMatchObject({ has_secret: 'Y', name: '새 이름' });
    await rig.raise();
    await rig.deliverer.deliver();
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
])('%s is not a public address', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each(['8.8.8.8', '203.0.114.1', '2606:4700::1111'])('%s is a public address', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

it.each([
  ['by its address', '127.0.0.1'],
  ['by a name', 'localhost'],
])('nothing is posted to this machine, %s', async (_, host) => {
  const { port } = hook.address() as AddressInfo;
  const options = { headers: {}, timeoutMs: 30_000, allowPrivate: false };
  await expect(post(new URL(`http://${host}:${port}/`), '{}', options)).rejects.toThrow('PRIVATE_ADDRESS');
  expect(posts).toEqual([]);
});

it('ends a call to a receiver that does not answer at the timeout', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
  await expect(post(url, '{}', { headers: {}, timeoutMs: 50, allowPrivate: true })).rejects.toThrow('TIMEOUT');
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

it.each([
  ['no receiver', { recipients: '' }, { recipients: 'REQUIRED' }],
  ['an invalid address', { recipients: 'safety@' }, { recipients: 'EMAIL' }],
  ['an unknown user', { recipients: 'no.such.user' }, { recipients: 'NOT_FOUND' }],
  ['no address of a webhook', { channel: 'WEBHOOK' }, { url: 'REQUIRED' }],
  ['a password in an address', { channel: 'WEBHOOK', url: 'https://a:b@example.com' }, { url: 'INVALID' }],
  ['another scheme', { channel: 'WEBHOOK', url: 'file:///etc/passwd' }, { url: 'INVALID' }],
  ['no secret', { channel: 'WEBHOOK', url: 'https://example.com' }, { secret: 'REQUIRED' }],
  ['half of the quiet hours', { quiet_from: '22:00' }, { quiet_to: 'REQUIRED' }],
  ['an hour that is none', { quiet_from: '24:00', quiet_to: '07:00' }, { quiet_from: 'TIME_OF_DAY' }],
  ['an escalation without receivers', { escalate_min: 10 }, { escalate_to: 'REQUIRED' }],
])('a rule with %s is refused', async (_, changed, errors) => {
  const fields = { organization_id: rig.organization.id, name: 'X', recipients: 'a@example.com', ...changed };
  const { status, body } = await rig.ask('POST', '/notification-rules', fields);
  expect([status, body.errors]).toEqual([400, errors]);
});

describe('an unsaved rule', LONG, () => {
  const draft = (changed: object = {}) => ({
    ...{ organization_id: rig.organization.id, name: '시험', recipients: 'safety@example.com' },
    ...changed,
  });

  it('sends a test to all its receivers and reports those it did not reach', async () => {
    const recipients = `safety@example.com ${rig.admin.login}`;
    const sent = await rig.ask('POST', '/notification-rules/test', draft({ recipients }));
    expect(sent.body.results).toEqual([
      { receiver: 'safety@example.com', error: null },
      { receiver: rig.admin.login, error: null },
    ]);
    expect(mails.inbox).toHaveLength(2);
    mails.refuse(550);
    const refused = await rig.ask('POST', '/notification-rules/test', draft());
    expect(refused.body.results).toEqual([{ receiver: 'safety@example.com', error: 'SMTP 550' }]);
    expect((await rig.ask('POST', '/notification-rules/test', draft(webhook()))).body.results[0]?.error).toBeNull();
    expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({ type: 'test', alarms: [] });
  });

  it('does not sign calls to another address with the stored secret', async () => {
    const { id } = await rig.aRule(webhook());
    const elsewhere = { ...webhook(), id, secret: null, url: `${urlOf()}2` };
    expect((await rig.ask('POST', '/notification-rules/test', draft(elsewhere))).body.errors).toEqual({
      secret: 'REQUIRED',
    });
    const same = { ...webhook(), id, secret: null };
    expect((await rig.ask('POST', '/notification-rules/test', draft(same))).body.results[0]?.error).toBeNull();
  });

  it('lists the alarms of the last week that it would have sent', async () => {
    await rig.raise(3, { ago: DAY_MS });
    await rig.raise(2, { severity: 'INFO', ago: DAY_MS });
    await rig.raise(1, { ago: 8 * DAY_MS });
    await rig.raise(1, { ago: DAY_MS + 12 * 60 * MINUTE_MS });
    const { body } = await rig.ask(
      'POST',
      '/notification-rules/preview',
      draft({ quiet_from: '22:00', quiet_to: '07:00' }),
    );
    expect(body).toMatchObject({ total: 4, quiet: 1 });
    expect(body.alarms).toHaveLength(4);
    expect(await rig.planned()).toBe(0);
    rig.clock.advance(MINUTE_MS);
    const [id] = await rig.raise();
    const waits = async (changed: object) => {
      const { alarms } = (await rig.ask('POST', '/notification-rules/preview', draft(changed))).body;
      expect(alarms[0]).toMatchObject({ id, time: new Date(rig.clock.now()).toISOString() });
      return (Date.parse(alarms[0].due_time) - rig.clock.now()) / MINUTE_MS;
    };
    expect(await waits({ digest_min: 60 })).toBe(0);
    expect(await waits({ delivery: 'DIGEST', digest_min: 60 })).toBe(59);
  });
});

describe('the rules', LONG, () => {
  const put = (id: number, version: number, changed: object) =>
    rig.ask('PUT', `/notification-rules/${id}`, { name: '안전팀', recipients: 'a@example.com', version, ...changed });

  it('keep only what fits their channel and delivery', async () => {
    const both = { ...webhook(), recipients: 'a@example.com', digest_min: 30 };
    const { id, ...first } = await rig.aRule(both);
    expect(first).toMatchObject({ recipients: null, url: urlOf(), has_secret: 'Y', digest_min: null });
    const mail = await put(id, 1, { url: urlOf(), secret: SECRET, delivery: 'DIGEST', digest_min: 30 });
    expect(mail.body).toMatchObject({ recipients: 'a@example.com', url: null, has_secret: 'N', digest_min: 30 });
    expect((await put(id, 2, { ...webhook(), secret: null })).body.errors).toEqual({ secret: 'REQUIRED' });
  });

  it('of another organization do not exist', async () => {
    const { id } = await rig.aRule();
    await rig.raise();
    const foreign = await rig.app.bearer(await aUser(rig.db, { authority: 'LOCAL_ADMIN' }));
    const draft = { organization_id: rig.organization.id, name: 'X', recipients: 'a@example.com' };
    const asked = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      (await rig.ask(method, path, body, foreign)).status;
    expect(await asked('GET', `/notification-rules/${id}`)).toBe(404);
    expect(await asked('PUT', `/notification-rules/${id}`, { ...draft, organization_id: undefined, version: 1 })).toBe(
      404,
    );
    expect(await asked('POST', '/notification-rules', draft)).toBe(404);
    expect(await asked('POST', '/notification-rules/test', draft)).toBe(404);
    expect(await asked('POST', '/notification-rules/preview', draft)).toBe(404);
    const lists = ['/notification-rules', '/notifications'].map((path) => rig.ask('GET', path, undefined, foreign));
    expect((await Promise.all(lists)).map(({ body }) => body.totalElements)).toEqual([0, 0]);
  });

  it('and their messages are found by their fields', async () => {
    await rig.aRule();
    await rig.aRule({ ...webhook(), name: '웹훅', use: 'N' });
    await rig.raise();
    const count = async (path: string) => (await rig.ask('GET', path)).body.totalElements;
    const counts = async (path: string, queries: string[]) =>
      Promise.all(queries.map((query) => count(`${path}?${encodeURI(query)}`)));
    expect(
      await counts('/notification-rules', [
        ...['search=safety@', 'search=웹훅', 'search=본사', 'search=없음', 'channel=WEBHOOK', 'channel=PUSH', 'use=Y'],
        ...[`organizationId=${rig.organization.id}`, `organizationId=${rig.organization.id + 1}`],
      ]),
    ).toEqual([1, 1, 2, 0, 1, 0, 1, 2, 0]);
    expect(
      await counts('/notifications', [
        ...['search=safety@', 'search=안전팀', 'search=A004', 'search=회의실', 'search=없음', 'state=WAITING'],
        ...['state=SENT', `organizationId=${rig.organization.id}`, `organizationId=${rig.organization.id + 1}`],
      ]),
    ).toEqual([1, 1, 1, 1, 0, 1, 0, 1, 0]);
    await rig.deliverer.deliver();
    const [message] = (await rig.ask('GET', '/notifications')).body.content;
    expect(message).toMatchObject({
      ...{ organization_name: '본사', rule_name: '안전팀', receiver: 'safety@example.com', step: 0, code: 'A004' },
      ...{ state: 'SENT', tries: 1, due_time: new Date(rig.clock.now()).toISOString(), last_error: null },
      sent_time: new Date(rig.clock.now()).toISOString(),
    });
  });

  it('know their users', async () => {
    const { admin } = rig;
    const escalation = { escalate_min: 5, escalate_to: 'no.such.user' };
    const fields = { organization_id: rig.organization.id, name: 'X', recipients: 'a@example.com', ...escalation };
    expect((await rig.ask('POST', '/notification-rules', fields)).body.errors).toEqual({ escalate_to: 'NOT_FOUND' });
    const known = { ...fields, recipients: `${admin.login}, b@example.com`, escalate_to: admin.login };
    expect((await rig.ask('POST', '/notification-rules', known)).status).toBe(200);
  });
});
