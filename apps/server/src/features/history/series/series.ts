import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import type { Measure, Step } from '@airdeck/contract/history/query';
import type { Series, SeriesAnswer } from '@airdeck/contract/history/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { type DayRange, timeRangeOf } from '@airdeck/domain/range';
import { Failure } from '../../../platform/http/failure.ts';
import type { RequestContext } from '../../../registry/request-context.ts';
import { thresholdsOn } from '../../../registry/standards.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { weeksBefore } from './axis.ts';
import { type BucketPoints, loadBuckets } from './bucket-points.ts';
import { loadPoints, type Points } from './reading-points.ts';
import { averagedChannels, boundsOf, type SeriesItem } from './series-item.ts';

export interface SeriesQuestion {
  days: DayRange;
  measure: Measure;
  /** One at least; the first one's zone is the graph's. */
  items: readonly [SeriesItem, ...SeriesItem[]];
  step: Step;
  weeksAgo: readonly number[];
}

/** Readings of some days, as the rollups of the items' meters count them. */
const countPoints = async (context: RequestContext, items: readonly SeriesItem[], days: DayRange) => {
  const channels = [...new Set(items.flatMap(averagedChannels))];
  const meters = [...new Set(items.map(({ meter }) => meter))];
  const question = { meters, channels, unit: 'day', ...days } as const;
  const counted = await context.read((tx) => readBuckets(tx, context.snapshot, question));
  let points = 0;
  for (const item of items) {
    for (const channel of averagedChannels(item)) {
      for (const count of counted.get(item.meter.id)?.get(channel)?.count ?? []) points += count;
    }
  }
  return points;
};

/** @throws Failure QUESTION_TOO_BIG, without having read any of it. */
const checkPoints = async (
  context: RequestContext,
  question: SeriesQuestion,
  weeks: readonly number[],
): Promise<void> => {
  const { items, step, days } = question;
  checkRollupRows(items.length * weeks.length, days, step === 'each' ? 'day' : step);
  let points = 0;
  if (step !== 'each') {
    const zone = items[0].meter.organization.timeZone;
    points = items.length * weeks.length * bucketsOf(step, days.from, days.to, zone).length;
  } else {
    for (const week of weeks) points += await countPoints(context, items, weeksBefore(days, week));
  }
  if (points > MAX_SERIES_POINTS) throw new Failure('QUESTION_TOO_BIG');
};

/** Epoch seconds: the first, then the step from each to the next. */
const stepsOf = (times: readonly number[]): number[] => {
  let last = 0;
  return times.map((time) => {
    const second = Math.floor(time / 1000);
    const step = second - last;
    last = second;
    return step;
  });
};

const lineOf = ({ id, name, meter }: SeriesItem, weeksAgo: number, points: Points | BucketPoints): Series => ({
  id,
  name,
  weeks_ago: weeksAgo,
  interval_s: meter.intervalS,
  ...points,
  times: stepsOf(points.times),
});

/**
 * A graph of readings or averages with its earlier weeks. It has one axis, the days in the zone of its first item:
 * readings and hours of other zones are drawn at their own time; days, months and years of other zones are those zones'
 * own and are drawn at the graph's of the same date.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG.
 */
export const loadSeries = async (context: RequestContext, question: SeriesQuestion): Promise<SeriesAnswer> => {
  const { items, measure, step, days } = question;
  const { organization } = items[0].meter;
  const zone = organization.timeZone;
  checkDays(days, new Set(items.map(({ meter }) => meter.organization)), context.now);
  if (question.weeksAgo.length > 0 && (step === 'month' || step === 'year')) {
    throw new Failure('INVALID_PARAMETER', { weeksAgo: 'NOT_WITH_STEP' });
  }
  const weeks = [0, ...new Set(question.weeksAgo)];
  await checkPoints(context, question, weeks);
  const { start, end } = timeRangeOf(days, zone);
  const series: Series[] = [];
  for (const item of items) {
    for (const week of weeks) {
      const points = await (step === 'each'
        ? loadPoints(context, item, days, zone, week)
        : loadBuckets(context, item, step, days, zone, week));
      series.push(lineOf(item, week, points));
    }
  }
  return {
    measure,
    step,
    time_zone: zone,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    bounds: boundsOf(measure, thresholdsOn(context.snapshot, organization.id, days.to)),
    series,
  };
};

/** The JSON text of a graph, a line after the other: a schema would take long to check it whole. */
export function* seriesText({ series, ...head }: SeriesAnswer): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"series":[`;
  for (const [i, line] of series.entries()) yield (i === 0 ? '' : ',') + JSON.stringify(line);
  yield ']}';
}
