import { field, numberOf } from '../body.ts';
import { sensorOfName, unitWarning } from '../sensor-names.ts';
import type { DeviceValue, JsonObject } from '../types.ts';
import { MAX_VALUES } from '../types.ts';
import { type Feature, SETTABLE } from './features.ts';

/** Properties whose unit is the same on all devices, for the time before `bridge/devices` was read. */
const KNOWN: Readonly<Record<string, string>> = {
  co2: 'ppm',
  pm1: 'µg/m³',
  pm25: 'µg/m³',
  pm10: 'µg/m³',
  temperature: '°C',
  humidity: '%',
  formaldehyd: 'mg/m³',
  hcho: 'mg/m³',
};
/** Spelled so by several converters, each with a unit of its own. */
const UNITS_DIFFER = ['formaldehyde'];

/** A cluster's "invalid" value after scaling. −1 °C is a temperature. */
const MISSING = new Set([-1, 65_535, 655.35]);
const MISSING_TEMPERATURE = new Set([65_535, 655.35, -327.68, 327.67]);

export const sensorsOf = (state: JsonObject, features: readonly Feature[]) => {
  const exposed = features.filter(({ kind, access }) => kind === 'numeric' && (access & SETTABLE) === 0);
  const units = new Map<string, string | null>([
    ...exposed.map(({ property, unit }): [string, string | null] => [property, unit ?? KNOWN[property] ?? null]),
    ...[...Object.keys(KNOWN), ...UNITS_DIFFER]
      .filter((property) => features.every((feature) => feature.property !== property))
      .map((property): [string, string | null] => [property, KNOWN[property] ?? null]),
    ['battery', '%'],
  ]);
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  const warnings: string[] = [];
  for (const [sensor, given] of units) {
    const json = field(state, sensor);
    const described = sensorOfName(sensor, given);
    if (json === undefined || (described === null && sensor !== 'battery')) continue;
    const value = numberOf(json);
    const { type, unit, ...note } = described ?? { type: null, unit: '%' };
    if (value === null || (type === 'TEMPERATURE' ? MISSING_TEMPERATURE : MISSING).has(value)) missing.push(sensor);
    else if (unit === null) warnings.push(unitWarning(sensor, given));
    else values.push({ sensor, type, value, unit, ...note });
  }
  return { values: values.slice(0, MAX_VALUES), missing, warnings };
};
