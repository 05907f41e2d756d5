import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addUser, resetPassword, resetSecondFactor, UserCommandError, unlockUser } from './user-commands.ts';

const clock = testClock();
const context = { editor: { userId: null, ip: null, login: 'alice → root' }, clock };
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
    expect(await unlockUser(database.db, context, user.code, user.login)).toBe(true);
    expect((await app.login(formOf(user))).statusCode).toBe(200);
    expect(await unlockUser(database.db, context, user.code, user.login)).toBe(false);
  });

  it('give a new password, which ends the old one, the lock and open sessions', async () => {
    const user = await aUser(database.db);
    const headers = await app.bearer(user);
    await lock(formOf(user));
    const password = await resetPassword(database.db, context, systemRandom, { code: user.code, id: user.login });
    expect((await app.http.inject({ url: '/api/v1/users/me', headers })).json().code).toBe('INVALID_TOKEN');
    expect((await app.login(formOf(user))).json().code).toBe('INVALID_PASSWORD');
    expect((await app.login({ ...formOf(user), password })).statusCode).toBe(200);
  });

  it('remove the second factor of the last administrator, and end open sessions', async () => {
    const user = await aUser(database.db, { authority: 'SUPER_ADMIN' });
    const headers = await app.bearer(user);
    await database.db.query(sql`insert into second_factor (user_id, secret) values (${user.id}, '\\x00')`);
    expect((await app.login(formOf(user))).json().code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await resetSecondFactor(database.db, context, user.code, user.login)).toBe(true);
    expect((await app.http.inject({ url: '/api/v1/users/me', headers })).json().code).toBe('INVALID_TOKEN');
    expect((await app.login(formOf(user))).statusCode).toBe(200);
    expect(await resetSecondFactor(database.db, context, user.code, user.login)).toBe(false);
    const { rows } = await database.db.query(sql`
      select user_login, before->>'second_factor' as before, after->>'second_factor' as after
      from audit where entity_id = ${user.id} order by id limit 1`);
    expect(rows).toEqual([{ user_login: 'alice → root', before: 'ON', after: 'OFF' }]);
  });

  it('give the first password to who never had one', async () => {
    const user = await aUser(database.db, { hasPassword: false });
    const password = await resetPassword(database.db, context, systemRandom, { code: user.code, id: user.login });
    expect((await app.login({ ...formOf(user), password })).statusCode).toBe(200);
  });

  it('add users of any role, once', async () => {
    const { code } = await anOrganization(database.db);
    const user = { code, id: 'second.admin', role: 'SUPER_ADMIN', name: '두번째' } as const;
    const password = await addUser(database.db, context, systemRandom, user);
    expect((await app.login({ code, id: user.id, password })).json().user).toMatchObject({
      authority: 'SUPER_ADMIN',
      name: '두번째',
    });
    await expect(addUser(database.db, context, systemRandom, user)).rejects.toThrow('has a user second.admin already');
    const inCapitals = { ...user, id: 'SECOND.ADMIN' };
    await expect(addUser(database.db, context, systemRandom, inCapitals)).rejects.toThrow(
      'has a user SECOND.ADMIN already',
    );
  });

  it('find a user by an id in any case', async () => {
    const user = await aUser(database.db, { login: 'Mixed.Case' });
    await lock(formOf(user));
    expect(await unlockUser(database.db, context, user.code, 'MIXED.case')).toBe(true);
    const named = { code: user.code, id: 'mixed.case' };
    const password = await resetPassword(database.db, context, systemRandom, named);
    expect((await app.login({ ...formOf(user), password })).statusCode).toBe(200);
  });

  it('name who or what is not there', async () => {
    const { code } = await anOrganization(database.db);
    await expect(unlockUser(database.db, context, code, 'nobody')).rejects.toThrow(UserCommandError);
    await expect(resetPassword(database.db, context, systemRandom, { code, id: 'nobody' })).rejects.toThrow(
      'no user nobody',
    );
    const user = { code: '99999999', id: 'somebody', role: 'SUPER_USER' } as const;
    await expect(addUser(database.db, context, systemRandom, user)).rejects.toThrow(
      'no organization with the code 99999999',
    );
  });

  it('are in the audit log under the name of the system user, without any secret', async () => {
    const { code } = await anOrganization(database.db);
    const user = { code, id: 'audited', role: 'SUPER_ADMIN' } as const;
    const first = await addUser(database.db, context, systemRandom, user);
    const second = await resetPassword(database.db, context, systemRandom, user);
    await unlockUser(database.db, context, code, user.id);
    const { rows } = await database.db.query(sql`select a.user_id, a.user_login, a.action, a.entity, a.before, a.after
      from audit a join app_user u on u.id = a.entity_id where u.login = 'audited' order by a.id`);
    const common = { user_id: null, user_login: 'alice → root', entity: 'users' };
    expect(rows).toMatchObject([
      { ...common, action: 'create', before: null, after: { login: 'audited', authority: 'SUPER_ADMIN' } },
      { ...common, action: 'write', after: { credential: 'CHANGED' } },
      { ...common, action: 'write' },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(
      new RegExp([first, second].map((each) => each.replace(/\W/g, '.')).join('|')),
    );
  });
});
