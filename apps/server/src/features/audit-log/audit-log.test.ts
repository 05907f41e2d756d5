import { users } from '@airdeck/contract/user/routes';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccessLog } from '../../audit/access-log.ts';
import { Exports } from '../../export/exports.ts';
import { addResourceExport } from '../../export/resource-export.ts';
import { createLog } from '../../platform/log.ts';
import { createRegistry } from '../../registry/registry.ts';
import { anOrganization, aSession, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addLoginHistoryRoutes } from '../login-history/login-history-routes.ts';
import { userTable } from '../user/user-table-queries.ts';
import { addAuditLogRoutes } from './audit-log-routes.ts';

/** 2026-03-02, noon in Kathmandu (UTC+05:45). */
const NOW = Date.UTC(2026, 2, 2, 6, 15);
const clock = testClock(NOW);
let database: TestDatabase;
let app: SessionApp;
let organization: TestOrganization;
let foreign: TestOrganization;
let admin: TestUser;
let person: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db, { name: 'Own', timeZone: 'Asia/Kathmandu' });
  admin = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  person = await aUser(db, { organization, authority: 'LOCAL_USER' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  stranger = await aUser(db, { organization: foreign });
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock });
  addAuditLogRoutes(app.http, { db, registry, clock, exports: new Exports(clock) });
  const noteAccess = createAccessLog({ db, clock, log: createLog({ level: 'silent' }) });
  addLoginHistoryRoutes(app.http, { db, registry, clock, noteAccess, exports: new Exports(clock) });
  addResourceExport(app.http, { db, registry, exports: new Exports(clock) }, users, userTable, {
    entity: 'users',
    noteAccess,
  });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = async (path: string, asker: TestUser, method: 'GET' | 'DELETE' = 'GET') =>
  app.ask(await app.bearer(asker), method, path);
const remove = (path: string) => ask(path, admin, 'DELETE');

