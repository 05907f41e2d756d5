import { scaled } from '../byte-reader.ts';
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
  type Report,
  type Sensor,
  TEMPERATURE,
} from '../lorawan.ts';
import type { Driver } from '../types.ts';

/** Sensors that are sent together: their number of words, and how they are read from them. */
interface Group {
  readonly length: number;
  /** Whether the words are possible; absent: any are. */
  check?(words: readonly number[]): 'FITS' | 'DOUBTFUL' | 'NO';
  read(words: readonly number[], report: Report): void;
}
interface Layout {
  readonly model: string;
  readonly groups: readonly Group[];
  /** Other models of this maker look the same: without the model's name a person decides what the values are. */
  readonly isAmbiguous?: boolean;
}

const at = (words: readonly number[], index: number): number => words[index] ?? 0;
const hidden = (length: number): Group => ({ length, read: () => undefined });

const climate = (celsius: (words: readonly number[]) => number, percent: (words: readonly number[]) => number) => {
  const isWithin = (words: readonly number[], min: number, max: number) =>
    celsius(words) >= min && celsius(words) <= max;
  const isPossible = (words: readonly number[]) => isWithin(words, -40, 85);
  return {
    // The voltage of a battery would be less than −28 °C.
    check: (words: readonly number[]) => (isWithin(words, -28, 60) ? ('FITS' as const) : ('DOUBTFUL' as const)),
    read(words: readonly number[], report: Report) {
      report.add(TEMPERATURE, isPossible(words) ? scaled(celsius(words), 1) : null);
      report.add(HUMIDITY, isPossible(words) ? scaled(percent(words), 1) : null);
    },
  };
};
/** Sensirion SHT3x, and the older Si70xx. */
const sht: Group = {
  length: 2,
  ...climate(
    (words) => (175 * at(words, 0)) / 65_535 - 45,
    (words) => (100 * at(words, 1)) / 65_535,
  ),
};
const si: Group = {
  length: 2,
  ...climate(
    (words) => (175.72 * at(words, 0)) / 65_536 - 46.85,
    (words) => (125 * at(words, 1)) / 65_536 - 6,
  ),
};
const rhc: Group = {
  length: 4,
  ...climate(
    (words) => (at(words, 3) - 32_768) / 100,
    (words) => at(words, 2) / 100,
  ),
};
const weather: Group = {
  length: 17,
  ...climate(
    (words) => (at(words, 7) - 32_768) / 10,
    (words) => (at(words, 10) - 32_768) / 10,
  ),
};

const battery: Group = {
  length: 1,
  check: ([millivolts = 0]) => (millivolts >= 1500 && millivolts <= 6000 ? 'FITS' : 'NO'),
  read: ([millivolts = 0], report) => report.add(BATTERY, scaled(millivolts, 1000)),
};

const hpaOf = (word: number): number | null => (word >= 15_000 && word <= 60_000 ? scaled(word, 50) : null);
const barometer: Group = {
  length: 1,
  check: ([word = 0]) => (hpaOf(word) === null ? 'DOUBTFUL' : 'FITS'),
  read: ([word = 0], report) => report.add(PRESSURE, hpaOf(word)),
};
/** With the temperature of its chip, from −50 °C on in hundredths. */
const warmBarometer: Group = {
  length: 2,
  check: ([celsius = 0, word = 0]) => (celsius < 1000 || celsius > 13_500 ? 'NO' : hpaOf(word) ? 'FITS' : 'DOUBTFUL'),
  read: (words, report) => report.add(PRESSURE, hpaOf(at(words, 1))),
};

/** A status other than 0: the sensor does not trust its value. */
const carbonDioxide = (length: number, status: number): Group => ({
  length,
  read: (words, report) => report.add(CO2, at(words, status) === 0 ? at(words, 0) - 32_768 : null),
});

const particles: Group = {
  length: 10,
  read(words, report) {
    const add = (sensor: Sensor, index: number) =>
      report.add(sensor, at(words, index) === 0xffff ? null : scaled(at(words, index), 10));
    add(PM1_0, 0);
    add(PM2_5, 1);
    add({ sensor: 'pm4', type: null, unit: 'µg/m³' }, 2);
    add(PM10, 3);
  },
};

const tvoc: Group = {
  length: 1,
  read: ([ppb = 0], report) => report.add({ sensor: 'tvoc', type: null, unit: 'ppb' }, ppb === 0xffff ? null : ppb),
};

