import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scalePosition } from './grade-scale.tsx';

const CO2 = [600, 800, 1000, 1500] as const;

test.each([
  [600, 20],
  [700, 30],
  [800, 40],
  [1000, 60],
  [1500, 80],
  [1750, 90],
  [5000, 100],
  [500, 10],
  [0, 0],
  [-40, 0],
])('%d stands at %d %%', (value, position) => {
  expect(scalePosition(value, CO2)).toBeCloseTo(position);
});

test('a higher value never stands further left', () => {
  const value = fc.double({ min: -100, max: 6000, noNaN: true });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(scalePosition(Math.min(a, b), CO2)).toBeLessThanOrEqual(scalePosition(Math.max(a, b), CO2));
    }),
  );
});
