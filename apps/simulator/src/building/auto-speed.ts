import { FAN_SPEEDS, type FanSpeed } from '@airdeck/domain/purifier-state';
import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';

const { normal, bad, very_bad } = DEFAULT_THRESHOLDS['PM2.5'];

/** Value above which each speed begins. */
const BEGINS: Readonly<Record<FanSpeed, number>> = {
  STOP: Number.NEGATIVE_INFINITY,
  WEAK: normal,
  MEDIUM: bad,
  STRONG: very_bad,
};
/** A speed is left downwards only below this share of its bound, so that it does not flutter. */
const RELEASE = 0.9;
/** Shortest time between two changes, ms. */
export const AUTO_HOLD_MS = 3 * 60_000;

/** The fan speed that a purifier in auto mode takes next at a PM2.5 (µg/m³) when it runs at `now`. */
export function autoSpeed(pm25: number, now: FanSpeed): FanSpeed {
  const current = FAN_SPEEDS.indexOf(now);
  const speed = FAN_SPEEDS.findLast((name, rank) => pm25 > BEGINS[name] * (rank <= current ? RELEASE : 1));
  return speed ?? 'STOP';
}
