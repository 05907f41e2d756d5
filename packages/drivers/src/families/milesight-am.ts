import type { SensorType } from '@airdeck/domain/sensor-type';
import { objectOf } from '../body.ts';
import { type ByteReader, createByteReader, scaled } from '../byte-reader.ts';
import type { Decoded, DeviceFrame, DeviceValue, Driver, Json } from '../types.ts';

/** A field of the format: how to read it, and what it means. */
interface Field {
  readonly sensor: string;
  readonly type: SensorType | null;
  readonly unit: string;
  /** The number, or null at the end of the bytes. */
  read(reader: ByteReader): number | null;
  readonly divisor?: number;
  /** Read and shown to nobody: states and counters. */
  readonly isHidden?: boolean;
}

const measured = (sensor: string, type: SensorType | null, unit: string, read: Field['read'], divisor = 1): Field => ({
  ...{ sensor, type, unit, read, divisor },
});
const hidden = (length: number): Field => ({
  ...{ sensor: '', type: null, unit: '', isHidden: true },
  read: (reader) => (reader.bytes(length) === null ? null : 0),
});

const u8: Field['read'] = (reader) => reader.u8();
const u16: Field['read'] = (reader) => reader.u16le();
const i16: Field['read'] = (reader) => reader.i16le();

const temperature = measured('temperature', 'TEMPERATURE', '°C', i16, 10);
const co2 = measured('co2', 'CO2', 'ppm', u16);
const hcho = measured('hcho', 'HCHO', 'mg/m³', u16, 100);
const pm2_5 = measured('pm2_5', 'PM2.5', 'µg/m³', u16);
const pm10 = measured('pm10', 'PM10', 'µg/m³', u16);
const pressure = measured('pressure', null, 'hPa', u16, 10);

/** Fields by channel and type, as in the data sheets of AM100 and AM300, and of EM500-CO2. */
const FIELDS: ReadonlyMap<number, Field> = new Map([
  [0x0175, measured('battery', null, '%', u8)],
  [0x0367, temperature],
  [0x0468, measured('humidity', 'HUMIDITY', '%', u8, 2)],
  [0x0500, hidden(1)],
  [0x056a, hidden(2)],
  [0x057d, co2],
  [0x06cb, hidden(1)],
  [0x0665, hidden(6)],
  [0x0673, pressure],
  [0x077d, co2],
  [0x087d, hidden(2)],
  [0x08e6, hidden(2)],
  [0x0973, pressure],
  [0x0a7d, hcho],
  [0x0b7d, pm2_5],
  [0x0c7d, pm10],
  [0x0d7d, hidden(2)],
  [0x0e01, hidden(1)],
  // What a device says of itself after it joined.
  [0xff01, hidden(1)],
  [0xff09, hidden(2)],
  [0xff0a, hidden(2)],
  [0xff0b, hidden(1)],
  [0xff0f, hidden(1)],
  [0xff16, hidden(8)],
  [0xffff, hidden(2)],
]);

/** History records, by channel and type. */
const HISTORY = new Set([0x20ce, 0x21ce]);
/** Sent before this time: the record is broken (1 January 2020). */
const EARLIEST_HISTORY = Date.UTC(2020, 0, 1);

const humidity16 = measured('humidity', 'HUMIDITY', '%', u16, 2);
/** Temperature and humidity stand first in the records of every model. */
const COMMON = [temperature, humidity16];
const AM307_RECORD = [...COMMON, hidden(1), hidden(1), co2, hidden(2), pressure];
/**
 * Fields after the time of a history record. A record does not say its model, so the sensors of a current uplink decide
 * it; the HCHO of an AM319 stands where an AM308 has PM2.5.
 */
const RECORDS = {
  AM103: [...COMMON, co2],
  AM307: AM307_RECORD,
  AM308: [...AM307_RECORD, pm2_5, pm10],
  AM319: [...AM307_RECORD, hcho, pm2_5, pm10],
} as const satisfies Record<string, readonly Field[]>;
type Model = keyof typeof RECORDS;

const MODELS = Object.keys(RECORDS) as Model[];

/** The model that earlier uplinks showed. */
const modelOf = (facts: Json | undefined): Model | null =>
  MODELS.find((model) => model === objectOf(facts).records) ?? null;

