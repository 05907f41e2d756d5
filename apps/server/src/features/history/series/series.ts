import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import type { Measure, Step } from '@airdeck/contract/history/query';
import type { Series, SeriesAnswer } from '@airdeck/contract/history/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { type DayRange, dayCount, timeRangeOf } from '@airdeck/domain/range';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { Failure } from '../../../platform/http/failure.ts';
import { createJsonBytes, type JsonBytes } from '../../../platform/json-bytes.ts';
import { maintenanceTimes, presentTimes } from '../../../registry/maintenance.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { MAX_FRAMES } from '../../../store/packed/packed-format.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { weeksBefore } from './axis.ts';
import { loadBuckets, type Summary } from './bucket-points.ts';
import { loadPoints, type Points } from './reading-points.ts';
import { averagedChannels, boundsOf, organizationOf, type SeriesItem } from './series-item.ts';

export interface SeriesQuestion {
  days: DayRange;
  measure: Measure;
  /** At least one; the graph's zone is that of the first. */
  items: readonly [SeriesItem, ...SeriesItem[]];
  step: Step;
  weeksAgo: readonly number[];
}

/** Number of readings on the days, from the rollups of the items' meters. */
const countPoints = async (context: RequestContext, items: readonly SeriesItem[], days: DayRange) => {
  const parts = items.flatMap((item) =>
    item.parts.map((part) => ({ part, channels: averagedChannels(item.measure, part) })),
  );
  const channels = [...new Set(parts.flatMap((each) => each.channels))];
  const meters = [...new Set(parts.map(({ part }) => part.meter))];
  const question = { meters, channels, unit: 'day', ...days } as const;
  const counted = await context.read((tx) => readBuckets(tx, context.snapshot, question));
  let points = 0;
  for (const { part, channels: own } of parts) {
    for (const channel of own) {
      for (const count of counted.get(part.meter.id)?.get(channel)?.count ?? []) points += count;
    }
  }
  return points;
};

/** A day of one line has hardly more points than this: it is what a packed day can hold. */
const MAX_POINTS_OF_DAY = MAX_FRAMES;

/** Whether readings have to be counted before they are read: a line of a day or two always fits. */
export const isCounted = (
  { step, days, weeksAgo }: Omit<SeriesQuestion, 'items' | 'measure'>,
  items: number,
): boolean => step === 'each' && items * (1 + weeksAgo.length) * dayCount(days) * MAX_POINTS_OF_DAY > MAX_SERIES_POINTS;

/** @throws Failure QUESTION_TOO_BIG, before reading any points */
const checkPoints = async (
  context: RequestContext,
  question: SeriesQuestion,
  weeks: readonly number[],
): Promise<void> => {
  const { items, step, days } = question;
  const meters = items.reduce((sum, { parts }) => sum + parts.length, 0);
  checkRollupRows(context, meters * weeks.length, days, step === 'each' ? 'day' : step);
  let points = 0;
  if (step !== 'each') {
    const zone = organizationOf(items[0]).timeZone;
    points = items.length * weeks.length * bucketsOf(step, days.from, days.to, zone).length;
  } else if (isCounted(question, items.length)) {
    for (const week of weeks) points += await countPoints(context, items, weeksBefore(days, week));
  }
  if (points > MAX_SERIES_POINTS) throw new Failure('QUESTION_TOO_BIG');
};

/** Epoch seconds: the first time, then the steps between the times. */
const stepsOf = (times: ArrayLike<number>): Float64Array => {
  const steps = new Float64Array(times.length);
  let last = 0;
  for (let i = 0; i < steps.length; i++) {
    const second = Math.floor((times[i] as number) / 1000);
    steps[i] = second - last;
    last = second;
  }
  return steps;
};

/** The JSON of times of buckets, which are the same array while the buckets are known. */
const writtenSteps = new WeakMap<ArrayLike<number>, Buffer>();

type ColumnName = 'times' | 'values' | 'min' | 'max' | 'completeness';

/** A line as it is written: `Series`, with columns in which NaN stands for null. */
type Line = Omit<Series, ColumnName> & {
  times: ArrayLike<number>;
  columns: [Exclude<ColumnName, 'times'>, ArrayLike<number>][];
};

/** A graph as it is written. */
export type Graph = Omit<SeriesAnswer, 'series'> & { lines: Line[] };

