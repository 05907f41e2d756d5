import type { SensorType } from '@airdeck/domain/sensor-type';
import { convert } from '@airdeck/domain/unit';
import type { ValueNote } from './types.ts';

/** A sensor as its name and unit describe it. */
export interface NamedSensor {
  readonly type: SensorType;
  /** null: its unit is missing or belongs to another quantity, so its values cannot be read. */
  readonly unit: string | null;
  readonly note?: ValueNote;
}

/** Words in a name, with `_` between them. The first match counts, so PM1.0 and PM10 do not mix. */
const TYPES: readonly (readonly [pattern: RegExp, type: SensorType])[] = [
  [/(^|_)pm_?(1_0|01|1)(_|$)|극초미세먼지/, 'PM1.0'],
  [/(^|_)pm_?0?2(_5|5)(_|$)|초미세먼지/, 'PM2.5'],
  [/(^|_)pm_?10(_0)?(_|$)|미세먼지/, 'PM10'],
  [/(^|_)(e?co2(_?eq\w*)?|carbon_?dioxide)(_|$)|이산화탄소/, 'CO2'],
  [/(^|_)(hcho|ch2o|formaldehyde?)(_|$)|포름알데히드|폼알데하이드/, 'HCHO'],
  [/(^|_)(temperature|temp)(_|$)|온도/, 'TEMPERATURE'],
  [/(^|_)(humidity|humid|rh)(_|$)|습도/, 'HUMIDITY'],
];

/** Settings, states and values of something else than the air of a room. */
const OTHERS =
  /(^|_)(set|sp|set_?point|target|desired|limits?|alarms?|alerts?|thresholds?|min|max|minimum|maximum|hysteresis|status|state|fault|error|index|aqi|calibration|offset|correction|sensitivity|unit|interval|deadband|dew|dewpoint|heat|feels|apparent|absolute|water|soil|cpu|chip|core|board|device|internal|external|color|colour|battery|raw)(_|$)|설정|경보|목표|상한|하한/;
const COMPUTED = /(^|_)(eco2|co2_?eq\w*|eq_co2|estimated|est|equivalent|carbon_dioxide_eq\w*|avg|average|mean)(_|$)/;
/** Air in ducts and outdoors is no room's air; a person decides. */
const ELSEWHERE = /(^|_)(outdoor|outside|supply|exhaust|extract|return|inlet|outlet|duct)(_|$)|외기|급기|배기|환기/;

const wordsOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_');

/** The units of types that devices measure in one unit only. Temperature and HCHO have several. */
const USUAL_UNITS: Readonly<Partial<Record<SensorType, string>>> = {
  CO2: 'ppm',
  'PM1.0': 'µg/m³',
  'PM2.5': 'µg/m³',
  PM10: 'µg/m³',
  HUMIDITY: '%',
};

/** The unit if the type has it; the usual one where none is given; null otherwise. */
export const unitOfType = (type: SensorType, unit: string | null): string | null => {
  if (unit === null) return USUAL_UNITS[type] ?? null;
  return convert(type, 1, unit) === null ? null : unit;
};

/** Type for a name such as `pm25`, `Room CO2` or `carbonDioxide`; null: nothing that Airdeck stores. */
export const sensorOfName = (name: string, unit: string | null): NamedSensor | null => {
  const words = wordsOf(name);
  const type = OTHERS.test(words) ? undefined : TYPES.find(([pattern]) => pattern.test(words))?.[1];
  if (type === undefined) return null;
  const note: { note?: ValueNote } = COMPUTED.test(words)
    ? { note: 'COMPUTED' }
    : ELSEWHERE.test(words)
      ? { note: 'CHOOSE' }
      : {};
  return { type, unit: unitOfType(type, unit), ...note };
};

/** The warning for a sensor whose `unit` is null. */
export const unitWarning = (sensor: string, unit: string | null): string =>
  unit === null ? `the unit of ${sensor} is not known` : `${sensor} has an unknown unit: ${unit.slice(0, 20)}`;

/** Whether a name is that of a setting, a state, or something else than the air of a room. */
export const isOtherName = (name: string): boolean => OTHERS.test(wordsOf(name));
