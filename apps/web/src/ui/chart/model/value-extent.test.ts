import { GRADES } from '@airdeck/domain/grade';
import { COMFORTS, DRYNESSES } from '@airdeck/domain/rating';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandsBetween } from './chart-data.ts';
import { gradedExtent } from './value-extent.ts';

const BANDS = {
  CO2: { bounds: [600, 800, 1000, 1500], ratings: GRADES },
  PM10: { bounds: [15, 30, 80, 150], ratings: GRADES },
  HCHO: { bounds: [0.03, 0.05, 0.08, 0.1], ratings: GRADES },
  TEMPERATURE: { bounds: [18, 20, 26, 28], ratings: COMFORTS },
  HUMIDITY: { bounds: [30, 40, 60, 70], ratings: DRYNESSES },
} as const;

test.each([
  // Noise within a grade: the axis is that of the grade.
  ['PM10', [18, 19], [0, 30]],
  ['PM10', [0, 0], [0, 15]],
  ['CO2', [410, 432], [0, 600]],
  ['CO2', [410, 1320], [0, 1500]],
  ['HCHO', [0.011, 0.04], [0, 0.05]],
  // A value at a bound is not drawn on the edge.
  ['CO2', [410, 599], [0, 800]],
  ['CO2', [410, 600], [0, 800]],
  // Beyond the last bound the values decide.
  ['CO2', [410, 2000], [0, 2100]],
  ['CO2', [410, 1500], [0, 1575]],
  // A value below zero is a fault, and must be seen.
  ['PM10', [-4, 10], [-4, 15]],
  // All bands of comfort are in sight.
  ['TEMPERATURE', [21.2, 21.9], [16, 30]],
  ['TEMPERATURE', [16, 30], [16, 30]],
  ['HUMIDITY', [45, 46], [22, 78]],
  ['HUMIDITY', [12, 46], [8.7, 78]],
  ['TEMPERATURE', [-4, 36], [-6, 38]],
] as const)('%s: values of %j are on an axis of %j', (type, values, axis) => {
  const [low, high] = gradedExtent(values, BANDS[type]);
  expect(low).toBeCloseTo(axis[0]);
  expect(high).toBeCloseTo(axis[1]);
});

test('thresholds of an organization move the axis', () => {
  expect(gradedExtent([410, 640], { ...BANDS.CO2, bounds: [450, 700, 1100, 1600] })).toEqual([0, 700]);
  expect(gradedExtent([21, 22], { ...BANDS.TEMPERATURE, bounds: [10, 12, 18, 20] })).toEqual([8, 22]);
});

const value = fc.double({ min: -50, max: 4_000, noNaN: true });
test('every value is on the axis, below its upper end, and in a band of it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(BANDS)), value, value, (bands, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const extent = gradedExtent([low, high], bands);
      expect(extent[0]).toBeLessThanOrEqual(low);
      expect(extent[1]).toBeGreaterThanOrEqual(high);
      if (high > 0) expect(extent[1]).toBeGreaterThan(high * 1.001);
      const drawn = bandsBetween(bands, extent);
      expect(drawn.some(({ from, to }) => from <= high && high <= to)).toBe(true);
    }),
  );
});
