import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import {
  masterErrors,
  masterSensors,
  organizationErrors,
  organizationSensors,
} from '@airdeck/contract/standard/routes';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { thresholdsOn } from '../../registry/thresholds.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { masterErrorTable } from '../error-catalogue/master-error-queries.ts';
import { organizationErrorTable } from '../error-catalogue/organization-error-queries.ts';
import { departmentTable } from '../place/department-queries.ts';
import { officeTable } from '../place/office-queries.ts';
import { organizationTable } from '../place/organization-queries.ts';
import { masterSensorTable } from './master-sensor-queries.ts';
import { organizationSensorTable } from './organization-sensor-queries.ts';

type Asker = 'admin' | 'super' | 'local' | 'reader';
/** In Seoul it is the 11th already. */
const clock = testClock(Date.parse('2026-03-10T16:00:00Z'));
const TODAY = localDay(clock.now(), 'Asia/Seoul');
const [YESTERDAY, TOMORROW] = [addDays(TODAY, -1), addDays(TODAY, 1)];
const CO2 = { good: 450, normal: 650, bad: 850, very_bad: 1100 };

let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let western: TestOrganization;
const bearers = {} as Record<Asker, { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  western = await anOrganization(db, { name: 'Western', timeZone: 'America/Los_Angeles' });
  app = await sessionApp({ db, clock });
  registry = createRegistry(db);
  const changeRegistry = testChangeRegistry(db, registry);
  addResource(app.http, { db, changeRegistry }, masterSensors, masterSensorTable(clock));
  addResource(app.http, { db, changeRegistry }, organizationSensors, organizationSensorTable(clock));
  addResource(app.http, { db, changeRegistry }, masterErrors, masterErrorTable);
  addResource(app.http, { db, changeRegistry }, organizationErrors, organizationErrorTable);
  addResource(app.http, { db, changeRegistry }, organizations, organizationTable);
  addResource(app.http, { db, changeRegistry }, offices, officeTable);
  addResource(app.http, { db, changeRegistry }, departments, departmentTable);
  bearers.admin = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_ADMIN' }));
  bearers.super = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_USER' }));
  bearers.local = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
  bearers.reader = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_USER' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from standard`);
  await database.db.query(sql`delete from audit`);
  await registry.reload();
});

const ask = (method: Method, path: string, payload?: object, asker: Asker = 'local') =>
  app.ask(bearers[asker], method, path, payload);

