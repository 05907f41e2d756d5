import { HOUR_MS } from '../duration.ts';
import { SENSOR_TYPE_INFO, type SensorType } from '../sensor-type.ts';

/** A sensor that says exactly the same for so long is stuck, where air is never so still. */
export const STUCK_MS = HOUR_MS;

interface Stillness {
  /** At or below this value (in the type's unit) a sensor may rest: clean air, or the least that it can tell. */
  readonly restsUpTo: number;
  /** At or above it may rest too: the most that it can tell. */
  readonly restsFrom: number;
  /**
   * Of a sensor whose last digit is always 0, i.e. one that tells tens of ticks: from this value on a value that stays is
   * stuck all the same; null: never, a room's temperature stays within half a degree for hours.
   */
  readonly coarseFrom: number | null;
}

const PARTICLES: Stillness = { restsUpTo: 1, restsFrom: 1000, coarseFrom: 10 };
const STILLNESS: Readonly<Record<SensorType, Stillness>> = {
  PM10: PARTICLES,
  'PM2.5': PARTICLES,
  'PM1.0': PARTICLES,
  // Baseline correction holds it at 400 or a little above in empty rooms.
  CO2: { restsUpTo: 450, restsFrom: 10_000, coarseFrom: 450 },
  TEMPERATURE: { restsUpTo: -40, restsFrom: 125, coarseFrom: null },
  HUMIDITY: { restsUpTo: 1, restsFrom: 99, coarseFrom: null },
  HCHO: { restsUpTo: 0.03, restsFrom: 5, coarseFrom: 0.03 },
};

/** Whether a value (in ticks) that has stayed exactly the same for STUCK_MS says that its sensor is stuck. */
export function isStuckAt(type: SensorType, ticks: number): boolean {
  const { restsUpTo, restsFrom, coarseFrom } = STILLNESS[type];
  const value = ticks / 10 ** SENSOR_TYPE_INFO[type].digits;
  if (value <= restsUpTo || value >= restsFrom) return false;
  return ticks % 10 !== 0 || (coarseFrom !== null && value >= coarseFrom);
}
