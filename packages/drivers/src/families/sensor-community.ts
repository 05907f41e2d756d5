import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, numberOf, objectOf } from '../body.ts';
import { nameOf, withMissing } from '../named-values.ts';
import { type DeviceValue, type Driver, type Json, MAX_VALUES, type ValueNote } from '../types.ts';

/** The sensor's name, if any, and its quantity: `SDS_P1`, `BME280_humidity`, `temperature`. */
const KEY = /^(?:(.+)_)?(P0|P1|P2|co2_ppm|temperature|humidity|pressure)$/;

const QUANTITIES: Readonly<Record<string, { type: SensorType | null; unit: string }>> = {
  P0: { type: 'PM1.0', unit: 'µg/m³' },
  P1: { type: 'PM10', unit: 'µg/m³' },
  P2: { type: 'PM2.5', unit: 'µg/m³' },
  co2_ppm: { type: 'CO2', unit: 'ppm' },
  temperature: { type: 'TEMPERATURE', unit: '°C' },
  humidity: { type: 'HUMIDITY', unit: '%' },
  pressure: { type: null, unit: 'Pa' },
};

/** Prefixes of particle sensors that report the climate inside of them. */
const INSIDE_A_SENSOR = new Set(['NPM']);

const entriesOf = (json: Json | undefined): readonly (readonly [key: string, value: Json])[] => {
  const list = field(json, 'sensordatavalues');
  return (Array.isArray(list) ? list : []).slice(0, MAX_VALUES).flatMap((each) => {
    const key = nameOf(field(each, 'value_type'));
    return key === null ? [] : [[key, field(each, 'value') ?? null] as const];
  });
};

/** Why a number is none: −1 and 999.9 of a broken DHT22, −127 and 85 of a DS18B20 without contact. */
const isSentinel = (value: number, sensor: string, type: SensorType | null, humidity: number | null): boolean => {
  if (type !== 'TEMPERATURE') return value < 0 || value === 999.9;
  const isOneWire = sensor.startsWith('DS18B20');
  return value === 999.9 || value === -127 || (value === -1 && humidity === -1) || (isOneWire && value === 85);
};

/** Sensor.Community (airRohr) and Nettigo Air Monitor: each sensor has its prefix, and each value is a text. */
export const sensorCommunity: Driver = {
  id: 'sensor-community',
  title: { ko: 'Sensor.Community 에어로어·Nettigo', en: 'Sensor.Community airRohr and Nettigo' },
  transports: ['HTTP', 'POLL'],
  path: '/data.json',
  defaultInterval: 145,
  matches: ({ body }) => Array.isArray(field(body.json, 'sensordatavalues')),
  addressOf({ address, body }) {
    const id = Object.entries(objectOf(body.json)).find(([key]) => /^esp\d+id$/.test(key))?.[1];
    return address ?? nameOf(typeof id === 'number' ? String(id) : id);
  },
  decode({ body }) {
    const entries = entriesOf(body.json);
    const all = new Map(entries);
    const values: DeviceValue[] = [];
    const missing: string[] = [];
    for (const [sensor, json] of entries) {
      const [, prefix, quantity = ''] = KEY.exec(sensor) ?? [];
      const meant = QUANTITIES[quantity];
      // Beside a duration, P1 and P2 are the counts of a PPD42.
      if (meant === undefined || (prefix === undefined && all.has(`dur${quantity}`))) continue;
      const value = numberOf(json);
      const humidity = numberOf(all.get(prefix === undefined ? 'humidity' : `${prefix}_humidity`));
      if (value === null || isSentinel(value, sensor, meant.type, humidity)) {
        missing.push(sensor);
        continue;
      }
      const isInside = prefix !== undefined && INSIDE_A_SENSOR.has(prefix);
      const note: { note?: ValueNote } = isInside && !quantity.startsWith('P') ? { note: 'CHOOSE' } : {};
      values.push({ sensor, ...meant, value, ...note });
    }
    const frames = values.length > 0 ? [{ time: null, values }] : [];
    const warnings = entries.length > 0 ? [] : ['no sensor data'];
    return { frames, warnings, ...withMissing(missing) };
  },
};
