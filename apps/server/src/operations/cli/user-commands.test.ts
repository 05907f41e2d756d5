import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addUser, resetPassword, UserCommandError, unlockUser } from './user-commands.ts';

const clock = testClock();
let database: TestDatabase;
let app: SessionApp;
beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const lock = async (form: object) => {
  // From different addresses: locked for all.
  for (let i = 0; i < 20; i++) await app.login({ ...form, password: 'wrong' });
  expect((await app.login(form)).json().code).toBe('RETRY_COUNT_OVER');
};

describe('user commands', () => {
  it('unlock a locked user, and say when none was', async () => {
    const user = await aUser(database.db, { authority: 'SUPER_ADMIN' });
    await lock(formOf(user));
    expect(await unlockUser(database.db, user.code, user.login)).toBe(true);
    expect((await app.login(formOf(user))).statusCode).toBe(200);
    expect(await unlockUser(database.db, user.code, user.login)).toBe(false);
  });

  it('give a new password, which ends the old one, the lock and open sessions', async () => {
    const user = await aUser(database.db);
    const headers = await app.bearer(user);
    await lock(formOf(user));
    const password = await resetPassword(database.db, clock, systemRandom, user.code, user.login);
    expect((await app.http.inject({ url: '/api/v1/users/me', headers })).json().code).toBe('INVALID_TOKEN');
    expect((await app.login(formOf(user))).json().code).toBe('INVALID_PASSWORD');
    expect((await app.login({ ...formOf(user), password })).statusCode).toBe(200);
  });

  it('give the first password to who never had one', async () => {
    const user = await aUser(database.db, { hasPassword: false });
    const password = await resetPassword(database.db, clock, systemRandom, user.code, user.login);
    expect((await app.login({ ...formOf(user), password })).statusCode).toBe(200);
  });

  it('add users of any role, once', async () => {
    const { code } = await anOrganization(database.db);
    const user = { code, id: 'second.admin', role: 'SUPER_ADMIN', name: '두번째' } as const;
    const password = await addUser(database.db, systemRandom, user);
    expect((await app.login({ code, id: user.id, password })).json().user).toMatchObject({
      authority: 'SUPER_ADMIN',
      name: '두번째',
    });
    await expect(addUser(database.db, systemRandom, user)).rejects.toThrow('has a user second.admin already');
  });

  it('name who or what is not there', async () => {
    const { code } = await anOrganization(database.db);
    await expect(unlockUser(database.db, code, 'nobody')).rejects.toThrow(UserCommandError);
    await expect(resetPassword(database.db, clock, systemRandom, code, 'nobody')).rejects.toThrow('no user nobody');
    const user = { code: '99999999', id: 'somebody', role: 'SUPER_USER' } as const;
    await expect(addUser(database.db, systemRandom, user)).rejects.toThrow('no organization with the code 99999999');
  });
});
