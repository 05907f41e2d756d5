import { expect, it } from 'vitest';
import { GRADED_TYPES, isGraded, SENSOR_TYPE_INFO, SENSOR_TYPES } from './sensor-type.ts';

it.each([
  ['PM10', 'µg/m³', 1, 0, 1000, 600],
  ['PM2.5', 'µg/m³', 1, 0, 1000, 500],
  ['PM1.0', 'µg/m³', 1, 0, 1000, 500],
  ['CO2', 'ppm', 0, 0, 10_000, 5000],
  ['TEMPERATURE', '°C', 2, -40, 125, null],
  ['HUMIDITY', '%', 2, 0, 100, null],
  ['HCHO', 'mg/m³', 3, 0, 5, 1],
] as const)('%s is measured in %s', (type, unit, digits, min, max, top) => {
  expect(SENSOR_TYPE_INFO[type]).toEqual({ unit, digits, min, max, top });
});

it('grades exactly the types that have an index top', () => {
  expect(SENSOR_TYPES.filter(isGraded)).toEqual(GRADED_TYPES);
  expect(SENSOR_TYPES.filter((type) => SENSOR_TYPE_INFO[type].top !== null)).toEqual(GRADED_TYPES);
});

it('has seven types in the stored order', () => {
  expect(SENSOR_TYPES).toEqual(['PM10', 'PM2.5', 'PM1.0', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'HCHO']);
  expect(GRADED_TYPES).toEqual(['PM10', 'PM2.5', 'PM1.0', 'CO2', 'HCHO']);
});
