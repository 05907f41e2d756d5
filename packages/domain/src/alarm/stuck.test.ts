import { expect, it } from 'vitest';
import type { SensorType } from '../sensor-type.ts';
import { toTicks } from '../stored-value.ts';
import { isStuckAt } from './stuck.ts';

it.each<[SensorType, number, boolean, string]>([
  ['PM2.5', 0, false, 'clean air'],
  ['PM2.5', 0.7, false, 'clean air'],
  ['PM2.5', 3.4, true, 'tenths never stand still'],
  ['PM2.5', 3, false, 'a device of whole numbers, little dust'],
  ['PM10', 24, true, 'a device of whole numbers, much dust'],
  ['PM10', 1000, false, 'more than it can tell'],
  ['CO2', 400, false, 'the baseline'],
  ['CO2', 450, false, 'the baseline'],
  ['CO2', 612, true, 'air with people in it'],
  ['CO2', 800, true, 'air with people in it'],
  ['CO2', 10_000, false, 'more than it can tell'],
  ['TEMPERATURE', 22.5, false, 'a device of tenths'],
  ['TEMPERATURE', 22.53, true, 'hundredths never stand still'],
  ['TEMPERATURE', -3.21, true, 'hundredths never stand still'],
  ['HUMIDITY', 45, false, 'a device of whole numbers'],
  ['HUMIDITY', 45.37, true, 'hundredths never stand still'],
  ['HUMIDITY', 100, false, 'saturated'],
  ['HCHO', 0, false, 'none'],
  ['HCHO', 0.012, false, 'too little to move'],
  ['HCHO', 0.041, true, 'a source'],
  ['HCHO', 0.05, true, 'a source'],
])('%s %f for an hour is stuck: %s (%s)', (type, value, expected) => {
  expect(isStuckAt(type, toTicks(type, value))).toBe(expected);
});
