import { MAX_WEEK_DAYS } from '@airdeck/contract/history/bounds';
import { dayRangeOf } from '@airdeck/contract/history/query';
import { getMeterWeek, getSensorWeek } from '@airdeck/contract/history/routes';
import type { WeekAnswer } from '@airdeck/contract/history/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { type DayRange, dayCount, timeRangeOf } from '@airdeck/domain/range';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { gradedChannels, indexOfMeans } from '../../../store/history/mean-index.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { checkDays } from '../request/bounds.ts';
import { findMeter, findSensor } from '../request/filter.ts';
import { joinBuckets, scaleOf } from '../series/bucket-points.ts';
import { averagedChannels, boundsOf, meterItem, type SeriesItem, sensorItem } from '../series/series-item.ts';
import { foldWeek, markWeek } from './week-cells.ts';

/**
 * A typical week, hour by hour, from the hourly rollups: "the kitchen peaks on weekdays at noon".
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG
 */
const loadWeek = async (context: RequestContext, item: SeriesItem, days: DayRange): Promise<WeekAnswer> => {
  const { measure } = item;
  const [part] = item.parts;
  const { meter } = part;
  const { organization } = meter;
  checkDays(days, [organization], context.now);
  if (dayCount(days) > MAX_WEEK_DAYS) throw new Failure('QUESTION_TOO_BIG');
  const zone = organization.timeZone;
  const measuredBy = averagedChannels(measure, part);
  const graded = measure === 'INDEX' ? gradedChannels(meter) : [];
  const channels = [...measuredBy, ...graded];
  const hours = bucketsOf('hour', days.from, days.to, zone);
  const question = { meters: [meter], channels, unit: 'hour', ...days } as const;
  const read = (await context.read((tx) => readBuckets(tx, context.snapshot, question))).get(meter.id);
  const fold = (some: readonly number[]) =>
    foldWeek(hours, joinBuckets(some.flatMap((channel) => read?.get(channel) ?? [])), { meter, now: context.now });
  const cells = fold(measuredBy);
  const marks = createMaintenanceMarks();
  const byChannel = new Map(graded.map((channel) => [channel, fold([channel])]));
  const indexAt = (at: number): number | null =>
    indexOfMeans(context.snapshot, meter, (channel) => byChannel.get(channel)?.[at] ?? null, days.from);
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
    mean: cells.map(({ sum, count }, at) => {
      const mean = measure === 'INDEX' ? indexAt(at) : count === 0 ? null : sum / count;
      return mean === null ? null : scale.mean(mean);
    }),
    max: cells.map(({ max }) => (max === null ? null : scale.value(max))),
    completeness: cells.map(({ completeness }) => completeness),
    maintenance: markWeek(hours, zone, (hour) => marks.in([meter], hour).maintenance === true),
  };
};

export const addWeekRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getMeterWeek, (call) => {
    const { meterId, measure } = call.query;
    const { averages } = contextsOf(call);
    const item = meterItem(findMeter(averages, meterId), measure, averages.language);
    return loadWeek(averages, item, dayRangeOf(call.query));
  });
  addRoute(http, getSensorWeek, (call) => {
    const { averages } = contextsOf(call);
    return loadWeek(averages, sensorItem(findSensor(averages, call.query.sensorId)), dayRangeOf(call.query));
  });
};
