import fc from 'fast-check';
import { expect, it } from 'vitest';
import { humidityOf, moistureOf, saturationPressure } from './humid-air.ts';

it.each([
  [0, 6.11],
  [20, 23.4],
  [30, 42.4],
])('saturates at %d °C at %d hPa', (temperature, pressure) => {
  expect(saturationPressure(temperature)).toBeCloseTo(pressure, 0);
});

it('finds 14.7 g/kg in air of 20 °C at 100 %', () => {
  expect(moistureOf(20, 100)).toBeCloseTo(14.7, 1);
});

it('goes there and back', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 45, noNaN: true }),
      fc.double({ min: 1, max: 100, noNaN: true }),
      (temperature, humidity) => {
        expect(humidityOf(temperature, moistureOf(temperature, humidity))).toBeCloseTo(humidity, 6);
      },
    ),
  );
});
