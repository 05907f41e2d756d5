import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { aDepartment, aMeter, anOffice, anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addAliasRoutes } from './alias-routes.ts';
import { departmentTable } from './department-queries.ts';
import { officeTable } from './office-queries.ts';
import { organizationTable } from './organization-queries.ts';

type Asker = 'super' | 'local';
let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let foreign: TestOrganization;
const bearers = {} as Record<Asker, { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  app = await sessionApp({ db, clock: systemClock });
  registry = createRegistry(db);
  addResource(app.http, { db, changeRegistry: testChangeRegistry(db, registry) }, organizations, organizationTable);
  addAliasRoutes(app.http, { db, changeRegistry: testChangeRegistry(db, registry) });
  addResource(app.http, { db, changeRegistry: testChangeRegistry(db, registry) }, offices, officeTable);
  addResource(app.http, { db, changeRegistry: testChangeRegistry(db, registry) }, departments, departmentTable);
  bearers.super = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_ADMIN' }));
  bearers.local = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from office`);
  await database.db.query(sql`delete from audit`);
  await registry.reload();
});

const ask = (method: Method, path: string, payload?: object, asker: Asker = 'local') =>
  app.ask(bearers[asker], method, path, payload);
const audits = async () =>
  (await database.db.query(sql`select action, entity, organization_id from audit order by id`)).rows;

describe('an organization', () => {
  const fields = { code: '77000001', name: '새 기관', time_zone: 'Asia/Kathmandu', latitude: 37.5, longitude: 127 };

  it('is made, known at once, changed and deleted by SUPER_ADMIN', async () => {
    const made = await ask('POST', '/organizations', fields, 'super');
    expect(made).toMatchObject({ status: 200, body: { ...fields, use: 'Y', office_count: 0, version: 1 } });
    const { id } = made.body;
    expect(registry.snapshot().organizationsByCode.get('77000001')).toMatchObject({ id, timeZone: 'Asia/Kathmandu' });
    const edited = { ...fields, name: '다른 이름', email: 'office@example.com', version: 1 };
    expect((await ask('PUT', `/organizations/${id}`, edited, 'super')).body).toMatchObject({ ...edited, version: 2 });
    expect((await ask('DELETE', `/organizations/${id}?version=2`, undefined, 'super')).status).toBe(200);
    expect(registry.snapshot().organizations.has(id)).toBe(false);
    expect(await audits()).toEqual(
      ['create', 'write', 'delete'].map((action) => ({ action, entity: 'organizations', organization_id: id })),
    );
  });

  it.each([
    ['seven digits', { code: '7700000' }, 400, { code: 'ORGANIZATION_CODE' }],
    ['no name', { name: '' }, 400, { name: 'REQUIRED' }],
    ['a name of 61', { name: 'ㄱ'.repeat(61) }, 400, { name: 'NAME' }],
    ['markup for a name', { name: '<b>' }, 400, { name: 'NAME' }],
    ['a zone that is none', { time_zone: 'Asia/Pyongchang' }, 400, { time_zone: 'TIME_ZONE' }],
    ['a latitude beyond the pole', { latitude: 90.1 }, 400, { latitude: 'TOO_LARGE' }],
    ['a longitude beyond the line', { longitude: -180.1 }, 400, { longitude: 'TOO_SMALL' }],
    ['letters for a phone', { phone: 'call me' }, 400, { phone: 'PHONE' }],
    ['half an address', { email: 'kim@' }, 400, { email: 'EMAIL' }],
    ['an ip that is none', { ip: '10.0.0.256' }, 400, { ip: 'IP' }],
    ['a field that is none', { colour: 'red' }, 400, { colour: 'UNKNOWN_FIELD' }],
  ])('is not made with %s', async (_, change, status, errors) => {
    const answer = await ask('POST', '/organizations', { ...fields, ...change }, 'super');
    expect([answer.status, answer.body.errors]).toEqual([status, errors]);
  });

  it.each([
    ['GET', '/organizations/2000000000'],
    ['GET', '/organizations/none'],
    ['DELETE', '/organizations/2000000000?version=1'],
  ] as const)('that is not there has an error code of its own: %s %s', async (method, path) => {
    const answer = await ask(method, path, undefined, 'super');
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND_ORGANIZATION', errors: {} } });
  });

  it('that is not there gets no office', async () => {
    const answer = await ask('POST', '/offices', { organization_id: 2_000_000_000, name: 'A' }, 'super');
    const errors = { organization_id: 'INVALID' };
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND_ORGANIZATION', errors } });
  });

  it('has a code of its own', async () => {
    const answer = await ask('POST', '/organizations', { ...fields, code: foreign.code }, 'super');
    expect([answer.status, answer.body.code]).toEqual([409, 'DUPLICATION_ORGANIZATION_CODE']);
  });
});

describe('the code of an organization', () => {
  let id: number;
  let version: number;
  const change = async (code: string, asker: Asker = 'super') => {
    const answer = await ask('PUT', `/organizations/${id}`, { code, name: 'Codes', version }, asker);
    if (answer.status === 200) version += 1;
    return answer;
  };
  const aliases = async (): Promise<{ code: string; device_count: number }[]> =>
    (await ask('GET', `/organizations/${id}/codes`, undefined, 'super')).body.aliases;
  const codes = async () => (await aliases()).map(({ code }) => code);
  beforeEach(async () => {
    id = (await anOrganization(database.db, { name: 'Codes' })).id;
    version = 1;
    await database.db.query(sql`update organization set code = '66000000' where id = ${id}`);
    return () => database.db.query(sql`delete from organization where id = ${id}`);
  });

  it('stays for the organization of the installation', async () => {
    const { rows } = await database.db.query<{ id: number; code: string; version: number }>(sql`
      insert into organization (code, name) values ('00000000', 'Installation')
      on conflict (code) do update set version = organization.version returning id, code, version`);
    const [row] = rows;
    const edited = { code: '66000009', name: 'Installation', version: row?.version };
    expect(await ask('PUT', `/organizations/${row?.id}`, edited, 'super')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETER', errors: { code: 'BUILT_IN' } },
    });
    expect((await ask('PUT', `/organizations/${row?.id}`, { ...edited, code: '00000000' }, 'super')).status).toBe(200);
  });

  it('is changed by SUPER_ADMIN only; the former ones stay, newest first, and any of them can come back', async () => {
    expect((await change('66000001')).status).toBe(200);
    expect((await change('66000002')).status).toBe(200);
    expect(await codes()).toEqual(['66000001', '66000000']);
    expect((await change('66000000')).status).toBe(200);
    expect(await codes()).toEqual(['66000002', '66000001']);
    await registry.reload();
    for (const code of ['66000000', '66000001', '66000002']) {
      expect(registry.snapshot().organizationsByCode.get(code)?.id).toBe(id);
    }
    const { rows } = await database.db.query(
      sql`select before->>'code' as before, after->>'code' as after from audit order by id desc limit 1`,
    );
    expect(rows).toEqual([{ before: '66000002', after: '66000000' }]);
    const answer = await ask('PUT', `/organizations/${own.id}`, { code: '66000009', name: 'Own', version: 1 });
    expect([answer.status, answer.body.code]).toEqual([403, 'ACCESS_DENIED']);
  });

  it('has five former ones at most, of which none is given to another organization', async () => {
    for (let n = 1; n <= 5; n++) expect((await change(`6600000${n}`)).status).toBe(200);
    const answer = await change('66000006');
    expect([answer.status, answer.body.errors]).toEqual([400, { code: 'TOO_MANY_ALIASES' }]);
    const taken = await ask(
      'PUT',
      `/organizations/${foreign.id}`,
      { code: '66000003', name: 'X', version: 1 },
      'super',
    );
    expect([taken.status, taken.body.code, taken.body.errors]).toEqual([
      409,
      'DUPLICATION_ORGANIZATION_CODE',
      { code: 'DUPLICATE' },
    ]);
    expect((await ask('DELETE', `/organizations/${id}/codes/66000003`, undefined, 'super')).status).toBe(200);
    expect((await change('66000006')).status).toBe(200);
  });

  it('counts every registered device for the former one at first, and one that used an older one for that', async () => {
    const department = await aDepartment(database.db, { organizationId: id });
    for (const code of ['M1', 'M2']) await aMeter(database.db, { department, code });
    await change('66000001');
    expect(await aliases()).toEqual([{ code: '66000000', device_count: 2 }]);
    await database.db.query(sql`delete from alias_use where device_code = 'M2'`);
    await change('66000002');
    const older = { code: '66000000', device_count: 1 };
    expect(await aliases()).toEqual([{ code: '66000001', device_count: 1 }, older]);
    await change('66000000');
    expect(await aliases()).toEqual([
      { code: '66000002', device_count: 0 },
      { code: '66000001', device_count: 1 },
    ]);
  });

  it('counts the registered devices that used a former one within seven days', async () => {
    await change('66000001');
    const department = await aDepartment(database.db, { organizationId: id });
    for (const [code, days] of [
      ['NEW', 1],
      ['OLD', 8],
    ] as const) {
      await aMeter(database.db, { department, code });
      await database.db.query(sql`insert into alias_use
        values (${id}, ${code}, '66000000', now() - ${days} * interval '1 day')`);
    }
    await database.db.query(sql`insert into alias_use values (${id}, 'GONE', '66000000', now())`);
    expect(await aliases()).toEqual([{ code: '66000000', device_count: 1 }]);
  });

  it('keeps a user locked who failed to log in with it', async () => {
    await database.db.query(sql`insert into failed_login values ('66000000', 'kim', '10.0.0.1', 5, now())`);
    await change('66000001');
    const { rows } = await database.db.query(sql`select code from failed_login where login = 'kim'`);
    expect(rows).toEqual([{ code: '66000001' }]);
  });
});

describe('the name of an office', () => {
  const add = (name: string) => ask('POST', '/offices', { organization_id: own.id, name });

  it('is stored composed, trimmed and with single spaces, and found as it was typed', async () => {
    const name = ' 본관\u00a0\u3000 1층 '.normalize('NFD');
    expect((await add(name)).body).toMatchObject({ name: '본관 1층' });
    const { body } = await ask('GET', `/offices?search=${encodeURIComponent('본관'.normalize('NFD'))}`);
    expect(body.totalElements).toBe(1);
  });

  it.each([
    ['another case', 'main HALL'],
    ['other spaces', 'Main\u2003Hall '],
    ['full composition', 'Ma\u0131n Hall', 200],
  ])('is one name with %s', async (_, name, status = 409) => {
    await add('Main Hall');
    expect((await add(name)).status).toBe(status);
  });

  it('is refused at its field when another is equal to it, also when an office is renamed', async () => {
    const refused = { status: 409, body: { code: 'DUPLICATION_NAME', errors: { name: 'DUPLICATE' } } };
    await add('본관');
    const { id } = (await add('별관')).body;
    expect(await add('본관'.normalize('NFD'))).toMatchObject(refused);
    expect(await ask('PUT', `/offices/${id}`, { name: ' 본관', version: 1 })).toMatchObject(refused);
    expect((await ask('PUT', `/offices/${id}`, { name: '별관 ', version: 1 })).body).toMatchObject({ name: '별관' });
  });

  it.each(['\u200b', '\u3164', '본\u200b관', '본관\ufeff'])('may not contain what is not seen: %j', async (name) => {
    expect(await add(name)).toMatchObject({ status: 400, body: { errors: { name: 'INVISIBLE_CHARACTER' } } });
  });
});

describe('offices and departments', () => {
  it('are made below each other, found by a part of any of their names, and sorted', async () => {
    const office = (await ask('POST', '/offices', { organization_id: own.id, name: '본관', name_en: 'Main' })).body;
    await ask('POST', '/offices', { organization_id: own.id, name: '별관' });
    for (const name of ['1학년', '2학년']) await ask('POST', '/departments', { office_id: office.id, name });
    const names = async (path: string) =>
      (await ask('GET', path)).body.content.map(({ name }: { name: string }) => name);
    expect(await names('/offices')).toEqual(['별관', '본관']);
    expect(await names('/offices?sort=name,DESC')).toEqual(['본관', '별관']);
    expect(await names('/offices?search=mai')).toEqual(['본관']);
    expect(await names('/departments?search=본관&sort=name,DESC')).toEqual(['2학년', '1학년']);
    expect((await ask('GET', `/offices/${office.id}`)).body).toMatchObject({ department_count: 2, meter_count: 0 });
  });

  it('a department moves to another office with its meters, which stay known', async () => {
    const { db } = database;
    const department = await aDepartment(db, { organizationId: own.id, name: 'Moves' });
    const meter = await aMeter(db, { department });
    const officeId = await anOffice(db, own.id, 'Other');
    await registry.reload();
    const edited = { office_id: officeId, name: 'Moved', version: 1 };
    expect((await ask('PUT', `/departments/${department.id}`, edited)).body).toMatchObject({ office_name: 'Other' });
    const known = registry.snapshot().meters.get(meter.id);
    expect(known?.department.office).toMatchObject({ id: officeId, name: 'Other' });
    const { rows } = await db.query(sql`select office_id from meter where id = ${meter.id}`);
    expect(rows).toEqual([{ office_id: officeId }]);
  });

  it('go with everything below them', async () => {
    const department = await aDepartment(database.db, { organizationId: own.id });
    const meter = await aMeter(database.db, { department });
    await registry.reload();
    expect((await ask('DELETE', `/offices/${department.officeId}?version=1`)).status).toBe(200);
    expect(registry.snapshot().meters.has(meter.id)).toBe(false);
    expect((await ask('GET', `/departments/${department.id}`)).status).toBe(404);
  });

  it('the second of two editors gets an error, and changes nothing', async () => {
    const id = await anOffice(database.db, own.id, 'Both');
    const answers = await Promise.all(
      ['First', 'Second'].map((name) => ask('PUT', `/offices/${id}`, { name, version: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('EDITED_MEANWHILE');
  });

  it("nothing is added to, moved to or taken from another organization's", async () => {
    const theirs = await aDepartment(database.db, { organizationId: foreign.id });
    const mine = await aDepartment(database.db, { organizationId: own.id });
    const answers = [
      await ask('POST', '/offices', { organization_id: foreign.id, name: 'X' }),
      await ask('POST', '/departments', { office_id: theirs.officeId, name: 'X' }),
      await ask('PUT', `/departments/${mine.id}`, { office_id: theirs.officeId, name: 'X', version: 1 }),
      await ask('PUT', `/offices/${theirs.officeId}`, { name: 'X', version: 1 }),
      await ask('DELETE', `/departments/${theirs.id}?version=1`),
    ];
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual([
      [404, { organization_id: 'INVALID' }],
      [404, { office_id: 'INVALID' }],
      [404, { office_id: 'INVALID' }],
      [404, {}],
      [404, {}],
    ]);
    expect(await audits()).toEqual([]);
  });

  it('have names of their own within what they belong to', async () => {
    const office = { organization_id: own.id, name: 'Twice' };
    await ask('POST', '/offices', office);
    expect((await ask('POST', '/offices', office)).body.code).toBe('DUPLICATION_NAME');
    expect((await ask('POST', '/offices', { ...office, organization_id: foreign.id }, 'super')).status).toBe(200);
  });
});

it('an English screen reads the English names of places, where they have one', async () => {
  await database.db.query(sql`update organization set name_en = 'Own School' where id = ${own.id}`);
  const office = (await ask('POST', '/offices', { organization_id: own.id, name: '본관', name_en: 'Main' })).body;
  const made = await ask('POST', '/departments', { office_id: office.id, name: '1층' });
  const asked = async (path: string, language: string) =>
    (await app.ask({ ...bearers.local, 'accept-language': language } as typeof bearers.local, 'GET', path)).body;
  const named = { organization_name: 'Own School', office_name: 'Main', name: '1층' };
  expect((await asked('/departments', 'en')).content).toMatchObject([named]);
  expect(await asked(`/departments/${made.body.id}`, 'en')).toMatchObject(named);
  expect((await asked('/departments', 'ko')).content).toMatchObject([
    { organization_name: 'Own', office_name: '본관' },
  ]);
  await database.db.query(sql`update organization set name_en = null where id = ${own.id}`);
});
