import { HOUR_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { aUser, type TestUser } from '../../testing/factory.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createPasswordLinks } from './password-links.ts';
import { createUserSearch, maskLogin } from './search.ts';
import type { UserMails } from './user-mails.ts';

const clock = testClock(Date.UTC(2026, 2, 2));
let database: TestDatabase;
let user: TestUser;
let email: string;

beforeAll(async () => {
  database = await testDatabase();
  user = await aUser(database.db, { login: 'kim.su' });
  email = `found${user.id}@example.com`;
  await database.db.query(sql`update app_user set email = ${email} where id = ${user.id}`);
});
afterAll(() => database.close());

const searchWith = (mails: UserMails | null = null) => {
  const { db } = database;
  const links = createPasswordLinks({ db, clock, random: systemRandom });
  return createUserSearch({ db, clock, log: pino({ level: 'silent' }), links, mails });
};

describe('the search for a user', () => {
  it.each([
    ['kim.su', 'ki****'],
    ['ab', 'ab'],
    ['abc', 'ab*'],
  ])('masks %s as %s', (login, masked) => {
    expect(maskLogin(login)).toBe(masked);
  });

  it('finds users by their e-mail in any case, and by their id where one is named', async () => {
    const search = searchWith();
    expect(await search('10.0.0.1', email.toUpperCase(), null)).toEqual({ login: 'ki****' });
    expect(await search('10.0.0.1', email, 'kim.su')).toEqual({ login: 'ki****' });
    await expect(search('10.0.0.1', email, 'kim.so')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(search('10.0.0.1', 'x@example.com', null)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await database.db.query(sql`update app_user set use = 'N' where id = ${user.id}`);
    await expect(search('10.0.0.1', email, null)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await database.db.query(sql`update app_user set use = 'Y' where id = ${user.id}`);
  });

  it('finds an id of each organization, and an id in any case', async () => {
    const other = await aUser(database.db, { login: 'lee.ho' });
    await database.db.query(sql`update app_user set email = ${email} where id = ${other.id}`);
    const search = searchWith();
    expect(await search('10.0.0.2', email, null)).toEqual({ login: 'ki****, le****' });
    expect(await search('10.0.0.2', email, 'LEE.HO')).toEqual({ login: 'le****' });
    await database.db.query(sql`delete from app_user where id = ${other.id}`);
  });

  it.each([
    ['an e-mail', (i: number) => [`10.0.${i}.1`, i % 2 ? email : email.toUpperCase()] as const],
    ['a client', (i: number) => ['10.0.0.1', `x${i}@example.com`] as const],
  ])('is tried five times in an hour for %s', async (_, askedBy) => {
    const search = searchWith();
    const codeOf = async (i: number): Promise<string> => {
      const [ip, address] = askedBy(i);
      return search(ip, address, null).then(
        () => 'FOUND',
        ({ code }) => code,
      );
    };
    const first: string[] = [];
    for (let i = 0; i < 5; i++) first.push(await codeOf(i));
    expect(first).not.toContain('TOO_MANY_REQUESTS');
    expect(await codeOf(5)).toBe('TOO_MANY_REQUESTS');
    clock.advance(HOUR_MS - 1);
    expect(await codeOf(6)).toBe('TOO_MANY_REQUESTS');
    clock.advance(1);
    expect(await codeOf(7)).not.toBe('TOO_MANY_REQUESTS');
  });
});
