import { field, numberOf, objectOf, stringOf, textOf } from '../body.ts';
import { factsBytes, fitting } from '../facts.ts';
import { bytesOf, type ProtoField, readProto, varintOf, writeBytesField, writeVarintField } from '../protobuf.ts';
import { sensorOfName, unitWarning } from '../sensor-names.ts';
import type { Decoded, DeviceValue, Downlink, Driver, Json, JsonObject } from '../types.ts';
import { MAX_FACTS_BYTES, MAX_NAME_LENGTH, MAX_VALUES } from '../types.ts';

// Field numbers of the Tahu schema.
const PAYLOAD = { timestamp: 1, metrics: 2, seq: 3, uuid: 4 } as const;
const METRIC = { name: 1, alias: 2, timestamp: 3, datatype: 4, isNull: 7, properties: 9 } as const;
const VALUE = { int: 10, long: 11, float: 12, double: 13 } as const;
const PROPERTIES = { keys: 1, values: 2 } as const;
const PROPERTY = { int: 3, long: 4, text: 8 } as const;

/** Bits of the integer data types; negative ones are signed. */
const INTEGERS: Readonly<Record<number, number>> = { 1: -8, 2: -16, 3: -32, 4: -64, 5: 8, 6: 16, 7: 32, 8: 64 };
const FLOATS = new Set([9, 10]);
const BOOLEAN = 11;
const GOOD = 192;

interface Metric {
  readonly name: string | null;
  /** A number of 64 bits, as text. */
  readonly alias: string | null;
  readonly time: number | null;
  readonly datatype: number | null;
  readonly unit: string | null;
  /** The device says that there is no good value. */
  readonly isMissing: boolean;
  readonly fields: readonly ProtoField[];
}

const firstText = (fields: readonly ProtoField[], number: number): string | null => {
  const [bytes] = bytesOf(fields, number);
  return bytes === undefined ? null : stringOf(textOf(bytes) ?? '');
};

const timeOf = (fields: readonly ProtoField[], number: number): number | null => {
  const time = varintOf(fields, number);
  return time === undefined || time === 0n || time > 8_640_000_000_000_000n ? null : Number(time);
};

/** Unit and quality, from the properties of a metric: keys and values in the same order. */
const propertiesOf = (fields: readonly ProtoField[]): { unit: string | null; isBad: boolean } => {
  const [bytes] = bytesOf(fields, METRIC.properties);
  const set = readProto(bytes ?? new Uint8Array()).fields;
  const values = bytesOf(set, PROPERTIES.values).map((value) => readProto(value).fields);
  const byKey = new Map(
    bytesOf(set, PROPERTIES.keys).map((key, i) => [textOf(key)?.toLowerCase() ?? '', values[i] ?? []]),
  );
  const unit = ['engunit', 'engunits', 'engineering units', 'units', 'unit']
    .map((key) => firstText(byKey.get(key) ?? [], PROPERTY.text))
    .find((text) => text !== null);
  const quality = byKey.get('quality') ?? [];
  const code = varintOf(quality, PROPERTY.int) ?? varintOf(quality, PROPERTY.long);
  return { unit: unit?.trim().slice(0, 20) || null, isBad: code !== undefined && Number(code) !== GOOD };
};

const metricOf = (bytes: Uint8Array): Metric | null => {
  const { fields, isWhole } = readProto(bytes);
  if (!isWhole) return null;
  const { unit, isBad } = propertiesOf(fields);
  const datatype = varintOf(fields, METRIC.datatype);
  return {
    name: firstText(fields, METRIC.name),
    alias: varintOf(fields, METRIC.alias)?.toString() ?? null,
    time: timeOf(fields, METRIC.timestamp),
    datatype: datatype === undefined ? null : Number(datatype),
    unit,
    isMissing: isBad || (varintOf(fields, METRIC.isNull) ?? 0n) !== 0n,
    fields,
  };
};

