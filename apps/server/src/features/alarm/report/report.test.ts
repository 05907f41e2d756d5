import { randomUUID } from 'node:crypto';
import { MAX_PHOTO_BYTES, MAX_REPORTS_A_DAY } from '@airdeck/contract/alarm/report';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Exports } from '../../../export/exports.ts';
import { createRegistry } from '../../../registry/registry.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestMeter } from '../../../testing/factory.ts';
import { openFeed } from '../../../testing/feed-rig.ts';
import { type SessionApp, sessionApp } from '../../../testing/session-app.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { linkSymptoms } from '../alarm-queries.ts';
import { addAlarmRoutes } from '../console/alarm-routes.ts';
import { listGone, listUnusedCodes } from '../sweep-queries.ts';
import { addReportRoutes } from './report-routes.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
const clock = testClock(NOW);
/** The first bytes of a JPEG file. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

let database: TestDatabase;
let app: SessionApp;
let close: () => Promise<void>;
let meter: TestMeter;
let foreign: TestMeter;
const bearers = {} as Record<'caretaker' | 'colleague' | 'stranger', { authorization: string }>;
let caretaker: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const own = await anOrganization(db, { name: '한빛초' });
  const department = await aDepartment(db, { organizationId: own.id, name: '1층' });
  meter = await aMeter(db, { department, name: '1학년 1반', sensors: ['CO2'] });
  const elsewhere = await anOrganization(db);
  foreign = await aMeter(db, {
    department: await aDepartment(db, { organizationId: elsewhere.id }),
    sensors: ['CO2'],
  });
  await db.query(sql`update department set name_en = 'First floor' where id = ${department.id}`);
  await db.query(sql`insert into master_error (code, device_group, severity, description, description_en)
    values ('R001', 'METER', 'WARNING', '현장 신고', 'Report') on conflict do nothing`);
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock });
  const rig = await openFeed(database.url);
  close = rig.close;
  addAlarmRoutes(app.http, { db, registry, clock, feed: rig.feed, exports: new Exports(clock) });
  addReportRoutes(app.http, { db, registry, clock, feed: rig.feed });
  const user = await aUser(db, { organization: own, authority: 'LOCAL_USER' });
  caretaker = user.login;
  bearers.caretaker = await app.bearer(user);
  bearers.colleague = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
  bearers.stranger = await app.bearer(await aUser(db, { organization: elsewhere, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from alarm`);
});

const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { payload, by = 'caretaker', language }: { payload?: object; by?: keyof typeof bearers; language?: string } = {},
) => {
  const headers = { ...bearers[by], ...(language && { 'accept-language': language }) };
  const answer = await app.http.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.rawPayload, headers: answer.headers };
};

const onDepartment = () => ({ place_kind: 'department', place_id: meter.department.id });
const report = (given: object = {}, by?: keyof typeof bearers) => {
  const common = { ...onDepartment(), kind: 'REPORT', text: '병동에서 냄새가 나요', key: randomUUID() };
  return ask('POST', '/alarms/reports', { payload: { ...common, ...given }, ...(by && { by }) });
};

it('a report is an alarm of its place: in the list, in the counts of all places around it, in both languages', async () => {
  const { status, body } = await report();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{
      code: 'R001',
      source: 'REPORT',
      severity: 'WARNING',
      detail: '병동에서 냄새가 나요',
      reported_login: caretaker,
    },
    ...{ organization_name: '한빛초', department_name: '1층', meter_name: null, has_photo: false, ended_time: null },
  });
  const office = (
    await database.db.query<{ office_id: number }>(sql`select office_id from department
    where id = ${meter.department.id}`)
  ).rows[0]?.office_id;
  for (const place of [`departmentId=${meter.department.id}`, `officeId=${office}`, 'state=PENDING', 'code=R0']) {
    const { body: listed } = await ask('GET', `/alarms?${place}`);
    expect(
      listed.content.map(({ id }: { id: number }) => id),
      place,
    ).toEqual([body.id]);
  }
  const english = await ask('GET', `/alarms/${body.id}`, { language: 'en' });
  expect(english.body.department_name).toBe('First floor');
  const { body: counts } = await ask('GET', '/alarms/counts');
  expect(counts.open).toBe(1);
  expect(counts.places.map(({ kind }: { kind: string }) => kind)).toEqual(['organization', 'office', 'department']);
});

it('a report on an office or an organization is of no smaller place', async () => {
  const { rows } = await database.db.query<{ office: number; organization: number }>(sql`
    select f.id as office, f.organization_id as organization from department d join office f on f.id = d.office_id
    where d.id = ${meter.department.id}`);
  const { office, organization } = rows[0] ?? { office: 0, organization: 0 };
  await report({ place_kind: 'office', place_id: office });
  await report({ place_kind: 'organization', place_id: organization, kind: 'NOTE' });
  const of = async (query: string) => (await ask('GET', `/alarms?${query}`)).body.totalElements;
  expect(await of(`organizationId=${organization}`)).toBe(2);
  expect(await of(`officeId=${office}`)).toBe(1);
  expect(await of(`departmentId=${meter.department.id}`)).toBe(0);
});

it('two reports on one place are two; one that is sent again is one', async () => {
  const key = randomUUID();
  const first = await report({ key });
  const second = await report();
  const again = await report({ key });
  expect(again.body.id).toBe(first.body.id);
  expect(second.body.id).not.toBe(first.body.id);
  expect((await ask('GET', '/alarms')).body.totalElements).toBe(2);
  expect((await ask('GET', '/alarms?grouped=Y')).body.content).toHaveLength(2);
  const { status, body } = await report({ key }, 'colleague');
  expect([status, body.errors]).toEqual([400, { key: 'DUPLICATE' }]);
});

it('places of other organizations do not exist, and neither do their photos', async () => {
  expect((await report({ place_kind: 'meter', place_id: foreign.id })).status).toBe(404);
  expect((await report({ place_id: 999_999 })).status).toBe(404);
  const { body } = await report({ photo: JPEG.toString('base64') });
  expect((await ask('GET', `/alarms/${body.id}/photo`, { by: 'stranger' })).status).toBe(404);
});

it('a photo is kept as it came; what is no photo, or is too large, is refused', async () => {
  const { body } = await report({ photo: JPEG.toString('base64') });
  expect(body.has_photo).toBe(true);
  const photo = await ask('GET', `/alarms/${body.id}/photo`);
  expect([photo.headers['content-type'], Buffer.compare(photo.body, JPEG)]).toEqual(['image/jpeg', 0]);

  const html = await report({ photo: Buffer.from('<script>alert(1)</script>').toString('base64') });
  expect([html.status, html.body.errors]).toEqual([400, { photo: 'INVALID' }]);
  const large = Buffer.concat([JPEG, Buffer.alloc(MAX_PHOTO_BYTES)]).toString('base64');
  expect((await report({ photo: large })).body.errors).toEqual({ photo: 'TOO_LARGE' });
  expect((await report({ photo: large + large })).body.code).toBe('ERR_BAD_REQUEST');
  expect((await ask('GET', '/alarms')).body.totalElements).toBe(1);
});

it.each([
  [{ text: '   ' }, { text: 'REQUIRED' }],
  [{ text: 'x'.repeat(501) }, { text: 'TOO_LONG' }],
  [{ text: 'a\u0007b' }, { text: 'CONTROL_CHARACTER' }],
  [{ key: 'x' }, { key: 'INVALID' }],
])('refuses %j', async (given, errors) => {
  const { status, body } = await report(given);
  expect([status, body.errors]).toEqual([400, errors]);
});

it('has a life of its own: taken, cleared by a person and ended then, deleted and restored', async () => {
  const { body } = await report();
  const act = (action: string) => ask('PUT', `/alarms/${body.id}`, { payload: { action }, by: 'colleague' });
  expect((await act('ACKNOWLEDGE')).body.ended_time).toBeNull();
  expect((await ask('GET', '/alarms?state=HANDLED')).body.totalElements).toBe(1);
  expect((await ask('DELETE', `/alarms/${body.id}`, { by: 'colleague' })).status).toBe(200);
  expect((await ask('POST', `/alarms/${body.id}/restore`, { by: 'colleague' })).body).toMatchObject({
    cleared_time: null,
    ended_time: null,
  });
  const cleared = (await act('CLEAR')).body;
  expect(cleared.ended_time).toBe(cleared.cleared_time);
});

it('a silent meter, a meter that is put out of use and a code that is put out of use leave a report as it is', async () => {
  const { db } = database;
  const { body } = await report({ place_kind: 'meter', place_id: meter.id });
  const { rows } = await db.query<{
    id: number;
  }>(sql`insert into alarm (organization_id, meter_id, category, code, source,
    severity, description, since_time, occurred_time)
    select organization_id, id, 'METER', 'M001', 'SILENCE', 'CRITICAL', '통신 없음', ${new Date(NOW)}, ${new Date(NOW)}
    from meter where id = ${meter.id} returning id`);
  await db.tx((tx) => linkSymptoms(tx, [rows[0]?.id ?? 0], NOW));
  expect((await ask('GET', `/alarms/${body.id}`)).body.cause_id).toBeNull();
  await db.query(sql`update meter set use = 'N' where id = ${meter.id}`);
  await db.query(sql`update master_error set use = 'N' where code = 'R001'`);
  const ended = [...(await listGone(db, NOW)), ...(await listUnusedCodes(db))].map(({ id }) => id);
  expect(ended).toEqual([rows[0]?.id]);
  await db.query(sql`update meter set use = 'Y' where id = ${meter.id}`);
  await db.query(sql`update master_error set use = 'Y' where code = 'R001'`);
});

it('a person can report a number of times a day', async () => {
  await report();
  await database.db.query(sql`
    insert into alarm (organization_id, category, code, source, severity, description, since_time, occurred_time,
      reported_by, report_key)
    select a.organization_id, a.category, a.code, a.source, a.severity, a.description, a.since_time, a.occurred_time,
      a.reported_by, gen_random_uuid() from alarm a, generate_series(2, ${MAX_REPORTS_A_DAY})`);
  expect((await report()).status).toBe(429);
  expect((await report({}, 'colleague')).status).toBe(200);
  await database.db.query(sql`update alarm set occurred_time = occurred_time - interval '1 day'`);
  expect((await report()).status).toBe(200);
});
