import type { FloorPlan } from '@airdeck/contract/floor-plan/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { pngChunk, pngOf } from '../../testing/images.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

let database: TestDatabase;
let web: WebServer;
let organization: TestOrganization;
let officeId: number;
let admin: string;
let limited: string;
let meters: TestMeter[];
let unused: TestMeter;
let foreign: TestMeter;
let plan: FloorPlan;

const send = async (method: string, path: string, token: string, body?: object | Uint8Array<ArrayBuffer>) => {
  const isFile = body instanceof Uint8Array;
  const response = await fetch(`${web.base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
};
const ask = async (...args: Parameters<typeof send>) => {
  const { status, bytes } = await send(...args);
  return { status, body: JSON.parse(new TextDecoder().decode(bytes)) };
};
const layout = (body: object, id = plan.id, token = admin) => ask('PUT', `/floor-plans/${id}/layout`, token, body);

const openSession = async ({ code, login, password }: Awaited<ReturnType<typeof aUser>>): Promise<string> => {
  const response = await fetch(`${web.base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, id: login, password }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  ({ officeId } = department);
  const beside = await aDepartment(db, { organizationId: organization.id, officeId });
  meters = [
    await aMeter(db, { department, sensors: ['CO2'] }),
    await aMeter(db, { department: beside, sensors: ['CO2'] }),
  ];
  unused = await aMeter(db, { department, sensors: ['CO2'] });
  await db.query(sql`update meter set use = 'N' where id = ${unused.id}`);
  const elsewhere = await aDepartment(db, { organizationId: organization.id });
  foreign = await aMeter(db, { department: elsewhere, sensors: ['CO2'] });
  web = await openWebServer(database);
  admin = await openSession(await aUser(db, { organization, authority: 'LOCAL_ADMIN' }));
  const user = await aUser(db, { organization, authority: 'LOCAL_USER' });
  await db.query(sql`update app_user set limited = 'Y' where id = ${user.id}`);
  await db.query(sql`insert into user_place (user_id, department_id) values (${user.id}, ${department.id})`);
  limited = await openSession(user);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

let count = 0;
beforeEach(async () => {
  await database.db.query(sql`delete from floor_plan`);
  plan = (await ask('POST', `/floor-plans?officeId=${officeId}&name=F${++count}`, admin, pngOf(64, 48))).body;
});

const pins = () => [
  { meter_id: meters[0]?.id ?? 0, x: 0, y: 1 },
  { meter_id: meters[1]?.id ?? 0, x: 0.25, y: 0.5 },
];

it('is added, shown, laid out and deleted, each of which the audit log of its office has', async () => {
  expect(plan).toEqual({
    ...{ id: plan.id, office_id: officeId, name: `F${count}`, width: 64, height: 48 },
    ...{ image_version: 1, version: 1, pins: [] },
  });
  const set = await layout({ name: '1층', pins: pins(), version: 1 });
  expect(set.body).toMatchObject({ name: '1층', version: 2, pins: pins() });
  expect((await ask('GET', `/floor-plans?officeId=${officeId}`, admin)).body.plans).toEqual([set.body]);
  expect((await ask('DELETE', `/floor-plans/${plan.id}?version=2`, admin)).status).toBe(200);
  const { rows } = await database.db.query<{ before: object; after: object }>(sql`
    select before, after from audit where entity = 'offices' and entity_id = ${officeId} order by id desc limit 3`);
  const first = { floor_plan: `F${count}`, floor_plan_pins: 0, floor_plan_image: '64 × 48 (1)' };
  const second = { ...first, floor_plan: '1층', floor_plan_pins: 2 };
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    [second, null],
    [first, second],
    [null, first],
  ]);
});

it('keeps nothing of an image but the picture', async () => {
  const secret = pngChunk('tEXt', Buffer.from('GPS\0ZZLOCATION'));
  const sent = pngOf(32, 16, { chunks: [secret] });
  const replaced = await ask('POST', `/floor-plans/${plan.id}/image?version=1`, admin, sent);
  expect(replaced.body).toMatchObject({ width: 32, height: 16, image_version: 2, version: 2 });
  const { type, bytes } = await send('GET', `/floor-plans/${plan.id}/image`, limited);
  expect(type).toBe('image/png');
  expect(bytes).toEqual(pngOf(32, 16));
});

