import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceApp, openDeviceApp } from '../../testing/device-app.ts';
import { aCredential } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

/** Noon in Seoul. */
const NOW = Date.UTC(2026, 10, 21, 3);

let database: TestDatabase;
let app: DeviceApp;
let own: TestOrganization;

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db, { name: 'Own' });
  app = await openDeviceApp(database, own, { now: () => NOW });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const aDevice = async (code: string, created: number) => {
  const department = await aDepartment(database.db, { organizationId: own.id });
  const registered = new Date(created).toISOString();
  const meter = await aMeter(database.db, { department, code, intervalS: 3_600, sensors: ['CO2'], registered });
  const login = await aCredential(database.db, { organization: own, code, meterId: meter.id });
  await app.devices.registry.reload();
  const client = await app.devices.connect(login);
  const send = (message: object | string) =>
    client.publishAsync(
      `airdeck/v1/${own.code}/${code}/readings`,
      typeof message === 'string' ? message : JSON.stringify(message),
      { qos: 1 },
    );
  return { meter, send };
};

describe('GET /meters/{id}/quality', () => {
  it('tells silence, completeness by day, what was not taken, the clock and what waits', async () => {
    const { meter, send } = await aDevice('M-1', NOW - 3 * DAY_MS);
    const hours = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ time: from + i * 60 * MINUTE_MS, readings: { CO2: 500 } }));
    const midnight = NOW - 12 * 60 * MINUTE_MS;
    await send(hours(midnight, 12));
    await send(hours(midnight - DAY_MS, 6));
    await send({ time: NOW - MINUTE_MS, readings: { CO2: 'high' } });
    await send('{');
    await send({ time: NOW + DAY_MS, readings: { CO2: 500 } });
    await send({ time: 0, readings: { CO2: 500 } });
    await app.devices.ingest.stop();
    await app.devices.ingest.start();

    const { status, body } = await app.ask('GET', `/meters/${meter.id}/quality`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      meter: { id: meter.id, code: 'M-1', organization_name: 'Own', interval_s: 3_600 },
      last_seen_time: new Date(NOW - 60 * MINUTE_MS).toISOString(),
      silent: false,
      status: null,
    });
    expect(body.days).toHaveLength(14);
    const today = localDay(NOW, 'Asia/Seoul');
    expect(body.days.slice(-4)).toEqual([
      // From noon on, when the meter was registered.
      { day: expect.any(String), frames: 0, expected: 12 },
      { day: expect.any(String), frames: 0, expected: 24 },
      { day: expect.any(String), frames: 6, expected: 24 },
      { day: today, frames: 12, expected: 12 },
    ]);
    expect(body.days[0]).toMatchObject({ frames: 0, expected: 0 });
    expect(body.rejections.map(({ key, reason }: { key: string; reason: string }) => [key, reason]).toSorted()).toEqual(
      [
        ['', 'NOT_JSON'],
        ['CO2', 'NOT_A_NUMBER'],
      ],
    );
    expect(body.waiting).toMatchObject([
      { reason: 'BEFORE_2020', count: 1 },
      { reason: 'FUTURE', count: 1 },
    ]);
    expect(body.clock_errors).toEqual([
      { reason: 'BEFORE_2020', measured_time: new Date(0).toISOString(), received_time: new Date(NOW).toISOString() },
      {
        reason: 'FUTURE',
        measured_time: new Date(NOW + DAY_MS).toISOString(),
        received_time: new Date(NOW).toISOString(),
      },
    ]);
  });

  it('expects nothing of days before a meter was registered', async () => {
    const { meter, send } = await aDevice('M-2', NOW);
    expect((await app.ask('GET', `/meters/${meter.id}/quality`)).body).toMatchObject({
      last_seen_time: null,
      silent: true,
    });
    await send({ time: NOW - 2 * DAY_MS, readings: { CO2: 500 } });
    const { body } = await app.ask('GET', `/meters/${meter.id}/quality`);
    expect(body.days.slice(-4).map(({ expected }: { expected: number }) => expected)).toEqual([0, 0, 0, 0]);
  });

  it('names the meter and its places in the language of the reader', async () => {
    const { meter } = await aDevice('M-3', NOW);
    await database.db.query(sql`update meter set name_en = 'Lobby' where id = ${meter.id}`);
    await app.devices.registry.reload();
    const { name } = (await app.ask('GET', `/meters/${meter.id}/quality`)).body.meter;
    expect(name).not.toBe('Lobby');
    const english = await app.ask('GET', `/meters/${meter.id}/quality`, undefined, 'en');
    expect(english.body.meter.name).toBe('Lobby');
  });

  it("gets nothing of another organization's meter", async () => {
    const foreign = await aMeter(database.db);
    await app.devices.registry.reload();
    expect((await app.ask('GET', `/meters/${foreign.id}/quality`)).status).toBe(404);
  });
});
