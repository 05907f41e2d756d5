import {
  BLOCK_DAYS,
  type BlockHours,
  COUNT,
  CorruptBlockError,
  createBlockHours,
  divisorOf,
  MAX,
  MIN,
  SUM,
  totalOf,
  unzigzag,
  zigzag,
} from './block-hours.ts';
import { ALL_ZERO, BitReader, createBitWriter, MAX_BITS, riceOf } from './rice-bits.ts';

/*
 * Packed hours as bits (docs/adr/0013), of hours that are true: no minimum is above the mean, no maximum below it.
 *
 * version = a byte
 * runs    = a byte: how many runs of days with equally many hours; for each a byte of hours and one of days
 * flags   = for each run of hours that have the same of count, sum, min and max: a byte of flags, two bytes of hours
 * unit    = two bytes: all sums, minima and maxima are multiples of it, and divided by it. Meters mostly report fewer
 *           digits than are stored
 * usual   = two bytes: the most frequent count
 * start   = four bytes: the first mean
 * k       = a byte for each of the first four columns
 * then each column's numbers, those of the hours that have it, as Rice codes:
 * counts  = differences to the usual one, zigzag
 * means   = differences of floor(sum / count) to the one before, zigzag
 * mins    = mean - min
 * maxs    = max - mean
 * rests   = sum - mean * count in as many bits as they can need; none where the maximum is the mean
 *
 * Two and four bytes: the lowest first. The index counts as often as its hour has frames, and its sum is it: there count
 * stands for 1 in means and rests.
 */

export const BITS_VERSION = 0x02;

const COLUMNS = 4;
const HEAD_BYTES = 8 + COLUMNS;
const SHORT = 2 ** 16;

const bitsOf = (value: number): number => 32 - Math.clz32(value);

const greatestDivisor = (a: number, b: number): number => {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
};

const unitOf = ({ flags, sum, min, max }: BlockHours, total: number): number => {
  let unit = 0;
  const add = (value: number): void => {
    if (unit === 0 || value % unit !== 0) unit = greatestDivisor(unit, value);
  };
  for (let at = 0; at < total && unit !== 1; at++) {
    const flag = flags[at] as number;
    if (flag & SUM) add(sum[at] as number);
    if (flag & MIN) add(min[at] as number);
    if (flag & MAX) add(max[at] as number);
  }
  return unit > 0 && unit < SHORT ? unit : 1;
};

/** The most frequent one; 0 of none. */
const mostFrequent = (values: readonly number[]): number => {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0];
};

/** Runs of equal numbers: which, and how many. */
const runsOf = (values: Uint8Array): [number, number][] => {
  const runs: [number, number][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run?.[0] === value) run[1]++;
    else runs.push([value, 1]);
  }
  return runs;
};

const low = (value: number): [number, number] => [value & 255, (value >>> 8) & 255];

/** Null for hours that this form cannot hold: they are not true, or their numbers are too large. */
export const encodeBits = (channel: number, hours: BlockHours): Buffer | null => {
  const total = totalOf(hours);
  const unit = unitOf(hours, total);
  const { lengths, flags, count, sum, min, max } = hours;
  const usual = mostFrequent(Array.from(count.subarray(0, total)).filter((_, at) => (flags[at] as number) & COUNT));
  const [counts, means, mins, maxs]: [number[], number[], number[], number[]] = [[], [], [], []];
  const rests: { value: number; bits: number }[] = [];
  const divisor = (at: number): number => divisorOf(channel, flags[at] as number, count[at] as number);
  const meanOf = (at: number): number => Math.floor((sum[at] as number) / unit / divisor(at));
  const first = flags.subarray(0, total).findIndex((flag) => (flag & SUM) !== 0);
  const start = first < 0 ? 0 : meanOf(first);
  let mean = start;
  for (let at = 0; at < total; at++) {
    const flag = flags[at] as number;
    if (flag & COUNT) counts.push(zigzag((count[at] as number) - usual));
    if (flag & SUM) {
      const next = meanOf(at);
      means.push(zigzag(next - mean));
      mean = next;
    }
    if (flag & MIN) mins.push(mean - (min[at] as number) / unit);
    if (flag & MAX) maxs.push((max[at] as number) / unit - mean);
    if (flag & SUM) {
      const value = (sum[at] as number) / unit - mean * divisor(at);
      const isMaximum = (flag & MAX) !== 0 && (max[at] as number) === mean * unit;
      if (isMaximum && value > 0) return null;
      rests.push({ value, bits: isMaximum ? 0 : bitsOf(divisor(at) - 1) });
    }
  }
  const columns = [counts, means, mins, maxs];
  if (usual < 0 || usual >= SHORT || rests.some(({ bits }) => bits > MAX_BITS)) return null;
  if (columns.some((values) => values.some((value) => value < 0 || value >= 2 ** MAX_BITS))) return null;
  const ks = columns.map(riceOf);
  const runs = runsOf(lengths);
  const head = [BITS_VERSION, runs.length, ...runs.flat()];
  for (const [flag, length] of runsOf(flags.subarray(0, total))) head.push(flag, ...low(length));
  head.push(...low(unit), ...low(usual), ...low(start), ...low(start >> 16), ...ks);
  const writer = createBitWriter();
  for (const [column, values] of columns.entries()) {
    for (const value of values) writer.putRice(value, ks[column] as number);
  }
  for (const { value, bits } of rests) writer.put(value, bits);
  return Buffer.from([...head, ...writer.bytes()]);
};

