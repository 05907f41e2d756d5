import { randomBytes } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../export/exports.ts';
import { systemClock } from '../platform/clock.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { addAdministered } from '../processes/administered.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import { testChangeRegistry } from '../testing/change-registry.ts';
import { aDepartment, aMeter, anOrganization, aPurifier, aUser, type TestOrganization } from '../testing/factory.ts';
import { type SessionApp, sessionApp } from '../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

type Asker = 'super' | 'reader' | 'local';
let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let pattern: TestOrganization;
const bearers = {} as Record<Asker, { authorization: string }>;

/** Columns of the tables of a template that a copy does not take over; all others are equal. */
const OF_THE_ROW = ['id', 'organization_id', 'created_time', 'updated_time', 'version'];
const TAKEN_OVER: Record<string, { order: string; not: string[] }> = {
  organization_sensor: { order: 'master_sensor_id', not: [] },
  standard: { order: 'type, valid_from', not: [] },
  organization_error: { order: 'master_error_id', not: ['contact', 'phone'] },
  alarm_rule: { order: 'code, sensor_type', not: [] },
  alarm_setting: { order: 'organization_id', not: [] },
  timetable: { order: 'name', not: ['executed_until', 'next_time', 'next_zone'] },
  notification_rule: { order: 'name', not: ['recipients', 'url', 'secret', 'escalate_to', 'use'] },
};

/** An organization with something in every table that a template has, and people, places, devices and secrets. */
const aTemplate = async (): Promise<TestOrganization> => {
  const { db } = database;
  const made = await anOrganization(db, { name: 'Template' });
  const { id } = made;
  await db.query(sql`update organization set enrolment_hash = '\\x01', user_control = 'N' where id = ${id}`);
  await db.query(sql`update organization_sensor set name = 'CO2 of schools', model = 'S8', description = 'Text',
    use = 'N', version = 4 where organization_id = ${id}
    and master_sensor_id = (select min(id) from master_sensor)`);
  await db.query(sql`insert into standard (organization_id, type, valid_from, bounds) values
    (${id}, 'CO2', '2024-01-01', '{700,900,1100,2000}'), (${id}, 'CO2', '2025-03-01', null),
    (${id}, 'PM10', '2090-01-01', '{20,60,110,300}')`);
  await db.query(sql`update organization_error set use = 'N', severity = 'CRITICAL', description = '설명',
    instruction = '창문을 연다', instruction_en = 'Open the window', contact = 'Kim', phone = '02-1234-5678'
    where organization_id = ${id} and master_error_id = (select min(id) from master_error)`);
  await db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, grade, bound, release, duration_min, average, use)
    values (${id}, 'A001', 'CO2', null, 1234.5, 1100, 15, 'HOUR', 'Y'), (${id}, 'A001', null, 'BAD', null, null, 5, 'NONE', 'N')`);
  await db.query(sql`insert into alarm_setting (organization_id, auto_clear) values (${id}, '{MINOR,INFO}')`);
  await db.query(sql`insert into notification_rule (organization_id, name, severity, alarm_category, channel, recipients,
      url, secret, delivery, digest_min, quiet_from, quiet_to, critical_passes, escalate_min, escalate_to, message_language)
    values
    (${id}, 'By mail', 'MAJOR', 'METER', 'MAIL', 'kim@example.com, kim.lee', null, null, 'DIGEST', 60, '22:00', '06:00', 'Y', 30,
      'boss@example.com', 'en'),
    (${id}, 'By webhook', 'INFO', 'ALL', 'WEBHOOK', null, 'https://example.com/hook', '\\x0102', 'NOW', null, null, null,
      'N', null, null, 'ko')`);
  await aUser(db, { organization: made, authority: 'LOCAL_ADMIN', login: 'kim.lee' });
  const department = await aDepartment(db, { organizationId: id });
  const meter = await aMeter(db, { department, sensors: ['CO2'] });
  const purifier = await aPurifier(db, meter.id);
  await db.query(sql`insert into device_credential values (${id}, ${meter.code}, 'DEVICE', ${meter.id}, '\\x01')`);
  await db.query(sql`insert into organization_alias (code, organization_id) values ('55555555', ${id})`);
  await db.query(sql`insert into notice (organization_id, content) values (${id}, 'Only here')`);
  await db.query(sql`insert into retention (organization_id, layer, days) values (${id}, 'READING', 90)`);
  const timetable = await db.query<{ id: number }>(sql`
    insert into timetable (organization_id, name, week, exceptions, use, executed_until, next_time, next_zone)
    values (${id}, 'Lessons', ${JSON.stringify([[{ from: '08:00', to: '16:00' }], [], [], [], [], [], []])}::jsonb,
      '[{"day":"2026-05-05"}]', 'Y', '2026-01-01T00:00Z', '2026-01-02T00:00Z', 'Asia/Seoul') returning id`);
  await db.query(sql`insert into timetable_purifier (purifier_id, timetable_id)
    values (${purifier}, ${timetable.rows[0]?.id ?? 0})`);
  return made;
};

/** Rows of an organization in the tables of a template, without the columns that a copy does not take over. */
const takenOver = async (id: number): Promise<Record<string, object[]>> => {
  const found: Record<string, object[]> = {};
  for (const [table, { order, not }] of Object.entries(TAKEN_OVER)) {
    const { rows } = await database.db.query<{ row: object }>(sql`
      select to_jsonb(t) - ${[...OF_THE_ROW, ...not]}::text[] as row from ${raw(table)} t
      where organization_id = ${id} order by ${raw(order)}`);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
};

/** Number of rows that an organization has in the tables that no template has, by table. */
const elsewhere = async (id: number): Promise<Record<string, number>> => {
  const { rows } = await database.db.query<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c join information_schema.tables t
      using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'organization_id' and t.table_type = 'BASE TABLE'`);
  const counts: Record<string, number> = {};
  for (const { name } of rows.filter(({ name }) => !(name in TAKEN_OVER) && name !== 'audit')) {
    const counted = await database.db.query<{ count: number }>(
      sql`select count(*)::integer as count from ${raw(name)} where organization_id = ${id}`,
    );
    if (counted.rows[0]?.count) counts[name] = counted.rows[0].count;
  }
  return counts;
};

