import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import type { Measure, Step } from '@airdeck/contract/history/query';
import type { Series, SeriesAnswer } from '@airdeck/contract/history/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { Failure } from '../../../platform/http/failure.ts';
import { thresholdsOn } from '../../../site/site.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import type { Look } from '../request/look.ts';
import { checkPeriod, checkRollupRows, type Period } from '../request/period.ts';
import { weeksBefore } from './series-axis.ts';
import { type BucketPoints, loadBuckets } from './series-buckets.ts';
import { boundsOf, type SeriesItem } from './series-item.ts';
import { loadPoints, type Points } from './series-readings.ts';

export interface SeriesQuestion extends Period {
  measure: Measure;
  /** One at least; the first one's zone is the graph's. */
  items: readonly [SeriesItem, ...SeriesItem[]];
  step: Step;
  weeksAgo: readonly number[];
}

/** The graph before its lines are read. */
export type SeriesHead = Omit<SeriesAnswer, 'series'>;

/** Readings of a period, as the hours of the items' meters count them. */
const countPoints = async (look: Look, items: readonly SeriesItem[], { startTime, endTime }: Period) => {
  const channels = [...new Set(items.flatMap(countedChannels))];
  const meters = [...new Set(items.map(({ meter }) => meter))];
  const question = { meters, channels, unit: 'day', from: startTime, to: endTime } as const;
  const counted = await look.read((tx) => readBuckets(tx, look.picture, question));
  let points = 0;
  for (const item of items) {
    for (const channel of countedChannels(item)) {
      for (const count of counted.get(item.meter.id)?.get(channel)?.count ?? []) points += count;
    }
  }
  return points;
};

const countedChannels = ({ measure, channels }: SeriesItem): readonly number[] =>
  measure === 'INDEX' ? [INDEX_CHANNEL] : channels;

/** @throws Failure QUESTION_TOO_BIG, without having read any of it. */
const checkPoints = async (look: Look, question: SeriesQuestion, weeks: readonly number[]): Promise<void> => {
  const { items, step, startTime, endTime } = question;
  checkRollupRows(items.length * weeks.length, question, step === 'each' ? 'day' : step);
  let points = 0;
  if (step !== 'each') {
    const zone = items[0].meter.organization.timeZone;
    points = items.length * weeks.length * bucketsOf(step, startTime, endTime, zone).length;
  } else {
    for (const week of weeks) points += await countPoints(look, items, weeksBefore(question, week));
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
 * A graph of readings or averages with its earlier weeks. It has one axis, the period in the zone of its first item:
 * readings and hours of other zones stand at their own time on it; days, months and years of other zones are those
 * zones' own and stand at the graph's of the same date.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG.
 */
export const loadSeries = async (look: Look, question: SeriesQuestion): Promise<SeriesAnswer> => {
  const { items, measure, step, startTime, endTime } = question;
  const { organization } = items[0].meter;
  const zone = organization.timeZone;
  checkPeriod(question, new Set(items.map(({ meter }) => meter.organization)), look.now);
  if (question.weeksAgo.length > 0 && (step === 'month' || step === 'year')) {
    throw new Failure('INVALID_PARAMETER', { weeksAgo: 'NOT_WITH_STEP' });
  }
  const weeks = [0, ...new Set(question.weeksAgo)];
  await checkPoints(look, question, weeks);
  const series: Series[] = [];
  for (const item of items) {
    for (const week of weeks) {
      const points = await (step === 'each'
        ? loadPoints(look, item, question, zone, week)
        : loadBuckets(look, item, step, question, zone, week));
      series.push(lineOf(item, week, points));
    }
  }
  return {
    measure,
    step,
    time_zone: zone,
    start: new Date(startOfLocalDay(startTime, zone)).toISOString(),
    end: new Date(startOfLocalDay(addDays(endTime, 1), zone)).toISOString(),
    bounds: boundsOf(measure, thresholdsOn(look.picture, organization.id, endTime)),
    series,
  };
};

/** The JSON text of a graph, a line after the other: it can be longer than a schema should look through. */
export function* seriesText({ series, ...head }: SeriesAnswer): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"series":[`;
  for (const [i, line] of series.entries()) yield (i === 0 ? '' : ',') + JSON.stringify(line);
  yield ']}';
}
