import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPushKey } from '../../platform/installation-keys.ts';
import { systemRandom } from '../../platform/random.ts';
import { createPusher } from '../../platform/web-push.ts';
import { anOrganization, aUser, type TestUser } from '../../testing/factory.ts';
import { type MailReceiver, openMailReceiver } from '../../testing/mail-receiver.ts';
import { type NotificationRig, openNotificationRig } from '../../testing/notification-rig.ts';
import { openPushService, type PushService } from '../../testing/push-service.ts';
import { sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addPushRoutes } from './push.ts';

const LONG = { timeout: 60_000 };

let mails: MailReceiver;
let service: PushService;
let database: TestDatabase;
let rig: NotificationRig;
beforeAll(async () => {
  mails = await openMailReceiver();
});
afterAll(() => mails.close());
beforeEach(async () => {
  database = await testDatabase();
  service = await openPushService();
  mails.inbox.splice(0);
  rig = await openNotificationRig(database, mails.url);
  return async () => {
    await rig.close();
    await service.close();
    await database.close();
  };
});

/** Switches notifications on in a browser of a user. */
const subscribe = async (name: string, user: TestUser = rig.admin) => {
  const bearer = await rig.app.bearer(user);
  const keys = service.subscribe(name, rig.pusher.publicKey);
  const { status } = await rig.ask('POST', '/push/subscriptions', keys, bearer);
  expect(status).toBe(200);
  const path = `/push?endpoint=${encodeURIComponent(keys.endpoint)}`;
  return {
    keys,
    isOn: async (asked: object = bearer) => (await rig.ask('GET', path, undefined, asked)).body.is_subscribed,
    off: (asked: object = bearer) =>
      rig.ask('DELETE', `/push/subscriptions?endpoint=${encodeURIComponent(keys.endpoint)}`, undefined, asked),
  };
};
const pushRule = (changed: object = {}) =>
  rig.aRule({ channel: 'PUSH', recipients: rig.admin.login, message_language: 'en', ...changed });
const told = () => service.pushes.map(({ name }) => name).toSorted();
const browsers = async () => {
  const { rows } = await rig.db.query<{ name: string }>(
    sql`select reverse(split_part(reverse(endpoint), '/', 1)) as name from push_subscription order by 1`,
  );
  return rows.map(({ name }) => name);
};

