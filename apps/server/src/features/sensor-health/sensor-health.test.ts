import type { Visit } from '@airdeck/contract/device/visits';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredFrame } from '../../feed/entry.ts';
import type { Db } from '../../platform/db/pool.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { insertFrames } from '../../store/frames/frame-queries.ts';
import { createPartition } from '../../store/frames/partition-queries.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openTokenHttp } from '../../testing/token-http.ts';
import { createNightWatch } from './night-watch.ts';
import { addSensorHealthRoutes } from './sensor-health-routes.ts';

/** Seven nights, the last one on Friday. */
const LAST = Date.parse('2026-03-20T00:00:00+09:00');
const NIGHTS = 7;
const [PM25, CO2] = [channelOf('PM2.5', 1), channelOf('CO2', 1)];

let database: TestDatabase;
let registry: Registry;
let http: Awaited<ReturnType<typeof openTokenHttp>>;
let school = 0;
let other = 0;
let now = LAST + 7 * HOUR_MS;
const meters: number[] = [];

/** Dust and CO2 of a night: five good rooms; one shows three times the dust, one is never aired. */
const framesOf = (meter: number, at: number, night: number): StoredFrame[] =>
  Array.from({ length: 30 }, (_, i) => {
    const dust = 12 + (night % 3) + (at % 4) * 0.5 + (i % 3) * 0.2;
    const co2 = 430 + at + 3 * ((i * 7) % 5) + 60 * Math.exp(-i / 8);
    return {
      meterId: meter,
      time: LAST - (NIGHTS - 1 - night) * DAY_MS + i * 10 * MINUTE_MS,
      channels: [PM25, CO2],
      ticks: [Math.round(dust * (at === 5 ? 30 : 10)), Math.round(co2 + (at === 6 ? 300 : 0))],
    };
  });

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  school = (await anOrganization(db, { timeZone: 'Asia/Seoul' })).id;
  other = (await anOrganization(db, { timeZone: 'Asia/Seoul' })).id;
  const department = await aDepartment(db, { organizationId: school, name: '교실' });
  for (let at = 0; at < 7; at++) {
    meters.push((await aMeter(db, { department, name: `m${at}`, sensors: ['PM2.5', 'CO2'] })).id);
  }
  const frames = meters.flatMap((meter, at) =>
    Array.from({ length: NIGHTS }, (_, night) => framesOf(meter, at, night)).flat(),
  );
  for (const day of new Set(frames.map(({ time }) => Math.floor(time / DAY_MS)))) await createPartition(db, day);
  await db.tx((tx) => insertFrames(tx, frames));
  registry = createRegistry(db);
  await registry.reload();
  http = await openTokenHttp(pino({ level: 'silent' }));
  addSensorHealthRoutes(http.http, { db, registry, clock: { now: () => now } });
});
afterAll(async () => {
  await http.http.close();
  await database.close();
});

const watch = () =>
  createNightWatch({ db: database.db, registry, clock: { now: () => now }, log: pino({ level: 'silent' }) });
const visits = async (organization = school, query = ''): Promise<Visit[]> =>
  (await http.get(`/sensor-health/visits${query}`, `${organization}:LOCAL_USER`)).body.visits as Visit[];
const short = (list: readonly Visit[]) =>
  list.map(({ meter_id, reasons }) => [meter_id, reasons.map((each) => each.reason)]);

test('reads no night before it is over', async () => {
  now = LAST - 6 * DAY_MS + 5 * HOUR_MS;
  await watch().drain();
  const { rows } = await database.db.query<{ count: number }>(sql`select count(*)::integer as count from meter_night`);
  expect(rows[0]?.count).toBe(0);
});

