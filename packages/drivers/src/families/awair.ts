import { field, isObject, stringOf, timeOf } from '../body.ts';
import { type KeyTable, nameOf, readKeys, withMissing } from '../named-values.ts';
import { type Decoded, type DeviceFrame, type Driver, type Json, MAX_VALUES } from '../types.ts';

/** Keys of the local API, which are the components of the cloud's. */
const KEYS: KeyTable = [
  ['temp', 'TEMPERATURE', '°C'],
  ['humid', 'HUMIDITY', '%'],
  ['co2', 'CO2', 'ppm'],
  ['pm25', 'PM2.5', 'µg/m³'],
  ['co2_est', 'CO2', 'ppm', 'COMPUTED'],
  ['pm10_est', 'PM10', 'µg/m³', 'COMPUTED'],
  ['voc', null, 'ppb'],
];

const isLocal = (json: Json | undefined): boolean =>
  isObject(json) && 'score' in json && 'timestamp' in json && ('temp' in json || 'humid' in json || 'voc' in json);

/** Records of the cloud's API: `{data: [{timestamp, score, sensors: [{comp, value}]}]}`. */
const recordsOf = (json: Json | undefined): readonly Json[] => {
  const data = field(json, 'data');
  return Array.isArray(data) && data.length > 0 && data.every((each) => Array.isArray(field(each, 'sensors')))
    ? data
    : [];
};

/** The components of a record as keys; one that comes twice is left out. */
const flatten = (record: Json): Record<string, Json> => {
  const sensors = field(record, 'sensors');
  const found = new Map<string, Json>();
  const twice = new Set<string>();
  for (const each of Array.isArray(sensors) ? sensors : []) {
    const key = stringOf(field(each, 'comp'));
    if (key === null) continue;
    if (found.has(key)) twice.add(key);
    found.set(key, field(each, 'value') ?? null);
  }
  return Object.fromEntries([...found].filter(([key]) => !twice.has(key)));
};

const uuidOf = (json: Json | undefined): string | null => {
  const uuid = nameOf(field(json, 'device_uuid'));
  return uuid?.startsWith('awair') ? uuid : null;
};

const decode = (records: readonly (readonly [time: Json | undefined, record: Json])[]): Decoded => {
  const missing = new Set<string>();
  const frames: DeviceFrame[] = [];
  for (const [time, record] of records.slice(0, Math.trunc(MAX_VALUES / KEYS.length))) {
    const read = readKeys(record, KEYS, (value, type) => value === -1 && type !== 'TEMPERATURE');
    for (const sensor of read.missing) missing.add(sensor);
    if (read.values.length > 0) frames.push({ time: timeOf(time), values: read.values });
  }
  return { frames, warnings: [], ...withMissing([...missing]) };
};

/** Awair Omni, Element and 2nd Edition by their local API; records of the cloud's API too. */
export const awair: Driver = {
  id: 'awair',
  title: { ko: '어웨어', en: 'Awair' },
  transports: ['POLL', 'HTTP'],
  path: '/air-data/latest',
  defaultInterval: 60,
  matches: ({ body: { json } }) => isLocal(json) || recordsOf(json).length > 0 || uuidOf(json) !== null,
  addressOf: ({ address, body }) => address ?? uuidOf(body.json),
  decode({ body: { json } }) {
    const uuid = uuidOf(json);
    if (uuid !== null) return { frames: [], warnings: [], model: uuid.replace(/_\d+$/, '') };
    if (isLocal(json)) return decode([[field(json, 'timestamp'), json ?? null]]);
    const records = recordsOf(json);
    if (records.length === 0) return { frames: [], warnings: ['no air data'] };
    return decode(records.map((record) => [field(record, 'timestamp'), flatten(record)] as const));
  },
};
