import type { Power } from '@airdeck/domain/purifier-state';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { convert } from '@airdeck/domain/unit';
import { field, isObject, numberOf, objectOf, stringOf, textOf } from '../body.ts';
import { levelOf, speedOf } from '../levels.ts';
import { nameOf, withMissing } from '../named-values.ts';
import { powerOf, RELAY_CAPABILITIES } from '../relay.ts';
import { isOtherName, sensorOfName } from '../sensor-names.ts';
import type { Decoded, DeviceValue, Driver, Json, Message, PurifierReport } from '../types.ts';
import { MAX_FACTS_BYTES } from '../types.ts';

/** Topics below a node's prefix. Home Assistant's own messages look alike and are left to it. */
const TOPIC = /^(?!homeassistant\/)(.+)\/(?:(sensor|fan)\/([^/]+)\/(state|speed_level\/state)|status)$/;
const DISCOVERY = /\/(?:sensor|fan)\/[^/]+\/[^/]+\/config$/;
const NO_NUMBER = /^-?(nan|inf|infinity)$/i;

/** Classes in discovery messages, for sensors whose name says nothing. */
const CLASSES: Readonly<Record<string, SensorType>> = {
  carbon_dioxide: 'CO2',
  pm1: 'PM1.0',
  pm25: 'PM2.5',
  pm10: 'PM10',
  temperature: 'TEMPERATURE',
  humidity: 'HUMIDITY',
};

/** The topic of this message, or the state topic that a discovery message announces. */
const topicOf = ({ topic, body: { json } }: Message) => {
  const announced = stringOf(field(json, 'stat_t') ?? field(json, 'state_topic'));
  const isDiscovery = DISCOVERY.test(topic) && announced !== null;
  const [, prefix, kind = 'status', name = '', part = ''] = TOPIC.exec(isDiscovery ? announced : topic) ?? [];
  if (prefix === undefined || nameOf(prefix) === null || name.length > 128) return null;
  // A node announces its own status topic, other bridges have others.
  const available = field(json, 'avty_t') ?? field(json, 'availability_topic');
  if (isDiscovery && (available !== `${prefix}/status` || kind === 'status')) return null;
  return { prefix, kind: isDiscovery ? (`${kind}/config` as const) : kind, name, part };
};

/** A fan, and what earlier messages said of it. `max`: its highest level, by discovery. */
interface Fan {
  readonly name: string;
  readonly power?: Power;
  readonly level?: number;
  readonly max?: number;
}

const fanOf = (facts: Json | undefined): Fan | null => {
  const fan = field(facts, 'fan');
  const name = nameOf(field(fan, 'name'));
  const [power, level, max] = [
    powerOf(field(fan, 'power')),
    numberOf(field(fan, 'level')),
    numberOf(field(fan, 'max')),
  ];
  if (name === null) return null;
  return { name, ...(power !== null && { power }), ...(level !== null && { level }), ...(max !== null && { max }) };
};

const reportOf = ({ power, level, max }: Fan): PurifierReport | undefined => {
  if (power === undefined) return undefined;
  if (max === undefined) return { power };
  if (power === 'OFF') return { power, fan_speed: 'STOP' };
  return level === undefined || level < 1 || level > max ? { power } : { power, fan_speed: speedOf(level, max) };
};

const remember = (prefix: string, before: Json | undefined, after: { readonly [key: string]: Json }) => {
  const text = JSON.stringify(after);
  return text === JSON.stringify(before) || text.length > MAX_FACTS_BYTES / 2 ? {} : { remember: { [prefix]: after } };
};

const measurementOf = (name: string, value: number, facts: Json | undefined): DeviceValue => {
  const known = field(field(facts, 'sensors'), name);
  const guessed = sensorOfName(name, null);
  const type = guessed?.type ?? (isOtherName(name) ? null : (CLASSES[stringOf(field(known, 'class')) ?? ''] ?? null));
  const unit = stringOf(field(known, 'unit')) ?? guessed?.unit ?? (type === 'TEMPERATURE' ? '°C' : '');
  const isKnown = type !== null && convert(type, value, unit) !== null;
  return { sensor: name, type: isKnown ? type : null, value, unit, ...(guessed?.note && { note: guessed.note }) };
};

