import { scaled } from '../byte-reader.ts';
import {
  BATTERY,
  CO2,
  createReport,
  HUMIDITY,
  matchesLorawan,
  PRESSURE,
  type Report,
  TEMPERATURE,
} from '../lorawan.ts';
import type { Driver } from '../types.ts';

/** A keep-alive message. Models share lengths, so each says which bytes are possible for it. */
interface Layout {
  /** Part of the model's name that decides between layouts which both fit. */
  readonly name: RegExp;
  readonly lengths: readonly number[];
  readonly commands: readonly number[];
  fits(bytes: Uint8Array): boolean;
  read(bytes: Uint8Array, report: Report): void;
}

const KEEP_ALIVE = 0x01;
const NEW_KEEP_ALIVE = 0x81;

const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
const word = (bytes: Uint8Array, at: number): number => byte(bytes, at) * 256 + byte(bytes, at + 1);

/** Ten bits from −40 °C on; 0: no sensor. */
const isTemperature = (raw: number): boolean => raw <= 0x3ff;
const celsiusOf = (raw: number): number | null => (raw === 0 ? null : scaled(raw - 400, 10));
const percentOf = (raw: number): number => scaled(raw * 100, 256);
/** About 5 %: drier air means that these bytes are something else. */
const isHumidity = (raw: number): boolean => raw >= 13;
const isMillivolts = (raw: number): boolean => raw >= 1600 && raw <= 5500;

const readRoom = (bytes: Uint8Array, report: Report, mask = 0xffff): void => {
  report.add(TEMPERATURE, celsiusOf(word(bytes, 1) & mask));
  report.add(HUMIDITY, percentOf(byte(bytes, 3)));
};
const packedCo2 = (bytes: Uint8Array, at: number): number => ((byte(bytes, at + 1) >> 3) << 8) | byte(bytes, at);
const isDisplay = (bytes: Uint8Array): boolean =>
  isMillivolts(word(bytes, 4)) && (byte(bytes, 7) & 0x07) <= 2 && packedCo2(bytes, 6) >= 256;
const aqiPressure = (bytes: Uint8Array): number =>
  (((byte(bytes, 6) << 3) | (byte(bytes, 7) >> 5)) * 40 + 30_000) / 100;
const aqiTemperature = (bytes: Uint8Array): number => ((byte(bytes, 7) & 0x0f) << 6) | (byte(bytes, 8) >> 2);

const co2Sensor: Layout = {
  name: /co2/i,
  lengths: [7],
  commands: [KEEP_ALIVE],
  fits: (bytes) => isTemperature(word(bytes, 3)),
  read(bytes, report) {
    report.add(CO2, word(bytes, 1));
    report.add(TEMPERATURE, celsiusOf(word(bytes, 3)));
    report.add(HUMIDITY, percentOf(byte(bytes, 5)));
    report.add(BATTERY, scaled(byte(bytes, 6) * 8 + 1600, 1000));
  },
};

const climateSensor: Layout = {
  name: /ht/i,
  lengths: [5, 7],
  commands: [KEEP_ALIVE],
  // Below 2.2 V it would not run: the byte is another model's.
  fits: (bytes) => isTemperature(word(bytes, 1)) && isHumidity(byte(bytes, 3)) && byte(bytes, 4) >> 4 >= 2,
  read(bytes, report) {
    readRoom(bytes, report);
    report.add(BATTERY, scaled(20 + (byte(bytes, 4) >> 4), 10));
  },
};

/** CO2 display (and lite), wireless thermostat and fan coil thermostat: only the display measures carbon dioxide. */
const display: Layout = {
  name: /display|thermostat/i,
  lengths: [10, 11],
  commands: [KEEP_ALIVE],
  fits: (bytes) =>
    isTemperature(word(bytes, 1)) && isHumidity(byte(bytes, 3)) && (bytes.length === 11 || isDisplay(bytes)),
  read(bytes, report) {
    readRoom(bytes, report);
    // A fan coil thermostat has its target temperature instead of a battery.
    if (!isMillivolts(word(bytes, 4))) return;
    // A wireless thermostat has its target temperature and power source here: less than 256 ppm.
    if (isDisplay(bytes)) report.add(CO2, packedCo2(bytes, 6));
    report.add(BATTERY, scaled(word(bytes, 4), 1000));
  },
};

const aqiSensor: Layout = {
  name: /aqi/i,
  lengths: [10],
  commands: [KEEP_ALIVE],
  fits: (bytes) =>
    byte(bytes, 5) <= 250 &&
    aqiPressure(bytes) >= 600 &&
    aqiPressure(bytes) <= 1100 &&
    aqiTemperature(bytes) >= 400 &&
    aqiTemperature(bytes) <= 900,
  read(bytes, report) {
    const eco2 = (((byte(bytes, 2) & 0x03) << 8) | byte(bytes, 3)) * 32;
    report.add({ sensor: 'eco2', type: 'CO2', unit: 'ppm', note: 'COMPUTED' }, eco2);
    report.add({ sensor: 'voc', type: null, unit: '' }, byte(bytes, 4) * 4);
    report.add(HUMIDITY, scaled(byte(bytes, 5) * 4, 10));
    report.add(PRESSURE, aqiPressure(bytes));
    report.add(TEMPERATURE, celsiusOf(aqiTemperature(bytes)));
    report.add(BATTERY, scaled(byte(bytes, 9) * 8 + 1600, 1000));
  },
};

