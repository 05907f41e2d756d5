import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';

/** Indexes are shown with no more than a tenth. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A mean in ticks of a type → in its unit, with one digit more than a reading has. */
export const meanOfTicks = (type: SensorType, ticks: number): number =>
  Math.round(ticks * 10) / 10 ** (SENSOR_TYPE_INFO[type].digits + 1);

/** Index of a bucket's tenths; null where nothing graded was measured. */
export const indexOfCell = (cell: { count: number; sum: number; min: number | null } | null): number | null =>
  cell === null || cell.min === null ? null : cell.sum / cell.count / 10;
