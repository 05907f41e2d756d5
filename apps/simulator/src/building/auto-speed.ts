import { FAN_SPEEDS, type FanSpeed } from '@airdeck/domain/purifier-state';
import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';

const { normal, bad, very_bad } = DEFAULT_THRESHOLDS['PM2.5'];

/** PM2.5 (µg/m³) above which WEAK, MEDIUM and STRONG begin. */
export type AutoBounds = readonly [weak: number, medium: number, strong: number];
const USUAL: AutoBounds = [normal, bad, very_bad];
/** Hysteresis: a speed is left downwards only below this share of its bound. */
const RELEASE = 0.9;
/** Minimum time between two changes, ms. */
export const AUTO_HOLD_MS = 3 * 60_000;

/** The next fan speed of a purifier in auto mode at a PM2.5 (µg/m³) when it runs at `now`. */
export function autoSpeed(pm25: number, now: FanSpeed, bounds: AutoBounds = USUAL): FanSpeed {
  const current = FAN_SPEEDS.indexOf(now);
  const begins = [Number.NEGATIVE_INFINITY, ...bounds];
  const speed = FAN_SPEEDS.findLast((_, rank) => pm25 > (begins[rank] ?? 0) * (rank <= current ? RELEASE : 1));
  return speed ?? 'STOP';
}
