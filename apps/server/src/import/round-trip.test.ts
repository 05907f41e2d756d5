import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../export/exports.ts';
import { systemClock } from '../platform/clock.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { addAdministered } from '../processes/administered.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import { testChangeRegistry } from '../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aSensor,
  aUser,
  type TestOrganization,
  type TestUser,
} from '../testing/factory.ts';
import { type SessionApp, sessionApp } from '../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

type Asker = 'super' | 'local';
const LISTS = ['organizations', 'offices', 'departments', 'meters', 'sensors', 'purifiers', 'users'] as const;
type List = (typeof LISTS)[number];

let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let foreign: TestOrganization;
let meterId: number;
let admin: TestUser;
const seenPeople: object[] = [];
const bearers = {} as Record<Asker, { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: '한빛', nameEn: 'Hanbit' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  registry = createRegistry(db);
  app = await sessionApp({ db, clock: systemClock });
  addAdministered(app.http, {
    ...{ db, registry, clock: systemClock, exports: new Exports(systemClock), monotonic: () => performance.now() },
    changeRegistry: testChangeRegistry(db, registry),
    seal: createPasswordSeal(new Uint8Array(32), systemRandom),
    isAllowed: () => true,
    noteAccess: async (_, access) => {
      seenPeople.push(access);
    },
    randomBytes,
    mails: null,
  });
  const boss = await aUser(db, { organization: own, authority: 'SUPER_ADMIN' });
  admin = await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' });
  bearers.super = await app.bearer(boss);
  bearers.local = await app.bearer(admin);
  const department = await aDepartment(db, { organizationId: own.id, name: '1학년' });
  await db.query(sql`update department set name_en = 'Grade 1' where id = ${department.id}`);
  await db.query(sql`update office set name = '본관', name_en = 'Main hall' where id = ${department.officeId}`);
  meterId = (await aMeter(db, { department, name: '1-1', code: 'M1' })).id;
  await aMeter(db, { department, name: '=1-2', code: 'M2' });
  await aSensor(db, meterId, { type: 'PM2.5', sequence: 2 });
  await aPurifier(db, meterId, 1, '청정기');
  await db.query(sql`update meter set cumulative_operation_h = 1234.56789, first_operation_date = '2026-03-02', ip = '10.0.0.1',
    certificate_grade = 'OUT', certificate_number = 'PM-1', certificate_until = '2031-05-01',
    calibration_date = '2026-04-01' where id = ${meterId}`);
  await db.query(sql`update organization set latitude = 37.566535, longitude = -126.9, phone = '+82-2-1234-5678',
    description = '''=1, "a"' where id = ${own.id}`);
  await db.query(sql`update app_user set phone = '010-1234-5678', email = 'a@b.kr' where id = ${admin.id}`);
  const elsewhere = await aDepartment(db, { organizationId: foreign.id, name: '1학년' });
  await aMeter(db, { department: elsewhere, name: '남', code: 'M1' });
  await aUser(db, { organization: foreign });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from audit`);
  await registry.reload();
});

interface Sending {
  commit?: boolean;
  asker?: Asker;
  seen?: string;
}

const send = async (list: List, file: string | Buffer, { commit = false, asker = 'local', seen }: Sending = {}) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(Buffer.from(file))]), 'x.csv');
  if (seen !== undefined) form.set('seen', seen);
  const parts = new Response(form);
  const [type, payload] =
    seen === undefined
      ? ['application/octet-stream', Buffer.from(file)]
      : [parts.headers.get('content-type') ?? '', Buffer.from(await parts.arrayBuffer())];
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1/${list}/import?commit=${commit ? 'Y' : 'N'}&file=x.csv`,
    headers: { ...bearers[asker], 'content-type': type },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** Previews a file, then commits it as the console does. */
const update = async (list: List, file: string, asker: Asker = 'local') => {
  const { body } = await send(list, file, { asker });
  return { preview: body, ...(await send(list, file, { asker, seen: body.seen, commit: true })) };
};

const exported = async (list: List, format: string, language: string, asker: Asker) => {
  const answer = await app.http.inject({
    method: 'GET',
    url: `/api/v1/${list}/export?format=${format}&name=x`,
    headers: { ...bearers[asker], 'accept-language': language },
  });
  return answer.rawPayload;
};

/** A file as CSV with one column replaced. */
const withColumn = (file: Buffer, heading: string, value: string): string => {
  const [header = '', ...rows] = file.toString().replace('\ufeff', '').trimEnd().split('\r\n');
  const at = header.split(',').indexOf(heading);
  return [header, ...rows.map((row) => row.split(',').with(at, value).join(','))].join('\r\n');
};

const audits = async () => {
  const { rows } = await database.db.query<{ id: number; action: string; part_of: number | null; after: object }>(
    sql`select id, action, part_of, entity, entity_id, organization_id, before, after from audit order by id`,
  );
  return rows;
};
const meterRow = async () => {
  const { rows } = await database.db.query<Record<string, unknown>>(sql`select * from meter where id = ${meterId}`);
  return rows[0] ?? {};
};

describe.each(LISTS)('the exported list of %s', (list) => {
  it.each([
    ['csv', 'ko', 'super'],
    ['csv', 'en', 'super'],
    ['xlsx', 'en', 'super'],
    ['xlsx', 'ko', 'local'],
  ] as const)('is imported without a change: %s, %s, %s', async (format, language, asker) => {
    if (list === 'organizations' && asker === 'local') return;
    const file = await exported(list, format, language, asker);
    const { body } = await send(list, file, { asker });
    expect(body).toMatchObject({ error_count: 0, errors: [], changes: [] });
    expect(body.total).toBeGreaterThan(0);
    expect(body.plan).toEqual({ added: 0, changed: 0, unchanged: body.total, refused: 0 });
    expect(body.fields).not.toContain('created_time');
    expect(body.ignored).toContain('created_time');
  });
});

describe('a changed file', () => {
  it('is previewed with the fields that change, and committed as one entry with its rows behind it', async () => {
    const file = withColumn(await exported('meters', 'csv', 'ko', 'local'), '모델', 'AM-2');
    const more = `${file}\r\n${file.split('\r\n')[1]?.replace('M1', 'M3').replace('1-1', '1-3')}`;
    const { preview, body } = await update('meters', more);
    expect(preview).toMatchObject({ added: 0, changed: 0, plan: { added: 1, changed: 2, unchanged: 0, refused: 0 } });
    expect(preview.changes[0]).toEqual({
      row: 2,
      name: '1-1',
      fields: [{ field: 'model', before: null, after: 'AM-2' }],
    });
    expect(body).toMatchObject({ added: 1, changed: 2, error_count: 0, seen: '' });
    const [whole, ...rows] = await audits();
    expect(whole).toMatchObject({
      ...{ action: 'import', part_of: null, entity: 'meters', entity_id: null, organization_id: own.id },
      after: { file_name: 'x.csv', added: 1, changed: 2, unchanged: 0 },
    });
    expect(rows.map(({ action, part_of }) => [action, part_of])).toEqual([
      ['create', whole?.id],
      ['write', whole?.id],
      ['write', whole?.id],
    ]);
    expect(rows[1]).toMatchObject({
      entity_id: meterId,
      before: { model: null },
      after: { model: 'AM-2', code: 'M1' },
    });
    expect(registry.snapshot().metersByCode.size).toBeGreaterThan(2);
    await database.db.query(sql`delete from meter where code = 'M3'`);
  });

  it('leaves everything as it is when it is not committed, and when nothing changes', async () => {
    const before = await meterRow();
    await send('meters', 'code,name\nM1,new name');
    expect([await meterRow(), await audits()]).toEqual([before, []]);
    const { body } = await update('meters', `code,name\nM1,${before.name}`);
    expect([body.changed, body.plan.unchanged, await meterRow(), await audits()]).toEqual([0, 1, before, []]);
  });

  it('changes only its columns, and an empty cell empties an optional field', async () => {
    await database.db.query(sql`update meter set serial = 'S1', use = 'N', interval_s = 30 where id = ${meterId}`);
    const { body } = await update('meters', 'code,serial,use,interval_s\nM1,,,');
    expect([body.changed, body.errors]).toEqual([1, []]);
    expect(await meterRow()).toMatchObject({ serial: null, use: 'N', interval_s: 30, name: '1-1' });
    expect((await send('meters', 'code,name\nM1,')).body.errors).toEqual([{ row: 2, field: 'name', code: 'REQUIRED' }]);
  });

  it('moves a meter, by either name of the place', async () => {
    const department = await aDepartment(database.db, { organizationId: own.id, name: '2학년' });
    await database.db.query(sql`update office set name_en = 'Annex' where id = ${department.officeId}`);
    await registry.reload();
    const { preview } = await update('meters', 'code,office_name,department_name\nM1,annex,2학년');
    expect(preview.changes[0]?.fields.map(({ field }: { field: string }) => field)).toContain('department_name');
    expect((await meterRow()).department_id).toBe(department.id);
    await update('meters', 'code,office_name,department_name\nM1,본관,grade 1');
    const elsewhere = await send('meters', 'code,office_name,department_name\nM1,본관,2학년');
    expect(elsewhere.body.errors).toEqual([{ row: 2, field: 'department_name', code: 'NOT_FOUND' }]);
  });

  it('needs the fields of new rows only for new rows', async () => {
    const { body } = await send('meters', 'code,interval_s\nM1,45\nM9,45\nM10,45');
    expect(body.errors).toEqual(
      ['office_name', 'department_name', 'name'].map((field) => ({ row: 1, field, code: 'REQUIRED' })),
    );
    expect(body.plan).toEqual({ added: 0, changed: 1, unchanged: 0, refused: 2 });
  });

  it('is refused as a whole with one wrong row', async () => {
    const file = 'code,interval_s\nM1,45\nM2,0';
    const { preview, body } = await update('meters', file);
    expect(preview.plan).toEqual({ added: 0, changed: 1, unchanged: 0, refused: 1 });
    expect([body.changed, body.errors]).toEqual([0, [{ row: 3, field: 'interval_s', code: 'TOO_SMALL' }]]);
    expect([(await meterRow()).interval_s, await audits()]).toEqual([30, []]);
  });

  it('does not write over a row that was edited since the preview', async () => {
    const file = 'code,interval_s\nM1,77\nM2,77';
    const { body } = await send('meters', file);
    await database.db.query(sql`update meter set version = version + 1 where code = 'M2'`);
    const late = await send('meters', file, { seen: body.seen, commit: true });
    expect(late.body.errors).toEqual([{ row: 3, field: 'code', code: 'EDITED_MEANWHILE' }]);
    expect([late.body.changed, (await meterRow()).interval_s, await audits()]).toEqual([0, 30, []]);
  });

  it('without a preview changes no registered row', async () => {
    const { body } = await send('meters', 'code,interval_s\nM1,77', { commit: true });
    expect([body.errors, (await meterRow()).interval_s]).toEqual([[{ row: 2, field: 'code', code: 'DUPLICATE' }], 30]);
  });

  it.each(['x', '{}', '[[1]]', '[[0,1,1]]', `[[${'1'.repeat(30)},1,1]]`])(
    'is refused with %s as seen',
    async (seen) => {
      const { status, body } = await send('meters', 'code,interval_s\nM1,77', { commit: true, seen });
      expect([status, body.errors]).toEqual([400, { seen: 'INVALID' }]);
    },
  );
});

describe('rights', () => {
  it('do not reach rows of another organization', async () => {
    const file = `organization_code,code,name\n${foreign.code},M1,taken`;
    const { preview, body } = await update('meters', file);
    const errors = [
      { row: 1, field: 'office_name', code: 'REQUIRED' },
      { row: 1, field: 'department_name', code: 'REQUIRED' },
    ];
    expect([preview.errors, preview.changes, body.changed]).toEqual([errors, [], 0]);
    const forged = JSON.stringify([[2, meterId, 1]]);
    expect((await send('meters', file, { seen: forged, commit: true })).body.changed).toBe(0);
    const { rows } = await database.db.query(sql`select name from meter where organization_id = ${foreign.id}`);
    expect(rows).toEqual([{ name: '남' }]);
  });

  it('of a SUPER_ user are not changed, nor is a person locked out', async () => {
    const { rows } = await database.db.query<{ login: string }>(
      sql`select login from app_user where authority = 'SUPER_ADMIN' and organization_id = ${own.id}`,
    );
    const boss = rows[0]?.login ?? '';
    const file = `login,name,authority,use\n${boss},X,SUPER_ADMIN,Y\n${admin.login},Y,LOCAL_USER,N`;
    seenPeople.length = 0;
    expect((await send('users', file)).body.errors).toEqual([
      { row: 2, field: 'login', code: 'ACCESS_DENIED' },
      { row: 3, field: 'use', code: 'LOCKS_OUT' },
      { row: 3, field: 'authority', code: 'LOCKS_OUT' },
    ]);
    expect((await send('users', `login,authority\n${admin.login},SUPER_ADMIN`)).body.errors).toEqual([
      { row: 2, field: 'authority', code: 'INVALID' },
    ]);
    const person = await aUser(database.db, { organization: own });
    const changed = await update('users', `login,name\n${person.login},새 이름`);
    expect([changed.body.changed, changed.body.secrets, seenPeople]).toEqual([
      1,
      null,
      [1, 1].map((people) => expect.objectContaining({ action: 'read', entity: 'users', seen: { people } })),
    ]);
  });

  it('keep the organization of a SUPER_ user in use', async () => {
    const { preview } = await update('organizations', `code,use\n${own.code},N\n${foreign.code},N`, 'super');
    expect([preview.errors, preview.plan.changed]).toEqual([[{ row: 2, field: 'use', code: 'LOCKS_OUT' }], 1]);
    const { body } = await update('organizations', `code,address\n${foreign.code},서울\n${own.code},부산`, 'super');
    expect(body.changed).toBe(2);
    expect((await audits())[0]).toMatchObject({ action: 'import', organization_id: null });
  });
});

it.each([
  ['offices', '이름,영문 이름\n본관,Main building'],
  ['departments', '본부,이름,영문 이름\n본관,1학년,First'],
  ['sensors', '측정기 코드,종류,sequence,이름,사용\nM1,PM2.5,2,둘째,사용 안 함'],
  ['purifiers', '측정기 코드,번호,이름,일련번호\nM1,1,청정기 1,SN'],
] as const)('rows of %s change by their key', async (list, file) => {
  const { preview, body } = await update(list, file);
  expect([preview.errors, preview.plan, body.changed]).toEqual([
    [],
    { added: 0, changed: 1, unchanged: 0, refused: 0 },
    1,
  ]);
  expect((await send(list, file)).body.plan.unchanged).toBe(1);
});