const send = async (file: string, { commit = true, asker = 'super' as Asker } = {}) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1/organizations/import?commit=${commit ? 'Y' : 'N'}`,
    headers: { ...bearers[asker], 'content-type': 'application/octet-stream' },
    payload: file,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const made = async () =>
  (
    await database.db.query<{ id: number; code: string }>(
      sql`select id, code from organization where code like '7%' order by code`,
    )
  ).rows;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  pattern = await aTemplate();
  registry = createRegistry(db);
  app = await sessionApp({ db, clock: systemClock });
  addAdministered(app.http, {
    mails: null,
    db,
    registry,
    changeRegistry: testChangeRegistry(db, registry),
    seal: createPasswordSeal(new Uint8Array(32), systemRandom),
    exports: new Exports(systemClock),
    monotonic: () => 0,
    clock: systemClock,
    isAllowed: () => true,
    noteAccess: async () => undefined,
    randomBytes,
  });
  bearers.super = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_ADMIN' }));
  bearers.reader = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_USER' }));
  bearers.local = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
  await registry.reload();
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from organization where code like '7%'`);
  await database.db.query(sql`delete from audit`);
  await registry.reload();
});

describe('a file of organizations', () => {
  it('makes 300 from one template, each equal to it field by field, and without its people, devices and secrets', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `${70_000_001 + n},학교 ${n},School ${n},${pattern.code}`);
    const { status, body } = await send(`코드,이름,영문 이름,본보기 기관 코드\n${rows.join('\n')}`);
    expect([status, body.errors, body.added]).toEqual([200, [], 300]);
    const all = await made();
    expect(all.map(({ code }) => code)).toEqual(rows.map((row) => row.slice(0, 8)));
    const wanted = await takenOver(pattern.id);
    for (const [table, { length }] of Object.entries(wanted)) expect([table, length > 0]).toEqual([table, true]);
    for (const { id, code } of all) {
      expect(await takenOver(id), code).toEqual(wanted);
      expect(await elsewhere(id), code).toEqual({});
    }
    const left = await database.db.query(sql`
      select count(*)::integer as all, count(r.recipients)::integer + count(r.url)::integer + count(r.secret)::integer
        + count(r.escalate_to)::integer as people, count(*) filter (where r.use = 'Y')::integer as in_use,
        (select count(contact) + count(phone) from organization_error where organization_id = any(${all.map(({ id }) => id)}::integer[]))::integer as contacts,
        (select count(enrolment_hash) from organization where code like '7%')::integer as secrets,
        (select count(*) from timetable where executed_until > now() - interval '5 minutes')::integer as timetables,
        (select count(*) from organization where code like '7%' and user_control = 'Y')::integer as user_control
      from notification_rule r join organization o on o.id = r.organization_id where o.code like '7%'`);
    expect(left.rows).toEqual([
      { all: 600, people: 0, in_use: 0, contacts: 0, secrets: 0, timetables: 300, user_control: 300 },
    ]);
    expect(registry.snapshot().organizationsByCode.get('70000300')?.name).toBe('학교 299');
  });

  it('is recorded with the template of each row', async () => {
    await send(`code,name,template_code\n70000001,A,${pattern.code}\n70000002,B,`);
    const { rows } = await database.db.query(sql`
      select entity, organization_id = entity_id as own, after->>'code' as code, after->>'template_code' as template
      from audit where action = 'create' order by id`);
    expect(rows).toEqual([
      { entity: 'organizations', own: true, code: '70000001', template: pattern.code },
      { entity: 'organizations', own: true, code: '70000002', template: null },
    ]);
  });

  it('without a template makes organizations as the form does', async () => {
    const file =
      'code,name,address,latitude,longitude,time_zone,use,user_control,require_second_factor,phone\n70000001,A,"Seoul, 1",37.5,127,Asia/Kathmandu,N,N,Y,02-1234-5678\n70000002,B,,,,,,,,';
    const looked = await send(file, { commit: false });
    expect([looked.body.total, looked.body.error_count, await made()]).toEqual([2, 0, []]);
    expect((await send(file)).body.added).toBe(2);
    const { rows } = await database.db.query(sql`
      select code, name, address, latitude, longitude, time_zone, use, user_control, require_second_factor, phone
      from organization
      where code like '7%' order by code`);
    expect(rows).toEqual([
      {
        ...{ code: '70000001', name: 'A', address: 'Seoul, 1', latitude: 37.5, longitude: 127 },
        ...{
          time_zone: 'Asia/Kathmandu',
          use: 'N',
          user_control: 'N',
          require_second_factor: 'Y',
          phone: '02-1234-5678',
        },
      },
      {
        ...{ code: '70000002', name: 'B', address: null, latitude: null, longitude: null },
        ...{ time_zone: 'Asia/Seoul', use: 'Y', user_control: 'Y', require_second_factor: 'N', phone: null },
      },
    ]);
    const [one] = await made();
    const have = await takenOver(one?.id ?? 0);
    const plain = await takenOver(own.id);
    expect(have).toEqual(plain);
  });

  it('with anything wrong changes nothing, and names each cell', async () => {
    const lines = [
      'code,name,latitude,time_zone,template_code',
      `70000001,A,,,${pattern.code}`,
      `${own.code},B,,,`,
      '55555555,C,,,',
      '70000002,D,,,79999999',
      '70000003,E,,,70000001',
      '70000001,F,,,',
      '7,G,,,',
      '70000004,,,,',
      '70000005,H,91,,',
      '70000006,I,north,Asia/Nowhere,',
      '70000007,J,,,5555',
      '=70000008,K,,,55555555',
    ];
    const { body } = await send(lines.join('\n'));
    expect(body.errors).toEqual([
      { row: 3, field: 'code', code: 'DUPLICATE' },
      { row: 4, field: 'code', code: 'DUPLICATE' },
      { row: 5, field: 'template_code', code: 'NOT_FOUND' },
      { row: 6, field: 'template_code', code: 'NOT_FOUND' },
      { row: 7, field: 'code', code: 'REPEATED' },
      { row: 8, field: 'code', code: 'ORGANIZATION_CODE' },
      { row: 9, field: 'name', code: 'REQUIRED' },
      { row: 10, field: 'latitude', code: 'TOO_LARGE' },
      { row: 11, field: 'time_zone', code: 'TIME_ZONE' },
      { row: 11, field: 'latitude', code: 'INVALID' },
      { row: 12, field: 'template_code', code: 'ORGANIZATION_CODE' },
      { row: 13, field: 'code', code: 'FORMULA' },
    ]);
    expect([body.added, await made()]).toEqual([0, []]);
  });

  it.each([
    ['an unknown column', 'code,name,colour\n70000001,A,red', { row: 1, field: 'colour', code: 'UNKNOWN_FIELD' }],
    ['a column missing', 'name\nA', { row: 1, field: 'code', code: 'REQUIRED' }],
  ])('with %s is refused', async (_, file, error) => {
    expect((await send(file)).body.errors[0]).toEqual(error);
    expect(await made()).toEqual([]);
  });

  it.each(['reader', 'local'] as const)('is refused from a user who may add no organization: %s', async (asker) => {
    const answer = await send('code,name\n70000001,A', { asker });
    expect([answer.status, answer.body.code, await made()]).toEqual([403, 'ACCESS_DENIED', []]);
  });
});

