import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, isObject, numberOf, objectOf, stringOf, timeOf } from '../body.ts';
import { scaled } from '../byte-reader.ts';
import { actionOf, type CommandTable, capabilitiesOf } from '../command-table.ts';
import { levelOf, speedOf } from '../levels.ts';
import type { Decoded, DeviceValue, Driver, Json, JsonObject, Message, PurifierReport, ValueNote } from '../types.ts';

interface Key {
  readonly key: string;
  readonly type: SensorType | null;
  readonly unit: string;
  readonly divisor?: number;
  /** A second figure of the same sensor; CHOOSE where the first one is also there. */
  readonly besides?: string;
}

const SENSORS: readonly Key[] = [
  { key: 'tact', type: 'TEMPERATURE', unit: 'K', divisor: 10 },
  { key: 'hact', type: 'HUMIDITY', unit: '%' },
  { key: 'pm25', type: 'PM2.5', unit: 'µg/m³' },
  { key: 'pm10', type: 'PM10', unit: 'µg/m³' },
  { key: 'p25r', type: 'PM2.5', unit: 'µg/m³', besides: 'pm25' },
  { key: 'p10r', type: 'PM10', unit: 'µg/m³', besides: 'pm10' },
  { key: 'hcho', type: 'HCHO', unit: 'µg/m³' },
  { key: 'hchr', type: 'HCHO', unit: 'µg/m³', besides: 'hcho' },
  { key: 'co2r', type: 'CO2', unit: 'ppm' },
  // Older machines have an index from 0 to 9 for particles.
  { key: 'pact', type: null, unit: '' },
];
const FILTERS: readonly Key[] = [
  { key: 'cflr', type: null, unit: '%' },
  { key: 'hflr', type: null, unit: '%' },
  // Hours that are left, on older machines.
  { key: 'filf', type: null, unit: 'h' },
];

/** Words in place of a number: not measuring, warming up, failed, no such part. */
const NO_VALUE = new Set(['OFF', 'INIT', 'FAIL', 'NONE', 'INV']);

/** A value, or the second of a pair `[old, new]`. */
const newest = (json: Json | undefined): Json | undefined => (Array.isArray(json) ? json.at(1) : json);

const readKeys = (keys: readonly Key[], data: JsonObject) => {
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  const warnings: string[] = [];
  for (const { key, type, unit, divisor = 1, besides } of keys) {
    const json = newest(field(data, key));
    const value = numberOf(json);
    if (value !== null && value >= 0) {
      const isSecond = besides !== undefined && field(data, besides) !== undefined;
      const note: { note?: ValueNote } = isSecond ? { note: 'CHOOSE' } : {};
      values.push({ sensor: key, type, value: scaled(value, divisor), unit, ...note });
    } else if (NO_VALUE.has(stringOf(json) ?? '')) missing.push(key);
    else if (json !== undefined) warnings.push(`${key} is no number`);
  }
  return { values, missing, warnings };
};

const MAX_SPEED = 10;

/** Machines since 2018 have `fpwr` and `auto`; the Link series before them has `fmod` (FAN, AUTO, OFF). */
const formOf = (state: JsonObject): 'fpwr' | 'fmod' | null =>
  'fpwr' in state ? 'fpwr' : 'fmod' in state ? 'fmod' : null;

const purifierOf = (state: JsonObject): PurifierReport | undefined => {
  const mode = newest(state.fmod);
  const power = newest(state.fpwr) ?? (mode === 'FAN' || mode === 'AUTO' ? 'ON' : mode);
  if (power !== 'ON' && power !== 'OFF') return undefined;
  const auto = newest(state.auto) ?? (mode === 'AUTO' ? 'ON' : mode === 'FAN' ? 'OFF' : null);
  const speed = numberOf(newest(state.fnsp));
  const isRunning = power === 'ON' && speed !== null && speed >= 1 && speed <= MAX_SPEED;
  return {
    power,
    ...(auto === 'ON' || auto === 'OFF' ? { control: auto === 'ON' ? 'AUTO' : 'MANUAL' } : {}),
    ...(isRunning ? { fan_speed: speedOf(speed, MAX_SPEED) } : {}),
  };
};

const speeds = (on: JsonObject): Record<string, JsonObject> =>
  Object.fromEntries(
    (['WEAK', 'MEDIUM', 'STRONG'] as const).map((speed) => [
      speed,
      { ...on, fnsp: String(levelOf(speed, MAX_SPEED)).padStart(4, '0') },
    ]),
  );

