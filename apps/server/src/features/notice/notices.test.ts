import { notices } from '@airdeck/contract/notice/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { noticeTable } from './notice-queries.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let foreign: TestOrganization;
let headers: { authorization: string };
let foreignHeaders: { authorization: string };
let superHeaders: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  app = await sessionApp({ db, clock: systemClock });
  addResource(app.http, { db, changeRegistry: testChangeRegistry(db, createRegistry(db)) }, notices, noticeTable);
  headers = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
  foreignHeaders = await app.bearer(await aUser(db, { organization: foreign, authority: 'LOCAL_USER' }));
  superHeaders = await app.bearer(await aUser(db, { organization: foreign, authority: 'SUPER_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = (method: Method, path: string, payload?: object) => app.ask(headers, method, path, payload);

it('is written, put at the bottom, found, and taken away', async () => {
  const content = '내일 09시부터 점검합니다. "중요" <b>😀</b>\n두 번째 줄';
  const made = await ask('POST', '/notices', { organization_id: own.id, content });
  expect(made).toMatchObject({ status: 200, body: { content, display_at_bottom: 'N', organization_name: 'Own' } });
  await ask('POST', '/notices', { organization_id: own.id, content: '다른 공지', display_at_bottom: 'Y' });
  const contents = async (query: string) =>
    (await ask('GET', `/notices?${query}`)).body.content.map((row: { content: string }) => row.content);
  expect(await contents('')).toEqual(['다른 공지', content]);
  expect(await contents('display_at_bottom=Y')).toEqual(['다른 공지']);
  expect(await contents(`search=${encodeURIComponent('점검')}`)).toEqual([content]);
  const { id } = made.body;
  const edited = { content: '끝났습니다', display_at_bottom: 'Y', version: 1 };
  expect((await ask('PUT', `/notices/${id}`, edited)).body).toMatchObject({ ...edited, version: 2 });
  expect((await ask('PUT', `/notices/${id}`, edited)).body.code).toBe('EDITED_MEANWHILE');
  expect((await ask('DELETE', `/notices/${id}?version=2`)).status).toBe(200);
  const { rows } = await database.db.query(sql`select action from audit where entity = 'notices' order by id`);
  expect(rows.map(({ action }) => action)).toEqual(['create', 'create', 'write', 'delete']);
});

it.each([
  ['nothing', '', 'REQUIRED'],
  ['blanks', ' \n ', 'REQUIRED'],
  ['2,001 characters', 'a'.repeat(2_001), 'TOO_LONG'],
])('does not say %s', async (_, content, code) => {
  const answer = await ask('POST', '/notices', { organization_id: own.id, content });
  expect([answer.status, answer.body.errors]).toEqual([400, { content: code }]);
});

it('is not written for another organization', async () => {
  const answer = await ask('POST', '/notices', { organization_id: foreign.id, content: 'x' });
  expect([answer.status, answer.body.errors]).toEqual([404, { organization_id: 'INVALID' }]);
});

describe('a notice to all organizations', () => {
  const content = '전체 점검';
  const write = () => app.ask(superHeaders, 'POST', '/notices', { organization_id: null, content });

  it('is one row of SUPER_ADMIN, which every organization has in its list and its line', async () => {
    const made = await app.ask(superHeaders, 'POST', '/notices', { content, display_at_bottom: 'Y' });
    expect(made).toMatchObject({ status: 200, body: { content, organization_id: null, organization_name: null } });
    for (const header of [headers, foreignHeaders, superHeaders]) {
      for (const query of ['', 'display_at_bottom=Y', `search=${encodeURIComponent('전체')}`]) {
        const { body } = await app.ask(header, 'GET', `/notices?${query}`);
        expect(body.content.filter(({ id }: { id: number }) => id === made.body.id)).toHaveLength(1);
      }
    }
    const ofOne = await app.ask(superHeaders, 'GET', `/notices?organizationId=${own.id}`);
    expect(ofOne.body.content.map(({ id }: { id: number }) => id)).toContain(made.body.id);
    const sorted = await app.ask(superHeaders, 'GET', '/notices?sort=organization_name,ASC&size=100');
    expect(sorted.body.content).toHaveLength(sorted.body.totalElements);
    const { rows } = await database.db.query(
      sql`select organization_id, action from audit where entity = 'notices' and entity_id = ${made.body.id}`,
    );
    expect(rows).toEqual([{ organization_id: null, action: 'create' }]);
  });

  it('is read, not changed and not deleted by an administrator of an organization', async () => {
    const { id } = (await write()).body;
    expect((await ask('GET', `/notices/${id}`)).body).toMatchObject({ content, organization_id: null });
    const edited = { content: 'x', display_at_bottom: 'Y', version: 1 };
    expect(await ask('PUT', `/notices/${id}`, edited)).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    const removed = await ask('DELETE', `/notices/${id}?version=1`);
    expect(removed).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    expect((await app.ask(superHeaders, 'PUT', `/notices/${id}`, edited)).status).toBe(200);
    expect((await app.ask(superHeaders, 'DELETE', `/notices/${id}?version=2`)).status).toBe(200);
  });

  it.each([null, undefined])('is not written by an administrator of an organization: %s', async (organization_id) => {
    const answer = await ask('POST', '/notices', { organization_id, content });
    expect([answer.status, answer.body.errors]).toEqual([404, { organization_id: 'INVALID' }]);
  });
});