/** CO2 PIR Lite (8 bytes) and HT PIR Lite (6 bytes). */
const lite: Layout = {
  name: /lite/i,
  lengths: [6, 8],
  commands: [NEW_KEEP_ALIVE],
  fits: (bytes) => byte(bytes, 1) <= 0x07 && isHumidity(byte(bytes, 3)),
  read(bytes, report) {
    readRoom(bytes, report, 0x3ff);
    if (bytes.length === 8) report.add(CO2, packedCo2(bytes, 5));
    report.add(BATTERY, scaled(Math.round((byte(bytes, 4) * 2200) / 255 + 1600), 1000));
  },
};

/** Radiator valve. Bit 0 of byte 7: its sensor is broken. */
const vicki: Layout = {
  name: /vicki/i,
  lengths: [9],
  commands: [KEEP_ALIVE, NEW_KEEP_ALIVE],
  fits(bytes) {
    const target = byte(bytes, 1);
    const position = ((byte(bytes, 6) & 0xf0) << 4) | byte(bytes, 4);
    const range = ((byte(bytes, 6) & 0x0f) << 8) | byte(bytes, 5);
    return target >= 5 && target <= 40 && isHumidity(byte(bytes, 3)) && range <= 1000 && position <= range;
  },
  read(bytes, report) {
    const raw = byte(bytes, 2);
    const celsius = bytes[0] === KEEP_ALIVE ? (raw * 165) / 256 - 40 : (raw - 28.33333) / 5.66666;
    report.add(TEMPERATURE, (byte(bytes, 7) & 1) === 1 ? null : scaled(celsius, 1));
    report.add(HUMIDITY, percentOf(byte(bytes, 3)));
    report.add(BATTERY, scaled(20 + (byte(bytes, 7) >> 4), 10));
  },
};

const LAYOUTS = [co2Sensor, climateSensor, display, aqiSensor, lite, vicki];

/** Lengths of the answers to commands, which may stand before a keep-alive. Models differ in some. */
const ANSWERS: ReadonlyMap<number, readonly number[]> = new Map<number, readonly number[]>([
  ...[0x05, 0x12, 0x14, 0x18, 0x19, 0x1b, 0x28, 0x2b, 0x32, 0x34, 0x36, 0x37, 0x38, 0x3a, 0x3d, 0x3f].map(
    (command): [number, number[]] => [command, [1]],
  ),
  ...[0x41, 0x43, 0x45, 0x47, 0x4b, 0x4d, 0x4f, 0x53, 0x55, 0x57, 0x59, 0x5d, 0x5f, 0x61, 0x63, 0x67, 0x69].map(
    (command): [number, number[]] => [command, [1]],
  ),
  ...[0x6b, 0x6e, 0x70, 0x71, 0x72, 0x73, 0x75, 0x79, 0x7b, 0x7c, 0x7d, 0x7f, 0x80, 0x83, 0x9b, 0xa4, 0xa6].map(
    (command): [number, number[]] => [command, [1]],
  ),
  ...[0x04, 0x15, 0x1d, 0x39, 0x3e, 0x51, 0x5b, 0x65, 0x6d, 0x74].map((command): [number, number[]] => [command, [2]]),
  ...[0x13, 0x77, 0xa0].map((command): [number, number[]] => [command, [4]]),
  ...[0x2f, 0x30, 0x49].map((command): [number, number[]] => [command, [1, 2]]),
  [0x16, [2, 3]],
  [0x17, [2, 4]],
  [0x1f, [1, 4]],
  [0x21, [2, 6]],
  [0x23, [3, 4]],
  [0x25, [3]],
  [0x27, [1, 9]],
  [0x29, [2, 15]],
]);

/** Whether bytes are answers to commands, one after another. */
const areAnswers = (bytes: Uint8Array): boolean => {
  const starts = new Set([0]);
  for (const [at, command] of bytes.entries()) {
    if (starts.has(at)) for (const length of ANSWERS.get(command) ?? []) starts.add(at + 1 + length);
  }
  return starts.has(bytes.length);
};

const read = (bytes: Uint8Array, model: string | null): Report => {
  const report = createReport();
  const fitting = LAYOUTS.flatMap((layout) =>
    layout.lengths.flatMap((length) => {
      if (length > bytes.length) return [];
      const tail = bytes.subarray(bytes.length - length);
      const isKeepAlive = layout.commands.includes(byte(tail, 0)) && layout.fits(tail);
      return isKeepAlive && areAnswers(bytes.subarray(0, -length)) ? [{ layout, tail }] : [];
    }),
  );
  const named = fitting.filter(({ layout }) => layout.name.test(model ?? ''));
  const [found, ...others] = named.length > 0 ? named : fitting;
  if (found === undefined) {
    // Answers alone are a sign of life.
    if (!areAnswers(bytes)) report.warn('not a known keep-alive message');
  } else if (others.length > 0) report.warn('the values of several models are possible');
  else found.layout.read(found.tail, report);
  return report;
};

/** MClimate sensors, displays and thermostats: a fixed layout for each model. */
export const mclimate: Driver = {
  id: 'mclimate',
  title: { ko: 'MClimate 센서·온도조절기', en: 'MClimate sensors and thermostats' },
  transports: ['LORAWAN'],
  defaultInterval: 600,
  matches: (message) =>
    matchesLorawan(
      'mclimate',
      message,
      (bytes, fPort) =>
        (fPort === 2 || (fPort === 1 && bytes.length === 9)) && read(bytes, message.model).decoded().frames.length > 0,
    ),
  addressOf: ({ address }) => address,
  decode: ({ body, model }) => read(body.bytes, model).decoded(),
};
