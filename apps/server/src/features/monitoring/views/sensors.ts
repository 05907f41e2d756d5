import type { MeterNow, MeterSensors, SensorList, SensorNow } from '@airdeck/contract/monitoring/schema';
import { isoTime, isoTimeOrNull } from '@airdeck/domain/calendar';
import { thresholdBounds } from '@airdeck/domain/threshold';
import { compareNames } from '../../../localization/compare-names.ts';
import { windowAt } from '../../../registry/maintenance.ts';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { sensorsOf } from '../assess/air-status.ts';
import type { Assessor } from '../assess/assessor.ts';
import { findPlace, meterPlaces, type Place } from '../assess/places.ts';
import { indexOrNull, maintenanceOf, pathTo, sinceOrNull } from './format.ts';
import { loadCourses, loadRanges, type SensorDays } from './sensor-days.ts';

export const sensorNow = (assessor: Assessor, context: RequestContext, sensor: Sensor): SensorNow => {
  const { id, type, sequence, name } = sensor;
  const { value, rating, since, time, stale } = assessor.sensor(sensor, context);
  return { id, type, sequence, name, value, rating, since: sinceOrNull(since), time: isoTimeOrNull(time), stale };
};

export const meterNow = (assessor: Assessor, context: RequestContext, meter: Meter): MeterNow => {
  const { worst, lastTime, online } = assessor.meter(meter, context);
  return {
    id: meter.id,
    index: indexOrNull(worst?.index ?? null),
    grade: worst?.grade ?? null,
    since: sinceOrNull(worst?.since ?? null),
    last_time: isoTimeOrNull(lastTime),
    stale: !online,
    maintenance: maintenanceOf(windowAt(meter, context.now)),
  };
};

const meterSensors = (
  assessor: Assessor,
  context: RequestContext,
  place: Place,
  meter: Meter,
  days: SensorDays,
): MeterSensors => {
  const thresholds = context.thresholdsAt(meter.organization, context.now);
  return {
    ...meterNow(assessor, context, meter),
    path: pathTo(place, context.language),
    code: meter.code,
    type: meter.type,
    interval_s: meter.intervalS,
    time_zone: meter.organization.timeZone,
    sensors: sensorsOf(meter).map((sensor) => {
      const day = days.get(sensor.id);
      return {
        ...sensorNow(assessor, context, sensor),
        bounds: thresholdBounds(sensor.type, thresholds),
        today_min: day?.min ?? null,
        today_max: day?.max ?? null,
        course: day?.course ?? [],
      };
    }),
  };
};

/**
 * The sensors of meter `id` with their courses, or of all meters without courses, worst first. @throws Failure
 * INVALID_VIEW
 */
export const listSensors = async (
  assessor: Assessor,
  context: RequestContext,
  id: number | undefined,
): Promise<SensorList> => {
  const { now, language } = context;
  const only = id === undefined ? null : findPlace(context, 'meter', id);
  const places = meterPlaces(context, id);
  const meters = places.flatMap((place) => place.meters);
  const days = only ? await loadCourses(context, meters[0] as Meter) : await loadRanges(context, meters);
  const indexes = new Map(assessor.places(places, context).map(({ place, air }) => [place, air.index ?? -1]));
  const indexOf = (place: Place): number => indexes.get(place) ?? -1;
  const sorted = places.toSorted((a, b) => indexOf(b) - indexOf(a) || compareNames(language, a.item, b.item));
  return {
    time: isoTime(now),
    path: pathTo(only, language),
    meters: sorted.flatMap((place) => place.meters.map((meter) => meterSensors(assessor, context, place, meter, days))),
  };
};
