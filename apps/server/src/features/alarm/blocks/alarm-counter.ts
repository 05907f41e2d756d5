import { SEVERITIES, type Severity } from '@airdeck/contract/standard/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { AlarmBytes } from './block-queries.ts';

/** A meter, or a place without one. */
export interface CountedDevice {
  meterId: number | null;
  /** null: the device is a meter. */
  place: number | null;
  /** Number of alarms by severity, in the order of SEVERITIES. */
  counts: readonly number[];
  total: number;
  /** Minute of its newest alarm, epoch ms. */
  newest: number;
}

export interface AlarmCounter {
  /** Adds the alarms of these bytes that occurred in a bucket and are of a known kind. */
  add(bytes: AlarmBytes): void;
  /** Number of alarms by bucket and severity, in the order of SEVERITIES. */
  buckets(): number[][];
  /** Devices with the most alarms, at most `length`; of equal ones, those with the alarm of the newest minute. */
  devices(length: number): CountedDevice[];
}

const WIDTH = SEVERITIES.length;
const ALARM_BYTES = 10;
const NONE = -1;

/** A copy with at least this length, or the array itself. */
const withLength = (numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> => {
  if (numbers.length >= length) return numbers;
  const more = new Int32Array(Math.max(length, numbers.length * 2));
  more.set(numbers);
  return more;
};

/** Keys below this are found in an array: a map takes twice as long as everything else. Ids of meters are. */
const DIRECT_KEYS = 2 ** 20;

/** Counts by severity of devices, which are found by a key. */
const createDevices = () => {
  const keys: number[] = [];
  /** Place of a key in `keys`, from 1; 0: it is not known yet. */
  let direct = new Int32Array(0);
  const others = new Map<number, number>();
  let counts = new Int32Array(0);
  let newest = new Int32Array(0);

  const addKey = (key: number): number => {
    const place = keys.push(key);
    counts = withLength(counts, place * WIDTH);
    newest = withLength(newest, place);
    return place;
  };
  const indexOf = (key: number): number => {
    if (key < 0 || key >= DIRECT_KEYS) {
      const place = others.get(key) ?? addKey(key);
      others.set(key, place);
      return place - 1;
    }
    direct = withLength(direct, key + 1);
    const place = direct[key] || addKey(key);
    direct[key] = place;
    return place - 1;
  };

  return {
    add(key: number, severity: number, minute: number): void {
      const index = indexOf(key);
      const at = index * WIDTH + severity;
      counts[at] = (counts[at] ?? 0) + 1;
      if (minute > (newest[index] ?? 0)) newest[index] = minute;
    },
    /** Those with the most alarms; more when several have equally many. */
    most(wanted: number) {
      const totals = Int32Array.from(keys, (_, index) => {
        let total = 0;
        for (let i = 0; i < WIDTH; i++) total += counts[index * WIDTH + i] ?? 0;
        return total;
      });
      const least = totals.toSorted().at(-wanted) ?? 0;
      return keys.flatMap((key, index) => {
        const total = totals[index] ?? 0;
        if (total < least) return [];
        const own = [...counts.subarray(index * WIDTH, (index + 1) * WIDTH)];
        return [{ key, total, newest: (newest[index] ?? 0) * MINUTE_MS, counts: own }];
      });
    },
  };
};

const inOrder = (a: CountedDevice, b: CountedDevice): number =>
  b.total - a.total ||
  b.newest - a.newest ||
  (b.meterId ?? NONE) - (a.meterId ?? NONE) ||
  (b.place ?? 0) - (a.place ?? 0);

/**
 * Counts alarms by bucket and by device. `starts` are the beginnings of the buckets in ascending order, `end` is the end
 * of the last one, epoch ms, all at whole minutes; `severities` has the kinds to count.
 */
export const createAlarmCounter = (
  starts: readonly number[],
  end: number,
  severities: ReadonlyMap<number, Severity>,
): AlarmCounter => {
  const bounds = Int32Array.from([...starts, end], (time) => time / MINUTE_MS);
  const [first = 0, afterLast = 0] = [bounds[0], bounds.at(-1)];
  const inBuckets = new Int32Array(starts.length * WIDTH);
  let decoded = Buffer.alloc(0);
  /** A new buffer for each block would keep the garbage collector busy for as long as the counting. */
  const decode = (base64: string): DataView => {
    if (decoded.length < base64.length) decoded = Buffer.alloc(base64.length);
    return new DataView(decoded.buffer, decoded.byteOffset, decoded.write(base64, 'base64'));
  };

  const meters = createDevices();
  const places = createDevices();

  return {
    add(bytes) {
      const severityOf = Int32Array.from(bytes.kinds, (kind) => {
        const severity = severities.get(kind);
        return severity === undefined ? NONE : SEVERITIES.indexOf(severity);
      });
      const view = decode(bytes.alarms);
      let bucket = 0;
      for (let at = 0; at < view.byteLength; at += ALARM_BYTES) {
        const minute = view.getInt32(at);
        const severity = severityOf[view.getInt16(at + 8)] ?? NONE;
        if (minute < first || minute >= afterLast || severity === NONE) continue;
        // Alarms are in the order of their times.
        while (minute >= (bounds[bucket + 1] ?? afterLast)) bucket++;
        const inBucket = bucket * WIDTH + severity;
        inBuckets[inBucket] = (inBuckets[inBucket] ?? 0) + 1;
        const device = view.getInt32(at + 4);
        if (device >= 0) meters.add(device, severity, minute);
        else places.add(bytes.places[NONE - device] ?? 0, severity, minute);
      }
    },
    buckets: () => starts.map((_, i) => [...inBuckets.subarray(i * WIDTH, (i + 1) * WIDTH)]),
    devices: (length) =>
      [
        ...meters.most(length).map(({ key, ...row }) => ({ ...row, meterId: key, place: null })),
        ...places.most(length).map(({ key, ...row }) => ({ ...row, meterId: null, place: key })),
      ]
        .sort(inOrder)
        .slice(0, length),
  };
};
