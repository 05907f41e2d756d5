import { MAX_SAVED_VIEWS } from '@airdeck/contract/saved-view/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addSavedViewRoutes } from './saved-view-routes.ts';

let database: TestDatabase;
let app: SessionApp;
let mine: { authorization: string };
let theirs: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock: systemClock });
  addSavedViewRoutes(app.http, database);
});
beforeEach(async () => {
  const organization = await anOrganization(database.db);
  mine = await app.bearer(await aUser(database.db, { organization }));
  theirs = await app.bearer(await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ADDRESS = '/current/error/liveerror?severity=CRITICAL&sort=occured_time%2CDESC';
const ask = (method: Method, path: string, payload?: object, who = mine) => app.ask(who, method, path, payload);
const save = (name: string, address = ADDRESS, who = mine) => ask('POST', '/saved-views', { name, address }, who);
const names = async (who = mine) =>
  (await ask('GET', '/saved-views', undefined, who)).body.views.map(({ name }: { name: string }) => name);

it('is saved, listed by name, renamed and deleted, and no other user sees or touches it', async () => {
  const { status, body } = await save('  치명 장애, 3층 (PM2.5)  ');
  expect([status, body]).toEqual([200, expect.objectContaining({ name: '치명 장애, 3층 (PM2.5)', address: ADDRESS })]);
  await save('가');
  expect(await names()).toEqual(['가', '치명 장애, 3층 (PM2.5)']);
  expect(await names(theirs)).toEqual([]);
  for (const [method, path] of [
    ['PUT', `/saved-views/${body.id}/name`],
    ['DELETE', `/saved-views/${body.id}`],
  ] as const) {
    const payload = method === 'PUT' ? { name: 'x' } : undefined;
    expect((await ask(method, path, payload, theirs)).body.code).toBe('RESOURCE_NOT_FOUND');
  }
  expect((await ask('PUT', `/saved-views/${body.id}/name`, { name: '나' })).body.name).toBe('나');
  expect((await ask('PUT', `/saved-views/${body.id}/name`, { name: '가' })).body).toMatchObject({
    code: 'DUPLICATION_NAME',
    errors: { name: 'DUPLICATE' },
  });
  expect((await save('나')).status).toBe(409);
  expect((await save('나', ADDRESS, theirs)).status).toBe(200);
  expect((await ask('DELETE', `/saved-views/${body.id}`)).status).toBe(200);
  expect(await names()).toEqual(['가']);
});

it('is one of fifty at most, also when several are saved at once', async () => {
  for (let i = 0; i < MAX_SAVED_VIEWS - 2; i++) await save(`보기 ${i}`);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => save(`더 ${i}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.errors).toEqual({ name: 'TOO_LARGE' });
  expect(await names()).toHaveLength(MAX_SAVED_VIEWS);
});

it.each([
  ['no name', { name: '   ' }, { name: 'REQUIRED' }],
  ['a long name', { name: 'a'.repeat(41) }, { name: 'TOO_LONG' }],
  ['a name with a line break', { name: 'a\nb' }, { name: 'CONTROL_CHARACTER' }],
  ['a long address', { address: `/current/${'a'.repeat(2_000)}` }, { address: 'TOO_LONG' }],
  ['another host', { address: 'https://example.com/current/' }, { address: 'INVALID' }],
  ['another host without a scheme', { address: '//example.com/monitoring/' }, { address: 'INVALID' }],
  ['a backslash', { address: '/monitoring/\\example.com' }, { address: 'INVALID' }],
  ['a script', { address: 'javascript:alert(1)' }, { address: 'INVALID' }],
  ['a way out', { address: '/monitoring/../reset?token=x' }, { address: 'INVALID' }],
  ['no screen', { address: '/wall' }, { address: 'INVALID' }],
])('is not saved with %s', async (_, given, errors) => {
  const answer = await ask('POST', '/saved-views', { name: '보기', address: ADDRESS, ...given });
  expect([answer.status, answer.body.errors]).toEqual([400, errors]);
});

it('goes with its user', async () => {
  const user = await aUser(database.db);
  await save('x', ADDRESS, await app.bearer(user));
  await database.db.query(sql`delete from app_user where id = ${user.id}`);
  const { rowCount } = await database.db.query(sql`select from saved_view where user_id = ${user.id}`);
  expect(rowCount).toBe(0);
});