describe('pushes', LONG, () => {
  it('reach all browsers of a user, encrypted for each, in their language, and link to the alarm', async () => {
    await subscribe('phone');
    await subscribe('desk');
    await pushRule();
    const [id] = await rig.raise();
    await rig.deliverer.deliver();
    await rig.deliverer.deliver();
    expect(told()).toEqual(['desk', 'phone']);
    expect(service.pushes[0]).toMatchObject({
      headers: { urgency: 'high', ttl: '86400', 'content-encoding': 'aes128gcm' },
      message: {
        ...{ title: '중대 · 공기질 매우 나쁨', language: 'ko', tag: `alarm-${id}`, time: rig.clock.now() },
        path: `/current/error/liveerror?startTime=any&open=${id}`,
      },
    });
    expect(service.pushes[0]?.message.body).toMatch(/^회의실 \d+ › CO2 1\n1612 ppm \(기준 1500 ppm\)\n2026\. 3\. 2\./);
    expect(await rig.states()).toMatchObject([{ state: 'SENT', tries: 1 }]);
  });

  it('merge a storm into one and stay below 3 KiB with any content', async () => {
    await subscribe('desk');
    await pushRule();
    await rig.raise(30, { place: '🏫\u0007"'.repeat(200), text: '☣️'.repeat(400) });
    await rig.deliverer.deliver();
    const [{ message, bytes } = { message: undefined, bytes: 0 }] = service.pushes;
    expect(service.pushes).toHaveLength(1);
    expect(message?.title).toBe('장애 30건 · 본사');
    expect(message?.body.split('\n')).toHaveLength(4);
    expect(message?.path).toBe('/current/error/liveerror?startTime=any');
    expect(bytes).toBeLessThan(3_072);
    await rig.raise(1, { place: '🏫'.repeat(200), text: '☣️'.repeat(400) });
    await rig.deliverer.deliver();
    expect(service.pushes[1]?.bytes).toBeLessThan(3_072);
  });

  it.each([404, 410])('delete a browser whose service answers %i, and reach the others', async (status) => {
    await subscribe('old');
    await subscribe('new');
    await pushRule();
    service.answer('old', status);
    await rig.raise();
    await rig.deliverer.deliver();
    expect(told()).toEqual(['new']);
    expect(await browsers()).toEqual(['new']);
    service.answer('new', status);
    await rig.raise();
    await rig.deliverer.deliver();
    expect(await rig.states()).toMatchObject([{ state: 'SENT' }, { state: 'FAILED', last_error: 'NO_BROWSER' }]);
    expect(await browsers()).toEqual([]);
  });

  it('are retried while the service is busy, until one browser accepts', async () => {
    await subscribe('phone');
    await pushRule();
    service.answer('phone', 503);
    await rig.raise();
    await rig.deliverer.deliver();
    expect(await rig.states()).toMatchObject([{ state: 'WAITING', tries: 1, last_error: 'REFUSED 503' }]);
    service.answer('phone', 201);
    rig.clock.advance(MINUTE_MS);
    await rig.deliverer.deliver();
    expect(told()).toEqual(['phone']);
    await subscribe('busy');
    service.answer('busy', 503);
    await rig.raise();
    await rig.deliverer.deliver();
    rig.clock.advance(MINUTE_MS);
    await rig.deliverer.deliver();
    expect(told()).toEqual(['phone', 'phone']);
  });

  it('escalate to users by push and to addresses by mail', async () => {
    const boss = await aUser(rig.db, { organization: rig.organization, authority: 'LOCAL_USER', language: 'en' });
    await subscribe('boss', boss);
    await subscribe('admin');
    await pushRule({ escalate_min: 15, escalate_to: `${boss.login}\nowner@example.com` });
    await rig.raise(1, { severity: 'CRITICAL' });
    await rig.deliverer.deliver();
    expect(told()).toEqual(['admin']);
    rig.clock.advance(15 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(service.pushes[1]).toMatchObject({
      name: 'boss',
      message: { title: '[Not acknowledged] Critical · Air very bad' },
    });
    rig.clock.advance(15 * MINUTE_MS);
    await rig.deliverer.deliver();
    expect(mails.inbox.map(({ to }) => to)).toEqual([['owner@example.com']]);
  });

  it('can be tested before the rule is saved', async () => {
    const draft = { organization_id: rig.organization.id, name: '시험', channel: 'PUSH', recipients: rig.admin.login };
    const test = async () => (await rig.ask('POST', '/notification-rules/test', draft)).body.results;
    expect(await test()).toEqual([{ receiver: rig.admin.login, error: 'NO_BROWSER' }]);
    await subscribe('desk');
    expect(await test()).toEqual([{ receiver: rig.admin.login, error: null }]);
    expect(service.pushes[0]?.message).toMatchObject({ title: '알림 시험', tag: 'test' });
  });
});

describe('a subscription', LONG, () => {
  it('belongs to one user and browser until switched off', async () => {
    const desk = await subscribe('desk');
    const colleague = await aUser(rig.db, { organization: rig.organization, authority: 'LOCAL_USER' });
    const theirs = await rig.app.bearer(colleague);
    expect([await desk.isOn(), await desk.isOn(theirs)]).toEqual([true, false]);
    await desk.off(theirs);
    expect(await desk.isOn()).toBe(true);
    // The colleague switches notifications on in the same browser.
    await rig.ask('POST', '/push/subscriptions', desk.keys, theirs);
    expect([await desk.isOn(), await desk.isOn(theirs)]).toEqual([false, true]);
    await desk.off(theirs);
    expect(await browsers()).toEqual([]);
  });

  it('replaces the oldest one when a user has more than ten', async () => {
    for (let i = 0; i < 11; i++) await subscribe(`browser-${String(i).padStart(2, '0')}`);
    expect(await browsers()).toHaveLength(10);
    expect((await browsers())[0]).toBe('browser-01');
  });

  it.each([
    ['is deleted', sql`delete from app_user where id = `],
    ['is disabled', sql`update app_user set use = 'N' where id = `],
    ['got another password', sql`update app_user set password_hash = 'other' where id = `],
    ['was reset by an administrator', sql`update app_user set password_state = 'VOID' where id = `],
  ])('ends when its user %s', async (_, change) => {
    const user = await aUser(rig.db, { organization: rig.organization, authority: 'LOCAL_USER' });
    await subscribe('theirs', user);
    await subscribe('own');
    await rig.db.query(sql`update app_user set name = 'x', language = 'en' where id = ${user.id}`);
    expect(await browsers()).toEqual(['own', 'theirs']);
    await rig.db.query(sql`${change}${user.id}`);
    expect(await browsers()).toEqual(['own']);
  });

  it('receives only alarms of the organization of its user', async () => {
    const elsewhere = await anOrganization(rig.db, { name: '다른 곳' });
    const namesake = await aUser(rig.db, { organization: elsewhere, authority: 'LOCAL_USER' });
    await rig.db.query(sql`update app_user set login = ${rig.admin.login} where id = ${namesake.id}`);
    await subscribe('namesake', namesake);
    await subscribe('desk');
    await pushRule();
    await rig.raise();
    await rig.db.query(sql`update app_user set login = 'moved', organization_id = ${elsewhere.id}
      where id = ${rig.admin.id}`);
    await rig.deliverer.deliver();
    expect([told(), await browsers()]).toEqual([[], ['namesake']]);
  });

  it.each([
    ['no address', { endpoint: 'ftp://push.example.com' }, { endpoint: 'INVALID' }],
    ['too long an address', { endpoint: `https://push.example.com/${'x'.repeat(1_000)}` }, { endpoint: 'TOO_LONG' }],
    ['a key off the curve', { p256dh: 'B'.padEnd(87, 'A') }, { p256dh: 'INVALID' }],
    ['half a key', { auth: 'abc' }, { auth: 'INVALID' }],
    ['more than it is', { user_id: 1 }, { user_id: 'UNKNOWN_FIELD' }],
  ])('with %s is refused', async (_, changed, errors) => {
    const keys = { ...service.subscribe('desk', rig.pusher.publicKey), ...changed };
    const { status, body } = await rig.ask('POST', '/push/subscriptions', keys);
    expect([status, body.errors]).toEqual([400, errors]);
  });
});

it.each(['https://127.0.0.1/push', 'https://[::1]/push', 'https://169.254.169.254/', 'http://push.example.com/'])(
  'rejects an endpoint at %s where private addresses are not allowed',
  async (endpoint) => {
    const app = await sessionApp({ db: rig.db, clock: rig.clock });
    const key = new Uint8Array(32).fill(9);
    addPushRoutes(app.http, {
      db: rig.db,
      pusher: createPusher({ key, contact: 'mailto:air@example.com', allowPrivate: false }),
    });
    const keys = { ...service.subscribe('desk', rig.pusher.publicKey), endpoint };
    const { status, body } = await app.ask(await app.bearer(rig.admin), 'POST', '/push/subscriptions', keys);
    expect([status, body.errors]).toEqual([400, { endpoint: 'INVALID' }]);
    await app.http.close();
  },
);

it('reaches browsers that subscribed with an earlier key', async () => {
  const [before, after] = [7, 8].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];
  const options = { contact: 'mailto:air@example.com', allowPrivate: true };
  const browser = service.subscribe('old', createPusher({ ...options, key: before }).publicKey);
  const pushed = service.pushes.length;
  const message = JSON.stringify({});
  await createPusher({ ...options, key: after, earlier: [before] }).push(browser, message, { isUrgent: false });
  expect(service.pushes.slice(pushed).map(({ name }) => name)).toEqual(['old']);
  await expect(
    createPusher({ ...options, key: after }).push(browser, message, { isUrgent: false }),
  ).rejects.toMatchObject({ status: 403 });
});

it('creates the key once, readable by the server only', () => {
  const newFolder = () => mkdtempSync(join(tmpdir(), 'airdeck-push-'));
  const folders = [newFolder(), newFolder()] as const;
  const [folder, other] = folders;
  const { key } = loadPushKey(folder, systemRandom);
  expect(loadPushKey(folder, systemRandom).key).toEqual(key);
  expect(statSync(join(folder, 'push.key')).mode & 0o777).toBe(0o600);
  expect(loadPushKey(other, () => new Uint8Array(32).fill(255)).key[0]).toBe(127);
  for (const each of folders) rmSync(each, { recursive: true });
});