/** The device id is a serial number: the groups and their lengths say what it is. */
const LAYOUTS: readonly Layout[] = [
  { model: 'iam', groups: [battery, sht, barometer, hidden(2), carbonDioxide(3, 1), hidden(1), tvoc] },
  { model: 'pm', groups: [battery, particles, si, barometer] },
  { model: 'lp8p', groups: [si, warmBarometer, carbonDioxide(8, 5), battery] },
  { model: 'sht35', groups: [sht, battery], isAmbiguous: true },
  { model: 'rhc', groups: [rhc, battery], isAmbiguous: true },
  { model: 'atm41', groups: [weather, battery] },
];

const VERSION = 2;
const HEADER_LENGTH = 5;

const wordsOf = (bytes: Uint8Array): readonly number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.trunc(bytes.length / 2) }, (_, i) => view.getUint16(i * 2));
};

/** The groups that a message holds, each with its words; null: the layout does not fit. */
const split = ({ groups }: Layout, flags: number, words: readonly number[]) => {
  const found: { group: Group; words: readonly number[] }[] = [];
  let from = 0;
  for (const [bit, group] of groups.entries()) {
    if (((flags >> bit) & 1) === 0) continue;
    found.push({ group, words: words.slice(from, from + group.length) });
    from += group.length;
  }
  if (flags >> groups.length !== 0 || from !== words.length) return null;
  const checks = found.map((each) => each.group.check?.(each.words));
  const doubts = checks.filter((check) => check === 'DOUBTFUL').length;
  // One failed sensor is possible, and two that fail alike are another model.
  return checks.includes('NO') || doubts > 1 ? null : { groups: found, doubts };
};

const decode = (bytes: Uint8Array, model: string | null): Report => {
  const report = createReport();
  if (bytes[0] !== VERSION || bytes.length < HEADER_LENGTH || bytes.length % 2 === 0) {
    report.warn(bytes[0] === VERSION ? 'the message is cut off' : 'unknown version');
    return report;
  }
  const [flags = 0] = wordsOf(bytes.subarray(3, HEADER_LENGTH));
  const words = wordsOf(bytes.subarray(HEADER_LENGTH));
  const named = /dl[-_/ ]([a-z0-9]+)/i.exec(model ?? '')?.[1]?.toLowerCase();
  const fitting = LAYOUTS.flatMap((layout) => {
    const found = split(layout, flags, words);
    return found === null ? [] : [{ layout, ...found, isNamed: named?.startsWith(layout.model) === true }];
  });
  const preferred = fitting.some(({ isNamed }) => isNamed) ? fitting.filter(({ isNamed }) => isNamed) : fitting;
  const leastDoubts = Math.min(...preferred.map(({ doubts }) => doubts));
  const candidates = preferred.filter(({ doubts }) => doubts === leastDoubts);
  const reports = candidates.map(({ layout, groups, isNamed }) => {
    const each = createReport();
    for (const { group, words } of groups) group.read(words, each);
    return { decoded: each.decoded(), isSure: isNamed || layout.isAmbiguous !== true };
  });
  const [first] = reports;
  if (first === undefined) report.warn('the message is cut off, or of an unknown model');
  else if (reports.some(({ decoded }) => JSON.stringify(decoded) !== JSON.stringify(first.decoded))) {
    report.warn('the values of several models are possible');
  } else if (!first.isSure && named !== undefined) report.warn(`the layout of a DL-${named.toUpperCase()} is unknown`);
  else {
    for (const sensor of first.decoded.missing ?? []) report.add({ sensor, type: null, unit: '' }, null);
    for (const { value, ...sensor } of first.decoded.frames.flatMap((frame) => frame.values)) {
      report.add(first.isSure || sensor.type === null ? sensor : { ...sensor, note: 'CHOOSE' }, value);
    }
  }
  return report;
};

/** Decentlab DL-IAM, DL-PM, DL-LP8P, DL-SHT35, DL-RHC and DL-ATM41: flags say which groups of words follow. */
export const decentlab: Driver = {
  id: 'decentlab',
  title: { ko: 'Decentlab DL 시리즈', en: 'Decentlab DL series' },
  transports: ['LORAWAN'],
  defaultInterval: 600,
  matches: (message) =>
    matchesLorawan(
      'decentlab',
      message,
      (bytes, fPort) =>
        fPort === 1 && bytes.length > HEADER_LENGTH && decode(bytes, message.model).decoded().warnings.length === 0,
    ),
  addressOf: ({ address }) => address,
  decode: ({ body, model }) => decode(body.bytes, model).decoded(),
};
