import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createMailer, type Mailer } from '../../platform/mail.ts';
import { aUser, type TestUser } from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createUserMails } from './user-mails.ts';

const CONSOLE = 'https://air.example.com';
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
  const log = createLog({ level: 'silent' });
  mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'air@example.com', publicUrl: CONSOLE }, log);
  app = await sessionApp({ db: database.db, clock, mails: createUserMails(mailer, CONSOLE) });
  user = await aUser(database.db, { language: 'en' });
  return async () => {
    await app.http.close();
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
