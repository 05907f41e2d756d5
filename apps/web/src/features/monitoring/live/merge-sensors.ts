import type { LiveEvent } from '@airdeck/contract/live/event';
import type { MeterSensors, SensorList } from '@airdeck/contract/monitoring/schema';
import { todayAfter } from './today-course.ts';

export type SensorsEvent = Extract<LiveEvent, { type: 'sensors' }>;
type MeterChange = SensorsEvent['meters'][number];

function mergeMeter(
  meter: MeterSensors,
  { sensors: changed, ...now }: MeterChange,
  keepsCourse: boolean,
): MeterSensors {
  const changes = new Map(changed.map((sensor) => [sensor.id, sensor]));
  const clock = { timeZone: meter.time_zone, interval_s: meter.interval_s, keepsCourse };
  const sensors = meter.sensors.map((sensor) => {
    const change = changes.get(sensor.id);
    return change === undefined ? sensor : { ...sensor, ...change, ...todayAfter(sensor, change, clock) };
  });
  return { ...meter, ...now, sensors };
}

/** Meters with what an event says about their sensors; what it does not name stays the very same object. */
export function mergeSensors(list: SensorList, event: SensorsEvent): SensorList {
  if (Date.parse(event.time) <= Date.parse(list.time)) return list;
  const changes = new Map(event.meters.map((meter) => [meter.id, meter]));
  const meters = list.meters.map((meter) => {
    const change = changes.get(meter.id);
    return change === undefined ? meter : mergeMeter(meter, change, list.path.length > 0);
  });
  return { ...list, time: event.time, meters };
}
