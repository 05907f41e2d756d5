import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hchoMgPerM3 } from './formulas.ts';

it.each([
  [1, 25, 1.228],
  [1, 20, 1.248],
  [1, 0, 1.34],
  [0.1, 25, 0.123],
  [0, 25, 0],
])('%d ppm of HCHO at %d °C is %d mg/m³', (ppm, temperatureC, mg) => {
  expect(Math.abs(hchoMgPerM3(ppm, temperatureC) - mg)).toBeLessThan(0.0006);
});

it('decreases with temperature and is proportional to the volume', () => {
  const ppm = fc.double({ min: 0.001, max: 5, noNaN: true });
  const temperature = fc.integer({ min: -40, max: 124 });
  fc.assert(
    fc.property(ppm, temperature, (p, t) => {
      expect(hchoMgPerM3(p, t + 1)).toBeLessThan(hchoMgPerM3(p, t));
      expect(hchoMgPerM3(2 * p, t)).toBeCloseTo(2 * hchoMgPerM3(p, t), 9);
    }),
  );
});