describe('the login history', () => {
  it('has who came in, who left, and who was refused and why', async () => {
    const { body } = await app.login(formOf(person), '10.9.8.7').then((response) => ({ body: response.json() }));
    await app.http.inject({
      method: 'POST',
      url: '/api/v1/logout',
      headers: { authorization: `Bearer ${body.access_token}` },
      payload: {},
    });
    await app.login({ ...formOf(person), password: 'Wrong-1234!' }, '10.9.8.6');
    await expect
      .poll(async () => (await ask(`/login-history?search=${person.login}&sort=ip,ASC`, admin)).body.content)
      .toMatchObject(
        [
          { user_login: person.login, ip: '10.9.8.6', result: 'INVALID_PASSWORD', logout_time: null },
          { ip: '10.9.8.7', result: 'OK', logout_time: new Date(NOW).toISOString() },
        ].toSorted((a, b) => a.ip.localeCompare(b.ip)),
      );
    const failed = await ask('/login-history?result=INVALID_PASSWORD', admin);
    expect(failed.body.totalElements).toBe(1);
  });

  it('of users is their own, of administrators their organization’s', async () => {
    await aSession(database.db, stranger.id, NOW);
    const loginsSeenBy = async (asker: TestUser): Promise<Set<string>> => {
      const { content } = (await ask('/login-history?size=1000', asker)).body;
      return new Set(content.map(({ user_login }: { user_login: string }) => user_login));
    };
    expect(await loginsSeenBy(person)).toEqual(new Set([person.login]));
    expect(await loginsSeenBy(admin)).toEqual(new Set([person.login, admin.login]));
  });

  it("is counted by the organization's own hours and days", async () => {
    const early = await aUser(database.db, { organization });
    // Half past midnight of the 1st of February there, still January in Greenwich.
    await aSession(database.db, early.id, Date.UTC(2026, 0, 31, 18, 45));
    await aSession(database.db, early.id, Date.UTC(2026, 1, 2));
    const counts = async (query: string) => (await ask(`/login-history/counts?${query}`, admin)).body;
    const months = await counts('unit=month&startTime=2026-01-01&endTime=2026-02-28');
    expect(months.time_zone).toBe('Asia/Kathmandu');
    expect(months.buckets.map(({ logins }: { logins: number }) => logins)).toEqual([0, 2]);
    const hours = await counts('unit=hour&startTime=2026-02-01&endTime=2026-02-01');
    expect(hours.buckets).toHaveLength(24);
    expect(hours.buckets[0]).toEqual({
      start: new Date(Date.UTC(2026, 0, 31, 18, 15)).toISOString(),
      logins: 1,
      failures: 0,
    });
  });

  it.each([
    ['unit=day&startTime=2026-03-02&endTime=2026-03-01', 'INVALID_PARAMETER'],
    ['unit=hour&startTime=2020-01-01&endTime=2026-03-01', 'QUESTION_TOO_BIG'],
    ['unit=week&startTime=2026-03-01&endTime=2026-03-01', 'INVALID_PARAMETER'],
  ])('%s is refused: %s', async (query, code) => {
    expect((await ask(`/login-history/counts?${query}`, admin)).body.code).toBe(code);
  });

  it('says once a minute that an id is locked, however often it is tried', async () => {
    for (let i = 0; i < 5; i++) await app.login({ ...formOf(admin), password: 'Wrong-1234!' }, '10.9.8.5');
    for (let i = 0; i < 4; i++) await app.login(formOf(admin), '10.9.8.5');
    const locked = async () => (await ask('/login-history?result=RETRY_COUNT_OVER', admin)).body.totalElements;
    await expect.poll(locked).toBe(1);
  });

  it('outlives a deleted user: it says who that was, and when they were logged out', async () => {
    const gone = await aUser(database.db, { organization, authority: 'LOCAL_USER', name: '간 사람' });
    await app.login(formOf(gone), '10.9.7.1');
    await app.login({ ...formOf(gone), password: 'Wrong-1234!' }, '10.9.7.2');
    const logins = async () =>
      (await ask(`/login-history?search=${gone.login}&sort=ip,ASC`, admin)).body.content.map(
        ({ user_name, ip, result, logout_time }: Record<string, unknown>) => [
          user_name,
          ip,
          result,
          logout_time !== null,
        ],
      );
    await expect.poll(async () => (await logins()).length).toBe(2);
    expect((await remove(`/users/${gone.id}?version=1`)).status).toBe(200);
    expect(await logins()).toEqual([
      ['간 사람', '10.9.7.1', 'OK', true],
      ['간 사람', '10.9.7.2', 'INVALID_PASSWORD', false],
    ]);
    const audit = (await ask('/audit?entity=users&action=delete', admin)).body.content;
    expect(audit).toMatchObject([{ entity_id: gone.id, name: '간 사람', user_login: admin.login }]);
  });

  it('outlives an organization, for those who see all of them', async () => {
    const { db } = database;
    const closed = await anOrganization(db, { name: 'Closed' });
    const gone = await aUser(db, { organization: closed });
    await aSession(db, gone.id, NOW);
    await db.query(sql`delete from organization where id = ${closed.id}`);
    const above = await aUser(db, { organization, authority: 'SUPER_USER' });
    const path = `/login-history?search=${gone.login}`;
    expect((await ask(path, above)).body.content).toMatchObject([{ user_login: gone.login, organization_name: null }]);
    expect((await ask(path, admin)).body.totalElements).toBe(0);
  });

  it('forgets refusals of a year ago', async () => {
    await database.db.query(sql`
      insert into blocked_login (user_id, organization_id, user_login, user_name, ip, time, result)
      values (${person.id}, ${organization.id}, ${person.login}, 'P', '10.0.0.1', ${new Date(NOW - 400 * DAY_MS)},
        'INVALID_PASSWORD')`);
    clock.advance(2 * HOUR_MS);
    await app.login({ ...formOf(person), password: 'Wrong-1234!' }, '10.9.8.4');
    await expect.poll(async () => (await ask('/login-history?endTime=2025-12-31', admin)).body.totalElements).toBe(0);
  });
});

