import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, numberOf } from './body.ts';
import { type DeviceValue, type Json, MAX_NAME_LENGTH, type ValueNote } from './types.ts';

/** Type and unit of a named sensor. */
export interface Measured {
  readonly type: SensorType | null;
  /** null: the name does not say it. */
  readonly unit: string | null;
  readonly note?: ValueNote;
}

/** A text that can be an address or a sensor's name; null otherwise. */
export const nameOf = (json: Json | undefined): string | null =>
  typeof json === 'string' && json !== '' && json.length <= MAX_NAME_LENGTH ? json : null;

/** Keys of a flat JSON object, in the order in which sensors are suggested. */
export type KeyTable = readonly (readonly [key: string, type: SensorType | null, unit: string, note?: ValueNote])[];

/** Reads the keys of a table. A key whose value is no number, or is a sentinel, is named in `missing`. */
export const readKeys = (
  json: Json | undefined,
  table: KeyTable,
  isSentinel: (value: number, type: SensorType | null) => boolean = () => false,
): { values: DeviceValue[]; missing: string[] } => {
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  for (const [sensor, type, unit, note] of table) {
    const found = field(json, sensor);
    if (found === undefined) continue;
    const value = numberOf(found);
    if (value === null || isSentinel(value, type)) missing.push(sensor);
    else values.push({ sensor, type, value, unit, ...(note && { note }) });
  }
  return { values, missing };
};

/** `missing` as an optional property of `Decoded`. */
export const withMissing = (missing: readonly string[]): { missing?: readonly string[] } =>
  missing.length > 0 ? { missing } : {};

const CO2_LIKE = /(^|_)(e_?co2|eqco2|co2_?eq(uivalent)?|(equivalent|estimated|est)_co2|co2_est(imated)?)(_|$)/;
/** Counts, indexes, settings and derived values, which share a word with the measured ones. */
const NOT_MEASURED =
  /(^|_)(aqi|iaq|index|raw|count|counts|number|std|standard|calibration|offset|baseline|target|setpoint|set_point|threshold|alarm|min|max|minimum|maximum|avg|average|mean|\d+h|error|status|trend|dew|dewpoint|absolute|abs|heat_index|feels|apparent|soil|water)(_|$)|\dum$/;
/** Temperature of the electronics. */
const OF_A_CHIP =
  /(^|_)(internal|chip|cpu|mcu|core|board|device|esp|esp32|esp32s3|esp32c3|esp8266|processor|soc|battery)(_|$)/;

const PM = '(^|_)(pm|particulate_matter)_?';

/** By the words of a name, the first that fits. */
const BY_NAME: readonly (readonly [name: RegExp, measured: Measured])[] = [
  [CO2_LIKE, { type: 'CO2', unit: 'ppm', note: 'COMPUTED' }],
  [NOT_MEASURED, { type: null, unit: null }],
  [/(^|_)(co2|carbon_?dioxide)(_|$)/, { type: 'CO2', unit: 'ppm' }],
  [new RegExp(`${PM}0?1([_p]0)?(um)?(_|$)`), { type: 'PM1.0', unit: 'µg/m³' }],
  [new RegExp(`${PM}2[_p]?5(um)?(_|$)`), { type: 'PM2.5', unit: 'µg/m³' }],
  [new RegExp(`${PM}10([_p]0)?(um)?(_|$)`), { type: 'PM10', unit: 'µg/m³' }],
  // Sensors report it in ppb, µg/m³ or mg/m³, so a name without a unit is not enough.
  [/(formaldehyde|hcho|ch2o)_ppb(_|$)/, { type: 'HCHO', unit: 'ppb' }],
  [/(formaldehyde|hcho|ch2o)_ppm(_|$)/, { type: 'HCHO', unit: 'ppm' }],
  [/(formaldehyde|hcho|ch2o)_[uµ]g_?m_?3(_|$)/, { type: 'HCHO', unit: 'µg/m³' }],
  [/(formaldehyde|hcho|ch2o)_mg_?m_?3(_|$)/, { type: 'HCHO', unit: 'mg/m³' }],
  [/(^|_)(formaldehyde|hcho|ch2o)(_|$)/, { type: 'HCHO', unit: null }],
  [OF_A_CHIP, { type: null, unit: null }],
  [/(^|_)temp(erature)?_(f|fahrenheit)(_|$)/, { type: 'TEMPERATURE', unit: '°F' }],
  [/(^|_)temp(erature)?(_|$)/, { type: 'TEMPERATURE', unit: '°C' }],
  [/(^|_)(humidity|humid|rh|hum)(_|$)/, { type: 'HUMIDITY', unit: '%' }],
];

/** Type of a sensor, guessed from its name; undefined: the name says nothing. */
export const measuredBy = (name: string): Measured | undefined => {
  const words = name.toLowerCase().replace(/[^a-z0-9µ]+/g, '_');
  return BY_NAME.find(([pattern]) => pattern.test(words))?.[1];
};
