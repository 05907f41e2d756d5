import { randomBytes } from 'node:crypto';
import iconv from 'iconv-lite';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../device-messages/secret.ts';
import { Exports } from '../export/exports.ts';
import { systemClock } from '../platform/clock.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { addAdministered } from '../processes/administered.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import { testChangeRegistry } from '../testing/change-registry.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestOrganization } from '../testing/factory.ts';
import { type MadeCell, makeXlsx, sheetOf, zipOf } from '../testing/make-xlsx.ts';
import { readXlsx } from '../testing/read-xlsx.ts';
import { type SessionApp, sessionApp } from '../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

type Asker = 'super' | 'local';
let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let foreign: TestOrganization;
let changes = 0;
let late = 0;
const bearers = {} as Record<Asker, { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  registry = createRegistry(db);
  app = await sessionApp({ db, clock: systemClock });
  addAdministered(app.http, {
    db,
    registry,
    changeRegistry: testChangeRegistry(db, registry, () => changes++),
    seal: createPasswordSeal(new Uint8Array(32), systemRandom),
    exports,
    monotonic: () => {
      late += slow;
      onLook();
      return late;
    },
    clock: systemClock,
    isAllowed: () => true,
    noteAccess: async () => undefined,
    randomBytes,
    mails: null,
  });
  bearers.super = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_ADMIN' }));
  bearers.local = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
});
/** Milliseconds that pass at each reading of the clock, and further effects of it. */
let slow = 0;
let onLook = (): void => undefined;
const exports = new Exports(systemClock);
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from office`);
  await database.db.query(sql`delete from device_credential`);
  await database.db.query(sql`delete from audit`);
  await registry.reload();
  changes = 0;
});

const send = async (
  path: string,
  file: string | Buffer,
  { commit = true, asker = 'local' as Asker, type = 'application/octet-stream' } = {},
) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1${path}/import?commit=${commit ? 'Y' : 'N'}`,
    headers: { ...bearers[asker], 'content-type': type },
    payload: file,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const names = async (table: 'office' | 'department' | 'meter') => {
  const { rows } = await database.db.query<{ name: string }>({ text: `select name from ${table} order by id` });
  return rows.map(({ name }) => name);
};
const auditCount = async () =>
  (await database.db.query<{ count: number }>(sql`select count(*) as count from audit`)).rows[0]?.count;

