import { expect, it } from 'vitest';
import { aSnapshot } from '../testing/snapshot.ts';
import { applyMeters } from './apply-meters.ts';
import type { MeterRow, MeterRows } from './registry-queries.ts';

const NONE: MeterRows = {
  ...{ meters: [], periods: [], sensors: [], unusedSensors: [], purifiers: [], credentials: [] },
  ...{ deletedMeters: [], deletedPeriods: [], deletedSensors: [], deletedPurifiers: [] },
};
const METER: MeterRow = {
  ...{ id: 7, name: 'Meter 7', name_en: null, department_id: 3, code: 'M7', interval_s: 60 },
  type: 'METER',
  use: 'Y',
  ...{ backfill_until: null, calibration_date: null, public_page: 'Y' },
  ...{ certificate_grade: null, certificate_number: null, certificate_until: null },
};
/** The highest id of a sensor. */
const HIGHEST = 2_147_483_647;

const school = () =>
  aSnapshot([
    {
      id: 1,
      offices: [{ id: 2, departments: [{ id: 3, meters: [{ id: 7, sensors: ['CO2', 'PM10', 'CO2'] }, { id: 8 }] }] }],
    },
  ]);

it('finds sensors by channel and by id', () => {
  const snapshot = school();
  const sensors = snapshot.meters.get(7)?.sensors;
  expect([...(sensors?.values() ?? [])].map(({ id, channel, state }) => [id, channel, state])).toEqual([
    [700, 401, null],
    [701, 101, null],
    [702, 402, null],
  ]);
  expect(sensors?.get(402)).toMatchObject({ id: 702, type: 'CO2', sequence: 2, name: 'CO2' });
  expect([sensors?.has(402), sensors?.has(403), sensors?.get(403)]).toEqual([true, false, undefined]);
  expect(snapshot.sensors.get(702)).toBe(sensors?.get(402));
  expect([...(sensors?.values() ?? [])][2]).toBe(sensors?.get(402));
  expect([...(sensors?.keys() ?? [])]).toEqual([401, 101, 402]);
  expect(snapshot.sensors.get(800)?.meter.id).toBe(8);
  expect([703, 0, HIGHEST].map((id) => snapshot.sensors.get(id))).toEqual([undefined, undefined, undefined]);
});

it('finds sensors by id only at the meter that has them now', () => {
  const snapshot = school();
  const sensors = [{ meter_id: 7, ids: [702, 800, HIGHEST], kinds: '[["CO2",1,"a"],["PM10",1,"b"],["HCHO",1,"c"]]' }];
  applyMeters(snapshot, [7, 8], { ...NONE, meters: [METER], sensors });
  const found = [700, 702, 800, HIGHEST].map((id) => snapshot.sensors.get(id)?.name);
  expect(found).toEqual([undefined, 'a', 'b', 'c']);
  applyMeters(snapshot, [7], NONE);
  expect([702, 800, HIGHEST].map((id) => snapshot.sensors.get(id))).toEqual([undefined, undefined, undefined]);
});
