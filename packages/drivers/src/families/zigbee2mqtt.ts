import type { FanSpeed } from '@airdeck/domain/purifier-state';
import { field, isObject, numberOf, objectOf, stringOf, textOf, timeOf } from '../body.ts';
import { actionOf, type CommandTable, capabilitiesOf } from '../command-table.ts';
import { factsBytes, fitting } from '../facts.ts';
import { levelOf, speedOf } from '../levels.ts';
import { sensorOfName, unitWarning } from '../sensor-names.ts';
import type { Decoded, DeviceValue, Driver, Json, JsonObject, Message, PurifierReport } from '../types.ts';
import { MAX_NAME_LENGTH, MAX_VALUES } from '../types.ts';

/** A property that a device publishes or takes, as `bridge/devices` describes it and as it is remembered. */
interface Feature {
  readonly property: string;
  /** numeric, binary, enum or text */
  readonly kind: string;
  /** Type of the group that it belongs to (fan, switch, light), and its name there (state, mode, speed). */
  readonly group: string | null;
  readonly name: string | null;
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly values: readonly string[];
  readonly on: Json;
  readonly off: Json;
  /** 1: published, 2: settable, 4: can be asked for. */
  readonly access: number;
}

const SETTABLE = 2;
const MAX_FEATURES = 200;
const MAX_ENUM_VALUES = 32;

/** A feature of facts, or of an expose, whose keys differ. */
const featureOf = (json: Json, group: string | null): Feature | null => {
  const property = stringOf(field(json, 'property'));
  if (property === null) return null;
  const { kind, type, group: known, name, unit, min, value_min, max, value_max, values, ...rest } = objectOf(json);
  return {
    property: property.slice(0, MAX_NAME_LENGTH),
    kind: stringOf(kind) ?? stringOf(type) ?? '',
    group: stringOf(known) ?? group,
    name: stringOf(name)?.slice(0, MAX_NAME_LENGTH) ?? null,
    unit: stringOf(unit)?.slice(0, 20) ?? null,
    min: numberOf(min ?? value_min),
    max: numberOf(max ?? value_max),
    values: Array.isArray(values)
      ? values.flatMap((each: Json) => stringOf(each)?.slice(0, 40) ?? []).slice(0, MAX_ENUM_VALUES)
      : [],
    on: rest.on ?? rest.value_on ?? null,
    off: rest.off ?? rest.value_off ?? null,
    access: numberOf(rest.access) ?? 1,
  };
};

/** The features of exposes, those of groups included; composite values have none of their own. */
const featuresOf = (exposes: Json | undefined, group: string | null = null): Feature[] =>
  (Array.isArray(exposes) ? exposes : []).flatMap((each: Json) => {
    const features = field(each, 'features');
    if (features === undefined) return featureOf(each, group) ?? [];
    const type = stringOf(field(each, 'type'));
    return group === null && type !== 'composite' ? featuresOf(features, type) : [];
  });

