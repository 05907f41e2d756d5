import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from './sensor-type.ts';
import { fromTicks, meanFromTicks, toTicks } from './stored-value.ts';

const anyType = fc.constantFrom(...SENSOR_TYPES);

describe('stored value', () => {
  it.each([
    ['HCHO', 0.285, 285],
    ['HCHO', 0.0285, 29],
    ['HCHO', 1.0005, 1001],
    ['HCHO', 1.0004999, 1000],
    ['HCHO', 4.9995, 5000],
    ['CO2', 419.5, 420],
    ['CO2', 419.49, 419],
    ['PM2.5', 1.15, 12],
    ['PM2.5', 8.25, 83],
    ['PM10', 999.95, 10_000],
    ['TEMPERATURE', 1.005, 101],
    ['TEMPERATURE', -1.005, -101],
    ['TEMPERATURE', -0.125, -13],
    ['TEMPERATURE', -40, -4000],
    ['HUMIDITY', 57.015, 5702],
  ] as const)('%s %d is %i ticks', (type, value, ticks) => {
    expect(toTicks(type, value)).toBe(ticks);
  });

  it.each([0, -0, 0.004, -0.004])('never returns a negative zero (%d)', (value) => {
    expect(Object.is(toTicks('TEMPERATURE', value), 0)).toBe(true);
  });

  it('fits a smallint over every accepted range', () => {
    for (const type of SENSOR_TYPES) {
      const { min, max } = SENSOR_TYPE_INFO[type];
      expect(toTicks(type, min)).toBeGreaterThanOrEqual(-32_768);
      expect(toTicks(type, max)).toBeLessThanOrEqual(32_767);
    }
  });

  it('round-trips every tick', () => {
    fc.assert(
      fc.property(anyType, fc.integer({ min: -32_768, max: 32_767 }), (type, ticks) => {
        expect(toTicks(type, fromTicks(type, ticks))).toBe(ticks);
      }),
    );
  });

  it('rounds as decimal arithmetic does, ties away from zero', () => {
    const upToSixMoreDigits = fc.bigInt({ min: -32_000n * 10n ** 6n, max: 32_000n * 10n ** 6n });
    fc.assert(
      fc.property(anyType, upToSixMoreDigits, (type, micro) => {
        const value = Number(`${micro}e-${6 + SENSOR_TYPE_INFO[type].digits}`);
        const size = ((micro < 0n ? -micro : micro) + 500_000n) / 1_000_000n;
        expect(BigInt(toTicks(type, value))).toBe(micro < 0n ? -size : size);
      }),
      { numRuns: 2000 },
    );
  });

  it('prints as a decimal without a binary tail', () => {
    fc.assert(
      fc.property(anyType, fc.integer({ min: -32_768, max: 32_767 }), (type, ticks) => {
        const { digits } = SENSOR_TYPE_INFO[type];
        expect(fromTicks(type, ticks)).toBe(Number(fromTicks(type, ticks).toFixed(digits)));
      }),
    );
  });
});

it.each([
  ['CO2', 812.04, 812],
  ['CO2', 812.05, 812.1],
  ['PM10', 123.44, 12.34],
  ['TEMPERATURE', -1234.56, -12.346],
  ['HCHO', 80.26, 0.0803],
] as const)('a mean of %s of %d ticks is %d', (type, ticks, value) => {
  expect(meanFromTicks(type, ticks)).toBe(value);
});
