import type { SensorCourse } from '@airdeck/contract/monitoring/schema';
import { addDays, isoTime, localDay } from '@airdeck/domain/calendar';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import { fromTicks } from '@airdeck/domain/stored-value';
import { Failure } from '../../../platform/http/failure.ts';
import { maintenanceTimes, presentTimes } from '../../../registry/maintenance.ts';
import type { Sensor } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import { seenPlace } from '../assess/places.ts';
import type { CurrentAir } from '../current/current-air.ts';
import type { ForecastModels } from '../forecast/forecast-models.ts';
import { forecastNextHour } from '../forecast/next-hour.ts';

/** Minutes of a range with readings of a sensor: epoch seconds, and the mean in ticks. */
const loadMinutes = async (
  context: RequestContext,
  { channel, meter }: Sensor,
  range: TimeRange,
): Promise<{ second: number; mean: number }[]> => {
  const span = { meterId: meter.id, ...range };
  const [frames] = await context.read((tx) => readFrames(tx, [span], [channel]));
  const column = frames?.channels.get(channel) ?? [];
  const minutes = new Map<number, { sum: number; count: number }>();
  for (const [i, ticks] of column.entries()) {
    if (ticks === null) continue;
    const minute = Math.floor((frames?.times[i] ?? 0) / MINUTE_MS);
    const { sum, count } = minutes.get(minute) ?? { sum: 0, count: 0 };
    minutes.set(minute, { sum: sum + ticks, count: count + 1 });
  }
  return [...minutes].map(([minute, { sum, count }]) => ({ second: minute * 60, mean: sum / count }));
};

/** Sources of a forecast: the last readings and the models. */
export interface ForecastSources {
  current: Pick<CurrentAir, 'of'>;
  models: ForecastModels;
}

const forecastOf = async (
  { current, models }: ForecastSources,
  sensor: Sensor,
  now: number,
): Promise<SensorCourse['forecast']> => {
  await models.refresh();
  const model = models.of(sensor.meter.id).find(({ channel }) => channel === sensor.channel);
  const forecast = model && forecastNextHour(sensor, current.of(sensor.meter.id), model, now);
  if (!model || !forecast) return null;
  const { points } = forecast;
  const column = (part: 'value' | 'low' | 'high') => points.map((point) => Math.round(point[part] * 10) / 10);
  return {
    times: points.map(({ time }) => Math.round(time / 1000)),
    ...{ values: column('value'), low: column('low'), high: column('high') },
    skill: Math.round(model.skill * 100) / 100,
  };
};

/** One sensor's minutes of today and the forecast of its next hour, and those of a week ago moved by a week. @throws Failure INVALID_VIEW */
export const loadSensorCourse = async (
  context: RequestContext,
  sources: ForecastSources,
  id: number,
): Promise<SensorCourse> => {
  const { now, snapshot } = context;
  const sensor = snapshot.sensors.get(id);
  if (!sensor || !seenPlace(context, 'meter', sensor.meter.id)) throw new Failure('INVALID_VIEW');
  const { meter, type, sequence } = sensor;
  const zone = meter.organization.timeZone;
  const rangeOfDay = (day: string): TimeRange => timeRangeOf({ from: day, to: day }, zone);
  const today = localDay(now, zone);
  const day = rangeOfDay(today);
  const before = rangeOfDay(addDays(today, -7));
  const load = async (range: TimeRange, shiftMs: number) => {
    const minutes = await loadMinutes(context, sensor, range);
    return {
      times: minutes.map(({ second }) => second + shiftMs / 1000),
      values: minutes.map(({ mean }) => fromTicks(type, Math.round(mean))),
    };
  };
  return {
    type,
    sequence,
    day_start: isoTime(day.start),
    day_end: isoTime(day.end),
    today: await load({ start: day.start, end: Math.min(day.end, now + 1) }, 0),
    week_ago: await load(before, day.start - before.start),
    forecast: await forecastOf(sources, sensor, now),
    maintenance: presentTimes(maintenanceTimes([meter], day)),
  };
};