const COMMANDS: Readonly<Record<'fpwr' | 'fmod', CommandTable<JsonObject>>> = {
  fpwr: {
    POWER: { ON: { fpwr: 'ON' }, OFF: { fpwr: 'OFF' } },
    WORK: { AUTO: { auto: 'ON' }, MANUAL: { auto: 'OFF' } },
    FAN_SPEED: { STOP: { fpwr: 'OFF' }, ...speeds({ fpwr: 'ON' }) },
  },
  fmod: {
    POWER: { ON: { fmod: 'FAN' }, OFF: { fmod: 'OFF' } },
    WORK: { AUTO: { fmod: 'AUTO' }, MANUAL: { fmod: 'FAN' } },
    FAN_SPEED: { STOP: { fmod: 'OFF' }, ...speeds({ fmod: 'FAN' }) },
  },
};

/** Product numbers of the Link series, for a command before the machine has told its state. */
const LINK = /^(455|469|475)\//;

const commandsOf = (facts: Json | undefined): CommandTable<JsonObject> | null => {
  const form = field(facts, 'form');
  return form === 'fpwr' || form === 'fmod' ? COMMANDS[form] : null;
};

/** Messages without values that show that the machine is alive. */
const SIGNS_OF_LIFE = /^(HELLO|LOCATION|SCHEDULE|.*FAULTS.*|ENVIRONMENTAL-AND-USAGE-DATA|DEVICE-.*)$/;

const TOPIC = /^(\d{3}[A-Z]?)\/([^/]+)\/(status(?:\/[a-z]+)?|command)$/;

const decodeKnown = ({ topic, body }: Message, facts: Json | undefined): Decoded => {
  const message = objectOf(body.json);
  const kind = stringOf(message.msg) ?? '';
  const isState = kind === 'CURRENT-STATE' || kind === 'STATE-CHANGE';
  if (!isState && kind !== 'ENVIRONMENTAL-CURRENT-SENSOR-DATA') {
    if (kind === 'GOODBYE') return { frames: [], warnings: [], status: 'OFFLINE' };
    return { frames: [], warnings: SIGNS_OF_LIFE.test(kind) ? [] : [`unknown message ${kind.slice(0, 40)}`] };
  }
  const data = objectOf(isState ? message['product-state'] : message.data);
  const { values, missing, warnings } = readKeys(isState ? FILTERS : SENSORS, data);
  const purifier = isState ? purifierOf(data) : undefined;
  const form = isState ? formOf(data) : null;
  const [, product, serial] = TOPIC.exec(topic) ?? [];
  return {
    frames: values.length > 0 ? [{ time: timeOf(message.time), values }] : [],
    warnings,
    ...(missing.length > 0 ? { missing } : {}),
    ...(purifier === undefined ? {} : { purifier }),
    ...(product === undefined || form === null || form === field(facts, 'form')
      ? {}
      : { remember: { [`${product}/${serial}`]: { form } } }),
  };
};

/** Dyson purifiers: each is a broker of its own. Numbers are texts of four digits. */
export const dyson: Driver = {
  id: 'dyson',
  title: { ko: 'Dyson 공기청정기', en: 'Dyson purifiers' },
  transports: ['MQTT'],
  filters: ['+/+/status/current'],
  defaultInterval: 60,
  matches: ({ topic, body }) => TOPIC.test(topic) && stringOf(field(body.json, 'msg')) !== null,
  addressOf({ topic, address }) {
    const [, product, serial, level] = TOPIC.exec(topic) ?? [];
    return product === undefined || level === 'command' ? address : `${product}/${serial}`;
  },
  decode(message, facts) {
    // Commands on their way to the machine.
    if (message.topic.endsWith('/command')) return { frames: [], warnings: [] };
    if (!isObject(message.body.json)) return { frames: [], warnings: ['not a JSON object'] };
    return decodeKnown(message, facts);
  },
  capabilities(facts) {
    const commands = commandsOf(facts);
    return commands === null ? null : capabilitiesOf(commands);
  },
  encode({ address, facts, command, action, time }) {
    const data = actionOf(commandsOf(facts) ?? COMMANDS[LINK.test(address) ? 'fmod' : 'fpwr'], command, action);
    if (data === null) return null;
    const stamp = time === undefined ? {} : { time };
    return {
      topic: `${address}/command`,
      payload: JSON.stringify({ msg: 'STATE-SET', ...stamp, 'mode-reason': 'LAPP', data }),
    };
  },
};
