import { field, numberOf, objectOf, stringOf, textOf, timeOf } from '../body.ts';
import { unitWarning } from '../sensor-names.ts';
import type { Decoded, DeviceValue, Json, JsonObject, Message } from '../types.ts';
import { reportOf } from './fan.ts';
import { pushValue, sensorOf } from './sensor.ts';

/** `<base>/<domain>/<object>/state`, or an attribute of the entity. */
const TOPIC = /^((.+)\/(sensor|number|input_number|fan)\/([^/]+))\/([a-z_]+)$/;
const BASES = /(^|\/)(homeassistant|home_assistant|hass|statestream)$/;
/** Levels that other families, whose topics look the same, do not have. */
const OWN_LEVELS = /^(unit_of_measurement|device_class|last_updated|last_changed|friendly_name|state_class)$/;

export const statestreamTopic = (topic: string) => {
  const [, address, base, domain, object, level] = TOPIC.exec(topic) ?? [];
  if (address === undefined || base === undefined || object === undefined || level === undefined) return null;
  return { address, object, level, isFan: domain === 'fan', isOwn: BASES.test(base) || OWN_LEVELS.test(level) };
};

/** A text in quotes, as attributes are, or without them, as states and times are. */
const plainText = ({ body }: Message): string | null =>
  stringOf(body.json) ?? stringOf(textOf(body.bytes)?.trim() ?? '');

const remembered = (address: string, known: JsonObject, key: string, value: Json): Decoded =>
  JSON.stringify(known[key] ?? null) === JSON.stringify(value)
    ? { frames: [], warnings: [] }
    : { frames: [], warnings: [], remember: { [address]: { ...known, [key]: value } } };

/** A value with the time of its last update: only retained ones, which may be old, wait for both. */
const readSensor = (object: string, known: JsonObject, text: string | null, time: number | null): Decoded => {
  const unit = stringOf(known.unit_of_measurement);
  const described = sensorOf(object, stringOf(known.device_class), unit);
  if (described === null) return { frames: [], warnings: [] };
  if (described.unit === null) return { frames: [], warnings: [unitWarning(object, unit)] };
  const read = { values: [] as DeviceValue[], missing: [] as string[], warnings: [] as string[] };
  pushValue(read, object, described, text);
  return {
    frames: read.values.length > 0 ? [{ time, values: read.values }] : [],
    warnings: read.warnings,
    ...(read.missing.length > 0 ? { missing: read.missing } : {}),
  };
};

const POWERS: ReadonlyMap<string | null, string> = new Map([
  ['on', 'ON'],
  ['off', 'OFF'],
]);

const decodeFan = (message: Message, address: string, level: string, known: JsonObject): Decoded => {
  const text = plainText(message);
  const told: Json | undefined =
    level === 'state'
      ? POWERS.get(text)
      : level === 'percentage'
        ? numberOf(message.body.json)
        : level === 'preset_mode'
          ? text
          : level === 'preset_modes'
            ? message.body.json
            : undefined;
  if (told === undefined) return { frames: [], warnings: [] };
  const key = level === 'state' ? 'power' : level === 'preset_mode' ? 'preset' : level;
  const decoded = remembered(address, known, key, told);
  const state = { ...known, [key]: told };
  const purifier = reportOf(objectOf({ preset_modes: field(state, 'preset_modes') ?? [] }), state);
  return purifier === undefined || key === 'preset_modes' ? decoded : { ...decoded, purifier };
};

/** Entities that Home Assistant's `mqtt_statestream` publishes, one topic for each attribute. */
export const decodeStatestream = (message: Message, facts: Json | undefined): Decoded => {
  const nothing: Decoded = { frames: [], warnings: [] };
  const found = statestreamTopic(message.topic);
  if (found === null) return nothing;
  const { address, object, level, isFan } = found;
  const known = objectOf(facts);
  if (isFan) return decodeFan(message, address, level, known);
  const text = plainText(message)?.slice(0, 100) ?? null;
  if (level === 'unit_of_measurement' || level === 'device_class') {
    const told = stringOf(message.body.json);
    return told === null ? nothing : remembered(address, known, level, told.slice(0, 40));
  }
  if (level !== 'state' && level !== 'last_updated') return nothing;
  if (!message.isRetained) return level === 'state' ? readSensor(object, known, text, null) : nothing;
  const kept = remembered(address, known, level, text);
  const { state, last_updated: updated }: JsonObject = { ...known, [level]: text };
  const time = timeOf(updated);
  const value = stringOf(state);
  const sensor = value === null ? nothing : readSensor(object, known, value, time);
  return time === null && level === 'last_updated' ? kept : { ...kept, ...sensor };
};