/** The model whose records have the sensors of these values. */
const recognizeModel = (values: readonly DeviceValue[]): Model | null => {
  const has = (sensor: string) => values.some((value) => value.sensor === sensor);
  if (!has('co2') || !has('humidity')) return null;
  if (has('hcho') && has('pm2_5')) return 'AM319';
  if (has('pm2_5')) return 'AM308';
  return has('pressure') ? 'AM307' : 'AM103';
};

const readField = ({ sensor, type, unit, divisor = 1 }: Field, raw: number): DeviceValue => ({
  ...{ sensor, type, unit },
  value: scaled(raw, divisor),
});

/** Length of the part of a record that follows its time, by model. */
const RECORD_LENGTHS: Readonly<Record<Model, number>> = { AM103: 6, AM307: 12, AM308: 16, AM319: 18 };

const RECORD_ENDS = new Set([4, ...Object.values(RECORD_LENGTHS)]);

const recordFields = (length: number, model: Model | null): readonly Field[] => {
  if (model !== null && RECORD_LENGTHS[model] === length) return RECORDS[model];
  return RECORD_ENDS.has(length) ? COMMON : [];
};

/** The bytes of a history record: up to the next record or the end. */
const recordLength = (bytes: Uint8Array, from: number): number => {
  for (let at = from + 4; at + 1 < bytes.length; at++) {
    if (HISTORY.has(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)) && RECORD_ENDS.has(at - from - 4)) {
      return at - from;
    }
  }
  return bytes.length - from;
};

const hex = (pair: number): string => pair.toString(16).padStart(4, '0').replace(/^../, '$& ');

const decode = (bytes: Uint8Array, model: Model | null): Decoded => {
  const reader = createByteReader(bytes);
  const values: DeviceValue[] = [];
  const history: DeviceFrame[] = [];
  const warnings: string[] = [];
  while (reader.left() > 0) {
    const pair = reader.u16();
    if (pair !== null && HISTORY.has(pair)) {
      const length = recordLength(bytes, bytes.length - reader.left());
      const record = createByteReader(reader.bytes(length) ?? new Uint8Array());
      const seconds = record.u32le();
      const time = (seconds ?? 0) * 1000;
      if (time < EARLIEST_HISTORY) {
        warnings.push('a history record has an impossible time');
        continue;
      }
      const found: DeviceValue[] = [];
      for (const field of recordFields(length - 4, model)) {
        const raw = field.read(record);
        if (raw !== null && field.isHidden !== true) found.push(readField(field, raw));
      }
      if (record.left() > 0)
        warnings.push('a history record has fields that are read once the model is known by a current uplink');
      history.push({ time, values: found });
      continue;
    }
    const field = pair === null ? undefined : FIELDS.get(pair);
    const raw = field?.read(reader) ?? null;
    if (field === undefined || raw === null) {
      warnings.push(pair === null || field ? 'the message is cut off' : `unknown channel ${hex(pair)}`);
      break;
    }
    if (field.isHidden !== true) values.push(readField(field, raw));
  }
  const frames = values.length > 0 ? [{ time: null, values }, ...history] : history;
  return { frames, warnings };
};

/**
 * Milesight AM102, AM103, AM104, AM107, AM307, AM308, AM319 and EM500-CO2: channel, type, value, in any order. Written
 * from the data sheets.
 */
export const milesightAm: Driver = {
  id: 'milesight-am',
  title: { ko: 'Milesight AM100·AM300 시리즈', en: 'Milesight AM100 and AM300 series' },
  transports: ['LORAWAN'],
  defaultInterval: 600,
  matches: ({ body }) => body.fPort === 85 && body.bytes.length > 0 && decode(body.bytes, null).warnings.length === 0,
  addressOf: ({ address }) => address,
  decode({ body, address }, known) {
    const model = modelOf(known);
    const decoded = decode(body.bytes, model);
    const current = decoded.frames.find(({ time }) => time === null);
    const recognized = recognizeModel(current?.values ?? []) ?? model;
    if (address === null || recognized === null || recognized === model) return decoded;
    return { ...decoded, remember: { [address]: { records: recognized } } };
  },
};