describe('a file of offices', () => {
  const LONG = '가'.repeat(60);

  it('is looked at first, and then added in one change that is known at once', async () => {
    const file = `\ufeff기관 코드,이름,영문 이름\r\n${own.code},본관,Main\r\n${own.code},별관 😀,\r\n\r\n${own.code},${LONG},"A, B"\r\n`;
    const looked = await send('/offices', file, { commit: false });
    expect(looked.body).toMatchObject({
      fields: ['organization_code', 'name', 'name_en'],
      total: 3,
      error_count: 0,
      added: 0,
      secrets: null,
      rows: [
        { row: 2, cells: [own.code, '본관', 'Main'] },
        { row: 3, cells: [own.code, '별관 😀', ''] },
        { row: 5, cells: [own.code, LONG, 'A, B'] },
      ],
    });
    expect([await names('office'), await auditCount(), changes]).toEqual([[], 0, 0]);
    const added = await send('/offices', file);
    expect(added.body).toMatchObject({ error_count: 0, added: 3 });
    expect([await names('office'), await auditCount(), changes]).toEqual([['본관', '별관 😀', LONG], 4, 1]);
    const known = registry.snapshot().organizations.get(own.id);
    expect(known?.offices.map(({ name }) => name).toSorted()).toEqual(['본관', '별관 😀', LONG].toSorted());
  });

  it.each([
    ['CP949', () => iconv.encode('이름,영문 이름\r\n본관,Main\r\n뷁관,\r\n', 'cp949')],
    ['UTF-16', () => Buffer.from('\ufeff이름\t영문 이름\r\n본관\tMain\r\n뷁관\t\r\n', 'utf16le')],
    ['semicolons', () => Buffer.from('name;name_en\n본관;Main\n뷁관;\n')],
    ['English headings', () => Buffer.from('NAME,"English  name"\n본관,Main\n뷁관,\n')],
  ])('may have %s, and no organization where there is but one', async (_, file) => {
    expect((await send('/offices', file())).body).toMatchObject({ added: 2 });
    expect(await names('office')).toEqual(['본관', '뷁관']);
  });

  it('has names in the form of a form, and finds equal ones in the file and in the database', async () => {
    const nfd = '본관'.normalize('NFD');
    expect((await send('/offices', `name\n${nfd}\n" Main\u00a0\u00a0Hall "`)).body).toMatchObject({ added: 2 });
    expect(await names('office')).toEqual(['본관', 'Main Hall']);
    const { body } = await send('/offices', `name\nmain hall\n${nfd}\n별관\n${'별관'.normalize('NFD')}\n별\u200b관`);
    expect(body.errors).toEqual([
      { row: 2, field: 'name', code: 'DUPLICATE' },
      { row: 3, field: 'name', code: 'DUPLICATE' },
      { row: 5, field: 'name', code: 'REPEATED' },
      { row: 6, field: 'name', code: 'INVISIBLE_CHARACTER' },
    ]);
    const departments = `office_name,name\nMAIN HALL,1학년\n${nfd},1학년`;
    expect((await send('/departments', departments)).body).toMatchObject({ added: 2, errors: [] });
  });

  it('names its organization for who reaches several', async () => {
    const without = await send('/offices', 'name\nA', { asker: 'super' });
    expect(without.body.errors).toEqual([{ row: 1, field: 'organization_code', code: 'REQUIRED' }]);
    const file = `organization_code,name\n${foreign.code},A\n,B`;
    expect((await send('/offices', `${file}\n,=C\n=D,E`, { asker: 'super' })).body.errors).toEqual([
      { row: 3, field: 'organization_code', code: 'REQUIRED' },
      { row: 4, field: 'name', code: 'FORMULA' },
      { row: 4, field: 'organization_code', code: 'REQUIRED' },
      { row: 5, field: 'organization_code', code: 'FORMULA' },
    ]);
    expect((await send('/offices', file.replace(',B', `${own.code},B`), { asker: 'super' })).body.added).toBe(2);
  });

  it('with anything wrong changes nothing, and says what at each cell', async () => {
    await send('/offices', 'name\n있는 것');
    const rows = [
      ['organization_code', 'name', 'name_en'],
      [own.code, '본관', ''],
      [foreign.code, '남의 것', ''],
      ['00000000', '모르는 곳', ''],
      ['abc', '코드', ''],
      [own.code, '있는 것', ''],
      [own.code, '본관', ''],
      [own.code, '가'.repeat(61), ''],
      [own.code, '"따옴표"', ''],
      [own.code, '', ''],
      [own.code, '=1+1', '=HYPERLINK(1)'],
    ];
    const file = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
    const { body } = await send('/offices', file);
    expect(body.errors).toEqual([
      { row: 3, field: 'organization_code', code: 'NOT_FOUND' },
      { row: 4, field: 'organization_code', code: 'NOT_FOUND' },
      { row: 5, field: 'organization_code', code: 'ORGANIZATION_CODE' },
      { row: 6, field: 'name', code: 'DUPLICATE' },
      { row: 7, field: 'name', code: 'REPEATED' },
      { row: 8, field: 'name', code: 'NAME' },
      { row: 9, field: 'name', code: 'NAME' },
      { row: 10, field: 'name', code: 'REQUIRED' },
      { row: 11, field: 'name', code: 'FORMULA' },
      { row: 11, field: 'name_en', code: 'FORMULA' },
    ]);
    expect([body.error_count, body.added, await names('office')]).toEqual([10, 0, ['있는 것']]);
  });

  it.each([
    ['an unknown column', 'name,colour\nA,red', { row: 1, field: 'colour', code: 'UNKNOWN_FIELD' }],
    ['a column twice', 'name,이름\nA,B', { row: 1, field: 'name', code: 'REPEATED' }],
    ['a column missing', 'name_en\nA', { row: 1, field: 'name', code: 'REQUIRED' }],
    ['a NUL in a cell', 'name\nA\u0000B', { row: 2, field: 'name', code: 'CONTROL_CHARACTER' }],
    ['a line break in a cell', 'name\n"A\nB"', { row: 2, field: 'name', code: 'CONTROL_CHARACTER' }],
  ])('with %s is refused', async (_, file, error) => {
    const { body } = await send('/offices', file);
    expect([body.errors[0], body.added]).toEqual([error, 0]);
  });

  it('of 100,000 rows with an error in the last changes nothing', async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => `Office ${i}`);
    const { body } = await send('/offices', ['name', ...rows.slice(0, -1), 'Office; drop'].join('\n'));
    expect(body).toMatchObject({ total: 100_000, error_count: 1, errors: [{ row: 100_001, field: 'name' }], added: 0 });
    expect(body.rows.at(-1)).toEqual({ row: 100_001, cells: ['Office; drop'] });
    const repeated = await send('/offices', ['name', ...rows.slice(0, -1), 'Office 0'].join('\n'));
    expect(repeated.body.errors).toEqual([{ row: 100_001, field: 'name', code: 'REPEATED' }]);
    expect([await names('office'), await auditCount(), changes]).toEqual([[], 0, 0]);
  });

  it.each([
    ['nothing', () => Buffer.alloc(0), 'INVALID_FILE'],
    ['empty lines', () => Buffer.from('\n\n,,\n'), 'INVALID_FILE'],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000ff00ff', 'hex'), 'INVALID_FILE'],
    ['something else', () => Buffer.from('hello there\nthis is a letter'), 'INVALID_FILE'],
    ['a quote without end', () => Buffer.from('name\n"A'), 'INVALID_FILE'],
    ['a row without end', () => Buffer.from(`name\n"${'A'.repeat(200_000)}"`), 'INVALID_FILE'],
    ['200 columns and one', () => Buffer.from(`name${','.repeat(200)}`), 'INVALID_FILE'],
    ['100,001 rows', () => Buffer.from(`name\n${'A\n'.repeat(100_001)}`), 'FILE_TOO_BIG'],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'FILE_TOO_BIG'],
  ])('refuses a file of offices that is %s', async (_, file, code) => {
    const answer = await send('/offices', file());
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('of a session that ends is broken off, and nothing was changed', async () => {
    const { rows } = await database.db.query<{ id: string }>(sql`select id from session`);
    onLook = () => {
      for (const { id } of rows) exports.endSession(id);
    };
    const answer = await send('/offices', 'name\nA\nB\nC');
    onLook = () => undefined;
    expect([answer.status, answer.body.code, await names('office')]).toEqual([401, 'INVALID_TOKEN', []]);
  });

  it('is held with a few others at a time, also while it comes in', async () => {
    const files = Array.from({ length: 8 }, (_, i) => send('/offices', `name\nAt once ${i}`, { commit: false }));
    const codes = (await Promise.all(files)).map(({ status }) => status);
    expect(codes.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(codes.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await send('/offices', 'name\nAfterwards')).body.added).toBe(1);
  });

  it('is bytes, and no JSON', async () => {
    const answer = await send('/offices', '{"name":"A"}', { type: 'application/json' });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_FILE']);
  });

  it('stops an import that takes more than a minute, without a change', async () => {
    slow = 1_000;
    const answer = await send('/offices', ['name', ...Array.from({ length: 100 }, (_, i) => `O${i}`)].join('\n'));
    slow = 0;
    expect([answer.body.code, await names('office')]).toEqual(['FILE_TOO_BIG', []]);
  });
});

