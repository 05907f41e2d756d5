import { HOUR_MS } from '../duration.ts';
import { SENSOR_TYPE_INFO, type SensorType, tableOf } from '../sensor-type.ts';

/** A sensor that reports exactly the same value for this long is stuck: air is never that still. */
export const STUCK_MS = HOUR_MS;

/** Readings that a stuck sensor has sent at least, and their least share of those expected in STUCK_MS. */
export const STUCK_READINGS = 10;
export const STUCK_SHARE = 0.75;

const STUCK_RULES = tableOf(({ stuck }) => stuck);

/** Whether a value (in ticks) that stayed exactly the same for STUCK_MS means that the sensor is stuck. */
export function isStuckAt(type: SensorType, ticks: number): boolean {
  const { restsUpTo, restsFrom, coarseFrom } = STUCK_RULES[type];
  const value = ticks / 10 ** SENSOR_TYPE_INFO[type].digits;
  if (value <= restsUpTo || value >= restsFrom) return false;
  return ticks % 10 !== 0 || (coarseFrom !== null && value >= coarseFrom);
}
