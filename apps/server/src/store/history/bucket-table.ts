import { bucketsOf } from '@airdeck/domain/bucket';
import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { type BucketQuestion, type CellSink, readCells } from './read-layers.ts';

/** Numbers of a bucket, side by side: rows of many meters are read bucket by bucket. */
export const COUNT_AT = 0;
export const SUM_AT = 1;
export const MIN_AT = 2;
export const MAX_AT = 3;
export const BUCKET_NUMBERS = 4;

/** A meter's buckets. Channels without readings are left out. */
export interface MeterTable {
  /** Buckets as `ChannelBuckets` has them, BUCKET_NUMBERS each; minimum and maximum are NaN where they are null there. */
  readonly numbers: ArrayLike<number>;
  /** The place of each channel's first bucket in `numbers`; the next one follows it. */
  readonly places: ReadonlyMap<number, number>;
}

/** The place of a bucket's numbers. */
export const placeAt = (first: number, at: number): number => first + at * BUCKET_NUMBERS;

/** Buckets by meter id; meters without readings are left out. */
export type BucketTable = ReadonlyMap<number, MeterTable>;

interface MeterPlaces {
  places: Map<number, number>;
  /** Buckets of each of its channels. */
  length: number;
}

/** Channels of most meters: the index, and a sensor of each type. */
export const USUAL_CHANNELS = 8;

/** The same sums as those of `readBuckets` in a few pieces of memory: thousands of small arrays take longer to collect. */
const createTable = (buckets: number): CellSink<number> & { finish(): BucketTable } => {
  let numbers = new Float64Array(buckets * BUCKET_NUMBERS);
  let used = 0;
  const meters = new Map<number, MeterPlaces>();
  /** Frames without an index by place: mostly none. */
  const unfilled = new Map<number, number>();

  const reserve = (more: number): number => {
    const place = used;
    used += more;
    if (used > numbers.length) {
      const larger = new Float64Array(Math.max(used, 2 * numbers.length));
      larger.set(numbers);
      numbers = larger;
    }
    return place;
  };
  const fill = (place: number): void => {
    const frames = unfilled.get(place) ?? 0;
    const count = numbers[place + COUNT_AT] as number;
    if (frames === 0 || frames >= count) return;
    numbers[place + SUM_AT] = ((numbers[place + SUM_AT] as number) * count) / (count - frames);
  };
  const isMeasured = (first: number, length: number): boolean => {
    for (let at = 0; at < length; at++) if (numbers[placeAt(first, at) + COUNT_AT]) return true;
    return false;
  };
  return {
    of(meterId, channel, length) {
      const meter = meters.get(meterId) ?? { places: new Map<number, number>(), length };
      meters.set(meterId, meter);
      const known = meter.places.get(channel);
      if (known !== undefined) return known;
      const first = reserve(length * BUCKET_NUMBERS);
      for (let at = 0; at < length; at++) {
        numbers[placeAt(first, at) + MIN_AT] = Number.NaN;
        numbers[placeAt(first, at) + MAX_AT] = Number.NaN;
      }
      meter.places.set(channel, first);
      return first;
    },
    add(first, at, count, sum, min, max) {
      if (count === 0 || at < 0) return;
      const place = placeAt(first, at);
      numbers[place + COUNT_AT] = (numbers[place + COUNT_AT] as number) + count;
      if (Number.isNaN(sum)) {
        unfilled.set(place, (unfilled.get(place) ?? 0) + count);
        return;
      }
      numbers[place + SUM_AT] = (numbers[place + SUM_AT] as number) + sum;
      // Negated, because nothing is less than NaN.
      if (!((numbers[place + MIN_AT] as number) <= min)) numbers[place + MIN_AT] = min;
      if (!((numbers[place + MAX_AT] as number) >= max)) numbers[place + MAX_AT] = max;
    },
    finish() {
      const table = new Map<number, MeterTable>();
      for (const [meterId, { places, length }] of meters) {
        for (const [channel, first] of places) {
          if (!isMeasured(first, length)) places.delete(channel);
          else if (channel === INDEX_CHANNEL && unfilled.size > 0) {
            for (let at = 0; at < length; at++) fill(placeAt(first, at));
          }
        }
        if (places.size > 0) table.set(meterId, { numbers, places });
      }
      return table;
    },
  };
};

/** What `readBuckets` reads, as a table: for questions about many meters. */
export const readBucketTable = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  question: BucketQuestion,
): Promise<BucketTable> => {
  const { meters, channels, unit, from, to } = question;
  const [first] = meters;
  const { length } = first ? bucketsOf(unit, from, to, first.organization.timeZone) : [];
  const table = createTable(meters.length * (channels?.length ?? USUAL_CHANNELS) * length);
  await readCells(db, snapshot, question, table);
  return table.finish();
};