it.each([
  ['a page', Uint8Array.from(Buffer.from('<html><script>alert(1)</script>')), { image: 'INVALID' }],
  [
    'an image that claims more pixels than a plan has',
    pngOf(60_000, 60_000, { isEmpty: true }),
    { image: 'TOO_LARGE' },
  ],
  ['one side of which is too long', pngOf(4_097, 16), { image: 'TOO_LARGE' }],
  ['a dot', pngOf(15, 16), { image: 'TOO_SMALL' }],
])('refuses %s', async (_, image, errors) => {
  const { status, body } = await ask('POST', `/floor-plans?officeId=${officeId}&name=X`, admin, image);
  expect([status, body.errors]).toEqual([400, errors]);
});

it('refuses more bytes than an image may have, and a body that is no file', async () => {
  const large = new Uint8Array(4 * 1024 * 1024 + 1);
  const answers = [
    await ask('POST', `/floor-plans?officeId=${officeId}&name=X`, admin, large),
    await ask('POST', `/floor-plans?officeId=${officeId}&name=X`, admin, { image: 'x' }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code, body.errors])).toEqual([
    [400, 'INVALID_PARAMETER', { image: 'TOO_LARGE' }],
    [400, 'INVALID_PARAMETER', { image: 'INVALID' }],
  ]);
});

it.each<[string, () => object, object]>([
  ['a meter of another office', () => ({ pins: [{ meter_id: foreign.id, x: 0, y: 0 }] }), { pins: 'NOT_FOUND' }],
  ['a meter twice', () => ({ pins: [pins()[0], pins()[0]] }), { pins: 'REPEATED' }],
  ['a place beside the plan', () => ({ pins: [{ ...pins()[0], x: 1.01 }] }), { 'pins.0.x': 'TOO_LARGE' }],
  ['no name', () => ({ name: ' ' }), { name: 'REQUIRED' }],
])('refuses %s', async (_, given, errors) => {
  const { status, body } = await layout({ name: 'A', pins: [], version: 1, ...given() });
  expect([status, body.errors]).toEqual([400, errors]);
});

it('tells the second of two editors, whose pins change nothing', async () => {
  const [first, second] = [
    await layout({ name: 'A', pins: pins(), version: 1 }),
    await layout({ name: 'B', pins: [], version: 1 }),
  ];
  expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'EDITED_MEANWHILE']);
  expect((await ask('POST', `/floor-plans/${plan.id}/image?version=1`, admin, pngOf(16, 16))).status).toBe(409);
  expect((await ask('DELETE', `/floor-plans/${plan.id}?version=1`, admin)).status).toBe(409);
  expect((await ask('GET', `/floor-plans?officeId=${officeId}`, admin)).body.plans).toEqual([first.body]);
});

it('shows each viewer the meters in use that the viewer sees, and lets readers change nothing', async () => {
  const all = [...pins(), { meter_id: unused.id, x: 0.5, y: 0.5 }];
  expect((await layout({ name: 'A', pins: all, version: 1 })).body.pins).toEqual(pins());
  const shown = (await ask('GET', `/floor-plans?officeId=${officeId}`, limited)).body.plans;
  expect(shown).toEqual([expect.objectContaining({ pins: [pins()[0]] })]);
  expect((await layout({ name: 'B', pins: [], version: 2 }, plan.id, limited)).status).toBe(403);
});

it('has another name than the other plans of its office, of which there are twenty at most', async () => {
  const add = (name: string) => ask('POST', `/floor-plans?officeId=${officeId}&name=${name}`, admin, pngOf(16, 16));
  expect((await add(plan.name.toLowerCase())).body.code).toBe('DUPLICATION_NAME');
  await database.db.query(sql`insert into floor_plan (organization_id, office_id, name, format, width, height, image)
    select organization_id, office_id, 'G' || n, format, width, height, image from floor_plan, generate_series(1, 19) n`);
  expect((await add('H')).body.errors).toEqual({ name: 'TOO_LARGE' });
});

it('the meters of an office come with their values, and those of a department to its people only', async () => {
  const read = async (token: string) => (await ask('GET', `/monitoring/plan?id=${officeId}`, token)).body.meters;
  expect(await read(admin)).toMatchObject(meters.map(({ id }) => ({ id, sensors: [{ type: 'CO2', value: null }] })));
  expect(await read(limited)).toMatchObject([{ id: meters[0]?.id }]);
});
