import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, isObject, numberOf, objectOf, stringOf } from '../body.ts';
import type { DeviceValue, Driver, Message, ValueNote } from '../types.ts';

/** Keys of the firmware up to 3 and of API v1, in the order in which sensors are suggested. */
const KEYS: readonly (readonly [key: string, type: SensorType, unit: string])[] = [
  ['rco2', 'CO2', 'ppm'],
  ['co2', 'CO2', 'ppm'],
  ['pm01', 'PM1.0', 'µg/m³'],
  ['pm02', 'PM2.5', 'µg/m³'],
  ['pm25', 'PM2.5', 'µg/m³'],
  ['pm10', 'PM10', 'µg/m³'],
  ['atmpCompensated', 'TEMPERATURE', '°C'],
  ['atmp', 'TEMPERATURE', '°C'],
  ['temperature', 'TEMPERATURE', '°C'],
  ['rhumCompensated', 'HUMIDITY', '%'],
  ['rhum', 'HUMIDITY', '%'],
  ['humidity', 'HUMIDITY', '%'],
];

const serialOf = ({ topic, body }: Message): string | null =>
  stringOf(field(body.json, 'serialno')) ??
  stringOf(field(body.json, 'serialNumber')) ??
  /^airgradient\/readings\/([^/]+)$/.exec(topic)?.[1] ??
  /airgradient:([0-9A-Za-z]+)\/measures/.exec(topic)?.[1] ??
  null;

/** AirGradient ONE (indoor) and Open Air (outdoor). A failed sensor's key is missing. */
export const airgradient: Driver = {
  id: 'airgradient',
  title: { ko: 'AirGradient ONE·Open Air', en: 'AirGradient ONE and Open Air' },
  transports: ['MQTT', 'HTTP', 'POLL'],
  filters: ['airgradient/readings/+'],
  path: '/measures/current',
  defaultInterval: 60,
  matches: ({ topic, body }) =>
    isObject(body.json) &&
    (/airgradient[:/]/.test(topic) || ('wifi' in body.json && 'bootCount' in body.json) || 'pm003Count' in body.json),
  addressOf: (message) => message.address ?? serialOf(message),
  decode({ body }) {
    if (!isObject(body.json)) return { frames: [], warnings: ['not a JSON object'] };
    const message = objectOf(body.json);
    const values: DeviceValue[] = [];
    for (const [sensor, type, unit] of KEYS) {
      const value = numberOf(message[sensor]);
      if (value === null) continue;
      const isRaw = message[`${sensor}Compensated`] !== undefined;
      const note: { note?: ValueNote } = isRaw ? { note: 'RAW' } : {};
      values.push({ sensor, type, value, unit, ...note });
    }
    const model = stringOf(message.model);
    const frames = values.length > 0 ? [{ time: null, values }] : [];
    return { frames, warnings: [], ...(model === null ? {} : { model }) };
  },
};
