import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, isObject, objectOf, stringOf, timeOf } from '../body.ts';
import { type KeyTable, nameOf, readKeys, withMissing } from '../named-values.ts';
import type { Driver, JsonObject, ValueNote } from '../types.ts';

const SIZES: readonly (readonly [size: string, type: SensorType])[] = [
  ['pm1_0', 'PM1.0'],
  ['pm2_5', 'PM2.5'],
  ['pm10_0', 'PM10'],
];

const CLIMATE: KeyTable = [
  ['current_temp_f', 'TEMPERATURE', '°F'],
  ['current_humidity', 'HUMIDITY', '%'],
  ['current_temp_f_680', 'TEMPERATURE', '°F'],
  ['current_humidity_680', 'HUMIDITY', '%'],
  ['pressure', null, 'hPa'],
  ['pressure_680', null, 'hPa'],
];

/**
 * The correction that counts: `cf_1` indoors, `atm` outdoors. Old firmware does not say its place, but only outdoor
 * models have two lasers.
 */
const correctionOf = (message: JsonObject): 'cf_1' | 'atm' | null => {
  if (message.place === 'inside') return 'cf_1';
  if (message.place === 'outside' || message.pm2_5_atm_b !== undefined) return 'atm';
  return null;
};

/** Particles of both lasers (`…_b`), channel A first. */
const particles = (correction: 'cf_1' | 'atm' | null): KeyTable =>
  ['', '_b'].flatMap((laser) =>
    (['atm', 'cf_1'] as const).flatMap((each) =>
      SIZES.map(([size, type]): KeyTable[number] => {
        const note: ValueNote | undefined = each === correction ? undefined : 'CHOOSE';
        return [`${size}_${each}${laser}`, type, 'µg/m³', note];
      }),
    ),
  );

/** `2019/02/15T23:33:21z`, in UTC. */
const timeIn = (message: JsonObject): number | null =>
  timeOf(stringOf(message.DateTime)?.replaceAll('/', '-').replace(/z$/, 'Z'));

/** A climate sensor that does not answer. */
const isSentinel = (value: number, type: SensorType | null): boolean =>
  (type === 'TEMPERATURE' && value <= -142) || (type !== 'TEMPERATURE' && value < 0);

/** PurpleAir sensors by their local JSON. */
export const purpleair: Driver = {
  id: 'purpleair',
  title: { ko: '퍼플에어', en: 'PurpleAir' },
  transports: ['POLL', 'HTTP'],
  path: '/json',
  defaultInterval: 120,
  matches: ({ body: { json } }) =>
    isObject(json) && ('pm2_5_atm' in json || 'pm2_5_cf_1' in json || ('SensorId' in json && 'Geo' in json)),
  addressOf: ({ address, body: { json } }) => address ?? nameOf(field(json, 'SensorId')) ?? nameOf(field(json, 'Geo')),
  decode({ body }) {
    if (!isObject(body.json)) return { frames: [], warnings: ['not a JSON object'] };
    const message = objectOf(body.json);
    const correction = correctionOf(message);
    const { values, missing } = readKeys(message, [...particles(correction), ...CLIMATE], isSentinel);
    const warnings = correction === null ? ['indoors or outdoors is unknown: a person chooses cf_1 or atm'] : [];
    const frames = values.length > 0 ? [{ time: timeIn(message), values }] : [];
    return { frames, warnings, ...withMissing(missing) };
  },
};
