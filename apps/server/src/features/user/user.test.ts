import type { Role } from '@airdeck/domain/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let colleague: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock: testClock() });
  own = await anOrganization(database.db);
  colleague = await aUser(database.db, { organization: own });
  stranger = await aUser(database.db);
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const askAs = async (authority: Role, path: (user: TestUser) => string) => {
  const user = await aUser(database.db, { organization: own, authority });
  const answer = await app.http.inject({ url: `/api/v1/users/${path(user)}`, headers: await app.bearer(user) });
  return { status: answer.statusCode, body: answer.json(), user };
};

describe('GET /users/me and /users/:id', () => {
  it.each(['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const)('shows %s to oneself', async (role) => {
    const { body: me, user } = await askAs(role, () => 'me');
    expect(me).toMatchObject({ id: user.id, login: user.login, authority: role, organization_code: own.code });
    const { body, user: other } = await askAs(role, ({ id }) => String(id));
    expect(body).toMatchObject({ id: other.id, authority: role });
  });

  it.each([
    ['SUPER_ADMIN', 200, 200],
    ['SUPER_USER', 403, 403],
    ['LOCAL_ADMIN', 200, 404],
    ['LOCAL_USER', 403, 404],
  ] as const)('%s: colleague → %d, user of another organization → %d', async (role, ofOwn, ofOther) => {
    const asked = [await askAs(role, () => String(colleague.id)), await askAs(role, () => String(stranger.id))];
    expect(asked.map(({ status }) => status)).toEqual([ofOwn, ofOther]);
    for (const { status, body } of asked) {
      if (status === 403) expect(body.code).toBe('ACCESS_DENIED');
      if (status === 404) expect(body.code).toBe('USER_NOT_FOUND');
    }
  });

  it('answers for another organization as for an unknown user', async () => {
    const there = await askAs('LOCAL_ADMIN', () => String(stranger.id));
    const nowhere = await askAs('LOCAL_ADMIN', () => '2147483647');
    expect({ ...there.body, request_id: '' }).toEqual({ ...nowhere.body, request_id: '' });
  });

  it.each(['0', '-1', '1.5', '2147483648', '9999999999', 'ME', '1%20or%201=1', '1;drop', 'null'])(
    'finds no user at %s',
    async (id) => {
      const { status, body } = await askAs('SUPER_ADMIN', () => id);
      expect(status).toBe(404);
      expect(body.code).toBe('USER_NOT_FOUND');
    },
  );
});
