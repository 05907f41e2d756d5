import { stringOf, textOf } from '../body.ts';
import { bytesOf, type ProtoField, readProto, varintOf, writeBytesField, writeVarintField } from '../protobuf.ts';
import type { Downlink } from '../types.ts';

// Field numbers of the Tahu schema.
export const PAYLOAD = { timestamp: 1, metrics: 2, seq: 3, uuid: 4 } as const;
const METRIC = { name: 1, alias: 2, timestamp: 3, datatype: 4, isNull: 7, properties: 9 } as const;
const VALUE = { int: 10, long: 11, float: 12, double: 13 } as const;
const PROPERTIES = { keys: 1, values: 2 } as const;
const PROPERTY = { int: 3, long: 4, text: 8 } as const;

/** Bits of the integer data types; negative ones are signed. */
const INTEGERS: Readonly<Record<number, number>> = { 1: -8, 2: -16, 3: -32, 4: -64, 5: 8, 6: 16, 7: 32, 8: 64 };
const FLOATS = new Set([9, 10]);
const BOOLEAN = 11;
const GOOD = 192;

export interface Metric {
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

export const firstText = (fields: readonly ProtoField[], number: number): string | null => {
  const [bytes] = bytesOf(fields, number);
  return bytes === undefined ? null : stringOf(textOf(bytes) ?? '');
};

export const timeOf = (fields: readonly ProtoField[], number: number): number | null => {
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

export const metricOf = (bytes: Uint8Array): Metric | null => {
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
export const metricValue = (fields: readonly ProtoField[], datatype: number): number | null => {
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

export const isNumeric = (datatype: number | null): boolean =>
  datatype !== null && (INTEGERS[datatype] !== undefined || FLOATS.has(datatype));

const REBIRTH = 'Node Control/Rebirth';

/** NCMD with "Node Control/Rebirth" true. Its time is that of the message which shows that it is needed. */
export const rebirthOf = (group: string, node: string, time: number | null): Downlink => {
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
