import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import {
  aDepartment,
  anOrganization,
  aUser,
  type TestDepartment,
  type TestOrganization,
  type TestUser,
} from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let foreign: TestOrganization;
let department: TestDepartment;
let superAdmin: TestUser;
let admin: TestUser;
let reader: TestUser;

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
  [own, foreign] = [await anOrganization(db, { name: 'Own' }), await anOrganization(db, { name: 'Foreign' })];
  department = await aDepartment(db, { organizationId: own.id, name: '1학년' });
  superAdmin = await aUser(db, { organization: own, authority: 'SUPER_ADMIN' });
  admin = await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' });
  reader = await aUser(db, { organization: own });
});

type Places = Partial<Record<'organization_ids' | 'office_ids' | 'department_ids', number[]>>;
const versionOf = async (user: TestUser): Promise<number> =>
  (await database.db.query<{ version: number }>(sql`select version from app_user where id = ${user.id}`)).rows[0]
    ?.version ?? 0;
const limit = async (asker: TestUser, user: TestUser, places: Places, limited = 'Y') => {
  const body = { limited, organization_ids: [], office_ids: [], department_ids: [], ...places };
  return app.ask(await app.bearer(asker), 'PUT', `/users/${user.id}/places`, {
    ...body,
    version: await versionOf(user),
  });
};
const placesOf = async (user: TestUser) =>
  (await app.ask(await app.bearer(superAdmin), 'GET', `/users/${user.id}/places`)).body;
const refused = (errors: object) => ({ status: 400, body: { code: 'INVALID_PARAMETER', errors } });

describe('a limit to places', () => {
  it('is set by an administrator, ends the sessions of the user, and is in the audit log', async () => {
    const session = await app.bearer(reader);
    expect((await app.ask(session, 'GET', '/users/me')).body.assigned).toBeNull();
    expect((await limit(admin, reader, { department_ids: [department.id] })).status).toBe(200);
    expect((await app.ask(session, 'GET', '/users/me')).body.code).toBe('INVALID_TOKEN');
    const { body } = await app.ask(await app.bearer(reader), 'GET', '/users/me');
    expect(body.assigned).toEqual({ organization_ids: [], office_ids: [], department_ids: [department.id] });
    expect(await placesOf(reader)).toMatchObject({
      limited: 'Y',
      places: [{ kind: 'department', id: department.id, name: '1학년', above: ['Own', expect.any(String)] }],
    });
    const { rows } = await database.db.query(sql`select before->'assigned' as before, after->'assigned' as after
      from audit where entity = 'users' and entity_id = ${reader.id} and action = 'write'`);
    expect(rows).toEqual([{ before: null, after: body.assigned }]);
    expect((await limit(admin, reader, {}, 'N')).status).toBe(200);
    expect(await placesOf(reader)).toMatchObject({ limited: 'N', places: [] });
  });

  it('of a SUPER_ role is to organizations, and set by a SUPER_ADMIN without a limit', async () => {
    const regional = await aUser(database.db, { organization: own, authority: 'SUPER_ADMIN' });
    expect(await limit(admin, regional, { organization_ids: [own.id] })).toMatchObject({ status: 403 });
    expect((await limit(superAdmin, regional, { organization_ids: [own.id] })).status).toBe(200);
    const seen = await app.ask(await app.bearer(regional), 'GET', `/users?size=999`);
    expect(new Set(seen.body.content.map((each: { organization_id: number }) => each.organization_id))).toEqual(
      new Set([own.id]),
    );
    expect(await limit(regional, superAdmin, { organization_ids: [own.id] })).toMatchObject({ status: 403 });
    expect(await limit(regional, await aUser(database.db, { organization: foreign }), {}, 'N')).toMatchObject({
      status: 404,
    });
    expect((await limit(regional, reader, { department_ids: [department.id] })).status).toBe(200);
  });

  it('is not set for oneself', async () => {
    expect(await limit(admin, admin, { department_ids: [department.id] })).toMatchObject({
      body: { code: 'LOCKS_OUT' },
    });
    expect(await limit(superAdmin, superAdmin, { organization_ids: [own.id] })).toMatchObject({
      body: { code: 'LOCKS_OUT' },
    });
  });

  it('is refused at its field, and then nothing has changed', async () => {
    const theirs = await aDepartment(database.db, { organizationId: foreign.id });
    const cases: [Places, string, object][] = [
      [{}, 'Y', { department_ids: 'REQUIRED' }],
      [{ organization_ids: [own.id] }, 'Y', { organization_ids: 'INVALID' }],
      [{ department_ids: [theirs.id] }, 'Y', { department_ids: 'NOT_FOUND' }],
      [{ office_ids: [theirs.officeId] }, 'Y', { office_ids: 'NOT_FOUND' }],
      [{ department_ids: [department.id, department.id] }, 'Y', { department_ids: 'DUPLICATE' }],
      [{ department_ids: [department.id] }, 'N', { department_ids: 'INVALID' }],
      [{ department_ids: Array.from({ length: 201 }, (_, i) => i + 1) }, 'Y', { department_ids: 'TOO_LONG' }],
    ];
    for (const [places, limited, errors] of cases) {
      expect(await limit(admin, reader, places, limited)).toMatchObject(refused(errors));
    }
    expect(await placesOf(reader)).toMatchObject({ limited: 'N', places: [] });
    const stale = { limited: 'N', organization_ids: [], office_ids: [], department_ids: [], version: 99 };
    const answer = await app.ask(await app.bearer(admin), 'PUT', `/users/${reader.id}/places`, stale);
    expect([answer.status, answer.body.code]).toEqual([409, 'EDITED_MEANWHILE']);
  });

  it('stays when its last place is deleted: then nothing is reached', async () => {
    await limit(admin, reader, { department_ids: [department.id] });
    await database.db.query(sql`delete from department where id = ${department.id}`);
    expect(await placesOf(reader)).toMatchObject({ limited: 'Y', places: [] });
    const { body } = await app.ask(await app.bearer(reader), 'GET', '/users/me');
    expect(body.assigned).toEqual({ organization_ids: [], office_ids: [], department_ids: [] });
  });
});