describe('a workbook', () => {
  const offices = (rows: MadeCell[][]) => makeXlsx(sheetOf([['이름', 'name_en'], ...rows]));

  it('is read with its shared, rich and inline texts, numbers, and prefixed names', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const shared = `<x:sst xmlns:x="${main}"><x:si><x:t>이름</x:t></x:si>
      <x:si><x:r><x:t>서울</x:t></x:r><x:r><x:t xml:space="preserve"> 본관 &amp; 😀</x:t></x:r><x:rPh><x:t>ソウル</x:t></x:rPh></x:si></x:sst>`;
    const sheet = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row>
      <x:row r="4"><x:c r="A4" t="s"><x:v>1</x:v></x:c></x:row><x:row><x:c><x:v>7.7E1</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const { body } = await send('/offices', await makeXlsx(sheet, { 'xl/sharedStrings.xml': shared }));
    expect(body).toMatchObject({ added: 2, rows: [{ row: 4 }, { row: 5 }] });
    expect(await names('office')).toEqual(['서울 본관 & 😀', '77']);
  });

  it('with a formula in a cell is refused at that cell, with any result', async () => {
    const formula = { xml: '<f>1+1</f><v>2</v>' };
    const { body } = await send(
      '/offices',
      await offices([
        ['A', ''],
        [formula, 'B'],
        ['C', { xml: '<f/>' }],
      ]),
    );
    expect(body.errors).toEqual([
      { row: 3, field: 'name', code: 'FORMULA' },
      { row: 4, field: 'name_en', code: 'FORMULA' },
    ]);
    expect(body.added).toBe(0);
  });

  it('refuses a workbook that unpacks to gigabytes or has a wrong size in its directory, before unpacking it', async () => {
    const bomb = await makeXlsx(sheetOf([['name']]), { 'xl/sharedStrings.xml': Buffer.alloc(140 * 1024 * 1024, ' ') });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await send('/offices', bomb)).body.code).toBe('FILE_TOO_BIG');
    const lying = await makeXlsx(`${sheetOf([['name'], ['A']])}${' '.repeat(1_000_000)}`);
    const directory = lying.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    lying.writeUInt32LE(100, directory + 24);
    expect((await send('/offices', lying)).body.code).toBe('INVALID_FILE');
  });

  it.each([
    ['cut short', async () => (await offices([['A']])).subarray(0, 300)],
    ['no workbook', () => zipOf({ 'readme.txt': 'hello' })],
    ['no XML', () => makeXlsx('<worksheet><sheetData><row>')],
    ['with entities of its own', () => makeXlsx('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
    [
      'with a cell beyond all columns',
      () => makeXlsx(sheetOf([]).replace('<sheetData>', '<sheetData><row><c r="XFD1"/></row>')),
    ],
    ['with a text longer than a cell', () => offices([['A'.repeat(32_768)]])],
    ['with a row beyond all rows', () => makeXlsx(sheetOf([['name'], ['A']]).replace('r="2"', 'r="1048577"'))],
    ['without its sheet', () => makeXlsx('', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' })],
  ])('refuses a workbook that is %s', async (_, file) => {
    const answer = await send('/offices', await file());
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_FILE']);
  });
});

describe('departments, meters and their parts', () => {
  it('name their parents, and secrets of meters are shown once', async () => {
    await send('/offices', 'name\n본관');
    expect((await send('/departments', '본부,이름\n본관,1학년\n본관,2학년')).body.added).toBe(2);
    const headings = [
      'office_name',
      'department_name',
      'name',
      'code',
      'use',
      'is_air',
      'first_operation_date',
      'interval_s',
    ];
    const sheet = sheetOf([
      headings,
      ['본관', '1학년', '1-1', 101, '사용', '아니요', 46_000, 30],
      ['본관', '2학년', '2-1', 'B_2', 'Not in use', 'Y', '2026. 3. 1', ''],
    ]);
    const meters = (await send('/meters', await makeXlsx(sheet))).body;
    expect(meters).toMatchObject({ added: 2, error_count: 0 });
    const { rows } = await database.db.query<{ code: string; secret_hash: Buffer }>(sql`
      select m.name, m.code, m.use, m.is_air, m.first_operation_date, m.interval_s, c.secret_hash
      from meter m join device_credential c on c.meter_id = m.id order by m.id`);
    expect(rows).toMatchObject([
      { name: '1-1', code: '101', use: 'Y', is_air: 'N', first_operation_date: '2025-12-09', interval_s: 30 },
      { name: '2-1', code: 'B_2', use: 'N', is_air: 'Y', first_operation_date: '2026-03-01', interval_s: 60 },
    ]);
    const [header, ...secrets] = meters.secrets.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(header).toBe('code,username,secret');
    for (const [index, line] of secrets.entries()) {
      const [code, username, secret] = line.split(',');
      expect([code, username]).toEqual([rows[index]?.code, `${own.code}:${code}`]);
      expect(hashSecret(secret)).toEqual(rows[index]?.secret_hash);
    }
    expect(registry.snapshot().metersByCode.size).toBeGreaterThan(0);

    expect((await send('/sensors', 'meter_code,type,sequence,name\n101,CO2,1,\n101,PM2.5,2,둘째')).body.added).toBe(2);
    expect((await send('/purifiers', 'meter_code,number,name\nB_2,1,청정기')).body.added).toBe(1);
    const sensors = await database.db.query(sql`select name from sensor order by id`);
    expect(sensors.rows).toEqual([{ name: 'CO2 1' }, { name: '둘째' }]);
    const audits = await database.db.query<{ text: string }>(sql`select after::text as text from audit`);
    expect(audits.rows.map(({ text }) => text).join()).not.toMatch(/secret/);
  });

  it('leave the secrets of devices to them that enrolled and shall receive theirs; others must not', async () => {
    const { db } = database;
    await send('/offices', 'name\n본관');
    await send('/departments', '본부,이름\n본관,1학년');
    await db.query(sql`update organization set enrolment_hash = ${hashSecret('enrol')} where id = ${own.id}`);
    await db.query(sql`insert into unregistered_device
      (organization_id, code, enrolled_ip, first_seen_time, last_seen_time, message_count, blocked)
      values (${own.id}, 'E-1', '192.0.2.7', now(), now(), 1, 'N'), (${own.id}, 'E-2', null, now(), now(), 1, 'N'),
        (${own.id}, 'E-3', '192.0.2.7', now(), now(), 1, 'Y'), (${own.id}, 'E-4', '192.0.2.7', now(), now(), 1, 'N')`);
    const file = (...rows: [code: string, receives: string][]) =>
      `office_name,department_name,name,code,receives_secret\n${rows.map(([code, receives]) => `본관,1학년,${code},${code},${receives}`).join('\n')}`;
    const refused = await send('/meters', file(['E-2', 'Y'], ['E-3', 'Y'], ['E-5', 'Y']));
    expect(refused.body).toMatchObject({ added: 0, error_count: 3 });
    const errors = refused.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
    expect(errors).toEqual(Array(3).fill(['receives_secret', 'NOT_FOUND']));
    const { body } = await send('/meters', file(['E-1', 'Y'], ['E-2', ''], ['E-4', 'N']));
    expect(body.added).toBe(3);
    expect(body.secrets.match(/^E-\d/gm)).toEqual(['E-2', 'E-4']);
    const { rows } = await db.query(
      sql`select m.code, h.ip, h.outcome from hand_over h join meter m on m.id = h.meter_id`,
    );
    expect(rows).toEqual([{ code: 'E-1', ip: '192.0.2.7', outcome: null }]);
    expect(registry.snapshot().credentials.get(`${own.code}:E-1`)?.handOver).toMatchObject({ isDelivered: false });
    await db.query(sql`delete from unregistered_device`);
  });

  it('say which parent is not there, and which code or number is taken', async () => {
    const { db } = database;
    const department = await aDepartment(db, { organizationId: own.id, name: '1층' });
    await aMeter(db, { department, name: '로비', code: 'M1' });
    const elsewhere = await aDepartment(db, { organizationId: foreign.id, name: '2층' });
    await aMeter(db, { department: elsewhere, name: '남', code: 'F1' });
    await registry.reload();
    const { rows } = await db.query<{ name: string }>(sql`select name from office where id = ${department.officeId}`);
    const office = rows[0]?.name ?? '';
    const file = [
      'office_name,department_name,name,code',
      `${office},1층,새것,M1`,
      `${office},1층,로비,M2`,
      `${office},2층,새것 2,M3`,
      'Nowhere,1층,새것 3,M4',
      `${office},1층,새것 4,M 5`,
      `${office},1층,새것 5,M6`,
      `${office},1층,새것 6,M6`,
    ].join('\n');
    expect((await send('/meters', file)).body.errors).toEqual([
      { row: 2, field: 'code', code: 'DUPLICATE' },
      { row: 3, field: 'name', code: 'DUPLICATE' },
      { row: 4, field: 'department_name', code: 'NOT_FOUND' },
      { row: 5, field: 'office_name', code: 'NOT_FOUND' },
      { row: 6, field: 'code', code: 'DEVICE_CODE' },
      { row: 8, field: 'code', code: 'REPEATED' },
    ]);
    const parts = await send('/sensors', 'meter_code,type,sequence\nF1,CO2,1\nM1,CO2,0\nM1,O3,1\nM1,CO2,x');
    expect(parts.body.errors).toEqual([
      { row: 2, field: 'meter_code', code: 'NOT_FOUND' },
      { row: 3, field: 'sequence', code: 'TOO_SMALL' },
      { row: 4, field: 'type', code: 'INVALID' },
      { row: 5, field: 'sequence', code: 'INVALID' },
    ]);
  });

  it('of 10,000 are added in one change', async () => {
    await aDepartment(database.db, { organizationId: own.id, name: 'D' });
    const { rows } = await database.db.query<{ name: string }>(sql`select name from office`);
    const lines = Array.from({ length: 10_000 }, (_, i) => `${rows[0]?.name},D,Meter ${i},M${i}`);
    const { body } = await send('/meters', ['office_name,department_name,name,code', ...lines].join('\n'));
    expect([body.added, body.errors, changes]).toEqual([10_000, [], 1]);
    expect(body.secrets.trimEnd().split('\r\n')).toHaveLength(10_001);
  });
});

describe('a template', () => {
  it.each(['ko', 'en'])('has headings in the language of the request, which an import knows: %s', async (language) => {
    for (const path of ['/offices', '/departments', '/meters', '/sensors', '/purifiers', '/users']) {
      const ask = (format: string) =>
        app.http.inject({
          method: 'GET',
          url: `/api/v1${path}/import/template?format=${format}&name=x`,
          headers: { ...bearers.local, 'accept-language': language },
        });
      const csv = (await ask('csv')).body;
      expect((await send(path, csv)).body).toMatchObject({ error_count: 0, total: 0, added: 0 });
      const [sheet] = readXlsx((await ask('xlsx')).rawPayload);
      const headings = sheet?.rows[0]?.map((cell) => cell?.value);
      expect(headings).toEqual(csv.replace('\ufeff', '').trim().split(','));
      expect(headings?.[0]).toBe(language === 'ko' ? '기관 코드' : 'Organization code');
      if (path === '/meters') {
        expect(headings).toContain(language === 'ko' ? '이름 *' : 'Name *');
        expect(csv).toContain(language === 'ko' ? '(측정기 / 공기청정기 /' : '(Meter / Purifier /');
      }
    }
  });
});
