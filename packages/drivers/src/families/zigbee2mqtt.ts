import { field, isObject, stringOf, textOf, timeOf } from '../body.ts';
import { actionOf, capabilitiesOf } from '../command-table.ts';
import type { Decoded, Driver, Json, Message } from '../types.ts';
import { MAX_NAME_LENGTH } from '../types.ts';
import { commandsOf, fanOf, isStarkvind, purifierOf, STARKVIND } from '../zigbee2mqtt/fan.ts';
import { factsOf, featuresOf } from '../zigbee2mqtt/features.ts';
import { sensorsOf } from '../zigbee2mqtt/sensors.ts';

interface Topic {
  readonly base: string;
  /** Below the base: `bridge/devices`, or a device's name. */
  readonly name: string;
  readonly isAvailability: boolean;
}

const BRIDGE = /^(.+)\/(bridge\/.+)$/;
const USUAL = /^((?:.+\/)?zigbee2mqtt[^/]*)\/(.+)$/i;
/** Commands on their way to a device. */
const COMMAND = /\/(set|get)(\/[^/]+)?$/;
const AVAILABILITY = '/availability';

/** Bases may hold `/`; another base than the usual one is taken for its first level. */
const topicOf = (topic: string): Topic | null => {
  const found = USUAL.exec(topic) ?? BRIDGE.exec(topic) ?? /^([^/]+)\/(.+)$/.exec(topic);
  const [, base, name] = found ?? [];
  if (base === undefined || name === undefined) return null;
  const isAvailability = name.endsWith(AVAILABILITY) && name.length > AVAILABILITY.length;
  return { base, name: isAvailability ? name.slice(0, -AVAILABILITY.length) : name, isAvailability };
};

const isDeviceList = (json: Json | undefined): json is readonly Json[] =>
  Array.isArray(json) && json.some((each: Json) => stringOf(field(each, 'ieee_address')) !== null);

/** `online` or `offline`, bare or as an object. */
const stateOf = ({ body }: Message): 'ONLINE' | 'OFFLINE' | null => {
  const state = stringOf(field(body.json, 'state')) ?? textOf(body.bytes)?.trim();
  return state === 'online' ? 'ONLINE' : state === 'offline' ? 'OFFLINE' : null;
};

const rememberDevices = (base: string, list: readonly Json[]): Record<string, Json> => {
  const remember: Record<string, Json> = {};
  for (const device of list) {
    const name = stringOf(field(device, 'friendly_name'));
    const definition = field(device, 'definition');
    const address = `${base}/${name}`;
    if (name !== null && isObject(definition) && address.length <= MAX_NAME_LENGTH) {
      remember[address] = factsOf(definition);
    }
  }
  return remember;
};

/** `last_seen` as ISO 8601 or epoch milliseconds: a state that is published again is as old as this. */
const lastSeen = (json: Json | undefined): number | null => {
  const time = timeOf(json) ?? (typeof json === 'number' ? json : null);
  return time !== null && time > 0 ? time : null;
};

/** Devices behind a Zigbee2MQTT bridge. An address is the device's topic. */
export const zigbee2mqtt: Driver = {
  id: 'zigbee2mqtt',
  title: { ko: 'Zigbee2MQTT', en: 'Zigbee2MQTT' },
  transports: ['MQTT'],
  filters: ['zigbee2mqtt/#'],
  defaultInterval: 3600,
  matches(message) {
    const { topic, address, body } = message;
    if (address !== null || topicOf(topic) === null) return false;
    if (USUAL.test(topic)) return true;
    if (topic.endsWith('/bridge/devices')) return isDeviceList(body.json);
    if (topic.endsWith('/bridge/state') || topic.endsWith(AVAILABILITY)) {
      return isObject(body.json) && stateOf(message) !== null;
    }
    return isObject(body.json) && typeof body.json.linkquality === 'number';
  },
  addressOf({ topic, address }) {
    const found = topicOf(topic);
    if (address !== null || found === null || COMMAND.test(topic)) return address;
    const { base, name } = found;
    if (name === 'bridge/devices' || name === 'bridge/state') return `${base}/bridge`;
    const own = `${base}/${name}`;
    return name.startsWith('bridge/') || own.length > MAX_NAME_LENGTH ? null : own;
  },
  decode(message, facts) {
    const { topic, body } = message;
    const { base, name, isAvailability } = topicOf(topic) ?? { base: '', name: '', isAvailability: false };
    const nothing: Decoded = { frames: [], warnings: [] };
    if (name === '' || COMMAND.test(topic)) return nothing;
    if (isAvailability || name === 'bridge/state') {
      const status = stateOf(message);
      return status === null ? { ...nothing, warnings: ['neither online nor offline'] } : { ...nothing, status };
    }
    if (name === 'bridge/devices') {
      if (!isDeviceList(body.json)) return { ...nothing, warnings: ['not a list of devices'] };
      return { ...nothing, remember: rememberDevices(base, body.json) };
    }
    if (name.startsWith('bridge/')) return nothing;
    if (!isObject(body.json)) return { ...nothing, warnings: ['not a JSON object'] };
    const model = stringOf(field(facts, 'model'));
    const described = featuresOf(field(facts, 'exposes'));
    const isKnownFan = described.length === 0 && isStarkvind(body.json);
    const features = isKnownFan ? STARKVIND : described;
    const { values, missing, warnings } = sensorsOf(body.json, isKnownFan ? [] : features);
    const fan = isKnownFan ? fanOf(features, 'E2007') : fanOf(features, model);
    const purifier = fan === null ? undefined : purifierOf(body.json, fan, features);
    const frames = values.length > 0 ? [{ time: lastSeen(body.json.last_seen), values }] : [];
    return {
      frames,
      warnings,
      ...(model ? { model } : {}),
      ...(missing.length > 0 ? { missing } : {}),
      ...(purifier === undefined ? {} : { purifier }),
    };
  },
  capabilities(facts) {
    const features = featuresOf(field(facts, 'exposes'));
    const commands = capabilitiesOf(commandsOf(features, stringOf(field(facts, 'model'))));
    return Object.keys(commands).length === 0 ? null : commands;
  },
  encode({ address, facts, command, action }) {
    const commands = commandsOf(featuresOf(field(facts, 'exposes')), stringOf(field(facts, 'model')));
    const message = actionOf(commands, command, action);
    return message === null ? null : { topic: `${address}/set`, payload: JSON.stringify(message) };
  },
};