describe('looks at people', () => {
  const looks = async (action = 'read') =>
    (await ask(`/audit?action=${action}&search=${admin.login}`, admin)).body.content.map(
      ({ entity, entity_id, after }: Record<string, unknown>) => [entity, entity_id, after],
    );
  beforeEach(() => database.db.query(sql`delete from audit`));

  it('are written down: a page of the list and one person, a row each, and no look at oneself', async () => {
    await ask('/users?search=Test&use=Y&sort=name,ASC&size=3', admin);
    await ask(`/users/${person.id}`, admin);
    await ask(`/users/${admin.id}`, admin);
    await ask('/users', person);
    expect(await looks()).toMatchObject([
      ['users', person.id, { name: expect.any(String) }],
      ['users', null, { people: expect.any(Number), search: 'Test', use: 'Y' }],
    ]);
    expect((await ask('/audit', admin)).body.totalElements).toBe(0);
    expect((await ask('/audit?action=read', person)).status).toBe(403);
  });

  it('are written down as exports where the list goes away as a file', async () => {
    await ask('/users/export?format=csv&name=people&search=no+such', admin);
    expect(await looks('export')).toEqual([['users', null, { people: 0, format: 'csv', search: 'no such' }]]);
  });

  it('logs repeated views of people once a minute, and keeps the rows for two years', async () => {
    for (let i = 0; i < 3; i++) await ask(`/users/${person.id}`, admin);
    expect(await looks()).toHaveLength(1);
    clock.advance(2 * MINUTE_MS);
    await ask(`/users/${person.id}`, admin);
    expect(await looks()).toHaveLength(2);
    clock.advance(730 * DAY_MS);
    await ask(`/users/${admin.id}`, admin);
    await ask('/users', admin);
    expect(await looks()).toHaveLength(3);
    clock.advance(2 * DAY_MS);
    await ask('/users', admin);
    expect(await looks()).toHaveLength(2);
  });

  it('of all users belong to the installation, of one person to their organization', async () => {
    const above = await aUser(database.db, { organization: foreign, authority: 'SUPER_ADMIN' });
    await ask('/users', above);
    await ask(`/users/${person.id}`, above);
    const seenBy = async (asker: TestUser) =>
      (await ask('/audit?action=read', asker)).body.content.map(({ entity_id }: { entity_id: number }) => entity_id);
    expect(await seenBy(above)).toEqual([person.id, null]);
    expect(await seenBy(admin)).toEqual([person.id]);
  });
});

it('the login history is a file too: what the list shows, and who exported it', async () => {
  const user = await aUser(database.db, { organization, authority: 'LOCAL_USER', login: 'filed.user' });
  await app.login({ ...formOf(user), password: 'wrong' }, '10.9.8.5');
  // The answer does not wait for the row.
  const refused = () => database.db.query(sql`select from blocked_login where user_id = ${user.id}`);
  await expect.poll(async () => (await refused()).rowCount).toBe(1);
  const headers = await app.bearer(admin);
  const url = '/api/v1/login-history/export?format=csv&search=filed.user';
  const { body, statusCode } = await app.http.inject({ method: 'GET', url, headers });
  expect(statusCode).toBe(200);
  const [heading, ...lines] = body.replace('\ufeff', '').trim().split('\r\n');
  expect(heading).toContain('로그인 시각');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^Own,filed\.user,.*10\.9\.8\.5,.*비밀번호 틀림/);
  const other = await app.http.inject({ method: 'GET', url, headers: await app.bearer(stranger) });
  expect(other.body.trim().split('\r\n')).toHaveLength(1);
  const { rows } = await database.db.query(
    sql`select user_id from audit where action = 'export' and entity = 'login_history'`,
  );
  expect(rows).toContainEqual({ user_id: admin.id });
});

describe('the audit trail', () => {
  it('says who changed what, before and after, to administrators', async () => {
    await database.db.query(sql`
      insert into audit (time, organization_id, user_id, user_login, ip, action, entity, entity_id, before, after)
      values (${new Date(NOW)}, ${admin.organizationId}, ${admin.id}, ${admin.login}, '10.0.0.9', 'write', 'offices',
        7, '{"name": "본관"}', '{"name": "별관"}'),
        (${new Date(NOW)}, ${stranger.organizationId}, null, null, null, 'delete', 'offices', 8, '{"name": "X"}', null)`);
    const { body } = await ask('/audit', admin);
    expect(body.content).toMatchObject([
      { user_login: admin.login, action: 'write', name: '별관', before: { name: '본관' }, after: { name: '별관' } },
    ]);
    expect((await ask('/audit?search=본관', admin)).body.totalElements).toBe(0);
    expect((await ask('/audit?search=별&entity=offices&action=write', admin)).body.totalElements).toBe(1);
    expect((await ask('/audit', person)).status).toBe(403);
  });

  it('marks a user of the operating system, in the list and in the file', async () => {
    const owner = await aUser(database.db, { organization: foreign, authority: 'LOCAL_ADMIN' });
    await database.db.query(sql`insert into audit (time, organization_id, user_id, user_login, action, entity, entity_id, after)
      values (${new Date(NOW)}, ${owner.organizationId}, null, 'alice → root', 'create', 'users', 9, '{"login": "new.one"}')`);
    expect((await ask('/audit?search=new.one', owner)).body.content).toMatchObject([
      { user_login: 'alice → root (명령줄)' },
    ]);
    const file = await ask('/audit/export?format=csv&search=new.one', owner);
    expect(JSON.stringify(file)).toContain('alice → root (명령줄)');
  });
});

