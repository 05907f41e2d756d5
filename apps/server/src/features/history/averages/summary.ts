import { type averagesSummaryQuery, dayRangeOf } from '@airdeck/contract/history/query';
import type { AveragesSummary } from '@airdeck/contract/history/schema';
import { completeness } from '@airdeck/domain/completeness';
import { timeRangeOf } from '@airdeck/domain/range';
import type { z } from 'zod';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type ChannelBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { metersOf } from '../request/filter.ts';
import { placesOf } from '../request/places.ts';
import { type Cell, cellAt, indexOfCell, joinTwo } from './cells.ts';
import { type MeterPart, meanOfMeters } from './mean-of-meters.ts';

/** Meters that are read at once. */
const MAX_METERS_AT_ONCE = 200;

/** Merges years into one cell. Years without any index do not count for the index. */
const joinYears = (years: ChannelBuckets, isIndex: boolean): Cell | null =>
  years.count
    .map((_, at) => cellAt(years, at))
    .filter((cell) => !isIndex || (cell !== null && cell.min !== null))
    .reduce(joinTwo, null);

const partOf = (meter: Meter, own: ReadonlyMap<number, ChannelBuckets>, spanMs: number): MeterPart => {
  const cells = new Map([...own].map(([channel, years]) => [channel, joinYears(years, channel === INDEX_CHANNEL)]));
  const frames = own.get(INDEX_CHANNEL)?.count.reduce((sum, count) => sum + count, 0) ?? 0;
  return {
    meter,
    cellOf: (channel) => cells.get(channel) ?? null,
    index: indexOfCell(cells.get(INDEX_CHANNEL) ?? null),
    completeness: completeness(frames, spanMs, meter.intervalS),
  };
};

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
  checkRollupRows(meters.length, days, 'year');
  const parts: MeterPart[] = [];
  for (let i = 0; i < meters.length; i += MAX_METERS_AT_ONCE) {
    const some = meters.slice(i, i + MAX_METERS_AT_ONCE);
    const question = { meters: some, channels: null, unit: 'year', ...days } as const;
    const read = await context.read((tx) => readBuckets(tx, snapshot, question));
    for (const meter of some) {
      const own = read.get(meter.id);
      const { start, end } = timeRangeOf(days, meter.organization.timeZone);
      if (own) parts.push(partOf(meter, own, Math.min(end, now) - start));
    }
  }
  return meanOfMeters(parts, meters.length, language);
};
