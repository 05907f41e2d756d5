import type { MeterAverage } from '@airdeck/contract/history/schema';
import type { CardList } from '@airdeck/contract/monitoring/schema';
import { masterSensors, organizationSensors } from '@airdeck/contract/standard/routes';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addResource } from '../../resource/resource-routes.ts';
import { followRegistry } from '../../store/rollups/rebuild.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { aDepartment, aMeter, anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../testing/history-server.ts';
import { type MonitoringServer, openMonitoringServer } from '../../testing/monitoring-server.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { masterSensorTable } from './master-sensor-queries.ts';
import { organizationSensorTable } from './organization-sensor-queries.ts';

/** In Seoul, where the organization is, it is 18:00 on the 11th. */
const clock = testClock(Date.parse('2026-03-11T09:00:00Z'));
const CO2 = channelOf('CO2', 1);

let database: TestDatabase;
let server: HistoryServer;
let monitoring: MonitoringServer;
let organization: TestOrganization;
let meterId: number;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  meterId = (await aMeter(db, { department, sensors: ['CO2'] })).id;
  server = await openHistoryServer({ db, clock });
  addResource(
    server.http,
    { db, changeRegistry: testChangeRegistry(db, server.registry) },
    masterSensors,
    masterSensorTable(clock),
  );
  addResource(
    server.http,
    { db, changeRegistry: testChangeRegistry(db, server.registry) },
    organizationSensors,
    organizationSensorTable(clock),
  );
  const frame = (time: string) => ({ meterId, time: Date.parse(time), channels: [CO2], ticks: [700] });
  await server.store([frame('2026-03-10T14:30:00Z'), frame('2026-03-10T15:30:00Z')]);
  await settle();
  monitoring = await openMonitoringServer({ db, clock });
});
afterAll(async () => {
  await monitoring.close();
  await server.close();
  await database.close();
});

/** The part of the work role: marks rollups to rebuild, and rebuilds them. */
const settle = async (): Promise<void> => {
  await followRegistry(database.db, server.registry.snapshot(), () => false);
  await server.rollUp();
};

/** The grades of the 11th and the 10th. */
const grades = async () => {
  const path = '/history/meter-averages?unit=day&startTime=2026-03-10&endTime=2026-03-11';
  const { body } = await server.get(path, `${organization.id}:LOCAL_USER`);
  return (body.content as MeterAverage[]).map(({ grade }) => grade);
};

const save = async (change: object): Promise<number> => {
  const { rows } = await database.db.query<{ id: number; version: number }>(sql`
    select s.id, s.version from organization_sensor s join master_sensor t on t.id = s.master_sensor_id
    where s.organization_id = ${organization.id} and t.type = 'CO2'`);
  const answer = await server.http.inject({
    method: 'PUT',
    url: `/api/v1/organization-sensors/${rows[0]?.id}`,
    headers: { authorization: `Bearer ${organization.id}:LOCAL_ADMIN` },
    payload: { use: 'Y', version: rows[0]?.version, ...change },
  });
  return answer.statusCode;
};

it('a change regrades the readings of today from its day on, and leaves those of yesterday', async () => {
  expect(await grades()).toEqual(['GOOD', 'GOOD']);
  const strict = { good: 400, normal: 500, bad: 600, very_bad: 800, inherits: 'N' };
  expect(await save({ ...strict, valid_from: '2026-03-12' })).toBe(200);
  await settle();
  expect(await grades()).toEqual(['GOOD', 'GOOD']);
  expect(await save({ ...strict, valid_from: '2026-03-11' })).toBe(200);
  await settle();
  expect(await grades()).toEqual(['BAD', 'GOOD']);
  expect(await save({ good: 1, normal: 2, bad: 3, very_bad: 4, inherits: 'N', valid_from: '2026-03-10' })).toBe(400);
  await settle();
  expect(await grades()).toEqual(['BAD', 'GOOD']);
  expect(await save({ inherits: 'Y', valid_from: '2026-03-11' })).toBe(200);
  await settle();
  expect(await grades()).toEqual(['GOOD', 'GOOD']);
});

it('a change regrades current values as soon as it takes effect, and a planned one does so by itself', async () => {
  const measure = () => {
    const frame = { meterId, time: clock.now(), channels: [CO2], ticks: [700] };
    return monitoring.tell({ kind: 'frames', frames: [frame] });
  };
  const grade = async () => {
    const { body } = await monitoring.get('/monitoring/cards/agency', `${organization.id}:LOCAL_USER`);
    return (body as CardList).cards.map((card) => card.grade);
  };
  await measure();
  expect(await grade()).toEqual(['GOOD']);
  const strict = { good: 400, normal: 500, bad: 600, very_bad: 800, inherits: 'N' };
  expect(await save({ ...strict, valid_from: '2026-03-11' })).toBe(200);
  await monitoring.reload();
  expect(await grade()).toEqual(['BAD']);
  expect(await save({ inherits: 'Y', valid_from: '2026-03-12' })).toBe(200);
  await monitoring.reload();
  expect(await grade()).toEqual(['BAD']);
  clock.advance(DAY_MS);
  await measure();
  expect(await grade()).toEqual(['GOOD']);
});
