import { MAX_WEEK_DAYS } from '@airdeck/contract/history/bounds';
import type { WeekAnswer } from '@airdeck/contract/history/schema';
import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import { completenessOf } from '@airdeck/domain/completeness';
import { type DayRange, dayCount, timeRangeOf } from '@airdeck/domain/range';
import { Failure } from '../../../platform/http/failure.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { gradedChannels, indexOfMeans } from '../../../store/history/mean-index.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { type JoinedBuckets, joinBuckets, scaleOf } from '../series/bucket-points.ts';
import { averagedChannels, boundsOf, organizationOf, type SeriesItem, type SeriesPart } from '../series/series-item.ts';
import { findHourLimit } from './hour-limit.ts';
import {
  countBeyond,
  createHourCounts,
  foldWeek,
  markWeek,
  sharesBeyond,
  WEEK_HOURS,
  type WeekCell,
  weekPlaceOf,
} from './week-cells.ts';

/** Meters whose hours are in memory at the same time: a year of hours each. */
const METERS_AT_ONCE = 20;

/** The week of one meter: its cells, and their means in ticks, of the index the index of the means. */
interface MeterWeek {
  cells: WeekCell[];
  means: (number | null)[];
  /** Its hours one by one. */
  joined: JoinedBuckets;
}

async function* readWeeks(
  context: RequestContext,
  { measure, parts }: SeriesItem,
  hours: readonly Bucket[],
  days: DayRange,
): AsyncGenerator<MeterWeek> {
  const gradedOf = ({ meter }: SeriesPart): number[] => (measure === 'INDEX' ? gradedChannels(meter) : []);
  for (let i = 0; i < parts.length; i += METERS_AT_ONCE) {
    const some = parts.slice(i, i + METERS_AT_ONCE);
    const meters = some.map(({ meter }) => meter);
    const channels = [...new Set(some.flatMap((part) => [...averagedChannels(measure, part), ...gradedOf(part)]))];
    const question = { meters, channels, unit: 'hour', ...days } as const;
    const buckets = await context.read((tx) => readBuckets(tx, context.snapshot, question));
    for (const part of some) {
      const { meter } = part;
      const read = buckets.get(meter.id);
      const join = (own: readonly number[]): JoinedBuckets =>
        joinBuckets(own.flatMap((channel) => read?.get(channel) ?? []));
      const fold = (joined: JoinedBuckets): WeekCell[] => foldWeek(hours, joined, { meter, now: context.now });
      const joined = join(averagedChannels(measure, part));
      const cells = fold(joined);
      const byChannel = new Map(gradedOf(part).map((channel) => [channel, fold(join([channel]))]));
      const means = cells.map(({ sum, count }, at) => {
        if (measure !== 'INDEX') return count === 0 ? null : sum / count;
        return indexOfMeans(context.snapshot, meter, (channel) => byChannel.get(channel)?.[at] ?? null, days.from);
      });
      yield { cells, means, joined };
    }
  }
}

/** A cell of the answer: the mean of the meters' means, each weighing the same. */
interface Total {
  sum: number;
  meters: number;
  max: number | null;
  frames: number;
  expected: number;
  hasBegun: boolean;
}

/**
 * A typical week, hour by hour, from the hourly rollups: "the kitchen peaks on weekdays at noon".
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG
 */
export const loadWeek = async (context: RequestContext, item: SeriesItem, days: DayRange): Promise<WeekAnswer> => {
  const { measure, parts } = item;
  const organization = organizationOf(item);
  checkDays(days, [organization], context.now);
  if (dayCount(days) > MAX_WEEK_DAYS) throw new Failure('QUESTION_TOO_BIG');
  checkRollupRows(context, parts.length, days, 'hour');
  const zone = organization.timeZone;
  const hours = bucketsOf('hour', days.from, days.to, zone);
  const totals = Array.from(
    { length: WEEK_HOURS },
    (): Total => ({ sum: 0, meters: 0, max: null, frames: 0, expected: 0, hasBegun: false }),
  );
  const limit = await findHourLimit(context, item, days.to);
  const counts = createHourCounts(hours.length);
  for await (const { cells, means, joined } of readWeeks(context, item, hours, days)) {
    if (limit !== null) countBeyond(counts, joined, limit.complies);
    for (const [at, total] of totals.entries()) {
      const [cell, mean = null] = [cells[at], means[at]];
      total.frames += cell?.frames ?? 0;
      total.expected += cell?.expected ?? 0;
      total.hasBegun ||= cell?.hasBegun ?? false;
      if (mean === null || cell === undefined) continue;
      total.sum += mean;
      total.meters += 1;
      if (cell.max !== null) total.max = Math.max(total.max ?? cell.max, cell.max);
    }
  }
  const marks = createMaintenanceMarks();
  const meters = parts.map(({ meter }) => meter);
  const localDays = [...new Set(hours.map(({ day }) => day))];
  const dayPlaces = new Map(localDays.map((day, at) => [day, at]));
  const ofDays = sharesBeyond(
    counts,
    hours.map(({ day }) => dayPlaces.get(day) ?? 0),
    localDays.length,
  );
  const scale = scaleOf(measure);
  const { start, end } = timeRangeOf(days, zone);
  return {
    id: item.id,
    name: item.name,
    measure,
    time_zone: zone,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    bounds: boundsOf(measure, thresholdsOn(context.snapshot, organization.id, days.to)),
    mean: totals.map((total) => (total.meters === 0 ? null : scale.mean(total.sum / total.meters))),
    max: totals.map(({ max }) => (max === null ? null : scale.value(max))),
    completeness: totals.map(({ frames, expected, hasBegun }) =>
      hasBegun ? (completenessOf([{ frames, expected }]) ?? 0) : null,
    ),
    limit: limit?.shown ?? null,
    beyond: sharesBeyond(
      counts,
      hours.map((hour) => weekPlaceOf(hour, zone)),
      WEEK_HOURS,
    ),
    days: localDays.map((day, at) => ({ day, beyond: ofDays[at] ?? null })),
    maintenance: markWeek(hours, zone, (hour) => marks.in(meters, hour).maintenance === true),
  };
};