describe('recorded changes', () => {
  const record = async (
    entity: string,
    action: string,
    before: object | null,
    after: object | null,
    id = 7,
    organizationId = admin.organizationId,
  ) =>
    database.db.query(sql`
      insert into audit (time, organization_id, user_id, user_login, ip, action, entity, entity_id, before, after)
      values (${new Date(NOW)}, ${organizationId}, ${admin.id}, ${admin.login}, '10.0.0.9', ${action}, ${entity},
        ${id}, ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb)`);
  const listed = async (query: string, language: 'ko' | 'en' = 'ko') =>
    (await app.ask({ ...(await app.bearer(admin)), 'accept-language': language }, 'GET', `/audit?${query}`)).body
      .content;
  /** The lines of the file without its headings, from the oldest record to the newest. */
  const exported = async (query: string, language: 'ko' | 'en' = 'ko') => {
    const { authorization } = await app.bearer(admin);
    const { body } = await app.http.inject({
      url: `/api/v1/audit/export?format=csv&timeZone=Asia/Seoul&sort=time,ASC&${query}`,
      headers: { authorization, 'accept-language': language },
    });
    return body.split('\r\n').slice(1, -1).toReversed();
  };
  beforeEach(() => database.db.query(sql`delete from audit`));

  it('are a column of the file, field by field in its language, with times on the clock of the reader', async () => {
    await record('offices', 'write', { name: '3층', version: 1 }, { name: '4층', version: 2 });
    const alarm = { code: 'M001', ended_time: null, category: 'METER' };
    await record('alarms', 'write', alarm, { ...alarm, ended_time: '2026-03-02T06:15:00.000Z' });
    await record('departments', 'delete', { name: '1-1', office_name: '본관', organization_name: 'Own' }, null);
    await record('offices', 'write', null, null);
    const ko = await exported('');
    expect(ko.map((line) => line.split(',').slice(2))).toEqual([
      ['수정', '본부', '4층', '이름: 3층 → 4층', 'Own', '10.0.0.9'],
      ['수정', '장애', 'M001', '종료 시각: 없음 → 2026-03-02 15:15', 'Own', '10.0.0.9'],
      ['삭제', '부서', '1-1', '이름: 1-1; 본부: 본관', 'Own', '10.0.0.9'],
      ['수정', '본부', '', '자세한 내용은 기록되지 않았습니다.', 'Own', '10.0.0.9'],
    ]);
    expect((await exported('search=4층', 'en'))[0]).toContain(',Name: 3층 → 4층,');
  });

  it('are found by the label of a changed field, on screen and in the file', async () => {
    await record('meters', 'write', { name: 'A', interval_s: 60 }, { name: 'A', interval_s: 30 });
    await record('meters', 'write', { name: 'B', interval_s: 60 }, { name: 'B2', interval_s: 60 });
    await record('meters', 'create', null, { name: 'C', interval_s: 60 });
    const names = async (query: string, language: 'ko' | 'en' = 'ko') =>
      (await listed(query, language)).map(({ name }: { name: string }) => name);
    expect(await names('search=측정 간격')).toEqual(['A']);
    expect(await names('search=interval', 'en')).toEqual(['A']);
    expect(await names('search=interval')).toEqual([]);
    expect(await exported('search=측정 간격')).toHaveLength(1);
    expect(await exported('entity=offices')).toEqual([]);
  });

  it('of another organization are not in the file', async () => {
    await record('offices', 'delete', { name: 'X' }, null, 8, stranger.organizationId);
    expect(await exported('')).toEqual([]);
  });

  it('never contain a secret, and name places and purifiers', async () => {
    const { organizationId } = admin;
    await record(
      'wall_displays',
      'write',
      { name: 'Lobby', place_ids: [] },
      {
        ...{ name: 'Lobby', token: 'abc', wall_level: 'ORGANIZATION', place_ids: [organizationId, 2_000_000] },
      },
    );
    await record('timetables', 'write', { name: 'T', purifier_ids: [] }, { name: 'T', purifier_ids: [2_000_001] });
    await record('organizations', 'write', null, { enrolment: 'renewed' }, organizationId);
    await record('alarm_rules', 'write', { auto_clear: [] }, { auto_clear: ['INFO'] }, organizationId);
    const rows = await listed('');
    expect(rows.map(({ name, after }: Record<string, unknown>) => ({ name, after }))).toEqual([
      { name: 'Own', after: { auto_clear: ['INFO'] } },
      { name: 'Own', after: { enrolment: 'renewed' } },
      { name: 'T', after: { name: 'T', purifier_ids: ['#2000001'] } },
      {
        name: 'Lobby',
        after: { name: 'Lobby', token: '••••••', wall_level: 'ORGANIZATION', place_ids: ['Own', '#2000000'] },
      },
    ]);
    expect((await exported('')).join()).not.toContain('abc');
  });

  it('name the template of a new organization by its code', async () => {
    await record('organizations', 'create', null, { name: 'New', template_code: '12345678' });
    expect((await exported('')).join()).toContain('본보기 기관 코드: 12345678');
  });

  it('that are huge or hostile fit a cell, and start no formula', async () => {
    const hostile = '=HYPERLINK("http://x")';
    const fields = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`field_${i}`, 'x'.repeat(2_000)]));
    await record('offices', 'create', null, { ...fields, name: hostile, name_en: '\r\n=1+1' });
    const [line = ''] = await exported('');
    expect(line).toContain(`,"'=HYPERLINK(""http://x"")",`);
    expect(line).toContain('=1+1; ');
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(32_000);
  });
});