/** What is worth remembering of a feature: what it has, without empty fields. */
const compact = (feature: Feature): JsonObject =>
  Object.fromEntries(
    Object.entries(feature).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

const factsOf = (definition: JsonObject): Json => {
  const model = stringOf(definition.model)?.slice(0, MAX_NAME_LENGTH) ?? '';
  const all = featuresOf(definition.exposes).slice(0, MAX_FEATURES);
  // What the driver uses stands first, in case the facts are full.
  const ranked = [...all.filter(isUseful), ...all.filter((feature) => !isUseful(feature))];
  return { model, exposes: fitting(ranked.map(compact), factsBytes({ model, exposes: [] })) };
};
const isUseful = ({ group, property, unit }: Feature): boolean =>
  group !== null || /fan|filter|led|speed/.test(property) || sensorOfName(property, unit) !== null;

/** Properties whose unit is the same on all devices, for the time before `bridge/devices` was read. */
const KNOWN: Readonly<Record<string, string>> = {
  co2: 'ppm',
  pm1: 'µg/m³',
  pm25: 'µg/m³',
  pm10: 'µg/m³',
  temperature: '°C',
  humidity: '%',
  formaldehyd: 'mg/m³',
  hcho: 'mg/m³',
};
/** Spelled so by several converters, each with a unit of its own. */
const UNITS_DIFFER = ['formaldehyde'];

/** What a cluster's "invalid" becomes after scaling. −1 °C is a temperature. */
const MISSING = new Set([-1, 65_535, 655.35]);
const MISSING_TEMPERATURE = new Set([65_535, 655.35, -327.68, 327.67]);

const sensorsOf = (state: JsonObject, features: readonly Feature[]) => {
  const exposed = features.filter(({ kind, access }) => kind === 'numeric' && (access & SETTABLE) === 0);
  const units = new Map<string, string | null>([
    ...exposed.map(({ property, unit }): [string, string | null] => [property, unit ?? KNOWN[property] ?? null]),
    ...[...Object.keys(KNOWN), ...UNITS_DIFFER]
      .filter((property) => features.every((feature) => feature.property !== property))
      .map((property): [string, string | null] => [property, KNOWN[property] ?? null]),
    ['battery', '%'],
  ]);
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  const warnings: string[] = [];
  for (const [sensor, given] of units) {
    const json = field(state, sensor);
    const described = sensorOfName(sensor, given);
    if (json === undefined || (described === null && sensor !== 'battery')) continue;
    const value = numberOf(json);
    const { type, unit, ...note } = described ?? { type: null, unit: '%' };
    if (value === null || (type === 'TEMPERATURE' ? MISSING_TEMPERATURE : MISSING).has(value)) missing.push(sensor);
    else if (unit === null) warnings.push(unitWarning(sensor, given));
    else values.push({ sensor, type, value, unit, ...note });
  }
  return { values: values.slice(0, MAX_VALUES), missing, warnings };
};

/** The properties by which a fan is read and set. */
interface Fan {
  readonly state?: Feature | undefined;
  readonly mode?: Feature | undefined;
  readonly speed?: Feature | undefined;
  readonly isStarkvind: boolean;
}

/** IKEA's purifier before it has described itself: no other device has these properties together. */
const isStarkvind = (state: JsonObject): boolean =>
  ['fan_mode', 'fan_state', 'filter_age', 'replace_filter'].every((key) => Object.hasOwn(state, key));
const STARKVIND_MODELS = /^E200[67]$/;
const STARKVIND_FILTER_H = 259_200 / 60;
const STARKVIND = featuresOf([
  {
    type: 'fan',
    features: [
      { type: 'binary', name: 'state', property: 'fan_state', value_on: 'ON', value_off: 'OFF', access: 7 },
      { type: 'enum', name: 'mode', property: 'fan_mode', values: ['off', 'auto', ...'123456789'], access: 7 },
    ],
  },
  { type: 'numeric', name: 'fan_speed', property: 'fan_speed', value_min: 0, value_max: 9, access: 5 },
  { type: 'numeric', name: 'filter_age', property: 'filter_age', unit: 'minutes', access: 5 },
]);

const fanOf = (features: readonly Feature[], model: string | null): Fan | null => {
  const named = (name: string, property: RegExp) =>
    features.find(({ group, name: each }) => group === 'fan' && each === name) ??
    features.find((feature) => property.test(feature.property));
  const mode = named('mode', /^fan_mode$/);
  const speed = named('speed', /^fan_(speed|percent|percentage)$/);
  // A relay in front of a fan has a state alone.
  const isFan = mode !== undefined || speed !== undefined;
  const state =
    named('state', /^fan_state$/) ?? features.find(({ group, name }) => group === 'switch' && name === 'state');
  return isFan || state ? { state, mode, speed, isStarkvind: STARKVIND_MODELS.test(model ?? '') } : null;
};

const AUTO = /^(auto|smart|automatic)$/i;
const WORDS: readonly (readonly [pattern: RegExp, speed: FanSpeed])[] = [
  [/^off$/i, 'STOP'],
  [/^low$/i, 'WEAK'],
  [/^(medium|middle|mid)$/i, 'MEDIUM'],
  [/^high$/i, 'STRONG'],
];
const speedOfWord = (word: string): FanSpeed | null => WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? null;

/** The highest level; 0: it has none. */
const topOf = ({ max, values }: Feature): number =>
  max ?? Math.max(0, ...values.map(numberOf).filter((level) => level !== null));

/** The speed of a level or a word, as the feature defines them. */
const readSpeed = (feature: Feature | undefined, json: Json | undefined): FanSpeed | null => {
  if (feature === undefined) return null;
  const level = numberOf(json);
  const max = topOf(feature);
  if (level !== null) return max > 0 && level >= 0 && level <= max ? speedOf(level, max) : null;
  return speedOfWord(stringOf(json) ?? '');
};

const purifierOf = (state: JsonObject, fan: Fan, features: readonly Feature[]): PurifierReport | undefined => {
  const mode = fan.mode && field(state, fan.mode.property);
  const word = stringOf(mode);
  const switched = fan.state && field(state, fan.state.property);
  const isOn = switched !== undefined && switched === (fan.state?.on ?? 'ON');
  const isOff = mode === 'off' || (switched !== undefined && switched === (fan.state?.off ?? 'OFF'));
  if (!isOn && !isOff && word === null) return undefined;
  const speed = readSpeed(fan.speed, fan.speed && field(state, fan.speed.property)) ?? readSpeed(fan.mode, mode);
  const control = word === null || isOff ? {} : ({ control: AUTO.test(word) ? 'AUTO' : 'MANUAL' } as const);
  const age = numberOf(field(state, 'filter_age'));
  const unit = features.find(({ property }) => property === 'filter_age')?.unit ?? '';
  const hours = age === null || age < 0 ? null : /^min/i.test(unit) ? age / 60 : /^h(ours?)?$/i.test(unit) ? age : null;
  return {
    power: isOff ? 'OFF' : 'ON',
    ...control,
    ...(speed === null ? {} : { fan_speed: isOff ? 'STOP' : speed }),
    ...(fan.isStarkvind ? { filter_period_h: STARKVIND_FILTER_H } : {}),
    ...(hours === null ? {} : { filter_use_h: [Math.round(hours * 10) / 10] }),
  };
};

const settable = (feature: Feature | undefined): Feature | null =>
  feature !== undefined && (feature.access & SETTABLE) !== 0 ? feature : null;

/** The message for each speed, by level or by word. */
const speedTable = (fan: Fan): Record<string, JsonObject> => {
  const table: Record<string, JsonObject> = {};
  const mode = settable(fan.mode);
  const speed = settable(fan.speed);
  const add = (feature: Feature, name: FanSpeed) => {
    const { property, kind, values } = feature;
    const top = topOf(feature);
    const level = levelOf(name, top);
    const value =
      kind === 'numeric' && top > 0
        ? level
        : (values.find((each) => top > 0 && numberOf(each) === level) ??
          values.find((each) => speedOfWord(each) === name && name !== 'STOP'));
    if (value !== undefined && !Object.hasOwn(table, name)) table[name] = { [property]: value };
  };
  const state = settable(fan.state);
  if (state !== null) table.STOP = { [state.property]: state.off ?? 'OFF' };
  else if (mode?.values.includes('off') === true) table.STOP = { [mode.property]: 'off' };
  for (const name of ['WEAK', 'MEDIUM', 'STRONG'] as const) {
    for (const feature of [mode, speed]) if (feature !== null) add(feature, name);
  }
  return Object.keys(table).length > 1 ? table : {};
};

/** Lights of a purifier's panel. */
const LIGHT = /^(led_enable|led_indication|led|light|panel_light|display|backlight|indicator_light)$/;

const commandsOf = (features: readonly Feature[], model: string | null): CommandTable<JsonObject> => {
  const fan = fanOf(features, model);
  if (fan === null) return {};
  const state = settable(fan.state);
  const mode = settable(fan.mode);
  const auto = mode?.values.find((each) => AUTO.test(each));
  const speeds = speedTable(fan);
  const light = settable(features.find(({ property, kind }) => LIGHT.test(property) && kind === 'binary'));
  const onOff = (feature: Feature) => ({
    ON: { [feature.property]: feature.on ?? 'ON' },
    OFF: { [feature.property]: feature.off ?? 'OFF' },
  });
  const byMode = mode !== null && auto !== undefined && mode.values.includes('off');
  return {
    POWER: state
      ? onOff(state)
      : byMode
        ? { ON: { [mode.property]: auto }, OFF: { [mode.property]: 'off' } }
        : {},
    WORK:
      mode === null || auto === undefined
        ? {}
        : {
            AUTO: { [mode.property]: auto },
            // Leaving automatic mode means choosing a speed.
            ...(speeds.MEDIUM === undefined ? {} : { MANUAL: speeds.MEDIUM }),
          },
    FAN_SPEED: speeds,
    LIGHT: light ? onOff(light) : {},
  };
};

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
