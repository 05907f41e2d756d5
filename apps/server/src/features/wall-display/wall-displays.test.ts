import type { Wall, WallEvent } from '@airdeck/contract/wall-display/wall';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDepartment, aMeter, anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { pngOf } from '../../testing/images.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

let database: TestDatabase;
let web: WebServer;
/** A second process on the same database. */
let other: WebServer;
let organization: TestOrganization;
let officeId: number;
let admin: string;
let display: { id: number; version: number; token: string };

const ask = async (method: string, path: string, token: string, body?: object, base = web.base) => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db, { name: '하늘 초등학교' });
  const department = await aDepartment(db, { organizationId: organization.id, name: '1층' });
  ({ officeId } = department);
  await aMeter(db, { department, name: '급식실', code: 'M1', sensors: ['CO2'] });
  [web, other] = [await openWebServer(database), await openWebServer(database)];
  const user = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  const response = await fetch(`${web.base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: user.code, id: user.login, password: user.password }),
  });
  admin = ((await response.json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  await web.close();
  await other.close();
  await database.close();
});

let made = 0;
beforeEach(async () => {
  const answer = await ask('POST', '/wall-displays', admin, {
    organization_id: organization.id,
    name: `로비 ${++made}`,
    place_ids: [officeId],
    seconds: 20,
  });
  expect(answer.status).toBe(200);
  display = answer.body;
});

/** The events of a screen that shows the display, one after the other; null when the stream has ended. */
const openScreen = async (token = display.token, base = web.base) => {
  const response = await fetch(`${base}/wall/live`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const next = async (): Promise<WallEvent | null> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const message = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (message.startsWith('data: ')) return JSON.parse(message.slice(6)) as WallEvent;
        continue;
      }
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return null;
      rest += value;
    }
  };
  return { next, close: () => reader?.cancel() };
};

const stateOf = async () => (await ask('GET', `/wall-displays/${display.id}`, admin)).body.wall_state;

it('shows its organization to every holder of the link, and no answer repeats the token', async () => {
  expect(display.token).toMatch(/^[\w-]{43}$/);
  expect(await stateOf()).toBe('NEW');
  const { status, body } = await ask('GET', '/wall', display.token);
  expect(status).toBe(200);
  expect(body as Wall).toMatchObject({
    ...{ organization_name: '하늘 초등학교', level: 'OFFICE', seconds: 20, language: 'ko' },
    places: [{ id: officeId, meters: { total: 1 }, rooms: [{ name: '급식실', stale: true }] }],
  });
  await expect.poll(stateOf).toBe('ON');
  const told = JSON.stringify((await ask('GET', '/wall-displays?size=999', admin)).body);
  expect(told).not.toContain(display.token);
  const { rows } = await database.db.query(sql`select before::text, after::text from audit`);
  expect(JSON.stringify(rows)).not.toContain(display.token);
});

it.each([
  ['this process', () => web.base],
  ['another process', () => other.base],
])('a screen of %s learns that it is ended, and gets no access any more', async (_, base) => {
  const screen = await openScreen(display.token, base());
  expect(await screen.next()).toMatchObject({ type: 'wall' });
  const ended = await ask('POST', `/wall-displays/${display.id}/end`, admin);
  expect(ended.body).toMatchObject({ wall_state: 'ENDED', ended_time: expect.any(String) });
  expect([await screen.next(), await screen.next()]).toEqual([{ type: 'ended' }, null]);
  expect((await ask('GET', '/wall', display.token, undefined, base())).body.code).toBe('INVALID_TOKEN');
  const { rows } = await database.db.query(
    sql`select after from audit where entity = 'wall_displays' and entity_id = ${display.id} order by id desc limit 1`,
  );
  expect(rows).toEqual([{ after: expect.objectContaining({ link: 'ended' }) }]);
});

it('has a new link instead of the old one', async () => {
  const screen = await openScreen();
  await screen.next();
  await ask('POST', `/wall-displays/${display.id}/end`, admin);
  const { token } = (await ask('POST', `/wall-displays/${display.id}/token`, admin)).body;
  expect(await screen.next()).toEqual({ type: 'ended' });
  expect((await ask('GET', '/wall', token)).status).toBe(200);
  expect((await ask('GET', '/wall', display.token)).status).toBe(401);
});

it('is ended by its deletion, and while its organization is not in use', async () => {
  const screen = await openScreen();
  await screen.next();
  await database.db.query(sql`update organization set use = 'N' where id = ${organization.id}`);
  expect(await screen.next()).toEqual({ type: 'ended' });
  await database.db.query(sql`update organization set use = 'Y' where id = ${organization.id}`);
  const second = await openScreen();
  await second.next();
  expect((await ask('DELETE', `/wall-displays/${display.id}?version=1`, admin)).status).toBe(200);
  expect(await second.next()).toEqual({ type: 'ended' });
});

it('shows what it was changed to at once', async () => {
  const screen = await openScreen();
  await screen.next();
  const changed = { name: `로비 ${made}`, wall_level: 'ORGANIZATION', seconds: 30, language: 'en', version: 1 };
  expect((await ask('PUT', `/wall-displays/${display.id}`, admin, changed)).status).toBe(200);
  expect(await screen.next()).toMatchObject({
    type: 'wall',
    wall: { level: 'ORGANIZATION', seconds: 30, language: 'en', places: [{ id: organization.id }] },
  });
  await screen.close();
});

it('is shown on ten screens at most', async () => {
  const screens = await Promise.all(Array.from({ length: 10 }, () => openScreen()));
  expect((await ask('GET', '/wall/live', display.token)).body.code).toBe('TOO_MANY_REQUESTS');
  for (const screen of screens) await screen.close();
});

it.each([
  ['too fast', { seconds: 4 }, { seconds: 'TOO_SMALL' }],
  ['too slow', { seconds: 601 }, { seconds: 'TOO_LARGE' }],
  ['no seconds', { seconds: '' }, { seconds: 'REQUIRED' }],
  ['an unknown level', { wall_level: 'METER' }, { wall_level: 'INVALID' }],
  ['an unknown place', { place_ids: [2_000_000] }, { place_ids: 'NOT_FOUND' }],
  ['an office of the organization as a whole', { wall_level: 'ORGANIZATION' }, { place_ids: 'NOT_FOUND' }],
  ['more places than anybody waits for', { place_ids: Array(51).fill(1) }, { place_ids: 'TOO_LARGE' }],
])('is not made with %s', async (_, given, errors) => {
  const body = { organization_id: organization.id, name: 'x', place_ids: [officeId], ...given };
  const answer = await ask('POST', '/wall-displays', admin, body);
  expect([answer.status, answer.body.errors]).toEqual([400, errors]);
});

it.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}!`, 'a'.repeat(5_000)])('refuses %#', async (token) => {
  expect((await ask('GET', '/wall', token)).status).toBe(401);
});

