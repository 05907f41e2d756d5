import { expect, it } from 'vitest';
import {
  GRADED_TYPES,
  isGraded,
  PARTICLE_TYPES,
  SENSOR_TYPE_INFO,
  SENSOR_TYPES,
  sensorPhraseKey,
  WALL_ORDER,
} from './sensor-type.ts';

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

it('keeps the order that the database stores', () => {
  expect(SENSOR_TYPES).toEqual(['PM10', 'PM2.5', 'PM1.0', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'HCHO']);
  expect(GRADED_TYPES).toEqual(['PM10', 'PM2.5', 'PM1.0', 'CO2', 'HCHO']);
});

it('shows fine particles first on wall displays', () => {
  const order = ['PM2.5', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'PM10', 'HCHO', 'PM1.0'];
  expect(SENSOR_TYPES.toSorted((a, b) => WALL_ORDER[a] - WALL_ORDER[b])).toEqual(order);
  expect(PARTICLE_TYPES).toEqual(['PM2.5', 'PM10', 'PM1.0']);
});

it('makes text keys without a period', () => {
  expect(SENSOR_TYPES.map(sensorPhraseKey).filter((key) => key.includes('.'))).toEqual([]);
  expect(sensorPhraseKey('PM2.5')).toBe('PM2_5');
});