describe('the form of a new organization', () => {
  const add = (template_id: unknown) =>
    app.ask(bearers.super, 'POST', '/organizations', { code: '70000001', name: 'A', template_id });

  it('copies a template, and records it', async () => {
    const { status, body } = await add(pattern.id);
    expect(status).toBe(200);
    expect(await takenOver(body.id)).toEqual(await takenOver(pattern.id));
    expect(await elsewhere(body.id)).toEqual({});
    const { rows } = await database.db.query(sql`select after->>'template_code' as template from audit`);
    expect(rows).toEqual([{ template: pattern.code }]);
  });

  it('needs no template', async () => {
    const { status, body } = await add(null);
    expect([status, await takenOver(body.id)]).toEqual([200, await takenOver(own.id)]);
    const { rows } = await database.db.query(sql`select after ? 'template_code' as recorded from audit`);
    expect(rows).toEqual([{ recorded: false }]);
  });

  it.each([
    [2_000_000_000, 'NOT_FOUND'],
    [0, 'INVALID'],
    ['1', 'INVALID'],
  ])('adds nothing when the template is %j', async (template, code) => {
    const { status, body } = await add(template);
    expect([status, body.code, body.errors]).toEqual([400, 'INVALID_PARAMETER', { template_id: code }]);
    expect(await made()).toEqual([]);
  });

  it('does not change the template of an organization that exists', async () => {
    const edited = { code: own.code, name: 'Own', version: 1, template_id: pattern.id };
    const { status, body } = await app.ask(bearers.super, 'PUT', `/organizations/${own.id}`, edited);
    expect([status, body.errors]).toEqual([400, { template_id: 'UNKNOWN_FIELD' }]);
  });
});
