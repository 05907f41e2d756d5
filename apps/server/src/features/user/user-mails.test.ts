import type { AddressInfo } from 'node:net';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createMailer, type Mailer } from '../../platform/mail.ts';
import { anOrganization, aUser, type TestUser } from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createUserMails, type UserMails } from './user-mails.ts';

const CONSOLE = 'https://air.example.com';
const silent = createLog({ level: 'silent' });
/** The received mails: the recipients and the whole text. */
const inbox: { to: string[]; raw: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, session, done) {
    let raw = '';
    for await (const chunk of stream) raw += chunk;
    inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
    done();
  },
});
let database: TestDatabase;
let clock: TestClock;
let mailer: Mailer;
let app: SessionApp;
let user: TestUser;
let last = 0;
let mails: UserMails;

beforeAll(async () => {
  database = await testDatabase();
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await database.close();
});
beforeEach(async () => {
  inbox.splice(0);
  clock = testClock();
  const { port } = smtp.server.address() as AddressInfo;
  mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'air@example.com', publicUrl: CONSOLE }, silent);
  mails = createUserMails(mailer, CONSOLE, silent);
  app = await sessionApp({ db: database.db, clock, mails });
  user = await aUser(database.db, { language: 'en' });
  return async () => {
    await app.http.close();
    await mails.stop();
    await mailer.stop();
  };
});

const emailOf = async ({ id }: TestUser): Promise<string> => {
  const { rows } = await database.db.query<{ email: string }>(sql`select email from app_user where id = ${id}`);
  return rows[0]?.email ?? '';
};
const search = async (query: string) => {
  // The client chooses the name in Host.
  const headers = { host: 'evil.example' };
  const remoteAddress = `10.9.1.${++last}`;
  const answer = await app.http.inject({ url: `/api/v1/search/${query}`, headers, remoteAddress });
  return [answer.statusCode, answer.json()];
};
const received = async () => {
  await expect.poll(() => inbox.length, { timeout: 60_000 }).toBe(1);
  const [mail] = inbox;
  // Quoted-printable: soft line ends, and = as =3D.
  return { to: mail?.to, text: (mail?.raw ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=') };
};
const setPassword = async (token: string) => {
  const payload = { token, new_password: 'Fresh-Air-77!' };
  const answer = await app.http.inject({ method: 'POST', url: '/api/v1/reset', payload });
  return answer.statusCode === 200 ? 200 : answer.json().code;
};

it('an id goes to its e-mail, and the answer is always the same', async () => {
  const email = await emailOf(user);
  expect(await search('id?email=nobody@example.com')).toEqual([200, { login: null }]);
  expect(await search(`id?email=${email}`)).toEqual([200, { login: null }]);
  const { to, text } = await received();
  expect(to).toEqual([email]);
  expect(text).toContain('From: air@example.com');
  for (const part of [user.code, user.login, CONSOLE]) expect(text).toContain(part);
  expect(text).not.toContain('evil');
});

it('a link goes to the e-mail of its id, works once, and leaves the password as it is until then', async () => {
  const email = await emailOf(user);
  const unmatched = `password?email=${email}&login=other.id`;
  expect(await search(unmatched)).toEqual([200, { login: null }]);
  expect(await search(`password?email=${email}&login=${user.login}`)).toEqual([200, { login: null }]);
  const { to, text } = await received();
  expect(to).toEqual([email]);
  const [, token = ''] = /https:\/\/air\.example\.com\/reset\?token=([\w-]+)/.exec(text) ?? [];
  expect((await app.login({ code: user.code, id: user.login, password: user.password })).statusCode).toBe(200);
  expect(await setPassword(token)).toBe(200);
  expect(await setPassword(token)).toBe('BAD_CREDENTIALS');
  expect((await app.login({ code: user.code, id: user.login, password: user.password })).statusCode).toBe(400);
});

/** The user's address, also of a user of another organization. */
const sameAddress = async (given: Parameters<typeof aUser>[1]): Promise<[string, TestUser]> => {
  const email = await emailOf(user);
  const other = await aUser(database.db, given);
  await database.db.query(sql`update app_user set email = ${email} where id = ${other.id}`);
  return [email, other];
};

it('one mail has every id of its address with its organization', async () => {
  const organization = await anOrganization(database.db, { name: '하늘 초등학교', nameEn: 'Sky School' });
  const [email, other] = await sameAddress({ organization });
  expect(await search(`id?email=${email}`)).toEqual([200, { login: null }]);
  const { text } = await received();
  for (const part of [user.code, user.login, other.code, other.login, 'Sky School']) expect(text).toContain(part);
});

it('who has the same id in two organizations gets a link for each, which names the organization', async () => {
  const [email, other] = await sameAddress({ login: user.login, language: 'en' });
  await search(`password?email=${email}&login=${user.login.toUpperCase()}`);
  await expect.poll(() => inbox.length, { timeout: 60_000 }).toBe(2);
  const texts = inbox.map(({ raw }) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '='));
  for (const { code } of [user, other]) expect(texts.filter((text) => text.includes(code))).toHaveLength(1);
});

it('a link lasts ten minutes', async () => {
  await search(`password?email=${await emailOf(user)}&login=${user.login}`);
  const { text } = await received();
  clock.advance(10 * MINUTE_MS);
  expect(await setPassword(/token=([\w-]+)/.exec(text)?.[1] ?? '')).toBe('BAD_CREDENTIALS');
});

it('a mail server that is away costs nothing but the mail', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } });
  const away = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'air@example.com', publicUrl: CONSOLE }, log);
  away.send({ to: 'kim@example.com', subject: 'x', text: 'secret' });
  await away.stop();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('a mail could not be sent');
  expect(lines[0]).not.toContain('secret');
});

