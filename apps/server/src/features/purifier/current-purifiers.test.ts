import type { CurrentPurifiers } from '@airdeck/contract/purifier/current';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRegistry } from '../../registry/registry.ts';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../../testing/factory.ts';
import { aPurifierState } from '../../testing/purifier-state.ts';
import { quietFeed } from '../../testing/quiet-feed.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openTokenHttp } from '../../testing/token-http.ts';
import { addPurifierRoutes } from './purifier-routes.ts';
import { saveState } from './purifier-state-queries.ts';

const NOW = Date.parse('2026-05-04T03:00:00Z');
const ago = (minutes: number): number => NOW - minutes * MINUTE_MS;

let database: TestDatabase;
let server: Awaited<ReturnType<typeof openTokenHttp>>;
let all: string;
let own: string;
let ownId: number;

/** A purifier of an organization, and what it said so many minutes ago. */
const has = async (
  department: Awaited<ReturnType<typeof aDepartment>>,
  name: string,
  ...reports: [number, Partial<PurifierState>][]
): Promise<number> => {
  const { db } = database;
  const meter = await aMeter(db, { department, name: `Meter of ${name}` });
  const id = await aPurifier(db, meter.id, 1, name);
  for (const [minutes, state] of reports) await saveState(db, id, ago(minutes), aPurifierState(state));
  return id;
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const [first, second] = [await anOrganization(db, { name: '가' }), await anOrganization(db, { name: '나' })];
  const here = await aDepartment(db, { organizationId: first.id, name: '1층' });
  const there = await aDepartment(db, { organizationId: second.id });
  await has(here, 'Auto', [60, {}], [30, { fan_speed: 'STRONG' }], [1, {}]);
  await has(here, 'Never');
  await has(here, 'Silent trouble', [90, {}], [60, { run: 'TROUBLE' }]);
  await has(here, 'Off', [20, {}], [10, { power: 'OFF', run: 'STOP' }], [1, { power: 'OFF', run: 'STOP' }]);
  await has(here, 'Old filter', [1, { filter_use_h: [100, 4400], control: 'MANUAL', fans: [false] }]);
  const renewed = await has(here, 'Renewed', [1, { filter_use_h: [5000] }]);
  await db.query(sql`insert into filter_replacement (purifier_id, filter, time, source, used_h, before_h, after_h)
    values (${renewed}, 1, ${new Date(ago(5))}, 'PERSON', 4990, 4990, 4990)`);
  await has(
    there,
    'Trouble',
    [120, { run: 'TROUBLE' }],
    [40, {}],
    [30, { run: 'TROUBLE' }],
    [1, { run: 'TROUBLE', uv: true }],
  );
  await has(there, 'Always', [60 * 24 * 20, {}], [1, {}]);
  const gone = await has(there, 'Gone', [1, { run: 'TROUBLE' }]);
  await db.query(sql`update purifier set use = 'N' where id = ${gone}`);
  const registry = createRegistry(db);
  await registry.reload();
  server = await openTokenHttp(pino({ level: 'silent' }));
  addPurifierRoutes(server.http, { db, registry, clock: { now: () => NOW }, feed: quietFeed });
  all = `${first.id}:SUPER_USER`;
  own = `${first.id}:LOCAL_USER`;
  ownId = first.id;
});
afterAll(async () => {
  await server.http.close();
  await database.close();
});

