import type { MeterSensors, Rating, SensorCard } from '@airdeck/contract/monitoring/schema';
import { subIndex } from '@airdeck/domain/air-index';
import { channelKey, channelOf } from '@airdeck/domain/channel';
import { ratingOf as ratingWith } from '@airdeck/domain/rating';
import { isGraded, type SensorType } from '@airdeck/domain/sensor-type';
import { DEFAULT_THRESHOLDS, THRESHOLD_FIELDS, type Thresholds } from '@airdeck/domain/threshold';

type Bounds = SensorCard['bounds'];

/** The domain's thresholds with one type's bounds as the server sent them. */
function thresholdsWith(type: SensorType, bounds: Bounds): Thresholds {
  const own = Object.fromEntries(THRESHOLD_FIELDS[type].map((field, i) => [field, bounds[i]]));
  return { ...DEFAULT_THRESHOLDS, [type]: own };
}

/** Grade, comfort or dryness of a value under a sensor's bounds. */
export function ratingOf(type: SensorType, value: number, bounds: Bounds): Rating {
  return ratingWith(type, value, thresholdsWith(type, bounds));
}

/** Sub-index of a sensor's current value; null when the value is old, missing or has no grade. */
export function sensorIndex({ type, value, stale, bounds }: SensorCard): number | null {
  if (stale || value === null || !isGraded(type)) return null;
  return subIndex(type, value, thresholdsWith(type, bounds));
}

/** The sensor with the worst current value, else the first one. */
export function worstSensor(sensors: readonly SensorCard[]): SensorCard | undefined {
  return sensors.toSorted((a, b) => (sensorIndex(b) ?? -1) - (sensorIndex(a) ?? -1))[0];
}

/** A sensor as addresses and the device protocol write it: `CO2`, `CO2:2`. */
export const sensorKey = ({ type, sequence }: Pick<SensorCard, 'type' | 'sequence'>): string =>
  channelKey(channelOf(type, sequence));

/** Worst first, by index. Meters without one come last; equal ones are ordered by id. */
export const compareMeters = (a: Pick<MeterSensors, 'id' | 'index'>, b: Pick<MeterSensors, 'id' | 'index'>): number =>
  (b.index ?? -1) - (a.index ?? -1) || a.id - b.id;

/** The least value range of a course's drawing: the narrowest rating, so that noise does not look like a rise. */
export function courseSpan([a, b, c, d]: Bounds): number {
  return Math.min(b - a, c - b, d - c);
}
