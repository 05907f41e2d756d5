import { sensorsQuery } from '@airdeck/contract/device/parts';
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
});
