import { hchoMgPerM3 } from './formulas.ts';
import type { SensorType } from './sensor-type.ts';

export const UNITS = ['µg/m³', 'mg/m³', 'ppm', 'ppb', '°C', '°F', 'K', '%', '1'] as const;
export type Unit = (typeof UNITS)[number];

/** Accepted spellings of each unit, for the documentation too. Upper and lower case and outer spaces do not matter. */
export const UNIT_SPELLINGS: Readonly<Record<Unit, readonly string[]>> = {
  // Two signs look the same: U+00B5 micro sign and U+03BC Greek mu.
  'µg/m³': [
    'µg/m³',
    'μg/m³',
    'µg/m3',
    'μg/m3',
    'µg/m^3',
    'μg/m^3',
    'ug/m3',
    'ug/m³',
    'ug/m^3',
    '㎍/㎥',
    'µg/㎥',
    'μg/㎥',
    'ug/㎥',
  ],
  'mg/m³': ['mg/m³', 'mg/m3', 'mg/m^3', '㎎/㎥', 'mg/㎥'],
  ppm: ['ppm', 'ppmv', '㏙'],
  ppb: ['ppb', 'ppbv'],
  '°C': ['°C', '℃', 'C', 'degC', 'deg C', 'celsius'],
  '°F': ['°F', '℉', 'F', 'degF', 'deg F', 'fahrenheit'],
  K: ['K', 'kelvin'],
  '%': ['%', '%RH', '% RH', 'percent', 'pct'],
  '1': ['1', 'fraction', 'ratio'],
};

const DEFAULT_TEMPERATURE_C = 25;

type ToCanonical = (value: number, temperatureC: number) => number;

const PARTICLE_UNITS: Partial<Record<Unit, ToCanonical>> = {
  'µg/m³': (v) => v,
  'mg/m³': (v) => v * 1000,
};

/** The units that each type accepts, and their conversion to its canonical unit. */
const TO_CANONICAL: Readonly<Record<SensorType, Partial<Record<Unit, ToCanonical>>>> = {
  PM10: PARTICLE_UNITS,
  'PM2.5': PARTICLE_UNITS,
  'PM1.0': PARTICLE_UNITS,
  CO2: { ppm: (v) => v, ppb: (v) => v / 1000 },
  TEMPERATURE: { '°C': (v) => v, '°F': (v) => ((v - 32) * 5) / 9, K: (v) => v - 273.15 },
  HUMIDITY: { '%': (v) => v, '1': (v) => v * 100 },
  HCHO: {
    'mg/m³': (v) => v,
    'µg/m³': (v) => v / 1000,
    ppm: (v, temperatureC) => hchoMgPerM3(v, temperatureC),
    ppb: (v, temperatureC) => hchoMgPerM3(v / 1000, temperatureC),
  },
};

const UNIT_BY_SPELLING: ReadonlyMap<string, Unit> = new Map(
  UNITS.flatMap((unit) => UNIT_SPELLINGS[unit].map((spelling): [string, Unit] => [spelling.toLowerCase(), unit])),
);

/** The units that a type accepts, its canonical one first. */
export function unitsOf(type: SensorType): Unit[] {
  return UNITS.filter((unit) => TO_CANONICAL[type][unit] !== undefined);
}

/**
 * Converts `value` in `unit` to the type's canonical unit; null when the type does not have that unit. `temperatureC`
 * is the air temperature and matters only to HCHO by volume (ppm, ppb); 25 °C by default.
 */
export function convert(
  type: SensorType,
  value: number,
  unit: string,
  temperatureC: number = DEFAULT_TEMPERATURE_C,
): number | null {
  const known = UNIT_BY_SPELLING.get(unit) ?? UNIT_BY_SPELLING.get(unit.trim().toLowerCase());
  const toCanonical = known === undefined ? undefined : TO_CANONICAL[type][known];
  return toCanonical === undefined ? null : toCanonical(value, temperatureC);
}
