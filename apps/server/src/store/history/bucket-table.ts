import { bucketsOf } from '@airdeck/domain/bucket';
import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { type BucketQuestion, type CellSink, readCells } from './read-layers.ts';

/** Buckets as `ChannelBuckets` has them, of all channels one after the other; min and max are NaN where they are null there. */
export interface BucketColumns {
  readonly count: ArrayLike<number>;
  readonly sum: ArrayLike<number>;
  readonly min: ArrayLike<number>;
  readonly max: ArrayLike<number>;
}

/** A meter's buckets: the place of each channel's first one in the columns. Channels without readings are left out. */
export interface MeterTable {
  readonly columns: BucketColumns;
  readonly places: ReadonlyMap<number, number>;
}

/** Buckets by meter id; meters without readings are left out. */
export type BucketTable = ReadonlyMap<number, MeterTable>;

interface MeterPlaces {
  places: Map<number, number>;
  /** Buckets of each of its channels. */
  length: number;
}

/** Channels of most meters: the index, and a sensor of each type. */
export const USUAL_CHANNELS = 8;

const createColumns = (capacity: number) => ({
  count: new Float64Array(capacity),
  sum: new Float64Array(capacity),
  min: new Float64Array(capacity).fill(Number.NaN),
  max: new Float64Array(capacity).fill(Number.NaN),
});

const grown = (from: ReturnType<typeof createColumns>, capacity: number): ReturnType<typeof createColumns> => {
  const to = createColumns(capacity);
  for (const column of ['count', 'sum', 'min', 'max'] as const) to[column].set(from[column]);
  return to;
};

/** The same sums as those of `readBuckets` in a few pieces of memory: thousands of small arrays take longer to collect. */
const createTable = (capacity: number): CellSink<number> & { finish(): BucketTable } => {
  let columns = createColumns(capacity);
  let used = 0;
  const meters = new Map<number, MeterPlaces>();
  /** Frames without an index by place: mostly none. */
  const unfilled = new Map<number, number>();

  const fill = (place: number): void => {
    const frames = unfilled.get(place) ?? 0;
    const count = columns.count[place] as number;
    if (frames > 0 && frames < count) columns.sum[place] = ((columns.sum[place] as number) * count) / (count - frames);
  };
  const isMeasured = (place: number, length: number): boolean => {
    for (let at = place; at < place + length; at++) if (columns.count[at]) return true;
    return false;
  };
  return {
    of(meterId, channel, length) {
      const meter = meters.get(meterId) ?? { places: new Map<number, number>(), length };
      meters.set(meterId, meter);
      const known = meter.places.get(channel);
      if (known !== undefined) return known;
      const place = used;
      used += length;
      if (used > columns.count.length) columns = grown(columns, Math.max(used, 2 * columns.count.length));
      meter.places.set(channel, place);
      return place;
    },
    add(first, at, count, sum, min, max) {
      if (count === 0 || at < 0) return;
      const place = first + at;
      columns.count[place] = (columns.count[place] as number) + count;
      if (Number.isNaN(sum)) {
        unfilled.set(place, (unfilled.get(place) ?? 0) + count);
        return;
      }
      columns.sum[place] = (columns.sum[place] as number) + sum;
      // Negated, because nothing is less than NaN.
      if (!((columns.min[place] as number) <= min)) columns.min[place] = min;
      if (!((columns.max[place] as number) >= max)) columns.max[place] = max;
    },
    finish() {
      const table = new Map<number, MeterTable>();
      for (const [meterId, { places, length }] of meters) {
        for (const [channel, place] of places) {
          if (!isMeasured(place, length)) places.delete(channel);
          else if (channel === INDEX_CHANNEL && unfilled.size > 0) for (let at = 0; at < length; at++) fill(place + at);
        }
        if (places.size > 0) table.set(meterId, { columns, places });
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
