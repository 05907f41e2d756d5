import { convert } from '@airdeck/domain/unit';
import { field, isObject, numberOf, stringOf, timeOf } from '../body.ts';
import { nameOf } from '../named-values.ts';
import { sensorOfName } from '../sensor-names.ts';
import {
  type Decoded,
  type DeviceFrame,
  type DeviceValue,
  type Driver,
  type Json,
  MAX_VALUES,
  type Message,
  type Part,
} from '../types.ts';

/** Where an observation belongs, in MQTT topics and in addresses of requests. */
const PATH = /(?:^|\/)((?:Multi)?Datastreams\([^()/]+\))\/Observations(?:\?.*)?$/;

const streamOf = (json: Json | undefined): Json | undefined =>
  field(json, 'Datastream') ?? field(json, 'MultiDatastream');

const idOf = (json: Json | undefined): string | null => {
  const id = field(streamOf(json), '@iot.id');
  const quoted = typeof id === 'string' ? `'${id}'` : id;
  const set = field(json, 'MultiDatastream') === undefined ? 'Datastreams' : 'MultiDatastreams';
  return typeof quoted === 'string' || typeof quoted === 'number' ? nameOf(`${set}(${quoted})`) : null;
};

/** `[{Datastream, components, dataArray}]`: many observations, in rows. */
const isDataArray = (json: Json | undefined): json is readonly Json[] =>
  Array.isArray(json) && json.length > 0 && json.every((each) => Array.isArray(field(each, 'dataArray')));

/** The end of the time, which can be an interval. */
const endOf = (json: Json | undefined): number | null => timeOf(stringOf(json)?.split('/').at(-1));

/**
 * A result with what its datastream says of it. The type comes from the observed property, or the datastream's name,
 * and counts only together with a unit of that type; without them a person chooses both in the binding.
 */
const observed = (
  sensor: string,
  value: number,
  unitOf: Json | undefined,
  names: readonly (Json | undefined)[],
): DeviceValue => {
  const spellings = [field(unitOf, 'symbol'), field(unitOf, 'name')].map(stringOf).filter((each) => each !== null);
  const measured = names.map((name) => sensorOfName(stringOf(name) ?? '', null)).find((each) => each !== null);
  const type = measured?.type ?? null;
  const unit = type === null ? undefined : spellings.find((each) => convert(type, value, each) !== null);
  if (type === null || unit === undefined) return { sensor, type: null, value, unit: spellings[0] ?? '' };
  return { sensor, type, value, unit, ...(measured?.note && { note: measured.note }) };
};

const valuesOf = (result: Json | undefined, stream: Json | undefined): (DeviceValue | null)[] => {
  const property = field(stream, 'ObservedProperty');
  if (!Array.isArray(result)) {
    const value = numberOf(result);
    const names = [field(property, 'name'), field(stream, 'name')];
    return [value === null ? null : observed('result', value, field(stream, 'unitOfMeasurement'), names)];
  }
  // A MultiDatastream has one result, unit and property for each of its parts.
  const units = field(stream, 'unitOfMeasurements');
  const properties = field(stream, 'ObservedProperties');
  return result.map((each, i) => {
    const value = numberOf(each);
    const names = [field(Array.isArray(properties) ? properties[i] : undefined, 'name')];
    return value === null ? null : observed(`result[${i}]`, value, Array.isArray(units) ? units[i] : undefined, names);
  });
};

/** The observations of a message as objects. */
const observationsOf = (json: Json | undefined): Json[] => {
  if (!isDataArray(json)) return json === undefined ? [] : [json];
  return json.flatMap((group) => {
    const components = field(group, 'components');
    const rows = field(group, 'dataArray');
    if (!Array.isArray(components) || !Array.isArray(rows)) return [];
    return rows.map((row) => ({
      Datastream: streamOf(group) ?? null,
      ...Object.fromEntries(components.map((key, i) => [String(key), Array.isArray(row) ? (row[i] ?? null) : null])),
    }));
  });
};

const addressOfPath = (path: string): string | null => nameOf(PATH.exec(path)?.[1]);

