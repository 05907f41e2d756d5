import type { FilterLifeView, FilterReplacement, PurifierFilters } from '@airdeck/contract/purifier/filter';
import { API_BASE } from '@airdeck/contract/route';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRegistry } from '../../registry/registry.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, aPurifier, aUser, type TestOrganization } from '../../testing/factory.ts';
import { quietFeed } from '../../testing/quiet-feed.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openTokenHttp } from '../../testing/token-http.ts';
import { addPurifierRoutes } from './purifier-routes.ts';

const LONG = { timeout: 60_000 };

let database: TestDatabase;
let devices: DeviceServer;
let device: MqttClient;
let http: Awaited<ReturnType<typeof openTokenHttp>>;
let clock: ReturnType<typeof testClock>;
let organization: TestOrganization;
let meterId: number;
let purifierId: number;
let topic: string;
let token: string;

beforeEach(async () => {
  database = await testDatabase();
  const { db } = database;
  clock = testClock();
  organization = await anOrganization(db);
  // The tokens of these tests are of user 1.
  await aUser(db, { organization, login: 'facility.kim', authority: 'LOCAL_USER' });
  const department = await aDepartment(db, { organizationId: organization.id });
  const meter = await aMeter(db, { department });
  meterId = meter.id;
  purifierId = await aPurifier(db, meter.id);
  await aPurifier(db, meter.id, 2, 'Silent');
  const credential = await aCredential(db, { organization, code: meter.code, meterId: meter.id });
  devices = await openDeviceServer(db, clock);
  device = await devices.connect(credential);
  topic = `airdeck/v1/${organization.code}/${meter.code}/purifiers/1/state`;
  const registry = createRegistry(db);
  await registry.reload();
  http = await openTokenHttp(pino({ level: 'silent' }));
  addPurifierRoutes(http.http, { db, registry, clock, feed: quietFeed });
  token = `${organization.id}:LOCAL_USER`;
});
afterEach(async () => {
  await http.http.close();
  await device.endAsync();
  await devices.close();
  await database.close();
});

/** The device's filter counters, so many days from the beginning of the test. */
const report = async (day: number, filter_use_h: number[], filter_period_h: number | null = 4380): Promise<void> => {
  const time = Math.round(begin + day * DAY_MS);
  clock.advance(Math.max(0, time - clock.now()));
  await device.publishAsync(topic, JSON.stringify({ time, power: 'ON', filter_period_h, filter_use_h }), { qos: 1 });
};
let begin = 0;
beforeEach(() => {
  begin = clock.now();
});

const filters = async (query = ''): Promise<PurifierFilters[]> => {
  const { status, body } = await http.get(`/purifiers/filters${query}`, token);
  expect(status).toBe(200);
  return body.purifiers;
};
const first = async (): Promise<FilterLifeView | undefined> => (await filters())[0]?.filters[0];
const replaced = async (): Promise<FilterReplacement[]> =>
  (await http.get(`/purifiers/${purifierId}/filters/replacements`, token)).body.content;
const replace = async (last_id: number | null, as = token, id = purifierId, number = 1) => {
  const answer = await http.http.inject({
    method: 'POST',
    url: `${API_BASE}/purifiers/${id}/filters/${number}/replacements`,
    headers: { authorization: `Bearer ${as}` },
    payload: { last_id },
  });
  return { status: answer.statusCode, body: answer.json() };
};

describe('filters', LONG, () => {
  test('are forecast from what was reported over four weeks', async () => {
    for (const day of [0, 10, 30, 38]) await report(day, [3600 + 12 * day, 100], 4380);
    expect(await filters()).toEqual([
      {
        purifier_id: purifierId,
        time_zone: 'Asia/Seoul',
        filters: [
          expect.objectContaining({
            number: 1,
            used_h: 4056,
            period_h: 4380,
            level: 'DUE',
            hours_per_day: 12,
            days_left: 27,
          }),
          expect.objectContaining({ number: 2, used_h: 100, level: 'FINE', hours_per_day: 0, days_left: null }),
        ],
      },
    ]);
    clock.advance(2 * DAY_MS);
    expect(await first()).toMatchObject({ days_left: 25 });
  });

  test('of one that says no period, or nothing', async () => {
    await report(0, [800], null);
    expect(await first()).toMatchObject({ level: 'UNKNOWN', period_h: null, days_left: null, due_day: null });
    await report(1, []);
    expect(await filters()).toEqual([]);
  });

  test('are of the meter or the purifier that is asked for, and of none that is not seen', async () => {
    await report(0, [800]);
    expect(await filters(`?meterId=${meterId}`)).toHaveLength(1);
    expect(await filters(`?purifierId=${purifierId}`)).toHaveLength(1);
    const other = await anOrganization(database.db);
    const foreign = `${other.id}:LOCAL_ADMIN`;
    expect((await http.get(`/purifiers/filters?purifierId=${purifierId}`, foreign)).status).toBe(404);
    expect((await http.get(`/purifiers/${purifierId}/filters/replacements`, foreign)).status).toBe(404);
    expect((await replace(null, foreign)).status).toBe(404);
    expect(await replaced()).toEqual([]);
  });
});

