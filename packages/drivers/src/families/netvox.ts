import { createByteReader, scaled } from '../byte-reader.ts';
import {
  BATTERY,
  CO2,
  createReport,
  HUMIDITY,
  matchesLorawan,
  PM1_0,
  PM2_5,
  PM10,
  PRESSURE,
  type Sensor,
  TEMPERATURE,
} from '../lorawan.ts';
import type { Driver } from '../types.ts';

/** A field of a report, big-endian; all bits set: not measured. A field without a sensor is skipped. */
interface Field {
  readonly length: number;
  readonly sensor?: Sensor;
  readonly divisor?: number;
  readonly isSigned?: boolean;
}
type Reports = ReadonlyMap<number, readonly Field[]>;

const hidden = (length: number): Field => ({ length });
const word = (sensor: Sensor, divisor = 1): Field => ({ length: 2, sensor, divisor });
const temperature: Field = { length: 2, sensor: TEMPERATURE, divisor: 100, isSigned: true };
const humidity = word(HUMIDITY, 100);
const pressure: Field = { length: 4, sensor: PRESSURE, divisor: 100 };

/** The factory's calibration (CF=1): the same particles again, not for the air of a room. */
const standard = (sensor: Sensor): Field => word({ ...sensor, sensor: `${sensor.sensor}_cf1`, note: 'RAW' });

/** RA07, R726 and RA07Y: one body for many sensors. */
const SERIES: Reports = new Map([
  [0x01, [standard(PM1_0), standard(PM2_5), standard(PM10)]],
  [0x02, [word(PM1_0), word(PM2_5), word(PM10)]],
  ...[0x03, 0x04, 0x05, 0x06].map((report): [number, Field[]] => [report, []]),
  [0x07, [word(CO2, 10), hidden(2), hidden(2)]],
  ...[0x08, 0x09, 0x0a, 0x0b].map((report): [number, Field[]] => [report, []]),
  [0x0c, [temperature, humidity, hidden(2)]],
  [0x0d, [hidden(2), pressure]],
  [0x0e, [word({ sensor: 'voc', type: null, unit: 'ppm' }, 10)]],
]);
const PARTICLES: Reports = new Map([[0x01, [temperature, humidity, word(PM2_5)]]]);
const CLIMATE: Reports = new Map([[0x01, [temperature, humidity]]]);
/** RA08B and RA08D. Reports from 05 on are alarms and other gases. */
const ROOM: Reports = new Map([
  [0x01, [temperature, humidity, word(CO2), hidden(1)]],
  [0x02, [pressure, hidden(3)]],
  [0x03, [word(PM2_5), word(PM10), hidden(3)]],
  [0x04, [word({ sensor: 'hcho', type: 'HCHO', unit: 'ppb' }), hidden(2), hidden(2)]],
  ...[0x05, 0x06, 0x07].map((report): [number, Field[]] => [report, []]),
]);

/** Reports by device type. */
const DEVICES: ReadonlyMap<number, Reports> = new Map([
  ...[0x05, 0x09, 0x0d].map((type): [number, Reports] => [type, SERIES]),
  ...[0x35, 0x36, 0x37, 0x6a].map((type): [number, Reports] => [type, PARTICLES]),
  ...[0x01, 0x0b, 0x13, 0x6e].map((type): [number, Reports] => [type, CLIMATE]),
  [0xa0, ROOM],
]);

const LENGTH = 11;
const VERSION_REPORT = 0x00;
const DATA_PORT = 6;

const fieldsOf = ([version = 0, device = 0, report = 0]: Uint8Array): readonly Field[] | null => {
  const reports = version === 1 ? DEVICES.get(device) : undefined;
  return (report === VERSION_REPORT ? reports && [] : reports?.get(report)) ?? null;
};

/** Netvox RA07, R726, RA0716, R72616, RA08 and R711: fixed reports by device type. */
export const netvox: Driver = {
  id: 'netvox',
  title: { ko: 'Netvox RA07·RA08·R726 시리즈', en: 'Netvox RA07, RA08 and R726 series' },
  transports: ['LORAWAN'],
  defaultInterval: 1800,
  matches: (message) =>
    matchesLorawan(
      'netvox',
      message,
      (bytes, fPort) => fPort === DATA_PORT && bytes.length === LENGTH && fieldsOf(bytes) !== null,
    ),
  addressOf: ({ address }) => address,
  decode({ body: { bytes, fPort } }) {
    const report = createReport();
    // Answers to commands, on port 7, say nothing of the air.
    if (fPort !== DATA_PORT) return report.decoded();
    const fields = fieldsOf(bytes);
    if (bytes.length < LENGTH) report.warn('the message is cut off');
    else if (fields === null) report.warn('unknown device or report type');
    if (bytes.length < LENGTH || fields === null || bytes[2] === VERSION_REPORT) return report.decoded();
    if (bytes.length > LENGTH) report.warn('bytes are left over');
    const reader = createByteReader(bytes.subarray(3));
    const battery = (reader.u8() ?? 0) & 0x7f;
    for (const { length, sensor, divisor = 1, isSigned = false } of fields) {
      const raw = reader.bytes(length) ?? new Uint8Array();
      if (sensor === undefined) continue;
      const value = raw.reduce((sum, byte) => sum * 256 + byte, 0);
      const range = 2 ** (length * 8);
      const signed = isSigned && value >= range / 2 ? value - range : value;
      report.add(sensor, value === range - 1 ? null : scaled(signed, divisor));
    }
    // 0: powered by the mains.
    if (battery > 0) report.add(BATTERY, scaled(battery, 10));
    return report.decoded();
  },
};