const decoded = createBlockHours();
const means = new Int32Array(decoded.flags.length);

/**
 * Hours as columns of numbers, which the next call overwrites.
 * @throws CorruptBlockError
 */
export const decodeBits = (channel: number, blob: Uint8Array): BlockHours => {
  const { lengths, flags, count, sum, min, max } = decoded;
  let offset = 1;
  const byte = (): number => blob[offset++] ?? 0;
  const short = (): number => byte() | (byte() << 8);

  const runs = byte();
  let days = 0;
  for (let run = 0; run < runs; run++) {
    const [length, times] = [byte(), byte()];
    lengths.fill(length, days, days + times);
    days += times;
  }
  if (days !== BLOCK_DAYS) throw new CorruptBlockError(`packed hours are of ${days} days`);
  const total = totalOf(decoded);
  for (let at = 0; at < total; ) {
    const [flag, times] = [byte(), short()];
    if (times === 0 || at + times > total) throw new CorruptBlockError('packed hours have other hours than their days');
    flags.fill(flag, at, at + times);
    at += times;
  }
  if (offset + HEAD_BYTES > blob.length) throw new CorruptBlockError('packed hours end too early');
  const [unit, usual, start] = [short(), short(), short() | (short() << 16)];
  const [kCount, kMean, kMin, kMax] = [byte(), byte(), byte(), byte()];
  for (const k of [kCount, kMean, kMin, kMax]) {
    if (k > MAX_BITS && k !== ALL_ZERO) throw new CorruptBlockError(`packed hours have numbers of ${k} bits`);
  }

  const reader = new BitReader(blob, offset);
  // An hour without a mean has that of the one before.
  for (let at = 0; at < total; at++) {
    count[at] = (flags[at] as number) & COUNT ? usual + unzigzag(reader.takeRice(kCount)) : 1;
  }
  let mean = start;
  for (let at = 0; at < total; at++) {
    if ((flags[at] as number) & SUM) mean += unzigzag(reader.takeRice(kMean));
    means[at] = mean;
  }
  for (let at = 0; at < total; at++) {
    if ((flags[at] as number) & MIN) min[at] = ((means[at] as number) - reader.takeRice(kMin)) * unit;
  }
  for (let at = 0; at < total; at++) {
    if ((flags[at] as number) & MAX) max[at] = ((means[at] as number) + reader.takeRice(kMax)) * unit;
  }
  for (let at = 0; at < total; at++) {
    const flag = flags[at] as number;
    if ((flag & SUM) === 0) continue;
    const divisor = divisorOf(channel, flag, count[at] as number);
    const whole = (means[at] as number) * divisor;
    const isMaximum = (flag & MAX) !== 0 && (max[at] as number) === (means[at] as number) * unit;
    const bits = isMaximum ? 0 : bitsOf(divisor - 1);
    if (bits > MAX_BITS) throw new CorruptBlockError(`packed hours have ${divisor} readings an hour`);
    sum[at] = (whole + reader.take(bits)) * unit;
  }
  if (!reader.hasEndedWell()) throw new CorruptBlockError('packed hours do not end where they should');
  return decoded;
};