describe('a replacement', LONG, () => {
  test('is found from a counter that begins again', async () => {
    await report(0, [4400, 300]);
    await report(1, [4410, 300]);
    await report(2, [0, 300]);
    expect(await replaced()).toEqual([
      {
        ...{ id: expect.any(Number), number: 1, source: 'DEVICE', login: null, used_h: 4410 },
        time: new Date(begin + 2 * DAY_MS).toISOString(),
      },
    ]);
    await report(3, [10, 300]);
    expect(await first()).toMatchObject({ used_h: 10, level: 'FINE', replaced: { source: 'DEVICE', used_h: 4410 } });
  });

  test('is not told by a counter that is corrected, nor twice by what comes late', async () => {
    await report(0, [4400]);
    await report(1, [3000]);
    expect(await replaced()).toEqual([]);
    await report(3, [0]);
    await report(2, [0]);
    expect(await replaced()).toHaveLength(1);
  });

  test('is what a person writes down, with who, when and what it lasted', async () => {
    await report(0, [4400]);
    const { status, body } = await replace(null);
    expect(status).toBe(200);
    expect(body.filters[0]).toMatchObject({ used_h: 0, level: 'FINE', replaced: { source: 'PERSON', used_h: 4400 } });
    expect(await replaced()).toMatchObject([{ source: 'PERSON', login: 'facility.kim' }]);
    // The counter goes on until a person resets it at the device.
    await report(1, [4410]);
    expect(await first()).toMatchObject({ used_h: 10 });
    await report(2, [0]);
    await report(5, [30]);
    expect(await first()).toMatchObject({ used_h: 30 });
    expect(await replaced()).toHaveLength(1);
    const { rows } = await database.db.query(sql`select entity, entity_id, before, after, user_login from audit`);
    expect(rows).toEqual([
      {
        ...{ entity: 'purifiers', entity_id: purifierId, user_login: 'facility.kim' },
        ...{ before: { filter: 1, used_h: 4400 }, after: { filter: 1, used_h: 0 } },
      },
    ]);
  });

  test('adds the person to a replacement that the device reported first', async () => {
    await report(0, [4400]);
    await report(1, [0]);
    const [told] = await replaced();
    clock.advance(HOUR_MS);
    expect((await replace(told?.id ?? null)).status).toBe(200);
    expect(await replaced()).toMatchObject([{ id: told?.id, source: 'PERSON', login: 'facility.kim', used_h: 4400 }]);
  });

  test('is refused to one who did not see the last', async () => {
    await report(0, [4400]);
    expect((await replace(null)).status).toBe(200);
    expect(await replace(null)).toMatchObject({ status: 409, body: { code: 'EDITED_MEANWHILE' } });
    expect(await replaced()).toHaveLength(1);
  });

  test('of a filter that the device does not have, or of one that has said nothing, is none', async () => {
    await report(0, [4400]);
    expect((await replace(null, token, purifierId, 2)).status).toBe(404);
    expect((await replace(null, token, purifierId, 4)).status).toBe(404);
    expect((await replace(null, token, purifierId + 1)).status).toBe(404);
  });

  test('goes with its purifier, and an earlier one is not taken for the last', async () => {
    await report(0, [4400]);
    await report(1, [0]);
    await report(200, [4500]);
    await report(201, [0]);
    await report(202, [20]);
    expect(await first()).toMatchObject({ used_h: 20, replaced: { used_h: 4500 } });
    await database.db.query(sql`delete from purifier where id = ${purifierId}`);
    expect((await database.db.query(sql`select from filter_replacement`)).rowCount).toBe(0);
  });
});