it.each(['login-history', 'audit'])('%s names organizations as an English screen does', async (path) => {
  await database.db.query(sql`update organization set name_en = 'Own School' where id = ${organization.id}`);
  await ask(`/users/${person.id}`, admin);
  const bearer = await app.bearer(admin);
  const asked = async (language: 'ko' | 'en') => {
    const query = path === 'audit' ? '?action=read' : '';
    const { body } = await app.ask({ ...bearer, 'accept-language': language }, 'GET', `/${path}${query}`);
    return new Set(body.content.map((row: { organization_name: string }) => row.organization_name));
  };
  expect(await asked('ko')).toContain('Own');
  expect(await asked('en')).toContain('Own School');
  expect(await asked('en')).not.toContain('Own');
  await database.db.query(sql`update organization set name_en = null where id = ${organization.id}`);
});

it('lists an imported file as one record, with its rows behind it for those who see it', async () => {
  const { db } = database;
  const { rows } = await db.query<{ id: number; name: string }>(sql`
    insert into audit (time, organization_id, user_id, user_login, action, entity, after)
    select ${new Date(NOW)}, o.id, 1, 'importer', 'import', 'offices', jsonb_build_object('file_name', o.name)
    from (values (${organization.id}::integer, 'own.csv'), (null, 'all.csv')) as o (id, name)
    returning id, after->>'file_name' as name`);
  const part = (file: string, name: string) =>
    db.query(sql`
    insert into audit (time, organization_id, user_id, user_login, action, entity, entity_id, after, part_of)
    values (${new Date(NOW)}, ${organization.id}, 1, 'importer', 'create', 'offices', 1, ${JSON.stringify({ name })}::jsonb,
      ${rows.find((row) => row.name === file)?.id})`);
  await part('own.csv', 'of own');
  await part('all.csv', 'of all');
  const superAdmin = await aUser(db, { organization, authority: 'SUPER_ADMIN' });
  const listed = async (asker: TestUser, query: string) =>
    (await ask(`/audit?entity=offices&size=1000${query}`, asker)).body.content.flatMap(
      ({ user_login, name }: Record<string, string>) => (user_login === 'importer' ? [name] : []),
    );
  // The local administrator does not see the file with rows of other organizations, but its rows.
  expect(await listed(admin, '')).toEqual(['of all', 'own.csv']);
  expect(await listed(superAdmin, '')).toEqual(['all.csv', 'own.csv']);
  const own = rows.find(({ name }) => name === 'own.csv');
  expect(await listed(admin, `&partOf=${own?.id}`)).toEqual(['of own']);
  expect(await listed(admin, '&search=of')).toEqual(['of all', 'of own']);
});
