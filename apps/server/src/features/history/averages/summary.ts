import { type averagesSummaryQuery, dayRangeOf } from '@airdeck/contract/history/query';
import type { AveragesSummary } from '@airdeck/contract/history/schema';
import { type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import type { z } from 'zod';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { indexOfMeans } from '../../../store/history/mean-index.ts';
import { type ChannelBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { metersOf } from '../request/filter.ts';
import { placesOf } from '../request/places.ts';
import { type Cell, cellAt, joinTwo } from './cells.ts';
import { type MeterPart, meanOfMeters } from './mean-of-meters.ts';

/** Meters that are read at once. */
const MAX_METERS_AT_ONCE = 200;

/** Merges years into one cell. */
const joinYears = (years: ChannelBuckets): Cell | null =>
  years.count.map((_, at) => cellAt(years, at)).reduce(joinTwo, null);

/**
 * Summarizes a whole period in one row: all meters together, from the coarsest buckets.
 * @throws Failure INVALID_PARAMETER, RESOURCE_NOT_FOUND, QUESTION_TOO_BIG
 */
export const summarize = async (
  context: RequestContext,
  query: z.output<typeof averagesSummaryQuery>,
): Promise<AveragesSummary> => {
  const { level } = query;
  const { now, snapshot, language } = context;
  const days = dayRangeOf(query);
  const meters = level ? placesOf(context, level, query).flatMap((place) => place.meters) : metersOf(context, query);
  checkDays(days, new Set(meters.map(({ organization }) => organization)), now);
  checkRollupRows(context, meters.length, days, 'year');
  const parts: MeterPart[] = [];
  for (let i = 0; i < meters.length; i += MAX_METERS_AT_ONCE) {
    const some = meters.slice(i, i + MAX_METERS_AT_ONCE);
    const question = { meters: some, channels: null, unit: 'year', ...days } as const;
    const read = await context.read((tx) => readBuckets(tx, snapshot, question));
    for (const meter of some) {
      const own = read.get(meter.id);
      if (!own) continue;
      const cells = new Map([...own].map(([channel, years]) => [channel, joinYears(years)]));
      const cellOf = (channel: number) => cells.get(channel) ?? null;
      const index = indexOfMeans(snapshot, meter, cellOf, days.from);
      parts.push({ meter, cellOf, index, frames: cellOf(INDEX_CHANNEL)?.count ?? 0 });
    }
  }
  const spanOf = ({ organization }: Meter): TimeRange => {
    const { start, end } = timeRangeOf(days, organization.timeZone);
    return { start, end: Math.min(end, now) };
  };
  const marks = createMaintenanceMarks();
  const isMarked = meters.some(
    (meter) => marks.in([meter], timeRangeOf(days, meter.organization.timeZone)).maintenance,
  );
  return {
    ...meanOfMeters(parts, { meters, spanOf, language }),
    ...(isMarked && { maintenance: true as const }),
  };
};
