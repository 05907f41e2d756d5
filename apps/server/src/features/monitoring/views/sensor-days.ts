import { localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { Assessor } from '../assess/assessor.ts';
import { SLOT_MS } from '../current/trend.ts';
import { listCourse, listRanges } from './course-queries.ts';

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

/** The ranges of many meters, from their rollups. Rollups lag a little, so current values are included. */
export const loadRanges = async (
  assessor: Assessor,
  context: RequestContext,
  meters: readonly Meter[],
): Promise<SensorDays> => {
  const { now, snapshot, read } = context;
  const today = (meter: Meter) => localDay(now, meter.organization.timeZone);
  const days: SensorDays = new Map();
  const wanted = meters.map((meter) => ({ meterId: meter.id, day: today(meter) }));
  for (const { meter_id, channel, min, max } of await read((tx) => listRanges(tx, wanted))) {
    const sensor = snapshot.meters.get(meter_id)?.sensors.get(channel);
    if (sensor) widen(dayOf(days, sensor, 0), fromTicks(sensor.type, min), fromTicks(sensor.type, max));
  }
  for (const meter of meters) {
    for (const sensor of meter.sensors.values()) {
      const { value, time } = assessor.sensor(sensor, context);
      if (value === null || time === null || localDay(time, meter.organization.timeZone) !== today(meter)) continue;
      widen(dayOf(days, sensor, 0), value, value);
    }
  }
  return days;
};
