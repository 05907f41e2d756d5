import { field, isObject, numberOf, timeOf } from '../body.ts';
import { type KeyTable, nameOf, readKeys, withMissing } from '../named-values.ts';
import type { Driver, Json } from '../types.ts';

/**
 * Keys of `latest_config_measurements.json`, as libraries rename them and as the device writes them. Of `pm01_ugm3` and
 * `pm10_ugm3` libraries disagree whether they are PM0.1 and PM1.0 or PM1.0 and PM10, so a person decides.
 */
const FILE_KEYS: KeyTable = [
  ['co2', 'CO2', 'ppm'],
  ['co2_ppm', 'CO2', 'ppm'],
  ['pm1_0', 'PM1.0', 'µg/m³'],
  ['pm01_ugm3', 'PM1.0', 'µg/m³', 'CHOOSE'],
  ['pm2_5', 'PM2.5', 'µg/m³'],
  ['pm25_ugm3', 'PM2.5', 'µg/m³'],
  ['pm10_ugm3', 'PM10', 'µg/m³', 'CHOOSE'],
  ['temperature_C', 'TEMPERATURE', '°C'],
  ['humidity', 'HUMIDITY', '%'],
  ['humidity_RH', 'HUMIDITY', '%'],
  ['voc', null, 'ppb'],
  ['voc_ppb', null, 'ppb'],
];

/** Keys of `current` of the device's own data link. */
const LINK_KEYS: KeyTable = [
  ['co2', 'CO2', 'ppm'],
  ['pm1', 'PM1.0', 'µg/m³'],
  ['pm25', 'PM2.5', 'µg/m³'],
  ['pm10', 'PM10', 'µg/m³'],
  ['tp', 'TEMPERATURE', '°C'],
  ['hm', 'HUMIDITY', '%'],
  ['voc', null, 'ppb'],
];

/** −1: no such sensor. A temperature of −1 °C is one. */
const isSentinel = (value: number, type: unknown): boolean => value === -1 && type !== 'TEMPERATURE';

const measurementsOf = (json: Json | undefined): Json | undefined => {
  const found = field(json, 'measurements');
  return Array.isArray(found) ? found.at(-1) : found;
};

const isFile = (json: Json | undefined): boolean =>
  isObject(measurementsOf(json)) &&
  (isObject(field(json, 'date_and_time')) || field(json, 'last_measurement_timestamp') !== undefined);

const isLink = (json: Json | undefined): boolean => {
  const current = field(json, 'current');
  return isObject(current) && 'ts' in current && ('tp' in current || 'hm' in current || 'pm25' in current);
};

const fileTime = (json: Json | undefined): number | null => {
  const seconds =
    numberOf(field(json, 'last_measurement_timestamp')) ?? numberOf(field(field(json, 'date_and_time'), 'timestamp'));
  return seconds !== null && seconds > 0 && Number.isSafeInteger(seconds * 1000) ? seconds * 1000 : null;
};

/** IQAir AirVisual Pro: its file of measurements (each number is a text), and the data link of AirVisual devices. */
export const iqair: Driver = {
  id: 'iqair',
  title: { ko: 'IQAir 에어비주얼', en: 'IQAir AirVisual' },
  transports: ['HTTP', 'MQTT', 'POLL'],
  defaultInterval: 900,
  matches: ({ body }) => isFile(body.json) || isLink(body.json),
  addressOf: ({ address, body }) => address ?? nameOf(field(body.json, 'serial_number')),
  decode({ body: { json } }) {
    if (isFile(json)) {
      const { values, missing } = readKeys(measurementsOf(json), FILE_KEYS, isSentinel);
      const frames = values.length > 0 ? [{ time: fileTime(json), values }] : [];
      return { frames, warnings: [], ...withMissing(missing) };
    }
    if (!isLink(json)) return { frames: [], warnings: ['neither the file nor the data link of an AirVisual'] };
    const current = field(json, 'current');
    // Particles are a number or `{conc, aqius, …}`.
    const flat = Object.fromEntries(
      LINK_KEYS.map(([key]) => [key, field(field(current, key), 'conc') ?? field(current, key)] as const).flatMap(
        ([key, value]) => (value === undefined ? [] : [[key, value] as const]),
      ),
    );
    const { values, missing } = readKeys(flat, LINK_KEYS, isSentinel);
    const frames = values.length > 0 ? [{ time: timeOf(field(current, 'ts')), values }] : [];
    return { frames, warnings: [], ...withMissing(missing) };
  },
};