/** A sensor type as the server shows it: of an organization, or of the master. */
const show = async (type: string, organization: TestOrganization | null = own) => {
  const path = organization === null ? '/master-sensors' : `/organization-sensors?organizationId=${organization.id}`;
  const { body } = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}search=${type}`, undefined, 'super');
  return body.content[0];
};

/** Saves a row with some of its fields changed, as the form does: the others as they were shown. */
const save = async (type: string, change: object, organization: TestOrganization | null = own) => {
  const shown = await show(type, organization);
  const path = organization === null ? 'master-sensors' : 'organization-sensors';
  const names = [
    ...(organization === null ? ['code', 'category', 'description_en', 'range_min', 'range_max'] : ['name', 'use']),
    ...['model', 'description', 'inherits', 'valid_from', 'version'],
    ...['good', 'normal', 'bad', 'very_bad', 'some_cold', 'nice', 'some_hot', 'very_hot'],
    ...['very_dry', 'some_dry', 'some_humid', 'very_humid'],
  ];
  const body = Object.fromEntries(names.map((name) => [name, shown[name]]));
  return ask('PUT', `/${path}/${shown.id}`, { ...body, ...change }, organization === own ? 'local' : 'admin');
};

const holdsOn = (day: string, organization: TestOrganization = own) =>
  thresholdsOn(registry.snapshot(), organization.id, day).CO2;
const errorsOf = ({ status, body }: { status: number; body: { errors: object } }) => [status, body.errors];

it('ships a master for each sensor type, with its source, and a row of it for each organization', async () => {
  const masters = (await ask('GET', '/master-sensors', undefined, 'super')).body.content;
  expect(masters.map(({ type }: { type: string }) => type)).toEqual(SENSOR_TYPES);
  for (const { description, description_en } of masters) expect([description, description_en]).not.toContain(null);
  expect(masters[3]).toMatchObject({ ...DEFAULT_THRESHOLDS.CO2, inherits: 'Y', unit: 'ppm', range_max: 10_000 });
  for (const asker of ['local', 'reader'] as const) {
    expect((await ask('GET', '/organization-sensors', undefined, asker)).body.totalElements).toBe(SENSOR_TYPES.length);
  }
});

it('a new organization has its rows at once', async () => {
  const made = await ask('POST', '/organizations', { code: '77000009', name: 'New' }, 'admin');
  const path = `?organizationId=${made.body.id}`;
  expect((await ask('GET', `/organization-sensors${path}`, undefined, 'super')).body.totalElements).toBe(7);
  expect((await ask('GET', `/organization-errors${path}`, undefined, 'super')).body.totalElements).toBe(36);
});

describe('thresholds of an organization', () => {
  it('hold from a day on, never before it', async () => {
    const saved = await save('CO2', { ...CO2, inherits: 'N', valid_from: TOMORROW });
    expect(saved.body).toMatchObject({
      ...DEFAULT_THRESHOLDS.CO2,
      inherits: 'Y',
      planned_from: TOMORROW,
      planned_bounds: Object.values(CO2),
      version: 2,
    });
    expect([holdsOn(TODAY), holdsOn(TOMORROW)]).toEqual([DEFAULT_THRESHOLDS.CO2, CO2]);
    expect(holdsOn(TOMORROW, western)).toEqual(DEFAULT_THRESHOLDS.CO2);
    expect((await save('CO2', { ...CO2, inherits: 'N', valid_from: TODAY })).body).toMatchObject({
      ...CO2,
      inherits: 'N',
      valid_from: TODAY,
      planned_from: null,
    });
    expect([holdsOn(YESTERDAY), holdsOn(TODAY)]).toEqual([DEFAULT_THRESHOLDS.CO2, CO2]);
  });

  it('are found by whether they are its own', async () => {
    const found = async (wanted: string) => {
      const path = `/organization-sensors?overridden=${wanted}`;
      return (await ask('GET', path)).body.content.map(({ type }: { type: string }) => type);
    };
    expect([await found('Y'), await found('N')]).toEqual([[], [...SENSOR_TYPES]]);
    await save('CO2', { ...CO2, inherits: 'N', valid_from: TOMORROW });
    expect(await found('Y')).toEqual(['CO2']);
    await save('CO2', { inherits: 'Y', valid_from: TODAY });
    expect(await found('Y')).toEqual([]);
  });

  it('stay, and what is planned too, when something else is changed', async () => {
    await save('CO2', { ...CO2, inherits: 'N', valid_from: TODAY });
    await save('CO2', { ...CO2, good: 400, valid_from: TOMORROW });
    expect((await save('CO2', { name: '교실 CO2' })).body).toMatchObject({
      ...CO2,
      name: '교실 CO2',
      planned_from: TOMORROW,
    });
    expect(holdsOn(TOMORROW)).toEqual({ ...CO2, good: 400 });
  });

  it('end with one click from a day on, and stay what they were until then', async () => {
    await save('CO2', { ...CO2, inherits: 'N', valid_from: TODAY });
    const back = await save('CO2', { inherits: 'Y', valid_from: TOMORROW });
    expect(back.body).toMatchObject({ inherits: 'N', planned_from: TOMORROW, planned_bounds: null });
    expect([holdsOn(TODAY), holdsOn(TOMORROW)]).toEqual([CO2, DEFAULT_THRESHOLDS.CO2]);
  });

  it('thresholds that take effect now replace planned ones', async () => {
    await save('CO2', { ...CO2, inherits: 'N', valid_from: TOMORROW });
    expect((await save('CO2', { inherits: 'Y', valid_from: TODAY })).body.planned_from).toBeNull();
    expect(holdsOn(TOMORROW)).toEqual(DEFAULT_THRESHOLDS.CO2);
    expect((await database.db.query(sql`select from standard`)).rowCount).toBe(0);
  });

  it.each([
    ['a past day', { ...CO2, valid_from: YESTERDAY }, { valid_from: 'PAST' }],
    ['no day', { ...CO2 }, { valid_from: 'REQUIRED' }],
    ['a day in the next century', { ...CO2, valid_from: '2100-01-01' }, { valid_from: 'TOO_LARGE' }],
    ['bounds that do not ascend', { ...CO2, bad: 650, valid_from: TODAY }, { bad: 'NOT_ASCENDING' }],
    ['a bound above the range', { ...CO2, very_bad: 10_001, valid_from: TODAY }, { very_bad: 'TOO_LARGE' }],
    ['a bound below the range', { ...CO2, good: -1, valid_from: TODAY }, { good: 'TOO_SMALL' }],
    ['a bound finer than the sensor resolves', { ...CO2, normal: 700.5, valid_from: TODAY }, { normal: 'TOO_FINE' }],
    ['a bound that is missing', { ...CO2, normal: null, valid_from: TODAY }, { normal: 'REQUIRED' }],
    ["another type's bound", { ...CO2, nice: 20, valid_from: TODAY }, { nice: 'INVALID' }],
    ['a text for a bound', { ...CO2, good: '450', valid_from: TODAY }, { good: 'INVALID' }],
    ['a field that is none', { colour: 'red' }, { colour: 'UNKNOWN_FIELD' }],
  ])('are not changed with %s', async (_, change, errors) => {
    expect(errorsOf(await save('CO2', { inherits: 'N', ...change }))).toEqual([400, errors]);
    expect((await database.db.query(sql`select from standard`)).rowCount).toBe(0);
  });

  it('begin on its own today: yesterday is past in Seoul and today in Los Angeles', async () => {
    const change = { ...CO2, inherits: 'N', valid_from: YESTERDAY };
    expect(errorsOf(await save('CO2', change))).toEqual([400, { valid_from: 'PAST' }]);
    expect((await save('CO2', change, western)).body).toMatchObject({ ...CO2, first_day: YESTERDAY });
  });

  it('of temperature and humidity are bands', async () => {
    const bands = { some_cold: 16, nice: 19, some_hot: 25, very_hot: 27 };
    const warm = await save('TEMPERATURE', { ...bands, inherits: 'N', valid_from: TODAY });
    expect(warm.body).toMatchObject({ ...bands, very_good: null, good: null });
    expect((await show('PM10')).very_good).toBe(0);
  });
});

describe('the master', () => {
  it('holds for all that have none of their own, from a day that is past for none of them', async () => {
    await save('CO2', { ...CO2, inherits: 'N', valid_from: TODAY });
    const strict = { good: 400, normal: 500, bad: 600, very_bad: 700 };
    expect(errorsOf(await save('CO2', { ...strict, inherits: 'N', valid_from: YESTERDAY }, null))).toEqual([
      400,
      { valid_from: 'PAST' },
    ]);
    expect((await save('CO2', { ...strict, inherits: 'N', valid_from: TODAY }, null)).body).toMatchObject(strict);
    expect([holdsOn(TODAY), holdsOn(TODAY, western), holdsOn(YESTERDAY, western)]).toEqual([
      CO2,
      strict,
      DEFAULT_THRESHOLDS.CO2,
    ]);
    expect((await show('CO2')).inherited_bounds).toEqual(Object.values(strict));
    const { rows } = await database.db.query(
      sql`select organization_id, entity from audit where entity = 'master_sensors'`,
    );
    expect(rows).toEqual([{ organization_id: null, entity: 'master_sensors' }]);
  });

  it('narrows the range in which thresholds may lie', async () => {
    const narrow = { range_min: 300, range_max: 1200 };
    expect(errorsOf(await save('CO2', { ...narrow, inherits: 'N', valid_from: TODAY }, null))).toEqual([
      400,
      { very_bad: 'TOO_LARGE' },
    ]);
    expect(errorsOf(await save('CO2', narrow, null))).toEqual([400, { inherits: 'INVALID' }]);
    expect((await save('CO2', { ...narrow, ...CO2, inherits: 'N', valid_from: TODAY }, null)).status).toBe(200);
    const change = { ...CO2, very_bad: 1300, inherits: 'N', valid_from: TODAY };
    expect(errorsOf(await save('CO2', change))).toEqual([400, { very_bad: 'TOO_LARGE' }]);
    expect((await save('CO2', { range_min: 0, range_max: 10_000 }, null)).status).toBe(200);
  });

  it('narrows its range without blocking organizations whose thresholds are outside of it now', async () => {
    const wide = { good: 400, normal: 500, bad: 600, very_bad: 3000, inherits: 'N' };
    await save('CO2', { ...wide, valid_from: TODAY });
    await save('CO2', { ...wide, very_bad: 4000, valid_from: TOMORROW });
    expect((await save('CO2', { range_max: 2500 }, null)).status).toBe(200);
    expect((await save('CO2', { ...wide, name: '새 이름' })).body).toMatchObject({ ...wide, name: '새 이름' });
    const change = { ...wide, very_bad: 2900, valid_from: TODAY };
    expect(errorsOf(await save('CO2', change))).toEqual([400, { very_bad: 'TOO_LARGE' }]);
    expect(errorsOf(await save('CO2', { ...wide, nice: 20 }))).toEqual([400, { nice: 'INVALID' }]);
    expect((await save('CO2', { ...wide, very_bad: 2400, valid_from: TODAY })).status).toBe(200);
    await save('CO2', { range_max: 10_000 }, null);
  });

  it('does not leave a planned change outside of its range', async () => {
    const planned = { good: 400, normal: 500, bad: 600, very_bad: 3000, inherits: 'N', valid_from: TOMORROW };
    await save('CO2', planned, null);
    const narrow = { range_max: 2000 };
    expect(errorsOf(await save('CO2', narrow, null))).toEqual([400, { valid_from: 'REQUIRED' }]);
  });

  it.each([
    ['begins below what the type can be', { range_min: -1 }, { range_min: 'TOO_SMALL' }],
    ['ends above it', { range_max: 10_001 }, { range_max: 'TOO_LARGE' }],
    ['ends before it begins', { range_min: 900, range_max: 900 }, { range_max: 'NOT_ASCENDING' }],
    ['is missing', { range_min: null }, { range_min: 'REQUIRED' }],
  ])('has no range that %s', async (_, change, errors) => {
    expect(errorsOf(await save('CO2', change, null))).toEqual([400, errors]);
  });

  it('has a code of its own', async () => {
    const answer = await save('CO2', { code: 'PM10' }, null);
    expect([answer.status, answer.body.code]).toEqual([409, 'DUPLICATION_CODE']);
  });

  it('is none of a LOCAL_ role', async () => {
    expect((await ask('GET', '/master-sensors')).status).toBe(403);
  });
});

it('a type that an organization does not use is none of its sensors, until it is used again', async () => {
  const department = await aDepartment(database.db, { organizationId: own.id });
  const meter = await aMeter(database.db, { department, sensors: ['CO2', 'PM10'] });
  const other = await aMeter(database.db, {
    department: await aDepartment(database.db, { organizationId: western.id }),
    sensors: ['CO2'],
  });
  await registry.reload();
  const types = (id: number) =>
    [...(registry.snapshot().meters.get(id)?.sensors.values() ?? [])].map(({ type }) => type);
  await save('CO2', { use: 'N' });
  expect([types(meter.id), types(other.id)]).toEqual([['PM10'], ['CO2']]);
  await save('CO2', { use: 'Y' });
  expect(types(meter.id).toSorted()).toEqual(['CO2', 'PM10']);
});