/** Summarizes readings in the form of buckets. */
const summaryOf = (measure: Measure, { values }: Points, share: number): Summary | null => {
  if (values.length === 0) return null;
  let [sum, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const scale = 10 ** meanDigits(measure);
  return {
    mean: Math.round((sum / values.length) * scale) / scale,
    min,
    max,
    completeness: share,
  };
};

/** The mark of a line's whole period. Days, months and years are those of its own zone. */
const markOf = (item: SeriesItem, { step, days }: SeriesQuestion, zone: string, weeksAgo: number) => {
  const own = step === 'each' || step === 'hour' ? zone : organizationOf(item).timeZone;
  return createMaintenanceMarks().in(metersOf([item]), timeRangeOf(weeksBefore(days, weeksAgo), own));
};

const metersOf = (items: readonly SeriesItem[]) => items.flatMap(({ parts }) => parts.map(({ meter }) => meter));

/** A line of readings or of averages. */
const loadLine = async (
  context: RequestContext,
  item: SeriesItem,
  question: SeriesQuestion,
  zone: string,
  weeksAgo: number,
): Promise<Line> => {
  const { step, days, measure } = question;
  const [{ meter }, ...others] = item.parts;
  const head = {
    id: item.id,
    name: item.name,
    weeks_ago: weeksAgo,
    interval_s: meter.intervalS,
    meters: 1 + others.length,
  };
  const mark = markOf(item, question, zone, weeksAgo);
  if (step !== 'each') {
    const { times, values, min, max, completeness, summary } = await loadBuckets(
      context,
      item,
      step,
      days,
      zone,
      weeksAgo,
    );
    return {
      ...head,
      summary: summary && { ...summary, ...mark },
      times,
      columns: [
        ['values', values],
        ['min', min],
        ['max', max],
        ['completeness', completeness],
      ],
    };
  }
  const points = await loadPoints(context, item, days, zone, weeksAgo);
  const { start, end } = timeRangeOf(weeksBefore(days, weeksAgo), zone);
  const received = receivedFrames(points.values.length, meter, start, Math.min(end, context.now));
  const summary = summaryOf(measure, points, completenessOf([received]) ?? 1);
  return {
    ...head,
    summary: summary && { ...summary, ...mark },
    times: points.times,
    columns: [['values', points.values]],
  };
};

/**
 * A graph of readings or averages with its earlier weeks. It has one axis, the days in the zone of its first item:
 * readings and hours of other zones are drawn at their own time; days, months and years of other zones are aggregated
 * in
 * their own zone and drawn at the graph's bucket of the same date.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG
 */
export const loadSeries = async (context: RequestContext, question: SeriesQuestion): Promise<Graph> => {
  const { items, measure, step, days } = question;
  const organization = organizationOf(items[0]);
  const zone = organization.timeZone;
  checkDays(days, new Set(items.map(organizationOf)), context.now);
  if (question.weeksAgo.length > 0 && (step === 'month' || step === 'year')) {
    throw new Failure('INVALID_PARAMETER', { weeksAgo: 'NOT_WITH_STEP' });
  }
  const weeks = [0, ...new Set(question.weeksAgo)];
  await checkPoints(context, question, weeks);
  const { start, end } = timeRangeOf(days, zone);
  const lines: Line[] = [];
  for (const item of items) {
    for (const week of weeks) lines.push(await loadLine(context, item, question, zone, week));
  }
  return {
    measure,
    step,
    time_zone: zone,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    bounds: boundsOf(measure, thresholdsOn(context.snapshot, organization.id, days.to)),
    maintenance: presentTimes(maintenanceTimes(metersOf(items), { start, end })),
    lines,
  };
};

/** Decimals of a completeness, and of a mean: one more than of a reading. */
const SHARE_DIGITS = 3;
const meanDigits = (measure: Measure): number => (measure === 'INDEX' ? 0 : SENSOR_TYPE_INFO[measure].digits) + 1;

/** Writes the times of a line; those of buckets are written once. */
const writeTimes = (json: JsonBytes, times: ArrayLike<number>, step: Step): void => {
  if (step === 'each') return json.decimals(stepsOf(times), 0);
  const known = writtenSteps.get(times);
  if (known) return json.bytes(known);
  const steps = createJsonBytes();
  steps.decimals(stepsOf(times), 0);
  const written = steps.take();
  writtenSteps.set(times, written);
  json.bytes(written);
};

const writeLine = (json: JsonBytes, { times, columns, summary, ...head }: Line, { measure, step }: Graph): void => {
  json.text(`${JSON.stringify(head).slice(0, -1)},"times":`);
  writeTimes(json, times, step);
  for (const [name, values] of columns) {
    json.text(`,"${name}":`);
    json.decimals(values, name === 'completeness' ? SHARE_DIGITS : meanDigits(measure));
  }
  json.text(`,"summary":${JSON.stringify(summary ?? null)}}`);
};

/** Graphs with fewer points are written as one part. */
const MAX_WHOLE_POINTS = 20_000;
/** A little more than most numbers and their commas take, and a graph without them: its memory seldom has to grow. */
const BYTES_OF_NUMBER = 6;
const HEAD_BYTES = 2_048;

/** Parts of the JSON of a graph: one for each line and one for the end, or only one. */
function* partsOf(json: JsonBytes, graph: Graph, isWhole: boolean): Generator<Buffer, undefined> {
  const { lines, ...head } = graph;
  json.text(`${JSON.stringify(head).slice(0, -1)},"series":[`);
  for (const [i, line] of lines.entries()) {
    if (i > 0) json.text(',');
    writeLine(json, line, graph);
    if (!isWhole) yield json.take();
  }
  json.text(']}');
  yield json.take();
  return undefined;
}

/** The JSON of a graph, whole or in parts. Not validated by its schema, which would take too long. */
export const seriesJson = (graph: Graph): Buffer | Iterable<Buffer> => {
  const { lines } = graph;
  const points = lines.reduce((sum, { times }) => sum + times.length, 0);
  const isWhole = points <= MAX_WHOLE_POINTS;
  const numbers = lines.reduce((sum, { times, columns }) => sum + times.length * (1 + columns.length), 0);
  const bytes = HEAD_BYTES + numbers * BYTES_OF_NUMBER;
  const parts = partsOf(createJsonBytes(isWhole ? bytes : bytes / lines.length), graph, isWhole);
  const [whole] = isWhole ? parts : [];
  return whole ?? parts;
};
