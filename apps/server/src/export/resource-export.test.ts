import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { addAdministered } from '../processes/administered.ts';
import { createRegistry } from '../registry/registry.ts';
import { testChangeRegistry } from '../testing/change-registry.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestOrganization } from '../testing/factory.ts';
import { readXlsx } from '../testing/read-xlsx.ts';
import { type SessionApp, sessionApp } from '../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { Exports } from './exports.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let headers: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: '한빛' });
  const foreign = await anOrganization(db, { name: 'Foreign' });
  await aDepartment(db, { organizationId: foreign.id, name: 'Elsewhere' });
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock: systemClock });
  const seal = createPasswordSeal(new Uint8Array(32), systemRandom);
  addAdministered(app.http, {
    db,
    registry,
    seal,
    changeRegistry: testChangeRegistry(db, registry),
    exports: new Exports(systemClock),
    monotonic: () => 0,
    clock: systemClock,
    isAllowed: () => true,
    noteAccess: async () => undefined,
    randomBytes,
    mails: null,
  });
  headers = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const get = (path: string, language = 'ko') =>
  app.http.inject({ method: 'GET', url: `/api/v1${path}`, headers: { ...headers, 'accept-language': language } });
const lines = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

describe("a resource's list as a file", () => {
  it('has all that the list has, in its order and within the scope, with any number of rows', async () => {
    const { db } = database;
    const { officeId } = await aDepartment(db, { organizationId: own.id, name: '부서 0000' });
    await db.query(sql`insert into department (organization_id, office_id, name, created_time)
      select ${own.id}, ${officeId}, '부서 ' || lpad(n::text, 4, '0'), '2026-03-01T15:00:30Z'
      from generate_series(1, 1234) as n`);
    const answer = await get(
      `/departments/export?format=csv&sort=name,DESC&search=${encodeURIComponent('부서')}&timeZone=Asia/Seoul`,
    );
    expect(answer.headers['x-total-rows']).toBe('1235');
    const [header = '', ...rows] = lines(answer.body);
    expect(header.split(',')).toEqual([
      '기관',
      '기관 코드',
      '본부',
      '이름',
      '영문 이름',
      '측정기',
      '등록 시각 (Asia/Seoul)',
      '수정 시각 (Asia/Seoul)',
    ]);
    expect(rows).toHaveLength(1_235);
    expect(rows[0]).toContain('부서 1234,,0,2026-03-02 00:00');
    expect(rows.map((row) => row.split(',')[3])).toEqual(
      rows
        .map((row) => row.split(',')[3])
        .toSorted()
        .reverse(),
    );
    expect(lines((await get('/departments/export?format=csv&search=0007')).body)).toHaveLength(2);
    expect(lines((await get('/departments/export?format=csv&search=Elsewhere')).body)).toHaveLength(1);
  });

  it('has words of the language, numbers as numbers, and harmless formulas', async () => {
    const { db } = database;
    const department = await aDepartment(db, { organizationId: own.id });
    await aMeter(db, { department, name: '=HYPERLINK(1)', code: 'FORMULA-1' });
    const text = lines((await get('/meters/export?format=csv&code=FORMULA-1', 'en')).body);
    expect(text[0]).toMatch(/^Organization,Organization code,Office,Department,Name/);
    expect(text[1]).toContain(",'=HYPERLINK(1),");
    expect(text[1]).toContain(',In use,');
    const file = readXlsx((await get('/meters/export?format=xlsx&sheet=Meters&code=FORMULA-1')).rawPayload);
    expect(file[0]?.name).toBe('Meters');
    const [titles, row] = file[0]?.rows ?? [];
    const at = (name: string) => row?.[titles?.findIndex((cell) => cell?.value === name) ?? -1];
    expect(at('이름')).toMatchObject({ type: 'text', value: '=HYPERLINK(1)' });
    expect(file[0]?.xml).not.toContain('<f>');
  });

  it.each([
    ['an unknown field of order', 'sort=secret', { sort: 'UNKNOWN_FIELD' }],
    ['a zone that is none', 'timeZone=Mars', { timeZone: 'TIME_ZONE' }],
    ['a page', 'page=1', { page: 'UNKNOWN_FIELD' }],
  ])('is not made with %s', async (_, query, errors) => {
    const answer = await get(`/offices/export?format=csv&${query}`);
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
  });

  it('never holds a password of a local server', async () => {
    const { db } = database;
    await db.query(sql`insert into local_server (organization_id, name, ip, port, account, password)
      values (${own.id}, 'S', '10.0.0.1', 1883, 'site', 'sealed')`);
    const admin = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_ADMIN' }));
    const url = '/api/v1/local-servers/export?format=csv';
    const answer = await app.http.inject({ method: 'GET', url, headers: { ...admin, 'accept-language': 'ko' } });
    expect(lines(answer.body)[1]).toMatch(/^한빛,S,10\.0\.0\.1,1883,.*site,예,확인할 수 없음/);
    expect(answer.body).not.toContain('sealed');
  });
});
