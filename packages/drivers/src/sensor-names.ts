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

const PM = '(^|_)(pm|particulate_matter)_?0?';

/** Words in a name, with `_` between them. The first match counts, so PM1.0 and PM10 do not mix. */
const TYPES: readonly (readonly [pattern: RegExp, type: SensorType])[] = [
  [new RegExp(`${PM}1([_p]0)?([uμ]m)?(_|$)|극초미세먼지`), 'PM1.0'],
  [new RegExp(`${PM}2[_p]?5([uμ]m)?(_|$)|초미세먼지`), 'PM2.5'],
  [new RegExp(`${PM}10([_p]0)?([uμ]m)?(_|$)|미세먼지`), 'PM10'],
  [/(^|_)(e_?co2|eqco2|co2(_?eq\w*)?|carbon_?dioxide)(_|$)|이산화탄소/, 'CO2'],
  [/(^|_)(hcho|ch2o|formaldehyde?)(_|$)|포름알데히드|폼알데하이드/, 'HCHO'],
  [/(^|_)(temperature|temp)(_|$)|온도/, 'TEMPERATURE'],
  [/(^|_)(humidity|humid|hum|rh)(_|$)|습도/, 'HUMIDITY'],
];

/** Settings, states, counts, statistics, and values of something else than the air of a room. */
const OTHERS = new RegExp(
  `(^|_)(${[
    'set|sp|set_?point|target|desired|limits?|alarms?|alerts?|thresholds?|calibration|baseline|offset|correction',
    'sensitivity|unit|interval|deadband|hysteresis|status|state|fault|error|trend|index|aqi|iaq|raw|counts?|number',
    'min|max|minimum|maximum|avg|average|mean|std|standard|\\d+h',
    'dew|dewpoint|heat|feels|apparent|abs|absolute|water|soil|external|color|colour',
    'cpu|mcu|soc|chip|core|board|processor|device|internal|battery|esp|esp8266|esp32\\w*',
  ].join('|')})(_|$)|\\d[uμ]m$|설정|경보|목표|상한|하한`,
);
const COMPUTED = /(^|_)(e_?co2|eqco2|co2_?eq\w*|eq_co2|estimated|est|equivalent|carbon_dioxide_eq\w*)(_|$)/;
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

/** Units that names of sensors end with. */
const UNITS_IN_NAMES: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/_ppb(_|$)/, 'ppb'],
  [/_ppm(_|$)/, 'ppm'],
  [/_[uμ]g_?m_?3(_|$)/, 'µg/m³'],
  [/_mg_?m_?3(_|$)/, 'mg/m³'],
  [/_(f|fahrenheit)(_|$)/, '°F'],
  [/_(c|celsius)(_|$)/, '°C'],
];

/** The unit if the type has it; the usual one where none is given; null otherwise. */
export const unitOfType = (type: SensorType, unit: string | null): string | null => {
  if (unit === null) return USUAL_UNITS[type] ?? null;
  return convert(type, 1, unit) === null ? null : unit;
};

/**
 * Type for a name such as `pm25`, `Room CO2` or `carbonDioxide`; null: nothing that Airdeck stores. The unit is the given
 * one, that in the name (`hcho_ppb`), or the usual one.
 */
export const sensorOfName = (name: string, unit: string | null): NamedSensor | null => {
  const words = wordsOf(name);
  const type = OTHERS.test(words) ? undefined : TYPES.find(([pattern]) => pattern.test(words))?.[1];
  if (type === undefined) return null;
  const note: { note?: ValueNote } = COMPUTED.test(words)
    ? { note: 'COMPUTED' }
    : ELSEWHERE.test(words)
      ? { note: 'CHOOSE' }
      : {};
  const named = UNITS_IN_NAMES.find(([pattern, each]) => pattern.test(words) && convert(type, 1, each) !== null)?.[1];
  return { type, unit: unitOfType(type, unit ?? named ?? null), ...note };
};

/** The warning for a sensor whose `unit` is null. */
export const unitWarning = (sensor: string, unit: string | null): string =>
  unit === null ? `the unit of ${sensor} is not known` : `${sensor} has an unknown unit: ${unit.slice(0, 20)}`;

/** Whether a name is that of a setting, a state, or something else than the air of a room. */
export const isOtherName = (name: string): boolean => OTHERS.test(wordsOf(name));
