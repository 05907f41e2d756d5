import { FAN_SPEEDS, type FanSpeed } from '@airdeck/domain/purifier-state';

/**
 * The levels of a fan, from 0 (stopped) to `max`: 9 for a fan with nine levels, 100 for percent. WEAK, MEDIUM and STRONG
 * are two, five and nine of nine, and the same parts of any other number of levels.
 */
const PARTS: Readonly<Record<FanSpeed, number>> = { STOP: 0, WEAK: 2 / 9, MEDIUM: 5 / 9, STRONG: 1 };

export const levelOf = (speed: FanSpeed, max: number): number =>
  speed === 'STOP' ? 0 : Math.max(1, Math.round(PARTS[speed] * max));

/** The speed whose level is nearest; a level between two is the lower one. */
export const speedOf = (level: number, max: number): FanSpeed => {
  if (level <= 0) return 'STOP';
  const running = FAN_SPEEDS.filter((speed) => speed !== 'STOP');
  let best: FanSpeed = 'WEAK';
  for (const speed of running) {
    if (Math.abs(levelOf(speed, max) - level) < Math.abs(levelOf(best, max) - level)) best = speed;
  }
  return best;
};
