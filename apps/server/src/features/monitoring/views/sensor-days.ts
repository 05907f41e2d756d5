import { localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { SLOT_MS } from '../current/trend.ts';
import { listCourse } from './course-queries.ts';

/** A sensor's range of today and, if requested, its ten-minute means. */
export interface SensorDay {
  min: number;
  max: number;
  course: (number | null)[];
}

/** The day of each sensor that measured today, by sensor id. */
export type SensorDays = Map<number, SensorDay>;

const widen = (day: SensorDay, min: number, max: number): void => {
  day.min = Math.min(day.min, min);
  day.max = Math.max(day.max, max);
};

const dayOf = (days: SensorDays, sensor: Sensor, slots: number): SensorDay => {
  const empty = () => new Array<number | null>(slots).fill(null);
  const day = days.get(sensor.id) ?? { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, course: empty() };
  days.set(sensor.id, day);
  return day;
};

/** One meter's day so far, read from its frames. */
export const loadCourses = async ({ now, read }: RequestContext, meter: Meter): Promise<SensorDays> => {
  const zone = meter.organization.timeZone;
  const start = startOfLocalDay(localDay(now, zone), zone);
  const slots = Math.floor((now - start) / SLOT_MS) + 1;
  const days: SensorDays = new Map();
  const rows = await read((tx) => listCourse(tx, { meterId: meter.id, start, end: now + 1 }));
  for (const row of rows) {
    const sensor = meter.sensors.get(row.channel);
    if (!sensor) continue;
    const day = dayOf(days, sensor, slots);
    widen(day, fromTicks(sensor.type, row.min), fromTicks(sensor.type, row.max));
    day.course[row.slot] = fromTicks(sensor.type, Math.round(row.mean));
  }
  return days;
};

/** Meters that are read at once. */
const MAX_METERS = 500;

/** The ranges of many meters today, from the same buckets as the history of the day. */
export const loadRanges = async (
  { now, snapshot, read }: RequestContext,
  meters: readonly Meter[],
): Promise<SensorDays> => {
  const days: SensorDays = new Map();
  for (const zone of new Set(meters.map(({ organization }) => organization.timeZone))) {
    const ofZone = meters.filter(({ organization }) => organization.timeZone === zone);
    const day = localDay(now, zone);
    for (let i = 0; i < ofZone.length; i += MAX_METERS) {
      const some = ofZone.slice(i, i + MAX_METERS);
      const question = { meters: some, channels: null, unit: 'day', from: day, to: day } as const;
      const buckets = await read((tx) => readBuckets(tx, snapshot, question));
      for (const sensor of some.flatMap((meter) => [...meter.sensors.values()])) {
        const { min, max } = buckets.get(sensor.meter.id)?.get(sensor.channel) ?? {};
        const [low, high] = [min?.[0] ?? null, max?.[0] ?? null];
        if (low === null || high === null) continue;
        widen(dayOf(days, sensor, 0), fromTicks(sensor.type, low), fromTicks(sensor.type, high));
      }
    }
  }
  return days;
};
