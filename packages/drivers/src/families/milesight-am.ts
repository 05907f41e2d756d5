import { objectOf } from '../body.ts';
import { type ByteReader, createByteReader, scaled } from '../byte-reader.ts';
import {
  CO2,
  createReport,
  HUMIDITY,
  matchesLorawan,
  PM2_5,
  PM10,
  PRESSURE,
  type Report,
  type Sensor,
  TEMPERATURE,
} from '../lorawan.ts';
import type { Decoded, DeviceFrame, DeviceValue, Driver, Json } from '../types.ts';

/** A field of the format, little-endian. A field without a sensor is skipped. */
interface Field {
  readonly length: number;
  readonly sensor?: Sensor;
  readonly isSigned?: boolean;
  readonly divisor?: number;
  /** History of newer firmware: the field that follows counts only when this is 1. */
  readonly isValidity?: boolean;
  /** An event instead of a value: the sensor failed, or is out of its range. */
  readonly isFailure?: boolean;
}

const hidden = (length: number): Field => ({ length });
const word = (sensor: Sensor, divisor = 1): Field => ({ length: 2, sensor, divisor });
const failure = (sensor: Sensor): Field => ({ length: 1, sensor, isFailure: true });

const temperature: Field = { length: 2, sensor: TEMPERATURE, isSigned: true, divisor: 10 };
const humidity: Field = { length: 1, sensor: HUMIDITY, divisor: 2 };
const co2 = word(CO2);
const HCHO: Sensor = { sensor: 'hcho', type: 'HCHO', unit: 'mg/m³' };
const hcho = word(HCHO, 100);
const pressure = word(PRESSURE, 10);
const battery: Field = { length: 1, sensor: { sensor: 'battery', type: null, unit: '%' } };

/** Where an EM500-CO2 has its CO2. */
const EM500_CO2 = 0x057d;
const OZONE = 0x0d7d;

/** Fields by channel and type: AM100, AM300, their newer firmware, AM304L, AM305L and EM500-CO2. */
const FIELDS: ReadonlyMap<number, readonly Field[]> = new Map<number, readonly Field[]>([
  [0x0175, [battery]],
  [0x0367, [temperature]],
  [0x0468, [humidity]],
  [0x0500, [hidden(1)]],
  [0x056a, [hidden(2)]],
  [EM500_CO2, [co2]],
  [0x059f, [hidden(2)]],
  [0x06cb, [hidden(1)]],
  [0x0665, [hidden(6)]],
  [0x0673, [pressure]],
  [0x0694, [hidden(4)]],
  [0x069d, [hidden(2)]],
  [0x077d, [co2]],
  [0x087d, [hidden(2)]],
  [0x08e6, [hidden(2)]],
  [0x0973, [pressure]],
  [0x0a7d, [hcho]],
  [0x0b7d, [word(PM2_5)]],
  [0x0c7d, [word(PM10)]],
  [OZONE, [hidden(2)]],
  [0x0e01, [hidden(1)]],
  // Alarms: the value that raised them, then their kind.
  [0x8367, [temperature, hidden(1)]],
  [0x83d7, [temperature, hidden(3)]],
  [0x869d, [hidden(3)]],
  [0x877d, [co2, hidden(1)]],
  [0xb367, [failure(TEMPERATURE)]],
  [0xb468, [failure(HUMIDITY)]],
  [0xb6cb, [hidden(1)]],
  [0xb69d, [hidden(1)]],
  [0xb77d, [failure(CO2)]],
  // Device information, sent after a join.
  [0xff01, [hidden(1)]],
  [0xff08, [hidden(6)]],
  [0xff09, [hidden(2)]],
  [0xff0a, [hidden(2)]],
  [0xff0b, [hidden(1)]],
  [0xff0f, [hidden(1)]],
  [0xff16, [hidden(8)]],
  [0xfffe, [hidden(1)]],
  [0xffff, [hidden(2)]],
]);

/** Lengths of answers to commands, on channels fe and ff. */
const ANSWERS: ReadonlyMap<number, number> = new Map([
  ...[0x10, 0x25, 0x27, 0x2c, 0x2d, 0x2e, 0x3b, 0x3c, 0x3d, 0x3e, 0x4a, 0x66, 0x68, 0x69, 0x6d, 0xeb, 0xf4, 0xf5].map(
    (type): [number, number] => [type, 1],
  ),
  ...[0x02, 0x03, 0x17, 0x18, 0x3a, 0x65, 0x95, 0xf2].map((type): [number, number] => [type, 2]),
  ...[0x6a, 0xea].map((type): [number, number] => [type, 3]),
  [0xf0, 4],
  [0x96, 8],
  [0x06, 9],
]);

