import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';

/** Indexes are shown with no more than a tenth. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A mean in ticks of a type → in its unit, with one digit more than a reading has. */
export const meanOfTicks = (type: SensorType, ticks: number): number =>
  Math.round(ticks * 10) / 10 ** (SENSOR_TYPE_INFO[type].digits + 1);
