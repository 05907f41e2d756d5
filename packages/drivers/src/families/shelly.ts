import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, isObject, numberOf, objectOf, stringOf, textOf } from '../body.ts';
import { nameOf, withMissing } from '../named-values.ts';
import { powerOf, RELAY_CAPABILITIES, relayReport } from '../relay.ts';
import type { Decoded, DeviceValue, Driver, Json, JsonObject, Message } from '../types.ts';

/** Topics below the device's prefix, which is its id as shipped. */
const TOPIC = /^(.+)\/(events\/rpc|online|status\/([a-z0-9_]+:\d+))$/;
/** The relay that switches the fan or the ventilation. */
const RELAY = 'switch:0';

/** Values of components: `temperature:0` has `tC`. */
const COMPONENTS: Readonly<Record<string, { key: string; type: SensorType | null; unit: string }>> = {
  temperature: { key: 'tC', type: 'TEMPERATURE', unit: '°C' },
  humidity: { key: 'rh', type: 'HUMIDITY', unit: '%' },
};

const isComponents = (json: Json | undefined): boolean =>
  isObject(json) && Object.entries(json).some(([key, value]) => /^[a-z0-9_]+:\d+$/.test(key) && isObject(value));

/** A device's whole status, as `Shelly.GetStatus` answers it. */
const isStatus = (json: Json | undefined): boolean =>
  isComponents(json) && stringOf(field(field(json, 'sys'), 'mac')) !== null;

const isNotification = (json: Json | undefined): boolean =>
  /^Notify(Full)?(Status|Event)$/.test(stringOf(field(json, 'method')) ?? '') && isObject(field(json, 'params'));

/** The components that a message is about. */
const componentsOf = ({ topic, body: { json } }: Message): JsonObject => {
  const component = TOPIC.exec(topic)?.[3];
  if (component !== undefined && isObject(json)) return { [component]: json };
  if (isNotification(json)) return objectOf(field(json, 'params'));
  const result = field(json, 'result');
  return isStatus(result) ? objectOf(result) : isStatus(json) ? objectOf(json) : {};
};

const readValues = (
  components: JsonObject,
): Required<Pick<Decoded, 'missing' | 'warnings'>> & { values: DeviceValue[] } => {
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  const warnings: string[] = [];
  for (const [sensor, component] of Object.entries(components)) {
    const [, kind = ''] = /^([a-z0-9_]+):\d+$/.exec(sensor) ?? [];
    if (nameOf(sensor) === null || !isObject(component)) continue;
    const errors = Array.isArray(component.errors) ? component.errors.filter((each) => typeof each === 'string') : [];
    if (errors.length > 0) warnings.push(`${sensor} reports ${errors.join(', ').slice(0, 200)}`);
    if (kind === 'devicepower') {
      const value = numberOf(field(component.battery, 'percent'));
      if (value !== null) values.push({ sensor: `${sensor}.percent`, type: null, value, unit: '%' });
    }
    const meant = Object.hasOwn(COMPONENTS, kind) ? COMPONENTS[kind] : undefined;
    if (meant === undefined || (component[meant.key] === undefined && errors.length === 0)) continue;
    const value = numberOf(component[meant.key]);
    if (value === null || errors.length > 0) missing.push(sensor);
    else values.push({ sensor, type: meant.type, value, unit: meant.unit });
  }
  return { values, missing, warnings };
};

/** Shelly Gen2 and later: relays, and H&T, which wakes up every two hours. Its own time is unset after waking. */
export const shelly: Driver = {
  id: 'shelly',
  title: { ko: '셸리(Shelly) 2세대 이후', en: 'Shelly Gen2 and later' },
  transports: ['MQTT', 'HTTP', 'POLL'],
  filters: ['+/online', '+/events/rpc', '+/status/+'],
  path: '/rpc/Shelly.GetStatus',
  defaultInterval: 7200,
  matches({ topic, body }) {
    const [, prefix, kind, component] = TOPIC.exec(topic) ?? [];
    // `shellies/` is the first generation.
    if (prefix?.startsWith('shellies/')) return false;
    if (kind === 'online') return /^(true|false)$/.test(textOf(body.bytes) ?? '');
    if (component !== undefined) return isObject(body.json);
    if (isStatus(body.json)) return true;
    return (
      stringOf(field(body.json, 'src')) !== null && (isNotification(body.json) || isStatus(field(body.json, 'result')))
    );
  },
  // Commands, `online` and `status` know only the prefix, so it goes before the id in `src`.
  addressOf({ address, topic, body: { json } }) {
    const id = nameOf(field(json, 'src')) ?? nameOf(field(field(json, 'sys'), 'mac'))?.toLowerCase() ?? null;
    return address ?? nameOf(TOPIC.exec(topic)?.[1]) ?? id;
  },
  decode(message, facts) {
    const { topic, body } = message;
    if (TOPIC.exec(topic)?.[2] === 'online') {
      const text = textOf(body.bytes);
      if (text !== 'true' && text !== 'false') return { frames: [], warnings: ['neither true nor false'] };
      return { frames: [], warnings: [], status: text === 'true' ? 'ONLINE' : 'OFFLINE' };
    }
    if (!isObject(body.json)) return { frames: [], warnings: ['not a JSON object'] };
    const components = componentsOf(message);
    const { values, missing, warnings } = readValues(components);
    const relay = components[RELAY];
    const output = field(relay, 'output');
    const known = powerOf(field(facts, 'power'));
    const said = typeof output === 'boolean' ? (output ? 'ON' : 'OFF') : null;
    const purifier = relayReport(said, numberOf(field(relay, 'apower')), known);
    const address = shelly.addressOf(message);
    const isNews = purifier !== undefined && purifier.power !== known && address !== null;
    return {
      frames: values.length > 0 ? [{ time: null, values }] : [],
      warnings,
      ...(purifier && { purifier }),
      ...withMissing(missing),
      ...(isNews && { remember: { [address]: { power: purifier.power } } }),
    };
  },
  capabilities: (facts) => (powerOf(field(facts, 'power')) === null ? null : RELAY_CAPABILITIES),
  encode({ address, command, action }) {
    const power = powerOf(action);
    if (command !== 'POWER' || power === null) return null;
    const params = { id: 0, on: power === 'ON' };
    return {
      topic: `${address}/rpc`,
      payload: JSON.stringify({ id: 1, src: 'airdeck', method: 'Switch.Set', params }),
    };
  },
};
