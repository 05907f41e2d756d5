import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { anOrganization, aUser, type TestUser } from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let app: SessionApp;
/** Of one person, in three organizations. */
let school: TestUser;
let clinic: TestUser;
let mall: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock: systemClock });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  school = await aUser(db, { organization: await anOrganization(db, { name: 'School' }), authority: 'LOCAL_ADMIN' });
  clinic = await aUser(db, { organization: await anOrganization(db, { name: 'Clinic' }) });
  mall = await aUser(db, { organization: await anOrganization(db, { name: 'Mall' }) });
});

const ask = async (user: TestUser, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  app.ask(await app.bearer(user), method, path, body);
const formOf = ({ code, login: id, password }: TestUser) => ({ code, id, password });
const link = (user: TestUser, other: TestUser) => ask(user, 'POST', '/linked-accounts', formOf(other));
const linkedTo = async (user: TestUser): Promise<string[]> =>
  (await ask(user, 'GET', '/linked-accounts')).body.content.map(
    ({ organization_name }: { organization_name: string }) => organization_name,
  );

describe('accounts of one person', () => {
  it('are linked with the password of the other one, in every direction, and are in both audit logs', async () => {
    expect((await link(school, clinic)).status).toBe(200);
    expect((await link(clinic, mall)).status).toBe(200);
    expect([await linkedTo(school), await linkedTo(clinic), await linkedTo(mall)]).toEqual([
      ['Clinic', 'Mall'],
      ['Mall', 'School'],
      ['Clinic', 'School'],
    ]);
    const { rows } = await database.db.query(sql`select entity_id, after from audit where entity = 'users'
      and entity_id in (${school.id}, ${clinic.id}) and user_id = ${school.id} order by entity_id`);
    expect(rows).toEqual([school.id, clinic.id].map((id) => ({ entity_id: id, after: { linked: true } })));
  });

  it('switch: the new session has the rights of its account only, and the old one has ended', async () => {
    await link(school, clinic);
    const session = await app.bearer(school);
    const { body } = await app.ask(session, 'POST', `/linked-accounts/${clinic.id}/session`);
    expect(body.user).toMatchObject({ id: clinic.id, authority: 'LOCAL_USER', organization_name: 'Clinic' });
    expect((await app.ask(session, 'GET', '/users/me')).status).toBe(401);
    const switched = { authorization: `Bearer ${body.access_token}` };
    expect((await app.ask(switched, 'GET', '/users')).body.code).toBe('ACCESS_DENIED');
    expect((await app.ask(switched, 'GET', '/users/me')).body.organization_name).toBe('Clinic');
  });

  it('are not linked with a wrong password, which counts as a failed login', async () => {
    for (let n = 0; n < 5; n++) {
      const answer = await ask(school, 'POST', '/linked-accounts', { ...formOf(clinic), password: 'wrong' });
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PASSWORD']);
    }
    expect((await link(school, clinic)).body.code).toBe('RETRY_COUNT_OVER');
    expect(await linkedTo(school)).toEqual([]);
  });

  it('are of different organizations, and none has a SUPER_ role', async () => {
    const { db } = database;
    const other = await aUser(db, { organization: { id: school.organizationId, code: school.code, name: 'School' } });
    const superUser = await aUser(db, { organization: await anOrganization(db), authority: 'SUPER_USER' });
    for (const same of [other, school]) {
      expect((await link(school, same)).body).toMatchObject({
        ...{ code: 'INVALID_PARAMETER', errors: { code: 'DUPLICATE' } },
      });
    }
    await link(clinic, other);
    expect((await link(school, clinic)).body.errors).toEqual({ code: 'DUPLICATE' });
    expect((await link(school, superUser)).body.code).toBe('ACCESS_DENIED');
    expect((await link(superUser, school)).body.code).toBe('ACCESS_DENIED');
    expect(await linkedTo(school)).toEqual([]);
  });

  it.each([
    ['is out of use', (id: number) => sql`update app_user set use = 'N' where id = ${id}`],
    ['has a SUPER_ role by now', (id: number) => sql`update app_user set authority = 'SUPER_USER' where id = ${id}`],
    [
      'is of an organization out of use',
      (id: number) =>
        sql`update organization set use = 'N' where id = (select organization_id from app_user where id = ${id})`,
    ],
  ])('are not switched to when the other one %s', async (_, change) => {
    await link(school, clinic);
    await database.db.query(change(clinic.id));
    const answer = await ask(school, 'POST', `/linked-accounts/${clinic.id}/session`);
    expect([answer.status, answer.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('are not switched to from an account without a second factor when the other one has one', async () => {
    await link(school, clinic);
    const switched = () => ask(school, 'POST', `/linked-accounts/${clinic.id}/session`);
    const give = (user: TestUser) =>
      database.db.query(sql`insert into second_factor (user_id, secret) values (${user.id}, '\\x01')`);
    await give(clinic);
    expect((await switched()).body.code).toBe('SECOND_FACTOR_REQUIRED');
    await give(school);
    expect((await switched()).status).toBe(200);
  });

  it('are no longer linked after an administrator reset the password of one, or a person ended it', async () => {
    await link(school, clinic);
    await link(school, mall);
    const admin = await aUser(database.db, {
      organization: { id: clinic.organizationId, code: clinic.code, name: 'Clinic' },
      authority: 'LOCAL_ADMIN',
    });
    expect((await ask(admin, 'POST', `/users/${clinic.id}/reset`)).status).toBe(200);
    expect(await linkedTo(school)).toEqual(['Mall']);
    expect((await ask(school, 'DELETE', `/linked-accounts/${mall.id}`)).status).toBe(200);
    expect(await linkedTo(mall)).toEqual([]);
    expect((await ask(school, 'DELETE', `/linked-accounts/${mall.id}`)).status).toBe(404);
    expect((await ask(school, 'POST', `/linked-accounts/${mall.id}/session`)).status).toBe(404);
  });
});
