import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { AlarmBytes } from './block-queries.ts';

type Severity = (typeof SEVERITIES)[number];

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

/** Counts of devices, which are numbered from 0. */
const createDevices = () => {
  let length = 0;
  let counts = new Int32Array(0);
  let newest = new Int32Array(0);
  return {
    add(index: number, severity: number, minute: number): void {
      if (index >= length) {
        length = index + 1;
        counts = withLength(counts, length * WIDTH);
        newest = withLength(newest, length);
      }
      const at = index * WIDTH + severity;
      counts[at] = (counts[at] ?? 0) + 1;
      if (minute > (newest[index] ?? 0)) newest[index] = minute;
    },
    /** Those with the most alarms; more when several have equally many. */
    most(wanted: number) {
      const totals = new Int32Array(length);
      for (let i = 0; i < length * WIDTH; i++) {
        const index = Math.floor(i / WIDTH);
        totals[index] = (totals[index] ?? 0) + (counts[i] ?? 0);
      }
      const least = Math.max(1, totals.toSorted().at(-wanted) ?? 0);
      return [...totals.entries()]
        .filter(([, total]) => total >= least)
        .map(([index, total]) => ({
          ...{ index, total, newest: (newest[index] ?? 0) * MINUTE_MS },
          counts: [...counts.subarray(index * WIDTH, (index + 1) * WIDTH)],
        }));
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

  // Found by their ids: a map of numbers would take twice as long.
  const meters = createDevices();
  const places = createDevices();
  const placeIndexes = new Map<number, number>();
  const indexOf = (place: number): number => {
    const index = placeIndexes.get(place) ?? placeIndexes.size;
    placeIndexes.set(place, index);
    return index;
  };

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
        else places.add(indexOf(bytes.places[NONE - device] ?? NONE), severity, minute);
      }
    },
    buckets: () => starts.map((_, i) => [...inBuckets.subarray(i * WIDTH, (i + 1) * WIDTH)]),
    devices: (length) => {
      const found = [...placeIndexes.keys()];
      return [
        ...meters.most(length).map(({ index, ...row }) => ({ ...row, meterId: index, place: null })),
        ...places.most(length).map(({ index, ...row }) => ({ ...row, meterId: null, place: found[index] ?? null })),
      ]
        .sort(inOrder)
        .slice(0, length);
    },
  };
};
