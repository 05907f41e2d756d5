import type { MeterReading, SensorReading } from '@airdeck/contract/history/schema';
import { channelOf } from '@airdeck/domain/channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDepartment, aMeter, anOffice, anOrganization } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { dereferenced } from '../../../testing/read-document.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-04-06T06:10:00Z');
const CO2 = channelOf('CO2', 1);
const period = 'startTime=2026-04-04&endTime=2026-04-06';

let database: TestDatabase;
let server: HistoryServer;
let all: string;
const id: Record<string, number> = {};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const sensors = ['CO2', 'TEMPERATURE'] as const;
  const school = (await anOrganization(db, { name: '가람초등학교' })).id;
  const office = await anOffice(db, school);
  const department = await aDepartment(db, { organizationId: school, officeId: office });
  const room = await aMeter(db, { department, sensors });
  const hall = await aMeter(db, { department: await aDepartment(db, { organizationId: school }), sensors });
  const unused = await aMeter(db, { department, sensors, use: 'N' });
  const india = (await anOrganization(db, { name: '나래', timeZone: 'Asia/Kolkata' })).id;
  const lab = await aMeter(db, { department: await aDepartment(db, { organizationId: india }), sensors });
  Object.assign(id, { school, office, department: department.id, india });
  Object.assign(id, { room: room.id, hall: hall.id, unused: unused.id, lab: lab.id });
  Object.assign(id, { roomCo2: room.sensorIds[0], roomTemperature: room.sensorIds[1], labCo2: lab.sensorIds[0] });
  Object.assign(id, { unusedCo2: unused.sensorIds[0] });
  all = `${school}:SUPER_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  const time = Date.parse('2026-04-05T05:00:00Z');
  await server.store(
    [room, hall, unused, lab].map((meter) => ({ meterId: meter.id, time, channels: [CO2], ticks: [600] })),
  );
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const own = () => `${id.school}:LOCAL_USER`;
const named = (query: string) => query.replaceAll(/:(\w+)/g, (_, name: string) => String(id[name]));

const ask = async <Row>(list: string, query: string, token: string): Promise<Row[]> => {
  const { status, body } = await server.get(`/history/${list}?${query}`, token);
  expect(body).not.toHaveProperty('code');
  expect(status).toBe(200);
  return body.content;
};

describe('access', () => {
  const meters = async (query: string, token = all) => {
    const rows = await ask<MeterReading>('meter-readings', `${period}${named(query)}`, token);
    return new Set(rows.map(({ meter_id }) => meter_id));
  };

  test('a role of one organization sees its enabled meters, one of all organizations sees all', async () => {
    expect(await meters('', own())).toEqual(new Set([id.room, id.hall]));
    expect(await meters('')).toEqual(new Set([id.room, id.hall, id.lab]));
  });

  test('filters narrow the result', async () => {
    expect(await meters('&organizationId=:india')).toEqual(new Set([id.lab]));
    expect(await meters('&officeId=:office')).toEqual(new Set([id.room]));
    expect(await meters('&departmentId=:department&meterId=:room&meterId=:lab')).toEqual(new Set([id.room]));
    const sensors = named('&sensorId=:roomCo2&sensorId=:labCo2&meterId=:lab');
    const rows = await ask<SensorReading>('sensor-readings', period + sensors, all);
    expect(rows.map(({ sensor_id }) => sensor_id)).toEqual([id.labCo2]);
  });

  test.each([
    'organizationId=:india',
    'meterId=:lab',
    'meterId=:room&meterId=:lab',
    'sensorId=:labCo2',
    'officeId=99999',
    'departmentId=99999',
    'meterId=99999',
    'sensorId=99999',
  ])('hides foreign places: %s', async (filter) => {
    for (const list of ['sensor-readings?', 'sensor-averages?unit=day&']) {
      const { status, body } = await server.get(`/history/${list}${period}&${named(filter)}`, own());
      expect([status, body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
  });

  test.each([
    ['meter-series?measure=CO2', 'meterId=:lab'],
    ['sensor-series?', 'sensorId=:labCo2'],
  ])('nor is it drawn: %s %s', async (series, filter) => {
    const path = (name: string) => `/history/${series}&${period}&${named(name)}`.replace('?&', '?');
    expect(await server.get(path(filter), own())).toMatchObject({ status: 404, body: { code: 'RESOURCE_NOT_FOUND' } });
    const theirs = filter.replace(/:(unused|lab)/, ':room');
    expect((await server.get(path(theirs), own())).status).toBe(200);
  });

  test('rejects a request without a session', async () => {
    expect((await server.get(`/history/meter-readings?${period}`, '0')).status).toBe(401);
  });
});

describe('refused questions', () => {
  const LISTS = ['meter-readings', 'sensor-readings', 'meter-averages', 'sensor-averages'];
  const refusal = async (list: string, query: string) => {
    const unit = list.endsWith('averages') && !query.includes('unit=') ? '&unit=hour' : '';
    const { status, body } = await server.get(`/history/${list}?${query}${unit}`, all);
    return [status, body.code, body.errors];
  };

  test.each([
    ['startTime=2026-04-05&endTime=2026-04-04', { endTime: 'BEFORE_START' }],
    // Tomorrow has not begun in Lord Howe either.
    ['startTime=2026-04-07&endTime=2026-04-07', { startTime: 'FUTURE' }],
    ['startTime=1999-12-31&endTime=2026-04-07', { startTime: 'INVALID' }],
    ['startTime=2026-02-30&endTime=2026-04-07', { startTime: 'INVALID' }],
    [`${period}&sort=value,ASC`, { sort: 'UNKNOWN_FIELD' }],
    [`${period}&sort=time,`, { sort: 'INVALID' }, 'readings'],
    [`${period}&sort=start,ASC,DESC`, { sort: 'INVALID' }, 'averages'],
    [`${period}&step=week`, { step: 'INVALID' }, 'readings'],
    [`${period}&unit=week`, { unit: 'INVALID' }, 'averages'],
    [`${period}&meterId=x`, { 'meterId.0': 'INVALID' }],
    [`${period}&nothing=1`, { nothing: 'UNKNOWN_FIELD' }],
    [`${period}&size=0`, { size: 'TOO_SMALL' }],
  ])('%s', async (query, errors, kind = '') => {
    for (const list of LISTS.filter((name) => name.endsWith(kind))) {
      expect([list, ...(await refusal(list, query))]).toEqual([list, 400, 'INVALID_PARAMETER', errors]);
    }
  });

  test('refuses too many rollup rows before reading any', async () => {
    const decades = 'startTime=2000-01-01&endTime=2099-12-31';
    for (const list of LISTS) expect(await refusal(list, decades)).toEqual([400, 'QUESTION_TOO_BIG', {}]);
    // A period in months has fewer rollup rows than in days.
    const years = 'startTime=2024-01-01&endTime=2027-12-31&unit=year';
    expect((await server.get(`/history/meter-averages?${years}`, all)).status).toBe(200);
  });
});

describe('graphs', () => {
  const refusal = async (path: string, by = all) => {
    const { status, body } = await server.get(`/history/${named(path)}`, by);
    return [status, body.code, body.errors];
  };

  test('reject sensors of several types', async () => {
    const path = `sensor-series?${period}&sensorId=:roomCo2&sensorId=:roomTemperature`;
    expect(await refusal(path)).toEqual([400, 'INVALID_PARAMETER', { sensorId: 'OTHER_TYPE' }]);
  });

  test.each([
    'meter-series?measure=CO2&meterId=:room&meterId=99999&',
    'meter-series?measure=CO2&meterId=:room&meterId=:lab&',
    'sensor-series?sensorId=:labCo2&',
  ])('refuses graphs of items outside the scope: %s', async (path) => {
    expect(await refusal(path + period, own())).toEqual([404, 'RESOURCE_NOT_FOUND', {}]);
  });

  test.each([
    ['endTime', 'BEFORE_START', 'startTime=2026-04-05&endTime=2026-04-04'],
    ['startTime', 'FUTURE', 'startTime=2026-04-07&endTime=2026-04-07'],
    ['startTime', 'INVALID', 'startTime=1999-01-01&endTime=2026-04-06'],
    ['endTime', 'REQUIRED', 'startTime=2026-04-04'],
    ['weeksAgo.0', 'INVALID', `${period}&weeksAgo=4`],
    ['meterId', 'TOO_LONG', `${period}${'&meterId=:room'.repeat(3)}`],
  ])('%s: %s', async (field, code, query) => {
    const path = `meter-series?${query}&meterId=:room&measure=CO2`;
    expect(await refusal(path)).toEqual([400, 'INVALID_PARAMETER', { [field]: code }]);
  });
});

test('documents all routes', async () => {
  const answer = await server.get('/openapi.json', all);
  const body = dereferenced(answer.body);
  const operation = body.paths['/api/v1/history/sensor-readings'].get;
  expect(operation.parameters.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining([
      'page',
      'size',
      'sort',
      'startTime',
      'endTime',
      'step',
      'organizationId',
      'sensorId',
      'type',
    ]),
  );
});