test('lists the meters to visit after seven nights, with the reason and what is usual', async () => {
  for (let night = 0; night < NIGHTS; night++) {
    now = LAST - (NIGHTS - 1 - night) * DAY_MS + 7 * HOUR_MS;
    await watch().drain();
    if (night < NIGHTS - 1) expect(await visits()).toEqual([]);
  }
  const list = await visits();
  expect(short(list)).toEqual([
    [meters[5], ['NEIGHBOURS']],
    [meters[6], ['CO2_WILL_DRIFT']],
  ]);
  const [dusty] = list;
  expect(dusty).toMatchObject({ name: 'm5', reasons: [{ type: 'PM2.5', since: '2026-03-20' }] });
  expect(dusty?.above.at(-1)).toBe('교실');
  const [reason] = dusty?.reasons ?? [];
  if (!reason || 'due' in reason) throw new Error('no finding');
  expect(reason.seen / reason.usual).toBeGreaterThan(2.5);
});

test('keeps the day of a finding while it lasts, and drops it when nothing is found', async () => {
  now = LAST + DAY_MS + 7 * HOUR_MS;
  await watch().drain();
  // The night without readings ends the comparison with neighbours, and the week without outdoor air is incomplete.
  expect(await visits()).toEqual([]);
  const { rows } = await database.db.query<{ first: string }>(sql`select min(day)::text as first from meter_night`);
  expect(rows[0]?.first).toBe('2026-03-15');
});

test('looks at the nights of all meters once, however many organizations are due', async () => {
  now = LAST + 2 * DAY_MS + 7 * HOUR_MS;
  await aMeter(database.db, { sensors: ['CO2'] });
  await registry.reload();
  let looks = 0;
  const organizations = new Set<string>();
  const db: Db = {
    ...database.db,
    query(statement, cancel) {
      if (statement.text.includes('max(day)')) {
        if (statement.values?.length) organizations.add(JSON.stringify(statement.values));
        else looks += 1;
      }
      return database.db.query(statement, cancel);
    },
  };
  await createNightWatch({ db, registry, clock: { now: () => now }, log: pino({ level: 'silent' }) }).drain();
  expect(organizations.size).toBeGreaterThan(1);
  // The second one finds that nothing is left.
  expect(looks).toBe(2);
});

test('shows nothing of others, and no organization that the viewer does not see', async () => {
  await database.db.query(sql`insert into sensor_finding (meter_id, reason, type, seen, usual, since)
    values (${meters[0]}, 'NOISY', 'CO2', 40, 5, '2026-03-18')`);
  expect(short(await visits())).toEqual([[meters[0], ['NOISY']]]);
  expect(await visits(other)).toEqual([]);
  expect((await http.get(`/sensor-health/visits?organizationId=${school}`, `${other}:LOCAL_USER`)).status).toBe(404);
});

test('leaves a meter out of use out', async () => {
  await database.db.query(sql`update meter set use = 'N' where id = ${meters[0]}`);
  await registry.reload();
  expect(await visits()).toEqual([]);
});

test('lists a meter whose calibration or certificate is over or soon over, before later findings', async () => {
  now = LAST + 12 * HOUR_MS;
  const [, over, soon, later] = meters;
  await database.db.query(sql`update meter set certificate_until = '2026-03-19' where id = ${over}`);
  await database.db.query(sql`update meter set calibration_date = '2025-04-19' where id = ${soon}`);
  await database.db.query(sql`update meter set certificate_until = '2026-04-20', calibration_date = '2025-04-20'
    where id = ${later}`);
  await database.db.query(sql`insert into sensor_finding (meter_id, reason, type, seen, usual, since)
    values (${over}, 'NOISY', 'CO2', 40, 5, '2026-03-20')`);
  await registry.reload();
  expect(await visits()).toMatchObject([
    {
      meter_id: over,
      reasons: [{ reason: 'CERTIFICATE_ENDS', due: '2026-03-19', is_over: true }, { reason: 'NOISY' }],
    },
    { meter_id: soon, reasons: [{ reason: 'CALIBRATION_DUE', due: '2026-04-19', is_over: false }] },
  ]);
  expect(await visits(other)).toEqual([]);
});
