import { type SensorType, tableOf } from './sensor-type.ts';
import { UNITS, type Unit } from './sensor-types/types.ts';

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

/** The units that each type accepts, and their conversion to its canonical unit. */
const TO_CANONICAL = tableOf(({ toCanonical }) => toCanonical);

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
