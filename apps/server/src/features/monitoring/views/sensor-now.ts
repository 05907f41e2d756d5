import type { MeterNow, SensorNow } from '@airdeck/contract/monitoring/schema';
import type { Meter, Sensor } from '../../../site/picture.ts';
import { assessSensor, type SensorStatus } from '../assess/meter-status.ts';
import { type Glance, isoOrNull, tenthOrNull } from './glance.ts';

/** A meter's sensors by type, then number. */
export const sensorsOf = (meter: Meter): Sensor[] =>
  [...meter.sensors.values()].toSorted((a, b) => a.channel - b.channel);

export const sensorStatus = ({ current, moment }: Glance, sensor: Sensor): SensorStatus => {
  const { meter } = sensor;
  return assessSensor(sensor, current.of(meter.id), moment.thresholdsOf(meter.organization), moment.now);
};

export const sensorNow = (glance: Glance, sensor: Sensor): SensorNow => {
  const { id, type, sequence, name } = sensor;
  const { value, rating, time, stale } = sensorStatus(glance, sensor);
  return { id, type, sequence, name, value, rating, time: isoOrNull(time), stale };
};

export const meterNow = ({ assessor, moment }: Glance, meter: Meter): MeterNow => {
  const { worst, lastTime, online } = assessor.meter(meter, moment);
  return {
    id: meter.id,
    index: tenthOrNull(worst?.index ?? null),
    grade: worst?.grade ?? null,
    last_time: isoOrNull(lastTime),
    stale: !online,
  };
};
