import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRegistry } from '../../registry/registry.ts';
import { anOrganization, aSession, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addRecordRoutes } from './routes.ts';

/** 2026-03-02, noon in Kathmandu (UTC+05:45). */
const NOW = Date.UTC(2026, 2, 2, 6, 15);
const clock = testClock(NOW);
let database: TestDatabase;
let app: SessionApp;
let organization: TestOrganization;
let admin: TestUser;
let person: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db, { name: 'Own', timeZone: 'Asia/Kathmandu' });
  admin = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  person = await aUser(db, { organization, authority: 'LOCAL_USER' });
  stranger = await aUser(db, { organization: await anOrganization(db, { name: 'Foreign' }) });
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock });
  addRecordRoutes(app.http, { db, registry });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = async (path: string, asker: TestUser) => app.ask(await app.bearer(asker), 'GET', path);

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

  it('forgets refusals of a year ago', async () => {
    await database.db.query(sql`
      insert into login_refusal (user_id, ip, time, result)
      values (${person.id}, '10.0.0.1', ${new Date(NOW - 400 * DAY_MS)}, 'INVALID_PASSWORD')`);
    clock.advance(2 * HOUR_MS);
    await app.login({ ...formOf(person), password: 'Wrong-1234!' }, '10.9.8.4');
    await expect.poll(async () => (await ask('/login-history?endTime=2025-12-31', admin)).body.totalElements).toBe(0);
  });
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
});