/** A discovery message says the unit of a sensor, and how many levels a fan has. */
const decodeDiscovery = (
  { body: { json } }: Message,
  prefix: string,
  kind: string,
  name: string,
  facts?: Json,
): Decoded => {
  const model = stringOf(field(field(json, 'dev') ?? field(json, 'device'), 'mdl'));
  const about = { frames: [], warnings: [], ...(model !== null && { model }) };
  if (kind === 'fan/config') {
    const max = numberOf(field(json, 'spd_rng_max') ?? field(json, 'speed_range_max'));
    const fan = { ...(fanOf(facts) ?? { name }), ...(max !== null && max >= 1 && { max }) };
    return { ...about, ...(fan.name === name && remember(prefix, facts, { ...objectOf(facts), fan })) };
  }
  const unit = stringOf(field(json, 'unit_of_meas') ?? field(json, 'unit_of_measurement'));
  const type = stringOf(field(json, 'dev_cla') ?? field(json, 'device_class'));
  const sensors = { ...objectOf(field(facts, 'sensors')), [name]: { unit, class: type } };
  return { ...about, ...remember(prefix, facts, { ...objectOf(facts), sensors }) };
};

/** ESPHome by MQTT: each sensor has a topic with a bare number, and what it measures is guessed from its name. */
export const esphome: Driver = {
  id: 'esphome',
  title: { ko: 'ESPHome', en: 'ESPHome' },
  transports: ['MQTT'],
  filters: ['+/sensor/+/state', '+/fan/#', '+/status', 'homeassistant/+/+/+/config'],
  defaultInterval: 60,
  matches(message) {
    const found = topicOf(message);
    const text = textOf(message.body.bytes)?.trim() ?? '';
    if (found === null) return false;
    if (found.kind === 'status') return text === 'online' || text === 'offline';
    if (found.kind === 'fan') return found.part === 'state' ? powerOf(text) !== null : /^\d+$/.test(text);
    return (
      isObject(message.body.json) || (found.kind === 'sensor' && (numberOf(text) !== null || NO_NUMBER.test(text)))
    );
  },
  addressOf: (message) => message.address ?? topicOf(message)?.prefix ?? null,
  decode(message, facts) {
    const found = topicOf(message);
    if (found === null) return { frames: [], warnings: ['not a topic of a node'] };
    const { prefix, kind, name, part } = found;
    const text = textOf(message.body.bytes)?.trim() ?? '';
    if (kind === 'status') {
      if (text !== 'online' && text !== 'offline') return { frames: [], warnings: ['neither online nor offline'] };
      return { frames: [], warnings: [], status: text === 'online' ? 'ONLINE' : 'OFFLINE' };
    }
    if (kind !== 'sensor' && kind !== 'fan') return decodeDiscovery(message, prefix, kind, name, facts);
    const number = numberOf(text);
    if (kind === 'sensor') {
      if (NO_NUMBER.test(text)) return { frames: [], warnings: [], ...withMissing([name]) };
      if (number === null) return { frames: [], warnings: ['the state of a sensor is no number'] };
      return { frames: [{ time: null, values: [measurementOf(name, number, facts)] }], warnings: [] };
    }
    const known = fanOf(facts);
    if (known !== null && known.name !== name) {
      return { frames: [], warnings: [`of several fans only ${known.name} is read`] };
    }
    const power = part === 'state' ? powerOf(text) : null;
    const level = part === 'state' ? null : number;
    if (power === null && level === null) return { frames: [], warnings: ['unknown state of the fan'] };
    const fan: Fan = { ...(known ?? { name }), ...(power !== null && { power }), ...(level !== null && { level }) };
    const purifier = reportOf(fan);
    return {
      ...{ frames: [], warnings: [] },
      ...(purifier && { purifier }),
      ...remember(prefix, facts, { ...objectOf(facts), fan: { ...fan } }),
    };
  },
  capabilities(facts) {
    const fan = fanOf(facts);
    if (fan === null) return null;
    return fan.max === undefined
      ? RELAY_CAPABILITIES
      : { ...RELAY_CAPABILITIES, FAN_SPEED: ['STOP', 'WEAK', 'MEDIUM', 'STRONG'] };
  },
  encode({ address, facts, command, action }) {
    const fan = fanOf(facts);
    if (fan === null) return null;
    const topic = `${address}/fan/${fan.name}`;
    const power = powerOf(action);
    if (command === 'POWER' && power !== null) return { topic: `${topic}/command`, payload: power };
    const speed = (['STOP', 'WEAK', 'MEDIUM', 'STRONG'] as const).find((each) => each === action);
    if (command !== 'FAN_SPEED' || speed === undefined || fan.max === undefined) return null;
    if (speed === 'STOP') return { topic: `${topic}/command`, payload: 'OFF' };
    return { topic: `${topic}/speed_level/command`, payload: String(levelOf(speed, fan.max)) };
  },
};
