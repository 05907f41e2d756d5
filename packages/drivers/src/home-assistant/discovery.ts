import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { field, isObject, objectOf, stringOf } from '../body.ts';
import { factsBytes } from '../facts.ts';
import { unitWarning } from '../sensor-names.ts';
import { applyTemplate, parseTemplate } from '../template.ts';
import type { Decoded, DeviceValue, Json, JsonObject, Message } from '../types.ts';
import { MAX_FACTS_BYTES, MAX_NAME_LENGTH, VALUE_NOTES } from '../types.ts';
import { DISCOVERY, expanded, isTopic } from './config.ts';
import { fanOfConfig, fanState, isSplit, reportOf, unsupported } from './fan.ts';
import { pushValue, sensorOf } from './sensor.ts';

/** Topics at which a device tells whether it is there; those of mode `any` say nothing one by one. */
const availabilityOf = (config: JsonObject): JsonObject[] => {
  const { availability_topic: own = null, availability_template: template = null } = config;
  const one: JsonObject[] = own === null ? [] : [{ ...config, topic: own, value_template: template }];
  const list = Array.isArray(config.availability) ? config.availability.map((each: Json) => objectOf(each)) : one;
  if (list.length > 1 && stringOf(config.availability_mode) === 'any') return [];
  return list.flatMap(({ topic, value_template: text, payload_available: on, payload_not_available: off }) =>
    isTopic(stringOf(topic)) && parseTemplate(stringOf(text)) !== null
      ? [{ topic: topic ?? null, on: on ?? 'online', off: off ?? 'offline', ...(text ? { template: text } : {}) }]
      : [],
  );
};

export interface Facts {
  readonly sensors: readonly JsonObject[];
  readonly fan: JsonObject;
  readonly availability: readonly JsonObject[];
  /** Last state of the fan, whose parts may come on different topics. */
  readonly state: JsonObject;
  /** Topics of availability that said no. */
  readonly down: readonly Json[];
}

const listOf = (json: Json | undefined): readonly JsonObject[] =>
  Array.isArray(json) ? json.map((each: Json) => objectOf(each)) : [];

export const factsOf = (facts: Json | undefined): Facts => {
  const down = field(facts, 'down');
  return {
    sensors: listOf(field(facts, 'sensors')),
    fan: objectOf(field(facts, 'fan')),
    availability: listOf(field(facts, 'availability')),
    state: objectOf(field(facts, 'state')),
    down: Array.isArray(down) ? down : [],
  };
};

/** Without empty parts. */
const toJson = (facts: Facts): JsonObject =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) => (Array.isArray(value) ? value : Object.keys(value)).length > 0),
  );

export const decodeDiscovery = ({ topic, body }: Message, known: Facts, address: string): Decoded => {
  const [, component = '', , object = ''] = DISCOVERY.exec(topic) ?? [];
  const config = expanded(body.json);
  const { components, ...root } = config;
  const entities: readonly (readonly [name: string, config: JsonObject])[] =
    component === 'device'
      ? Object.entries(objectOf(components)).map(([name, each]) => [name, { ...root, ...objectOf(each) }])
      : [[object, { ...root, platform: component }]];
  const warnings: string[] = [];
  let { sensors, fan, availability } = known;
  for (const [name, entity] of entities) {
    const sensor = name.slice(0, MAX_NAME_LENGTH);
    const stateTopic = stringOf(entity.state_topic);
    const template = stringOf(entity.value_template);
    const deviceClass = stringOf(entity.device_class);
    const unit = stringOf(entity.unit_of_measurement);
    if (entity.platform === 'fan') {
      fan = fanOfConfig(entity, sensor, warnings);
    } else if (entity.platform === 'sensor' && (entity.entity_category ?? null) === null && isTopic(stateTopic)) {
      // Some devices have an id that says nothing, and a name that does.
      const described = sensorOf(sensor, deviceClass, unit) ?? sensorOf(stringOf(entity.name) ?? '', deviceClass, unit);
      if (described === null) continue;
      if (described.unit === null) warnings.push(unitWarning(sensor, unit));
      else if (parseTemplate(template) === null) warnings.push(unsupported(sensor));
      else {
        const each = { sensor, topic: stateTopic, ...described, ...(template === null ? {} : { template }) };
        sensors = [...sensors.filter((other) => other.sensor !== sensor), each];
      }
    } else continue;
    const told = availabilityOf(entity);
    if (told.length > 0) availability = told;
  }
  const facts: Facts = { ...known, sensors, fan, availability };
  const json = toJson(facts);
  if (factsBytes(json) > MAX_FACTS_BYTES) return { frames: [], warnings: [...warnings, 'too many entities'] };
  const topics = [
    ...[...sensors, ...availability].map((each) => stringOf(each.topic)),
    ...Object.entries(fan).map(([key, value]) => (key.endsWith('state_topic') ? stringOf(value) : null)),
  ];
  const model = stringOf(objectOf(config.device).model);
  return {
    frames: [],
    warnings,
    ...(model === null ? {} : { model }),
    ...(Object.keys(json).length === 0
      ? {}
      : { remember: { [address]: json }, subscribe: [...new Set(topics.filter(isTopic))] }),
  };
};

export const decodeState = ({ topic, body }: Message, known: Facts, address: string): Decoded => {
  const read = { values: [] as DeviceValue[], missing: [] as string[], warnings: [] as string[] };
  for (const { sensor, topic: own, type, unit, note, template } of known.sensors) {
    const parsed = own === topic ? parseTemplate(stringOf(template)) : null;
    const found = SENSOR_TYPES.find((each) => each === type);
    if (parsed === null || found === undefined) continue;
    const value = applyTemplate(parsed, body);
    // Messages of a shared topic need not hold every sensor.
    if (value === null && parsed.from === 'json' && isObject(body.json)) continue;
    const noted = VALUE_NOTES.find((each) => each === note);
    const described = { type: found, unit: stringOf(unit), ...(noted === undefined ? {} : { note: noted }) };
    pushValue(read, String(sensor), described, value);
  }
  const told = fanState(topic, body, known.fan);
  const state = { ...known.state, ...told };
  const purifier = Object.keys(told).length === 0 ? undefined : reportOf(known.fan, state);
  const available = known.availability.find((each) => each.topic === topic);
  const template = available && parseTemplate(stringOf(available.template));
  const word = available && template ? applyTemplate(template, body) : null;
  const down = known.down.filter((each) => each !== topic);
  if (word !== null && word === available?.off) down.push(topic);
  const isTold = word !== null && (word === available?.on || word === available?.off);
  // A topic that tells all parts leaves nothing to remember.
  const facts = toJson({ ...known, state: isSplit(known.fan) ? state : {}, down });
  return {
    frames: read.values.length > 0 ? [{ time: null, values: read.values }] : [],
    warnings: read.warnings,
    ...(read.missing.length > 0 ? { missing: read.missing } : {}),
    ...(purifier === undefined ? {} : { purifier }),
    ...(isTold ? { status: down.length > 0 ? 'OFFLINE' : 'ONLINE' } : {}),
    ...(JSON.stringify(facts) === JSON.stringify(toJson(known)) ? {} : { remember: { [address]: facts } }),
  };
};
