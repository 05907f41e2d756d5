import type { SensorType } from '@airdeck/domain/sensor-type';
import { convert } from '@airdeck/domain/unit';
import { isObject, numberOf, objectOf, timeOf } from '../body.ts';
import { nameOf, withMissing } from '../named-values.ts';
import type { DeviceValue, Driver, JsonObject, Message, ValueNote } from '../types.ts';

/** Module, quantity and unit: `km103.rtvoc (ppb)`, `rtemp`. */
const KEY = /^(?:(km\d+)\.)?(r[a-z0-9]+)(?: \(([^)]+)\))?$/;

/** Quantities by their name without module and unit; those with a corrected one count where it is not there. */
const QUANTITIES: Readonly<Record<string, { type: SensorType | null; unit: string; corrected?: string }>> = {
  rco2: { type: 'CO2', unit: 'ppm' },
  rtemp: { type: 'TEMPERATURE', unit: '°C' },
  rhumid: { type: 'HUMIDITY', unit: '%' },
  rpm1c: { type: 'PM1.0', unit: 'µg/m³' },
  rpm1: { type: 'PM1.0', unit: 'µg/m³', corrected: 'rpm1c' },
  rpm25c: { type: 'PM2.5', unit: 'µg/m³' },
  rpm25: { type: 'PM2.5', unit: 'µg/m³', corrected: 'rpm25c' },
  rpm10c: { type: 'PM10', unit: 'µg/m³' },
  rpm10: { type: 'PM10', unit: 'µg/m³', corrected: 'rpm10c' },
  rtvoc: { type: null, unit: 'ppb' },
};

/** An unused slot for temperature and humidity reports these two together. */
const isUnused = (message: JsonObject, prefix: string): boolean =>
  numberOf(message[`${prefix}rtemp`]) === -45 && numberOf(message[`${prefix}rhumid`]) === 0;

const hasModuleFor = (message: JsonObject, quantity: string): boolean =>
  Object.keys(message).some((key) => key.startsWith('km') && key.endsWith(`.${quantity}`));

const udidOf = ({ topic }: Message): string | null =>
  nameOf(/^device\/pro\/history\/([^/]+)$/.exec(topic)?.[1] ?? /^kaiterra\/(?:.+\/)?([^/]+)$/.exec(topic)?.[1]);

/** Kaiterra Sensedge and Sensedge Mini by their secondary MQTT connection. */
export const kaiterra: Driver = {
  id: 'kaiterra',
  title: { ko: '카이테라 센스엣지', en: 'Kaiterra Sensedge' },
  transports: ['MQTT'],
  filters: ['device/pro/history/+', 'kaiterra/#'],
  defaultInterval: 60,
  matches: ({ topic, body }) =>
    isObject(body.json) &&
    (/^device\/pro\/history\//.test(topic) ||
      Object.keys(body.json).some((key) => /^km\d+\.r/.test(key) || /^rco2 \(/.test(key))),
  addressOf: (message) => message.address ?? udidOf(message),
  decode({ body }) {
    if (!isObject(body.json)) return { frames: [], warnings: ['not a JSON object'] };
    const message = objectOf(body.json);
    const values: DeviceValue[] = [];
    const missing: string[] = [];
    const warnings: string[] = [];
    for (const [sensor, json] of Object.entries(message)) {
      const [, module, quantity = '', unit] = KEY.exec(sensor) ?? [];
      const meant = Object.hasOwn(QUANTITIES, quantity) ? QUANTITIES[quantity] : undefined;
      if (meant === undefined || nameOf(sensor) === null) continue;
      const prefix = module === undefined ? '' : `${module}.`;
      const value = numberOf(json);
      const isSlot = quantity === 'rtemp' || quantity === 'rhumid';
      if (value === null || (isSlot && isUnused(message, prefix))) {
        missing.push(sensor);
        continue;
      }
      if (meant.type !== null && unit !== undefined && convert(meant.type, value, unit) === null) {
        warnings.push(`unknown unit: ${sensor}`);
        continue;
      }
      const isRaw = meant.corrected !== undefined && message[`${prefix}${meant.corrected}`] !== undefined;
      // Beside a module for the climate, the device's own slot is for internal use.
      const isInternal = isSlot && module === undefined && hasModuleFor(message, quantity);
      const note: { note?: ValueNote } = isRaw ? { note: 'RAW' } : isInternal ? { note: 'CHOOSE' } : {};
      values.push({ sensor, type: meant.type, value, unit: unit ?? meant.unit, ...note });
    }
    const frames = values.length > 0 ? [{ time: timeOf(message.ts), values }] : [];
    return { frames, warnings, ...withMissing(missing) };
  },
};
