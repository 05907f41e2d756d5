import type { MeterSensors, SensorCourse, SensorList } from '@airdeck/contract/monitoring/schema';
import { addDays, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { fromTicks } from '@airdeck/domain/stored-value';
import { THRESHOLD_FIELDS, type Thresholds } from '@airdeck/domain/threshold';
import type { Db } from '../../../platform/db/pool.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { compareNames } from '../../../site/compare-names.ts';
import type { Meter, Sensor } from '../../../site/picture.ts';
import { findPlace, type Place } from '../assess/places.ts';
import { type Glance, isoTime, pathTo } from './glance.ts';
import { loadCourses, loadRanges, type SensorDays } from './sensor-days.ts';
import { loadMinutes } from './sensor-minutes.ts';
import { meterNow, sensorNow, sensorsOf } from './sensor-now.ts';

const boundsOf = ({ type }: Sensor, thresholds: Thresholds): [number, number, number, number] => {
  const values: Readonly<Record<string, number>> = thresholds[type];
  const [a = 0, b = 0, c = 0, d = 0] = THRESHOLD_FIELDS[type].map((field) => values[field] ?? 0);
  return [a, b, c, d];
};

const meterSensors = (glance: Glance, place: Place, meter: Meter, days: SensorDays): MeterSensors => {
  const thresholds = glance.moment.thresholdsOf(meter.organization);
  return {
    ...meterNow(glance, meter),
    path: pathTo(place, glance.language),
    code: meter.code,
    type: meter.type,
    interval_s: meter.intervalS,
    time_zone: meter.organization.timeZone,
    sensors: sensorsOf(meter).map((sensor) => {
      const day = days.get(sensor.id);
      return {
        ...sensorNow(glance, sensor),
        bounds: boundsOf(sensor, thresholds),
        today_min: day?.min ?? null,
        today_max: day?.max ?? null,
        course: day?.course ?? [],
      };
    }),
  };
};

/** The sensors of meter `id` with their courses, or of all meters without, worst first. @throws Failure INVALID_VIEW. */
export const listSensors = async (db: Db, glance: Glance, id: number | undefined): Promise<SensorList> => {
  const { sight, moment, assessor, language } = glance;
  const only = id === undefined ? null : findPlace(sight, 'meter', id);
  const places = only ? [only] : [...sight.byKind.meter.values()];
  const meters = places.flatMap((place) => place.meters);
  const days = only ? await loadCourses(db, meters[0] as Meter, moment.now) : await loadRanges(db, glance, meters);
  const indexOf = (place: Place): number => assessor.place(place, moment).index ?? -1;
  const sorted = places.toSorted((a, b) => indexOf(b) - indexOf(a) || compareNames(language, a.item, b.item));
  return {
    time: isoTime(moment.now),
    path: pathTo(only, language),
    meters: sorted.flatMap((place) => place.meters.map((meter) => meterSensors(glance, place, meter, days))),
  };
};

/** One sensor's minutes of today, and of the same day a week ago moved by a week. @throws Failure INVALID_VIEW. */
export const loadSensorCourse = async (db: Db, { moment, sight }: Glance, id: number): Promise<SensorCourse> => {
  const sensor = moment.picture.sensors.get(id);
  if (!sensor || !sight.byKind.meter.has(sensor.meter.id)) throw new Failure('INVALID_VIEW');
  const { meter, channel, type, sequence } = sensor;
  const zone = meter.organization.timeZone;
  const today = localDay(moment.now, zone);
  const boundsOfDay = (day: string) => ({
    start: startOfLocalDay(day, zone),
    end: startOfLocalDay(addDays(day, 1), zone),
  });
  const day = boundsOfDay(today);
  const before = boundsOfDay(addDays(today, -7));
  const load = async (start: number, end: number, shiftMs: number) => {
    const minutes = await loadMinutes(db, channel, { meterId: meter.id, start, end });
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
    today: await load(day.start, Math.min(day.end, moment.now + 1), 0),
    week_ago: await load(before.start, before.end, day.start - before.start),
  };
};
