import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from './sensor-type.ts';
import { UNITS } from './sensor-types/types.ts';
import { toTicks } from './stored-value.ts';
import { convert, UNIT_SPELLINGS, unitsOf } from './unit.ts';

describe('convert', () => {
  it.each([
    ['TEMPERATURE', 75.2, '°F', 24],
    ['TEMPERATURE', -40, '°F', -40],
    ['TEMPERATURE', 297.15, 'K', 24],
    ['TEMPERATURE', 24, '℃', 24],
    ['HUMIDITY', 0.605, '1', 60.5],
    ['HUMIDITY', 60.5, '%', 60.5],
    ['PM2.5', 12.5, 'ug/m3', 12.5],
    ['PM10', 0.045, 'mg/m³', 45],
    ['CO2', 612_000, 'ppb', 612],
    ['CO2', 612, 'ppm', 612],
    ['HCHO', 80, 'µg/m³', 0.08],
    ['HCHO', 0.08, 'mg/m3', 0.08],
  ] as const)('%s %d %s is %d', (type, value, unit, canonical) => {
    expect(convert(type, value, unit)).toBeCloseTo(canonical, 9);
  });

  it.each([
    [1, 'ppm', undefined, 1.228],
    [1, 'ppm', 25, 1.228],
    [1, 'ppm', 20, 1.248],
    [1000, 'ppb', 20, 1.248],
  ] as const)('HCHO %d %s at %s °C is %d mg/m³', (value, unit, temperatureC, canonical) => {
    const mg = convert('HCHO', value, unit, temperatureC) ?? Number.NaN;
    expect(Math.abs(mg - canonical)).toBeLessThan(0.0006);
  });

  it.each([
    ['PM2.5', 'ppm'],
    ['CO2', '%'],
    ['CO2', 'mg/m³'],
    ['TEMPERATURE', 'mg/m³'],
    ['HUMIDITY', 'K'],
    ['HCHO', '°C'],
    ['CO2', ''],
    ['CO2', 'furlong'],
    ['CO2', 'constructor'],
  ] as const)('%s has no unit %j', (type, unit) => {
    expect(convert(type, 1, unit)).toBeNull();
  });

  it.each([
    ['PM10', ['µg/m³', 'mg/m³']],
    ['PM2.5', ['µg/m³', 'mg/m³']],
    ['PM1.0', ['µg/m³', 'mg/m³']],
    ['CO2', ['ppm', 'ppb']],
    ['TEMPERATURE', ['°C', '°F', 'K']],
    ['HUMIDITY', ['%', '1']],
    ['HCHO', ['µg/m³', 'mg/m³', 'ppm', 'ppb']],
  ] as const)('%s comes in %j', (type, units) => expect(unitsOf(type)).toEqual(units));

  it.each(SENSOR_TYPES)('%s accepts no empty unit', (type) => {
    expect(convert(type, 1, '')).toBeNull();
    expect(convert(type, 1, ' ')).toBeNull();
  });

  it('accepts every listed spelling, also in capitals and with outer spaces', () => {
    for (const type of SENSOR_TYPES) {
      expect(unitsOf(type)).toContain(SENSOR_TYPE_INFO[type].unit);
      for (const unit of unitsOf(type)) {
        const expected = convert(type, 10, unit);
        expect(expected).not.toBeNull();
        expect(UNIT_SPELLINGS[unit].length).toBeGreaterThan(0);
        for (const spelling of UNIT_SPELLINGS[unit]) {
          expect(convert(type, 10, spelling), spelling).toBe(expected);
          expect(convert(type, 10, ` ${spelling.toUpperCase()} `), spelling).toBe(expected);
        }
      }
    }
  });

  it('lists every spelling under one unit only, starting with the unit itself', () => {
    const spellings = UNITS.flatMap((unit) => UNIT_SPELLINGS[unit].map((s) => s.toLowerCase()));
    expect(new Set(spellings).size).toBe(spellings.length);
    for (const unit of UNITS) expect(UNIT_SPELLINGS[unit][0]).toBe(unit);
  });

  it('leaves values in the canonical unit untouched', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SENSOR_TYPES), fc.double({ noNaN: true }), (type, value) => {
        expect(convert(type, value, SENSOR_TYPE_INFO[type].unit)).toBe(value);
      }),
    );
  });

  it('stores the same ticks for every unit of a value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4000, max: 12_500 }), (ticks) => {
        const fahrenheit = Number(((ticks / 100) * 1.8 + 32).toFixed(6));
        expect(toTicks('TEMPERATURE', convert('TEMPERATURE', fahrenheit, 'F') ?? Number.NaN)).toBe(ticks);
        const kelvin = Number((ticks / 100 + 273.15).toFixed(2));
        expect(toTicks('TEMPERATURE', convert('TEMPERATURE', kelvin, 'K') ?? Number.NaN)).toBe(ticks);
      }),
    );
  });
});
