import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import type { DayRange } from '@airdeck/domain/range';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { memoize } from '../list/memoize.ts';
import type { HourRows } from './range-plan.ts';

/** A list's channels of one meter, ascending. INDEX_CHANNEL stands for its frames. */
export interface MeterChannels {
  meter: Meter;
  channels: readonly number[];
}

/** A meter and its number of rows in each requested hour. */
export interface MeterHours extends MeterChannels, HourRows {
  /** For each channel, the hours that contain the last reading of a bucket; null: every reading is a row. */
  lasts: ReadonlyMap<number, ArrayLike<number>> | null;
}

/**
 * Marks with 1 each hour that is the last with a reading in its bucket. Hours and buckets cover the same days, both
 * ascending.
 */
const markLasts = (hours: readonly Bucket[], buckets: readonly Bucket[], counts: ArrayLike<number>): Uint8Array => {
  const marks = new Uint8Array(hours.length);
  let hour = 0;
  for (const { end } of buckets) {
    let last = -1;
    for (; (hours[hour]?.end ?? Number.POSITIVE_INFINITY) <= end; hour++) if (counts[hour]) last = hour;
    if (last >= 0) marks[last] = 1;
  }
  return marks;
};

const sumOf = (columns: readonly ArrayLike<number>[], length: number): Uint32Array => {
  const sum = new Uint32Array(length);
  for (const column of columns) for (let i = 0; i < length; i++) sum[i] = (sum[i] ?? 0) + (column[i] ?? 0);
  return sum;
};

/** Counts the rows of a list by hour; leaves out meters without rows. `step` null: each reading is a row. */
export const countHours = async (
  tx: Tx,
  snapshot: RegistrySnapshot,
  items: readonly MeterChannels[],
  days: DayRange,
  step: BucketUnit | null,
): Promise<MeterHours[]> => {
  const meters = items.map(({ meter }) => meter);
  const channels = [...new Set(items.flatMap((item) => item.channels))];
  const counted = await readBuckets(tx, snapshot, { meters, channels, unit: 'hour', ...days });
  const hoursIn = memoize((zone: string) => bucketsOf('hour', days.from, days.to, zone));
  const bucketsIn = memoize((zone: string) => bucketsOf(step ?? 'hour', days.from, days.to, zone));
  return items.flatMap(({ meter, channels: own }) => {
    const zone = meter.organization.timeZone;
    const hours = hoursIn(zone);
    const columns = own.flatMap((channel): [number, ArrayLike<number>][] => {
      const counts = counted.get(meter.id)?.get(channel)?.count;
      return counts ? [[channel, step ? markLasts(hours, bucketsIn(zone), counts) : counts]] : [];
    });
    if (columns.length === 0) return [];
    const rows = sumOf(
      columns.map(([, column]) => column),
      hours.length,
    );
    return [{ meter, channels: own, hours, rows, lasts: step && new Map(columns) }];
  });
};
