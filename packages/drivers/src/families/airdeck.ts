import { parseChannelKey, typeOfChannel } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { convert } from '@airdeck/domain/unit';
import { field, isObject, objectOf, textOf, timeOf } from '../body.ts';
import { nameOf } from '../named-values.ts';
import { type DeviceFrame, type DeviceValue, type Driver, type Json, MAX_VALUES } from '../types.ts';

/** The limits of the native protocol. */
const MAX_FRAMES = 500;
const MAX_READINGS = 64;
const EARLIEST_TIME = Date.UTC(1900, 0, 1);
const LATEST_TIME = Date.UTC(2200, 0, 1);
/** Warnings of one message that are worth reading. */
const MAX_WARNINGS = 20;

const isFrame = (json: Json | undefined): boolean =>
  Object.keys(objectOf(field(json, 'readings'))).some((key) => parseChannelKey(key) !== null);

const framesOf = (json: Json | undefined): readonly Json[] =>
  Array.isArray(json) ? json : json === undefined ? [] : [json];

/** Epoch milliseconds; null when the frame has no time, NaN when it cannot be read. */
const timeIn = (frame: Json): number | null => {
  const time = field(frame, 'time');
  if (time === undefined) return null;
  const read = typeof time === 'number' && Number.isSafeInteger(time) ? time : (timeOf(time) ?? Number.NaN);
  return read >= EARLIEST_TIME && read <= LATEST_TIME ? read : Number.NaN;
};

/** Counts the keys of all objects, at all depths. */
const countKeys = (json: Json | undefined, counts: Map<string, number>): void => {
  for (const [key, value] of Object.entries(typeof json === 'object' && json !== null ? json : {})) {
    if (!Array.isArray(json)) counts.set(key, (counts.get(key) ?? 0) + 1);
    countKeys(value, counts);
  }
};

/** Channels that stand twice in one object: JSON keeps the last, and which one the sensor meant is unknown. */
const repeatedKeys = (bytes: Uint8Array, json: Json | undefined): ReadonlySet<string> => {
  const kept = new Map<string, number>();
  countKeys(json, kept);
  const written = new Map<string, number>();
  for (const [, key = ''] of (textOf(bytes) ?? '').matchAll(/"([A-Z][A-Z0-9.:]*)"\s*:/g)) {
    written.set(key, (written.get(key) ?? 0) + 1);
  }
  return new Set([...written].filter(([key, times]) => times > (kept.get(key) ?? 0)).map(([key]) => key));
};

/** The value of a reading, or why it has none. */
const readingOf = (key: string, json: Json | undefined, units: Json | undefined): DeviceValue | string => {
  const channel = parseChannelKey(key);
  if (channel === null) return 'unknown sensor type';
  const type = typeOfChannel(channel);
  if (typeof json !== 'number' || !Number.isFinite(json) || Object.is(json, -0)) return 'not a number';
  const unit = field(units, type) ?? SENSOR_TYPE_INFO[type].unit;
  if (typeof unit !== 'string' || convert(type, json, unit) === null) return 'unknown unit';
  return { sensor: key, type, value: json, unit };
};

/** Channels ascend, so that the first temperature is the one that converts HCHO. */
const byChannel = (a: DeviceValue, b: DeviceValue): number =>
  (parseChannelKey(a.sensor) ?? 0) - (parseChannelKey(b.sensor) ?? 0);

/** Readings of the native protocol, from other topics or requests: `{time?, readings, units?}`, or an array of them. */
export const airdeck: Driver = {
  id: 'airdeck',
  title: { ko: '에어덱 JSON', en: 'Airdeck JSON' },
  transports: ['HTTP', 'MQTT'],
  defaultInterval: 60,
  matches: ({ body: { json } }) => (Array.isArray(json) ? json.some(isFrame) : isFrame(json)),
  // The path of a request says nothing of the device; a topic is its own.
  addressOf: ({ address, topic }) =>
    address ?? (topic.startsWith('/') ? null : nameOf(topic.replace(/\/readings$/, ''))),
  decode({ body: { json, bytes } }) {
    const all = framesOf(json);
    const repeated = repeatedKeys(bytes, json);
    const warnings: string[] = [];
    const frames: DeviceFrame[] = [];
    let left = MAX_VALUES;
    if (all.length === 0) warnings.push('not JSON');
    if (all.length > MAX_FRAMES) warnings.push(`more than ${MAX_FRAMES} frames`);
    for (const frame of all.slice(0, MAX_FRAMES)) {
      const readings = field(frame, 'readings');
      const time = timeIn(frame);
      if (!isObject(readings) || Number.isNaN(time)) {
        warnings.push(isObject(readings) ? 'a frame has a time that cannot be read' : 'a frame has no readings');
        continue;
      }
      const entries = Object.entries(readings);
      const values: DeviceValue[] = [];
      for (const [key, value] of entries.slice(0, MAX_READINGS)) {
        const read = repeated.has(key) ? 'the key is repeated' : readingOf(key, value, field(frame, 'units'));
        if (typeof read === 'string') warnings.push(`${key.slice(0, 40)}: ${read}`);
        else values.push(read);
      }
      const isTooMuch = values.length > left;
      if (isTooMuch || entries.length > MAX_READINGS) warnings.push('too many readings');
      if (isTooMuch) break;
      left -= values.length;
      if (values.length > 0) frames.push({ time, values: values.sort(byChannel) });
    }
    return { frames, warnings: warnings.slice(0, MAX_WARNINGS) };
  },
};
