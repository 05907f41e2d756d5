import { sensorsQuery } from '@airdeck/contract/device/parts';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRows } from '../../resource/resource-queries.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { sensorTable } from './sensor-queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  for (const name of ['First', 'Second']) {
    const organization = await anOrganization(db, { name });
    const department = await aDepartment(db, { organizationId: organization.id, name: `${name} ward` });
    for (const room of ['Room 10', 'Room 2', 'Room 1']) {
      await aMeter(db, { department, name: room, sensors: ['PM10', 'CO2'] });
    }
    await aMeter(db, { department, name: 'Room 3', sensors: [] });
  }
});
afterAll(() => database.close());

/** All pages of three rows, as one list of "organization, meter, type". */
const read = async (given: Record<string, string | string[]>) => {
  const names: string[] = [];
  for (let page = 0; ; page++) {
    const query = sensorsQuery.parse({ size: '3', page: String(page), ...given });
    const { rows, total } = await listRows(database.db, sensorTable, { reach: 'all' }, query);
    names.push(...rows.map((row) => `${row.organization_name}, ${row.meter_name}, ${row.type}`));
    if (rows.length === 0) return { names, total };
  }
};
const both = (meter: string): string[] => [`${meter}, CO2`, `${meter}, PM10`];

describe('the list of sensors in the order of its meters', () => {
  it('has every sensor once, those of a meter together, over its pages', async () => {
    const { names, total } = await read({ sort: ['organization_name,DESC', 'meter_name'] });
    const rooms = ['Room 1', 'Room 2', 'Room 10'];
    expect(names).toEqual(['Second', 'First'].flatMap((name) => rooms.flatMap((room) => both(`${name}, ${room}`))));
    expect(total).toBe(12);
  });

  it('has the sensors of a place only', async () => {
    const { names, total } = await read({ sort: 'meter_name,DESC', organizationName: 'first' });
    expect(names).toEqual(['Room 10', 'Room 2', 'Room 1'].flatMap((room) => both(`First, ${room}`)));
    expect(total).toBe(6);
  });

  it('keeps the order of the meters with a filter on the sensors', async () => {
    const { names } = await read({ sort: 'meter_name', organizationName: 'first', type: 'CO2' });
    expect(names).toEqual(['Room 1', 'Room 2', 'Room 10'].map((room) => `First, ${room}, CO2`));
  });

  it('has the sensors of a place in an order of their own', async () => {
    const { names, total } = await read({ sort: ['organization_name,DESC', 'type,DESC', 'meter_name'] });
    const rooms = ['Room 1', 'Room 2', 'Room 10'];
    const of = (organization: string, type: string) => rooms.map((room) => `${organization}, ${room}, ${type}`);
    expect(names).toEqual([
      ...of('Second', 'PM10'),
      ...of('Second', 'CO2'),
      ...of('First', 'PM10'),
      ...of('First', 'CO2'),
    ]);
    expect(total).toBe(12);
  });
});

describe('a search for sensors', () => {
  it('finds names of meters and places, alone and beside names of sensors', async () => {
    const { names } = await read({ search: 'second room' });
    expect(names).toEqual(['Room 10', 'Room 2', 'Room 1'].flatMap((room) => both(`Second, ${room}`)));
    expect((await read({ search: 'room co2' })).total).toBe(6);
    expect((await read({ search: 'second room', type: 'CO2' })).total).toBe(3);
    expect(await read({ search: 'room nothing' })).toEqual({ names: [], total: 0 });
    expect((await read({ sensorName: 'nothing' })).total).toBe(0);
  });

  it('finds a name among more different names than are looked through one by one', async () => {
    const { db } = database;
    const meters = [
      await aMeter(db, { name: 'Many 1', sensors: [] }),
      await aMeter(db, { name: 'Many 2', sensors: [] }),
    ];
    const { rowCount } = await db.query(sql`insert into sensor (meter_id, type, sequence, name)
      select m, t, i, case when i = 99 then 'zz ' else 'aa ' end || m || t || i
      from unnest(${meters.map(({ id }) => id)}::integer[]) m, unnest(${SENSOR_TYPES}::text[]) t, generate_series(1, 99) i`);
    expect(rowCount).toBeGreaterThan(1_000);
    const size = '200';
    expect((await read({ sensorName: 'ZZ ', size })).total).toBe(2 * SENSOR_TYPES.length);
    expect((await read({ search: 'zz many', size })).total).toBe(2 * SENSOR_TYPES.length);
    expect((await read({ search: 'many', size })).total).toBe(rowCount);
  });
});