/** The number of a metric, NaN included; null: it has none, or it is no number. */
const valueOf = (fields: readonly ProtoField[], datatype: number): number | null => {
  const bits = INTEGERS[datatype];
  if (bits !== undefined) {
    const raw = varintOf(fields, VALUE.int) ?? varintOf(fields, VALUE.long);
    if (raw === undefined) return null;
    // Encoders write a negative number with 32 bits or with those of its type.
    return Number(bits < 0 ? BigInt.asIntN(-bits, raw) : BigInt.asUintN(bits, raw));
  }
  if (!FLOATS.has(datatype)) return null;
  const [float] = bytesOf(fields, VALUE.float);
  const [double] = bytesOf(fields, VALUE.double);
  const bytes = float ?? double;
  if (bytes === undefined || bytes.length !== (float === undefined ? 8 : 4)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // 32 bits hold seven digits; the others come from the conversion.
  return float === undefined ? view.getFloat64(0, true) : Number(view.getFloat32(0, true).toPrecision(7));
};

const isNumeric = (datatype: number | null): boolean =>
  datatype !== null && (INTEGERS[datatype] !== undefined || FLOATS.has(datatype));

/** "Room 101/CO2" is a CO2 sensor of that name. */
const sensorOfMetric = (name: string, unit: string | null) => sensorOfName(name.split('/').at(-1) ?? '', unit);

/** What a birth says of its metrics: the sensors, and the aliases of all others. */
const factsOfBirth = (metrics: readonly Metric[]): JsonObject => {
  const sensors: JsonObject[] = [];
  const others: string[] = [];
  for (const { name, alias, datatype, unit } of metrics) {
    const isSensor =
      name !== null && name.length <= MAX_NAME_LENGTH && isNumeric(datatype) && sensorOfMetric(name, unit) !== null;
    if (isSensor) sensors.push({ name, datatype, ...(alias === null ? {} : { alias }), ...(unit ? { unit } : {}) });
    else if (alias !== null) others.push(alias);
  }
  const kept = fitting(sensors, 100);
  const text = others.join(' ');
  const hasAll = kept.length === sensors.length && factsBytes([...kept, text]) < MAX_FACTS_BYTES - 100;
  // With aliases left out, an unknown one no longer shows that a birth was missed.
  return hasAll ? { sensors: kept, others: text } : { sensors: kept, isPartial: true };
};

const TOPIC = /^spBv1\.0\/([^/]+)\/(N|D)(BIRTH|DEATH|DATA)\/([^/]+)(?:\/([^/]+))?$/;

const topicOf = (topic: string) => {
  const [, group, level, kind, node, device] = TOPIC.exec(topic) ?? [];
  if (group === undefined || node === undefined || (level === 'D') !== (device !== undefined)) return null;
  const owner = `${group}/${node}`;
  const address = device === undefined ? owner : `${owner}/${device}`;
  return { group, node, kind, isNode: level === 'N', address, sharedKey: `${owner}/#` };
};

const REBIRTH = 'Node Control/Rebirth';

/** NCMD with "Node Control/Rebirth" true. Its time is that of the message which shows that it is needed. */
const rebirthOf = (group: string, node: string, time: number | null): Downlink => {
  const stamp = time === null ? [] : writeVarintField(PAYLOAD.timestamp, BigInt(time));
  const metric = [
    ...writeBytesField(METRIC.name, new TextEncoder().encode(REBIRTH)),
    ...(time === null ? [] : writeVarintField(METRIC.timestamp, BigInt(time))),
    ...writeVarintField(METRIC.datatype, BigInt(BOOLEAN)),
    ...writeVarintField(14, 1n),
  ];
  return {
    topic: `spBv1.0/${group}/NCMD/${node}`,
    payload: Uint8Array.from([...stamp, ...writeBytesField(PAYLOAD.metrics, metric)]),
  };
};

/** Puts the values of metrics into frames of one time each. */
const readMetrics = (metrics: readonly Metric[], payloadTime: number | null, facts: Json | undefined) => {
  const sensors = field(facts, 'sensors');
  const known = Array.isArray(sensors) ? sensors.map((each: Json) => objectOf(each)) : [];
  const byAlias = new Map(known.map((each) => [each.alias, each]));
  const byName = new Map(known.map((each) => [each.name, each]));
  const others = new Set((stringOf(field(facts, 'others')) ?? '').split(' '));
  const frames = new Map<number | null, DeviceValue[]>();
  const missing: string[] = [];
  const warnings: string[] = [];
  let isUnknown = false;
  let count = 0;
  for (const { name, alias, time, datatype, unit: own, isMissing, fields } of metrics) {
    const birth = name === null ? byAlias.get(alias ?? undefined) : byName.get(name);
    const sensor = name ?? stringOf(birth?.name);
    if (sensor === null) {
      if (field(facts, 'isPartial') !== true && !others.has(alias ?? '')) isUnknown = true;
      continue;
    }
    const given = own ?? stringOf(birth?.unit);
    const described = sensor.length > MAX_NAME_LENGTH ? null : sensorOfMetric(sensor, given);
    const kind = datatype ?? numberOf(birth?.datatype);
    if (described === null || (kind !== null && !isNumeric(kind))) continue;
    const value = isMissing || kind === null ? null : valueOf(fields, kind);
    const { type, unit, ...note } = described;
    if (isMissing || (value !== null && !Number.isFinite(value))) missing.push(sensor);
    else if (value === null) warnings.push(`${sensor} has no number`);
    else if (unit === null) warnings.push(unitWarning(sensor, given));
    else if (count++ < MAX_VALUES) {
      const at = time ?? payloadTime;
      const values = frames.get(at) ?? [];
      values.push({ sensor, type, value, unit, ...note });
      frames.set(at, values);
    }
  }
  if (isUnknown) warnings.push('metrics with an unknown alias: a rebirth is needed');
  return { frames: [...frames].map(([time, values]) => ({ time, values })), missing, warnings, isUnknown };
};

const bdSeqOf = (metrics: readonly Metric[]): number | null => {
  const found = metrics.find(({ name }) => name === 'bdSeq');
  return found === undefined ? null : valueOf(found.fields, found.datatype ?? 8);
};

/**
 * Edge nodes and devices that speak Sparkplug B. A birth names the metrics, later messages only their aliases. The
 * sequence number counts the messages of a node and all its devices, so it is a fact that they share.
 */
export const sparkplugB: Driver = {
  id: 'sparkplug-b',
  title: { ko: 'Sparkplug B', en: 'Sparkplug B' },
  transports: ['MQTT'],
  filters: ['spBv1.0/#'],
  defaultInterval: 600,
  matches: ({ topic }) => topic.startsWith('spBv1.0/'),
  addressOf({ topic }) {
    const address = topicOf(topic)?.address ?? null;
    return address !== null && address.length <= MAX_NAME_LENGTH ? address : null;
  },
  sharedKeyOf: ({ topic }) => topicOf(topic)?.sharedKey ?? null,
  decode({ topic, body }, facts, shared) {
    const found = topicOf(topic);
    // Commands on their way to a device, and states of other applications.
    if (found === null) return { frames: [], warnings: [] };
    const { group, node, kind, isNode, address, sharedKey } = found;
    const { fields, isWhole } = readProto(body.bytes);
    const contents = bytesOf(fields, PAYLOAD.metrics);
    const metrics = contents.map(metricOf).filter((metric) => metric !== null);
    const isBroken = !isWhole || metrics.length < contents.length;
    const time = timeOf(fields, PAYLOAD.timestamp);
    const warnings = isBroken ? ['the message is cut off or broken'] : [];
    const seq = varintOf(fields, PAYLOAD.seq);
    const last = numberOf(field(shared, 'seq'));
    const lastBirth = numberOf(field(shared, 'bdSeq'));

    if (kind === 'DEATH' && isNode) {
      // The death of an earlier connection may arrive after the birth of the next one.
      const bdSeq = bdSeqOf(metrics);
      const isOld = bdSeq !== null && lastBirth !== null && bdSeq !== lastBirth;
      return isBroken || isOld ? { frames: [], warnings } : { frames: [], warnings, status: 'OFFLINE' };
    }
    if (firstText(fields, PAYLOAD.uuid) === 'SPBV1.0_COMPRESSED') {
      return { frames: [], warnings: ['compressed messages are not supported'] };
    }
    const isBirth = kind === 'BIRTH';
    const isComplete = !isBroken && seq !== undefined;
    const born = isBirth ? factsOfBirth(metrics) : facts;
    const read = readMetrics(metrics, time, born);
    const isGap =
      seq !== undefined && last !== null && !(isBirth && isNode) && Number(seq) !== (last + 1) % 256;
    if (isGap) warnings.push('messages are missing: a rebirth is needed');
    if (isBirth && !isComplete && !isBroken) warnings.push('a birth has no sequence number');

    const bdSeq = isBirth && isNode ? bdSeqOf(metrics) : lastBirth;
    const remember: Record<string, Json> = {
      ...(isBirth && isComplete ? { [address]: born ?? null } : {}),
      ...(isComplete ? { [sharedKey]: { seq: Number(seq), ...(bdSeq === null ? {} : { bdSeq }) } } : {}),
    };
    const needsBirth = isGap || read.isUnknown || (isBirth && !isComplete);
    const decoded: Decoded = {
      frames: read.frames,
      warnings: [...warnings, ...read.warnings],
      ...(read.missing.length > 0 ? { missing: read.missing } : {}),
      ...(Object.keys(remember).length > 0 ? { remember } : {}),
      ...(needsBirth ? { ask: rebirthOf(group, node, time) } : {}),
    };
    if (kind === 'DEATH') return { ...decoded, status: 'OFFLINE' };
    return isBirth ? { ...decoded, status: 'ONLINE' } : decoded;
  },
};
