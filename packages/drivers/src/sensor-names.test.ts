import { describe, expect, it } from 'vitest';
import { isOtherName, sensorOfName } from './sensor-names.ts';

describe('names of sensors', () => {
  it.each([
    ['pm1', 'PM1.0', 'µg/m³'],
    ['PM1.0', 'PM1.0', 'µg/m³'],
    ['pm_2p5', 'PM2.5', 'µg/m³'],
    ['particulate_matter_2_5', 'PM2.5', 'µg/m³'],
    ['PM10', 'PM10', 'µg/m³'],
    ['초미세먼지', 'PM2.5', 'µg/m³'],
    ['carbonDioxide', 'CO2', 'ppm'],
    ['CO₂', 'CO2', 'ppm'],
    ['hcho', 'HCHO', null],
    ['hcho_ppb', 'HCHO', 'ppb'],
    ['formaldehyde µg/m³', 'HCHO', 'µg/m³'],
    ['temperature', 'TEMPERATURE', null],
    ['temp_f', 'TEMPERATURE', '°F'],
    ['hum', 'HUMIDITY', '%'],
  ] as const)('reads %s as %s in %s', (name, type, unit) => {
    expect(sensorOfName(name, null)).toEqual({ type, unit });
  });

  it.each(['eCO2', 'eqco2', 'co2_estimated', 'estimated CO2'])('marks %s as computed', (name) => {
    expect(sensorOfName(name, null)).toMatchObject({ type: 'CO2', note: 'COMPUTED' });
  });

  it.each([
    ['co2_alarm', 'a setting'],
    ['pm25_avg', 'a statistic'],
    ['pm_0_3um', 'a count'],
    ['esp32_temperature', 'a chip'],
    ['dew_point_temperature', 'a derived value'],
  ])('reads %s as %s, not as air', (name) => {
    expect(sensorOfName(name, null)).toBeNull();
    expect(isOtherName(name)).toBe(true);
  });

  it('lets the given unit count before that in the name, and refuses one of another quantity', () => {
    expect(sensorOfName('hcho_ppb', 'mg/m³')?.unit).toBe('mg/m³');
    expect(sensorOfName('co2', '°C')?.unit).toBeNull();
  });
});