const addressIn = ({ topic, body: { json } }: Message): string | null => {
  const named = addressOfPath(topic);
  if (!isDataArray(json)) return named ?? idOf(json);
  const ids = new Set(json.map((group) => idOf(group) ?? named));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
};

/** Requests of a JSON batch: `{requests: [{method, url, body}]}`; null: it is none. */
const requestsOf = (json: Json | undefined): readonly Json[] | null => {
  const requests = field(json, 'requests');
  return Array.isArray(requests) && requests.some((each) => field(each, 'url') !== undefined) ? requests : null;
};

/** A request for a new observation as a group of rows, with the address of its datastream; null: it is another one. */
const groupOfRequest = (request: Json): { address: string | null; group: Json } | null => {
  const body = field(request, 'body');
  const url = stringOf(field(request, 'url')) ?? '';
  const isNew = stringOf(field(request, 'method'))?.toUpperCase() === 'POST' && /(^|\/)Observations(\?.*)?$/.test(url);
  if (!isNew || !isObject(body)) return null;
  const { Datastream, MultiDatastream, ...rest } = body;
  const stream = { ...(Datastream && { Datastream }), ...(MultiDatastream && { MultiDatastream }) };
  const group = { ...stream, components: Object.keys(rest), dataArray: [Object.values(rest)] };
  return { address: addressOfPath(url) ?? idOf(body), group };
};

/** The groups of a message by datastream; those without one come last. null: it holds those of one datastream. */
const splitGroups = (message: Message): readonly Part[] | null => {
  const { json } = message.body;
  const requests = requestsOf(json);
  if (requests === null && (!isDataArray(json) || addressIn(message) !== null)) return null;
  const groups: { address: string | null; group: Json }[] =
    requests?.flatMap((each) => groupOfRequest(each) ?? []) ??
    (isDataArray(json) ? json.map((group) => ({ address: idOf(group), group })) : []);
  const parts = new Map<string | null, Json[]>();
  for (const { address, group } of groups) parts.set(address, [...(parts.get(address) ?? []), group]);
  if (requests === null && parts.size < 2) return null;
  const lost = parts.get(null);
  parts.delete(null);
  const named = [...parts].map(([address, all]): Part => ({ topic: `/${address}/Observations`, json: all }));
  return lost === undefined ? named : [...named, { topic: '/Observations', json: lost }];
};

/** OGC SensorThings: observations of a datastream, by MQTT or HTTP. Each datastream is a device with one sensor. */
export const sensorthings: Driver = {
  id: 'sensorthings',
  title: { ko: 'OGC 센서싱스(SensorThings)', en: 'OGC SensorThings' },
  transports: ['MQTT', 'HTTP'],
  filters: ['v1.0/#', 'v1.1/#'],
  defaultInterval: 300,
  matches: ({ topic, body: { json } }) =>
    isDataArray(json) ||
    (requestsOf(json)?.some((each) => groupOfRequest(each) !== null) ?? false) ||
    (isObject(json) && 'result' in json && (PATH.test(topic) || idOf(json) !== null)),
  addressOf: (message) => message.address ?? addressIn(message),
  split: splitGroups,
  decode(message): Decoded {
    const { json } = message.body;
    if (splitGroups(message) !== null) return { frames: [], warnings: ['observations of several datastreams'] };
    const frames: DeviceFrame[] = [];
    let left = MAX_VALUES;
    let broken = 0;
    for (const observation of observationsOf(json)) {
      const all = valuesOf(field(observation, 'result'), streamOf(observation));
      const values = all.filter((value) => value !== null).slice(0, left);
      broken += all.length - values.length;
      left -= values.length;
      const time = endOf(field(observation, 'phenomenonTime')) ?? endOf(field(observation, 'resultTime'));
      if (values.length > 0) frames.push({ time, values });
    }
    const isEmpty = frames.length === 0 && broken === 0;
    const warnings = isEmpty ? ['no observation'] : broken > 0 ? [`${broken} results are no numbers, or too many`] : [];
    return { frames, warnings };
  },
};