const ask = async (query = '', token = all): Promise<CurrentPurifiers> => {
  const { status, body } = await server.get(`/purifiers/current?size=50${query}`, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const names = async (query = '', token = all) => (await ask(query, token)).content.map(({ name }) => name);

test('trouble comes first, of all organizations, then old filters, silence, and the others', async () => {
  const answer = await ask();
  expect(answer.content.map(({ name }) => name)).toEqual([
    ...['Trouble', 'Old filter', 'Silent trouble', 'Never', 'Auto', 'Off', 'Renewed', 'Always'],
  ]);
  expect(answer).toMatchObject({
    totalElements: 8,
    activities: { BLOWING: 3, IDLE: 1, OFF: 1, TROUBLE: 1, SILENT: 2 },
    controllers: { AUTO_MODE: 0, DEVICE: 5, TIMETABLE: 0, PERSON: 1, ON_SITE: 0, UNKNOWN: 2 },
  });
});

test('one sees one’s own', async () => {
  const answer = await ask('', own);
  expect(answer.content.map(({ name }) => name)).not.toContain('Trouble');
  expect(answer.activities.TROUBLE).toBe(0);
});

test('a state has its duration, even if other properties have changed', async () => {
  const { content } = await ask();
  const of = (name: string) => content.find((each) => each.name === name);
  const iso = (minutes: number) => new Date(ago(minutes)).toISOString();
  expect(of('Trouble')).toMatchObject({
    ...{ work_mode: 'TROUBLE', since: iso(30), since_longer: false, stale: false, collected_time: iso(1) },
    ...{ state: { uv: true }, time_zone: 'Asia/Seoul', filter_level: 'FINE' },
  });
  expect(of('Auto')).toMatchObject({ work_mode: 'AUTO', since: iso(60), since_longer: false });
  expect(of('Off')).toMatchObject({ work_mode: 'OFF', since: iso(10) });
  expect(of('Silent trouble')).toMatchObject({ work_mode: 'TROUBLE', since: iso(60), stale: true });
  expect(of('Always')).toMatchObject({ since: iso(60 * 24 * 20), since_longer: false });
  expect(of('Never')).toMatchObject({ state: null, work_mode: null, since: null, stale: true, filter_level: null });
  expect(of('Old filter')).toMatchObject({ filter_level: 'EXPIRED' });
  expect(of('Renewed')).toMatchObject({ filter_level: 'FINE' });
});

test('a state that has lasted longer than the look-back is marked so', async () => {
  const { db } = database;
  const [row] = (await ask()).content.filter(({ name }) => name === 'Always');
  const id = row?.id ?? 0;
  // It changed in other things than its mode.
  await saveState(db, id, NOW - 15 * DAY_MS, aPurifierState({ uv: true }));
  await saveState(db, id, NOW - 13 * DAY_MS, aPurifierState({ uv: false }));
  const [again] = (await ask()).content.filter(({ name }) => name === 'Always');
  expect(again).toMatchObject({ since_longer: true });
});

test.each([
  ['&workMode=TROUBLE', ['Trouble']],
  ['&workMode=SILENT', ['Silent trouble', 'Never']],
  ['&workMode=OFF', ['Off']],
  ['&workMode=STOP', []],
  ['&search=trouble', ['Trouble', 'Silent trouble']],
  ['&search=1층&workMode=MANUAL', ['Old filter']],
  ['&activity=IDLE', ['Old filter']],
  ['&activity=SILENT', ['Silent trouble', 'Never']],
  ['&controller=PERSON', ['Old filter']],
  ['&controller=DEVICE&activity=BLOWING', ['Auto', 'Renewed', 'Always']],
  ['&controller=TIMETABLE', []],
])('%s finds %j', async (query, expected) => {
  const answer = await ask(query);
  expect(answer.content.map(({ name }) => name)).toEqual(expected);
  expect(answer.totalElements).toBe(expected.length);
});

test.each(['', '&workMode=OFF', '&activity=OFF&controller=DEVICE'])(
  'counts add up to all, with any filter: %s',
  async (query) => {
    const { activities, controllers } = await ask(query);
    for (const counts of [activities, controllers]) {
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(8);
    }
    expect((await ask(`${query}&organizationId=${ownId}`)).activities.TROUBLE).toBe(0);
  },
);

test.each([
  ['name,ASC', 'Always'],
  ['name,DESC', 'Trouble'],
  ['filter,DESC', 'Old filter'],
  ['collected_time,ASC', 'Silent trouble'],
  ['urgency,DESC', 'Auto'],
  ['work_mode,ASC', 'Auto'],
  ['activity,ASC', 'Auto'],
  ['activity,DESC', 'Silent trouble'],
  ['fan_speed,ASC', 'Trouble'],
])('in order of %s %s is first', async (sort, expected) => {
  expect((await names(`&sort=${sort}`))[0]).toBe(expected);
});

test('pages are pieces of the whole', async () => {
  const whole = await names();
  const { body } = await server.get('/purifiers/current?size=3&page=1', all);
  expect(body.content.map(({ name }: { name: string }) => name)).toEqual(whole.slice(3, 6));
  expect(body.totalPages).toBe(3);
});

test('names come in the asker’s language', async () => {
  await database.db.query(sql`update purifier set name_en = 'Machine' where name = 'Trouble'`);
  const { body } = await server.get('/purifiers/current?search=machine', all, 'en');
  expect(body.totalElements).toBe(1);
});