const fieldsOf = (pair: number): readonly Field[] | undefined => {
  const answer = pair >> 8 >= 0xfe ? ANSWERS.get(pair & 0xff) : undefined;
  return FIELDS.get(pair) ?? (answer === undefined ? undefined : [hidden(answer)]);
};

/** History records, by channel and type. */
const HISTORY = new Set([0x20ce, 0x21ce]);
/** Sent before this time: the record is broken (1 January 2020). */
const EARLIEST_HISTORY = Date.UTC(2020, 0, 1);

const humidity16: Field = { ...humidity, length: 2 };
const validity: Field = { length: 1, isValidity: true };
const AM307_RECORD = [temperature, humidity16, hidden(1), hidden(1), co2, hidden(2), pressure];
const AM308_RECORD = [...AM307_RECORD, word(PM2_5), word(PM10)];
const AM304L_RECORD = [validity, temperature, validity, humidity, hidden(3), hidden(3)];

/** Fields after the time of a record, by their length. A record does not say its model. */
const ANY_RECORD: ReadonlyMap<number, readonly Field[]> = new Map<number, readonly Field[]>([
  [3, [temperature, humidity]],
  [5, [temperature, humidity, co2]],
  [7, [co2, pressure, temperature, humidity]],
  [11, AM304L_RECORD],
  [12, AM307_RECORD],
  [14, [...AM304L_RECORD, validity, co2]],
  // An AM308 has particles after the pressure, and newer firmware of an AM307 has the illuminance.
  [16, AM307_RECORD],
  // The last value is formaldehyde or ozone.
  [18, AM308_RECORD],
]);
/** The layout of records whose length leaves it open, by the sensors of current uplinks or the model's name. */
const RECORDS = {
  AM103: new Map(),
  AM307: new Map([[16, [...AM307_RECORD, hidden(4)]]]),
  AM308: new Map<number, readonly Field[]>([
    [16, AM308_RECORD],
    [18, [...AM308_RECORD, hidden(2)]],
  ]),
  AM319: new Map([[18, [...AM308_RECORD, hcho]]]),
  EM500: new Map(),
} as const satisfies Record<string, ReadonlyMap<number, readonly Field[]>>;
type Model = keyof typeof RECORDS;
const MODELS = Object.keys(RECORDS) as Model[];
/** Lengths of the records of each model. */
const LENGTHS: Readonly<Record<Model, readonly number[]>> = {
  AM103: [5, 14],
  AM307: [12, 16],
  AM308: [16, 18],
  AM319: [18],
  EM500: [7],
};

/** The model that earlier uplinks showed. */
const rememberedModel = (facts: Json | undefined): Model | null =>
  MODELS.find((model) => model === objectOf(facts).records) ?? null;

const namedModel = (name: string | null): Model | null => {
  const upper = name?.toUpperCase() ?? '';
  if (upper.includes('AM319')) return upper.includes('O3') ? 'AM308' : 'AM319';
  return MODELS.find((model) => upper.includes(model)) ?? null;
};

/** The model whose records have the sensors of these values. */
const recognizeModel = (values: readonly DeviceValue[]): Model | null => {
  const has = (sensor: string) => values.some((value) => value.sensor === sensor && value.note === undefined);
  if (!has('co2') || !has('humidity')) return null;
  if (has('hcho') && has('pm2_5')) return 'AM319';
  if (has('pm2_5')) return 'AM308';
  return has('pressure') ? 'AM307' : 'AM103';
};

/** The value of a field; null: the sensor has none. */
const readValue = ({ length, sensor, isSigned = false, divisor = 1 }: Field, bytes: Uint8Array): number | null => {
  const raw = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  const range = 2 ** (length * 8);
  if (isSigned) return scaled(raw >= range / 2 ? raw - range : raw, divisor);
  return raw === range - 1 && sensor?.type !== null ? null : scaled(raw, divisor);
};

/** Reads fields in order; false: the bytes end before. */
const readFields = (fields: readonly Field[], reader: ByteReader, report: Report): boolean => {
  let isValid = true;
  for (const field of fields) {
    const raw = reader.bytes(field.length);
    if (raw === null) return false;
    if (field.sensor !== undefined) {
      report.add(field.sensor, isValid && field.isFailure !== true ? readValue(field, raw) : null);
    }
    isValid = field.isValidity !== true || raw[0] === 1;
  }
  return true;
};

