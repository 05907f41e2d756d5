import { MINUTE_MS } from '../duration.ts';
import type { FanSpeed } from '../purifier-state.ts';
import { type Command, type ControlledState, isSupported } from './command.ts';

export interface AutoCommand {
  readonly command: Extract<Command, 'WORK' | 'FAN_SPEED'>;
  readonly action: string;
}

const WORK: AutoCommand = { command: 'WORK', action: 'WORK' };

/**
 * The commands that bring a purifier to a level, in order; empty if it already runs at it. Automatic mode starts a
 * stopped purifier, but never switches one on and leaves one in trouble alone.
 */
export const commandsToLevel = (level: FanSpeed, state: ControlledState): readonly AutoCommand[] => {
  if (state.power === 'OFF' || state.run === 'TROUBLE') return [];
  const isStopped = state.run === 'STOP';
  if (level === 'STOP' && isStopped) return [];
  const start = isStopped ? [WORK] : [];
  // A purifier without fan speeds can only start and stop.
  if (!isSupported('FAN_SPEED', state)) return level === 'STOP' ? [{ command: 'WORK', action: 'STOP' }] : start;
  return state.fan_speed === level ? start : [...start, { command: 'FAN_SPEED', action: level }];
};

/** When a person sends one of these commands, it overrides automatic mode for a while. */
const OVERRIDING: readonly Command[] = ['POWER', 'WORK', 'FAN_SPEED'];
export const overridesAuto = (command: Command): boolean => OVERRIDING.includes(command);

export const DEFAULT_OVERRIDE_MIN = 60;
export const MIN_OVERRIDE_MIN = 15;
export const MAX_OVERRIDE_MIN = 24 * 60;

/** Outcome of the commands that automatic mode requested. */
export interface AutoAttempts {
  /** When it last requested commands, epoch milliseconds. */
  readonly askedTime: number | null;
  /** Consecutive requests without effect. */
  readonly tries: number;
}

const AGAIN_MS = MINUTE_MS;
const MAX_TRIES = 5;
const REST_MS = 10 * MINUTE_MS;

/** Whether automatic mode pauses because its commands have no effect. */
export const isResting = ({ tries }: Pick<AutoAttempts, 'tries'>): boolean => tries >= MAX_TRIES;

/** Whether it may request commands now; limits the rate. */
export const mayAsk = (attempts: AutoAttempts, now: number): boolean =>
  attempts.askedTime === null || now - attempts.askedTime >= (isResting(attempts) ? REST_MS : AGAIN_MS);