describe('an invitation', () => {
  let number = 0;
  const add = async (fields: object, target = app) => {
    const organization = await anOrganization(database.db, { name: '하늘 초등학교', nameEn: 'Sky School' });
    const admin = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
    const login = `new.${++number}`;
    const body = { organization_id: organization.id, login, name: 'Kim', authority: 'LOCAL_USER', language: 'en' };
    const answer = await target.ask(await target.bearer(admin), 'POST', '/users', { ...body, ...fields });
    return { ...answer.body, code: organization.code };
  };

  it('brings a new user the link of the answer, which then lasts seven days', async () => {
    const email = 'new.user@example.com';
    const added = await add({ email, mail: 'Y' });
    expect(added).toMatchObject({ mailed: true, account_state: 'INVITED' });
    const { to, text } = await received();
    expect(to).toEqual([email]);
    for (const part of ['Sky School', added.code, added.login, '7 days']) expect(text).toContain(part);
    expect(text).toContain(`${CONSOLE}/reset?token=${added.link.token}`);
    clock.advance(7 * DAY_MS - 1);
    expect(await setPassword(added.link.token)).toBe(200);
  });

  it.each([
    ['it was not requested', { email: 'a1@example.com' }],
    ['it was switched off', { email: 'a2@example.com', mail: 'N' }],
    ['there is no address', { mail: 'Y' }],
    ['the user is not in use', { email: 'a3@example.com', mail: 'Y', use: 'N' }],
  ])('is not sent when %s; the link of the answer then lasts a day', async (_, fields) => {
    const added = await add(fields);
    expect(added.mailed).toBe(false);
    expect(Date.parse(added.link.expires_time) - clock.now()).toBe(DAY_MS);
    await mails.stop();
    await mailer.stop();
    expect(inbox).toEqual([]);
  });

  it('is not sent without a mail server, which the login page says', async () => {
    const plain = await sessionApp({ db: database.db, clock });
    const welcome = async ({ http }: SessionApp) => (await http.inject({ url: '/api/v1/welcome' })).json().mail;
    expect([await welcome(plain), await welcome(app)]).toEqual([false, true]);
    expect((await add({ email: 'a4@example.com', mail: 'Y' }, plain)).mailed).toBe(false);
    await plain.http.close();
  });

  it('is one of at most 10,000 that wait; the others are refused', async () => {
    const to = { ...user, email: 'x@example.com', language: 'en' as const, organization_code: user.code };
    const recipient = { ...to, organization_name: 'Sky', organization_name_en: null };
    const waiting = createUserMails({ ...mailer, deliver: () => new Promise(() => undefined) }, CONSOLE, silent);
    const link = { token: 't', expires_time: '' };
    const sent = Array.from({ length: 10_010 }, () => waiting.sendInvitation(recipient, link, 7 * DAY_MS));
    expect(sent.filter(Boolean)).toHaveLength(10_000);
  });
});