/** The bytes of a history record: up to the next record or the end. */
const recordLength = (bytes: Uint8Array, from: number): number => {
  for (let at = from + 4; at + 1 < bytes.length; at++) {
    const isNext = HISTORY.has(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
    if (isNext && (at - from === 4 || ANY_RECORD.has(at - from - 4))) return at - from;
  }
  return bytes.length - from;
};

/** Ranges of the sensors: bytes beyond them belong to another layout. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  temperature: [-40, 85],
  humidity: [0, 100],
  co2: [300, 10_000],
  pressure: [300, 1200],
};
const arePossible = (values: readonly DeviceValue[]): boolean =>
  values.every(({ sensor, value }) => {
    const [min, max] = RANGES[sensor] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return value >= min && value <= max;
  });

const readRecord = (bytes: Uint8Array, model: Model | null, report: Report): DeviceFrame | null => {
  const reader = createByteReader(bytes);
  const time = (reader.u32le() ?? 0) * 1000;
  if (time < EARLIEST_HISTORY) {
    report.warn('a history record has an impossible time');
    return null;
  }
  const length = reader.left();
  const known = model === null ? undefined : RECORDS[model].get(length);
  const isOther = model !== null && !LENGTHS[model].includes(length);
  const record = createReport();
  readFields(known ?? (isOther ? [] : ANY_RECORD.get(length)) ?? [], reader, record);
  const values = record.decoded().frames.flatMap((frame) => frame.values);
  const isSure = model !== null || arePossible(values);
  if (!isSure || reader.left() > 0) {
    report.warn('a history record has fields that are read once the model is known by a current uplink');
  }
  return { time, values: isSure ? values : [] };
};

const hex = (pair: number): string => pair.toString(16).padStart(4, '0').replace(/^../, '$& ');

const decode = (
  bytes: Uint8Array,
  name: string | null,
  remembered: Model | null,
): { decoded: Decoded; model: Model | null } => {
  const reader = createByteReader(bytes);
  const report = createReport();
  const pairs = new Set<number>();
  const records: Uint8Array[] = [];
  while (reader.left() > 0) {
    const pair = reader.u16();
    if (pair !== null && HISTORY.has(pair)) {
      const record = reader.bytes(recordLength(bytes, bytes.length - reader.left()));
      if (record !== null) records.push(record);
      continue;
    }
    const fields = pair === null ? undefined : fieldsOf(pair);
    if (pair !== null) pairs.add(pair);
    if (fields === undefined || !readFields(fields, reader, report)) {
      report.warn(pair === null || fields ? 'the message is cut off' : `unknown channel ${hex(pair)}`);
      break;
    }
  }
  // An AM308 measures no formaldehyde, and an AM319 either formaldehyde or ozone.
  if (pairs.has(OZONE) || /AM30[78]/i.test(name ?? '')) report.annotate(HCHO.sensor, 'CHOOSE');
  const current = report.decoded().frames.flatMap((frame) => frame.values);
  const recognized = pairs.has(EM500_CO2) ? 'EM500' : recognizeModel(current);
  const model = recognized ?? remembered ?? namedModel(name);
  const history = records.map((record) => readRecord(record, model, report));
  return { decoded: report.decoded(history.filter((frame) => frame !== null)), model };
};

/** Milesight AM100 and AM300 series and EM500-CO2: channel, type, value, in any order. Written from the data sheets. */
export const milesightAm: Driver = {
  id: 'milesight-am',
  title: { ko: 'Milesight AM100·AM300 시리즈', en: 'Milesight AM100 and AM300 series' },
  transports: ['LORAWAN'],
  defaultInterval: 600,
  matches: (message) =>
    matchesLorawan('milesight-am', message, (bytes, fPort) => {
      const { frames, warnings } = decode(bytes, null, null).decoded;
      const isTyped = frames.some(({ values }) => values.some(({ type }) => type !== null));
      // Newer firmware may add channels after known ones.
      return fPort === 85 && (isTyped || warnings.length === 0);
    }),
  addressOf: ({ address }) => address,
  decode({ body, address, model: name }, facts) {
    const remembered = rememberedModel(facts);
    const { decoded, model } = decode(body.bytes, name, remembered);
    if (address === null || model === null || model === remembered) return decoded;
    return { ...decoded, remember: { [address]: { records: model } } };
  },
};
