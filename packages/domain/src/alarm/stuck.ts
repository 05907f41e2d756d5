import { HOUR_MS } from '../duration.ts';
import { SENSOR_TYPE_INFO, type SensorType } from '../sensor-type.ts';

/** A sensor that reports exactly the same value for this long is stuck: air is never that still. */
export const STUCK_MS = HOUR_MS;

interface Stillness {
  /** At or below this value (in the type's unit) a constant value is normal: clean air, or the sensor's lower limit. */
  readonly restsUpTo: number;
  /** At or above this value a constant value is normal: the sensor's upper limit. */
  readonly restsFrom: number;
  /**
   * For a sensor whose last digit is always 0, i.e. one that resolves tens of ticks: a constant value at or above this
   * one counts as stuck. null: never, since a room's temperature stays within half a degree for hours.
   */
  readonly coarseFrom: number | null;
}

const PARTICLES: Stillness = { restsUpTo: 1, restsFrom: 1000, coarseFrom: 10 };
const STILLNESS: Readonly<Record<SensorType, Stillness>> = {
  PM10: PARTICLES,
  'PM2.5': PARTICLES,
  'PM1.0': PARTICLES,
  // Baseline correction keeps the value at 400 or slightly above in empty rooms.
  CO2: { restsUpTo: 450, restsFrom: 10_000, coarseFrom: 450 },
  TEMPERATURE: { restsUpTo: -40, restsFrom: 125, coarseFrom: null },
  HUMIDITY: { restsUpTo: 1, restsFrom: 99, coarseFrom: null },
  HCHO: { restsUpTo: 0.03, restsFrom: 5, coarseFrom: 0.03 },
};

/** Whether a value (in ticks) that stayed exactly the same for STUCK_MS means that the sensor is stuck. */
export function isStuckAt(type: SensorType, ticks: number): boolean {
  const { restsUpTo, restsFrom, coarseFrom } = STILLNESS[type];
  const value = ticks / 10 ** SENSOR_TYPE_INFO[type].digits;
  if (value <= restsUpTo || value >= restsFrom) return false;
  return ticks % 10 !== 0 || (coarseFrom !== null && value >= coarseFrom);
}
