import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceApp, openDeviceApp } from '../../testing/device-app.ts';
import { aDepartment, aMeter, anOrganization, aSensor, type TestMeter } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let app: DeviceApp;
let meter: TestMeter;
let other: TestMeter;
let foreign: TestMeter;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const own = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: own.id });
  meter = await aMeter(db, { department, name: 'Meter A' });
  other = await aMeter(db, { department, name: 'Meter B' });
  foreign = await aMeter(db, { sensors: ['CO2'] });
  app = await openDeviceApp(database, own);
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  for (const table of ['sensor', 'purifier']) {
    await database.db.query(sql([`delete from ${table} where meter_id <> `, ''], foreign.id));
  }
  await app.devices.registry.reload();
});

const sensorsOf = (id: number) => [...(app.devices.registry.snapshot().meters.get(id)?.sensors.values() ?? [])];
const audits = async () =>
  (await database.db.query(sql`select action, entity from audit order by id desc limit 1`)).rows;

describe('a sensor', () => {
  const fields = () => ({ meter_id: meter.id, type: 'CO2', sequence: 2, name: '창가' });

  it('is added, known at once, renamed, taken out of use and deleted', async () => {
    const { status, body } = await app.ask('POST', '/sensors', fields());
    expect([status, body]).toMatchObject([200, { ...fields(), use: 'Y', meter_name: 'Meter A', version: 1 }]);
    expect(sensorsOf(meter.id)).toMatchObject([{ type: 'CO2', sequence: 2, channel: 402, name: '창가' }]);
    await app.ask('PUT', `/sensors/${body.id}`, { name: '문가', use: 'N', version: 1 });
    expect(sensorsOf(meter.id)).toEqual([]);
    expect((await app.ask('GET', `/sensors/${body.id}`)).body).toMatchObject({ name: '문가', use: 'N', sequence: 2 });
    expect((await app.ask('DELETE', `/sensors/${body.id}?version=2`)).status).toBe(200);
    expect(await audits()).toEqual([{ action: 'delete', entity: 'sensors' }]);
  });

  it('has a sequence number of its own among those of its type in its meter', async () => {
    await app.ask('POST', '/sensors', fields());
    const again = await app.ask('POST', '/sensors', { ...fields(), name: '다른 이름' });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATION_LOCALIZATION_SEQUENCE']);
    expect(again.body.errors).toEqual({ sequence: 'DUPLICATE' });
    for (const change of [{ type: 'PM10' }, { sequence: 3 }, { meter_id: other.id }]) {
      expect((await app.ask('POST', '/sensors', { ...fields(), ...change })).status).toBe(200);
    }
  });

  it.each([
    ['type', { type: 'RADON' }, 'INVALID'],
    ['sequence', { sequence: 0 }, 'TOO_SMALL'],
    ['sequence', { sequence: 100 }, 'TOO_LARGE'],
    ['sequence', { sequence: 1.5 }, 'INVALID'],
    ['name', { name: '' }, 'REQUIRED'],
    ['meter_id', { meter_id: null }, 'REQUIRED'],
    ['use', { use: 'maybe' }, 'INVALID'],
  ])('names its field %s when it is %j', async (field, change, code) => {
    expect(await app.ask('POST', '/sensors', { ...fields(), ...change })).toMatchObject({
      status: 400,
      body: { errors: { [field]: code } },
    });
  });

  it('keeps its type and number: they are no fields of a change', async () => {
    const { body } = await app.ask('POST', '/sensors', fields());
    const edited = { name: 'X', use: 'Y', version: 1, type: 'PM10', sequence: 9 };
    expect((await app.ask('PUT', `/sensors/${body.id}`, edited)).body.errors).toEqual({
      type: 'UNKNOWN_FIELD',
      sequence: 'UNKNOWN_FIELD',
    });
  });

  it("is none of another organization's", async () => {
    const theirs = foreign.sensorIds[0];
    const answers = [
      await app.ask('POST', '/sensors', { ...fields(), meter_id: foreign.id }),
      await app.ask('GET', `/sensors/${theirs}`),
      await app.ask('PUT', `/sensors/${theirs}`, { name: 'X', version: 1 }),
      await app.ask('DELETE', `/sensors/${theirs}?version=1`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(answers[0]?.body.errors).toEqual({ meter_id: 'INVALID' });
  });

  it('is found by its meter, its type, its use and parts of names, and sorted', async () => {
    await aSensor(database.db, meter.id, { type: 'PM10', name: 'Window' });
    await aSensor(database.db, meter.id, { type: 'CO2', name: 'Door' });
    await aSensor(database.db, other.id, { type: 'CO2', name: 'Attic' });
    const names = async (query: string) =>
      (await app.ask('GET', `/sensors?${query}`)).body.content.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Door', 'Window', 'Attic']);
    expect(await names('sort=name')).toEqual(['Attic', 'Door', 'Window']);
    expect(await names(`meterId=${meter.id}&type=PM10`)).toEqual(['Window']);
    expect(await names('meterName=b')).toEqual(['Attic']);
    expect(await names('search=win&use=Y')).toEqual(['Window']);
    expect(await names('use=N')).toEqual([]);
  });
});

describe('a purifier', () => {
  const fields = () => ({
    ...{ meter_id: meter.id, number: 1, name: '앞 청정기', model: 'AP-300', serial: 'S-1', firmware_version: '1.2' },
    ...{ first_operation_date: '2026-01-31', cumulative_operation_h: 12.5 },
  });

  it('is added, known at once, changed as a whole and deleted', async () => {
    const { status, body } = await app.ask('POST', '/purifiers', fields());
    expect([status, body]).toMatchObject([200, { ...fields(), use: 'Y', version: 1 }]);
    const known = () => app.devices.registry.snapshot().purifiers.get(body.id);
    expect(known()).toMatchObject({ number: 1, name: '앞 청정기', meter: { id: meter.id } });
    const { meter_id: _, ...rest } = fields();
    const edited = { ...rest, number: 2, name: '뒤 청정기', first_operation_date: null, version: 1 };
    expect((await app.ask('PUT', `/purifiers/${body.id}`, edited)).body).toMatchObject({ ...edited, version: 2 });
    expect(known()).toMatchObject({ number: 2, name: '뒤 청정기' });
    await app.ask('DELETE', `/purifiers/${body.id}?version=2`);
    expect(known()).toBeUndefined();
  });

  it.each([
    ['number', { name: '다른 이름' }],
    ['name', { number: 7 }],
  ])('has a %s of its own in its meter', async (field, change) => {
    await app.ask('POST', '/purifiers', fields());
    const again = await app.ask('POST', '/purifiers', { ...fields(), ...change });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATION_AIR_PURIFIER']);
    expect(again.body.errors).toEqual({ [field]: 'DUPLICATE' });
    expect((await app.ask('POST', '/purifiers', { ...fields(), meter_id: other.id })).status).toBe(200);
  });

  it.each([
    ['number', { number: 100 }, 'TOO_LARGE'],
    ['first_operation_date', { first_operation_date: '2026-02-30' }, 'INVALID'],
    ['cumulative_operation_h', { cumulative_operation_h: -1 }, 'TOO_SMALL'],
    ['serial', { serial: '<b>' }, 'NAME'],
  ])('names its field %s when it is %j', async (field, change, code) => {
    expect((await app.ask('POST', '/purifiers', { ...fields(), ...change })).body.errors).toEqual({ [field]: code });
  });

  it("is none of another organization's meter", async () => {
    const answer = await app.ask('POST', '/purifiers', { ...fields(), meter_id: foreign.id });
    expect([answer.status, answer.body.errors]).toEqual([404, { meter_id: 'INVALID' }]);
  });
});