describe('with a floor plan', () => {
  const IMAGE = pngOf(40, 30);
  let planId: number;
  let otherPlanId: number;
  const image = async (id: number, token = display.token) => {
    const response = await fetch(`${web.base}/wall/plans/${id}/image`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const insertPlan = async (officeOf: { organizationId: number; officeId: number }, name: string): Promise<number> => {
    const { rows } = await database.db.query<{ id: number }>(sql`
      insert into floor_plan (organization_id, office_id, name, format, width, height, image)
      values (${officeOf.organizationId}, ${officeOf.officeId}, ${name}, 'PNG', 40, 30, ${Buffer.from(IMAGE)})
      returning id`);
    return rows[0]?.id ?? 0;
  };
  const fields = () => ({ name: `도면 ${made}`, wall_level: 'ORGANIZATION', seconds: 20, version: display.version });
  const choose = (ids: number[]) => ask('PUT', `/wall-displays/${display.id}`, admin, { ...fields(), plan_ids: ids });

  beforeAll(async () => {
    planId = await insertPlan({ organizationId: organization.id, officeId }, '1층');
    otherPlanId = await insertPlan({ organizationId: organization.id, officeId }, 'ZZNOTCHOSEN');
    await database.db.query(sql`insert into floor_plan_pin (plan_id, meter_id, x, y)
      select ${planId}::integer, id, 0.25, 0.75 from meter where organization_id = ${organization.id}`);
  });

  it('shows the chosen plan with its meters and its image, and no other', async () => {
    const screen = await openScreen();
    expect(await screen.next()).toMatchObject({ wall: { plans: [] } });
    expect((await image(planId)).status).toBe(404);
    expect((await choose([planId])).body).toMatchObject({ plan_ids: [planId] });
    expect(await screen.next()).toMatchObject({
      type: 'wall',
      wall: {
        plans: [{ id: planId, name: '1층', width: 40, pins: [{ x: 0.25, y: 0.75 }], rooms: [{ name: '급식실' }] }],
      },
    });
    const { status, headers, bytes } = await image(planId);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      ...[200, 'image/png', 'nosniff'],
    ]);
    expect(bytes).toEqual(Buffer.from(IMAGE));
    expect((await image(otherPlanId)).status).toBe(404);
    expect(JSON.stringify((await ask('GET', '/wall', display.token)).body)).not.toContain('ZZNOTCHOSEN');
    // Another place of a pin is on the wall within a second.
    await database.db.query(sql`update floor_plan_pin set x = 0.5 where plan_id = ${planId}`);
    expect(await screen.next()).toMatchObject({ type: 'wall', wall: { plans: [{ pins: [{ x: 0.5 }] }] } });
    await ask('POST', `/wall-displays/${display.id}/end`, admin);
    expect((await image(planId)).status).toBe(401);
    await screen.close();
  });

  it('refuses plans of others, and more than ten', async () => {
    const foreign = await aDepartment(database.db, { organizationId: (await anOrganization(database.db)).id });
    const foreignPlan = await insertPlan(foreign, 'ZZFOREIGN');
    for (const ids of [[planId, foreignPlan], [77_777], Array.from({ length: 11 }, (_, i) => i + 1)]) {
      expect((await choose(ids)).status).toBe(400);
    }
    const names = (id: number) => ask('GET', `/floor-plans/names?organizationId=${id}`, admin);
    expect((await names(foreign.organizationId)).body).toEqual({ plans: [] });
    expect((await names(organization.id)).body.plans).toMatchObject([{ id: planId, name: '1층' }, { id: otherPlanId }]);
  });
});
