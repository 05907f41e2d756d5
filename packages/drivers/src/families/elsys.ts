import { createByteReader, scaled } from '../byte-reader.ts';
import {
  BATTERY,
  CO2,
  createReport,
  HUMIDITY,
  matchesLorawan,
  PRESSURE,
  type Report,
  type Sensor,
  TEMPERATURE,
} from '../lorawan.ts';
import type { Driver } from '../types.ts';

/** A type of the format: its length, and its sensor where Airdeck shows it. */
interface Field {
  readonly length: number;
  readonly sensor?: Sensor;
  readonly isSigned?: boolean;
  readonly divisor?: number;
}

/** A probe on a cable: only a person knows whether it measures the air. */
const probe = (sensor: string): Field => ({
  ...{ length: 2, isSigned: true, divisor: 10 },
  sensor: { sensor, type: 'TEMPERATURE', unit: '°C', note: 'CHOOSE' },
});
const hidden = (length: number): Field => ({ length });

const SECOND_PROBE = 0x19;
/** The settings of a device fill the rest of its first message. */
const SETTINGS = 0x3e;

/** All types of the published format; the two upper bits are the number of offset bytes. */
const FIELDS: ReadonlyMap<number, Field> = new Map<number, Field>([
  [0x01, { length: 2, sensor: TEMPERATURE, isSigned: true, divisor: 10 }],
  [0x02, { length: 1, sensor: HUMIDITY }],
  [0x03, hidden(3)],
  [0x04, { length: 2, sensor: { sensor: 'light', type: null, unit: 'lx' } }],
  [0x05, hidden(1)],
  [0x06, { length: 2, sensor: CO2 }],
  [0x07, { length: 2, sensor: BATTERY, divisor: 1000 }],
  [0x08, hidden(2)],
  [0x09, hidden(6)],
  [0x0a, hidden(2)],
  [0x0b, hidden(4)],
  [0x0c, probe('external_temperature')],
  [0x0d, hidden(1)],
  [0x0e, hidden(2)],
  [0x0f, hidden(1)],
  [0x10, hidden(4)],
  [0x11, hidden(1)],
  [0x12, hidden(1)],
  [0x13, hidden(65)],
  [0x14, { length: 4, sensor: PRESSURE, divisor: 1000 }],
  [0x15, hidden(2)],
  [0x16, hidden(2)],
  [0x17, hidden(4)],
  [0x18, hidden(2)],
  [SECOND_PROBE, probe('external_temperature_2')],
  [0x1a, hidden(1)],
  [0x1b, hidden(4)],
  [0x1c, { length: 2, sensor: { sensor: 'tvoc', type: null, unit: 'ppb' } }],
  [0x3d, hidden(4)],
]);
const OFFSET_BYTES = [0, 1, 2, 4] as const;

const numberOf = (bytes: Uint8Array, isSigned: boolean): number => {
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const half = 2 ** (bytes.length * 8 - 1);
  return isSigned && value >= half ? value - 2 * half : value;
};

/** Reads an uplink. Answers whether all of its types are known and whole. */
const read = (bytes: Uint8Array, report: Report): boolean => {
  const reader = createByteReader(bytes);
  let probes = 1;
  while (reader.left() > 0) {
    const type = reader.u8() ?? 0;
    if ((type & 0x3f) === SETTINGS) return true;
    const field = FIELDS.get(type & 0x3f);
    const offset = reader.bytes(OFFSET_BYTES[type >> 6] ?? 0);
    const raw = field === undefined || offset === null ? null : reader.bytes(field.length);
    if (field === undefined || raw === null) {
      report.warn(field ? 'the message is cut off' : `unknown type ${type.toString(16).padStart(2, '0')}`);
      return false;
    }
    const { sensor, isSigned = false, divisor = 1 } = field;
    if (sensor === undefined) continue;
    if (type >> 6 > 0) {
      report.warn(`a value of ${sensor.sensor} from an earlier time is left out`);
      continue;
    }
    const value = numberOf(raw, isSigned);
    // A device with a chain of probes repeats the type.
    const name = type === SECOND_PROBE ? `external_temperature_${++probes}` : sensor.sensor;
    report.add({ ...sensor, sensor: name }, sensor === CO2 && value === 0xffff ? null : scaled(value, divisor));
  }
  return true;
};

/** The format has no mark of its own: what it says must be possible. */
const looksRight = (bytes: Uint8Array): boolean => {
  const report = createReport();
  if (!read(bytes, report)) return false;
  const values = report.decoded().frames.flatMap((frame) => frame.values);
  const within = (sensor: string, min: number, max: number) =>
    values.every((each) => each.sensor !== sensor || (each.value >= min && each.value <= max));
  return (
    values.some(({ sensor }) => sensor === TEMPERATURE.sensor || sensor === HUMIDITY.sensor || sensor === CO2.sensor) &&
    within('temperature', -40, 85) &&
    within('humidity', 0, 100) &&
    within('battery', 1.5, 6)
  );
};

/** Elsys ERS, ELT, EMS and ESM: type, value, in any order and on any port. */
export const elsys: Driver = {
  id: 'elsys',
  title: { ko: 'Elsys ERS 시리즈', en: 'Elsys ERS series' },
  transports: ['LORAWAN'],
  defaultInterval: 900,
  matches: (message) => matchesLorawan('elsys', message, looksRight),
  addressOf: ({ address }) => address,
  decode({ body }) {
    const report = createReport();
    read(body.bytes, report);
    return report.decoded();
  },
};
