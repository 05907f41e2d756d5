import { MINUTE_MS } from '../duration.ts';
import type { FanSpeed } from '../purifier-state.ts';
import { type Command, type ControlledState, isSupported } from './command.ts';

export interface AutoCommand {
  readonly command: Extract<Command, 'WORK' | 'FAN_SPEED'>;
  readonly action: string;
}

const WORK: AutoCommand = { command: 'WORK', action: 'WORK' };

/**
 * What a purifier has to be told so that it runs at a level, in this order; nothing where it does. Automatic mode starts
 * one that is stopped, but switches nothing on that is off, and leaves one in trouble alone.
 */
export const commandsToLevel = (level: FanSpeed, state: ControlledState): readonly AutoCommand[] => {
  if (state.power === 'OFF' || state.run === 'TROUBLE') return [];
  const isStopped = state.run === 'STOP';
  if (level === 'STOP' && isStopped) return [];
  const start = isStopped ? [WORK] : [];
  // One without speeds starts and stops.
  if (!isSupported('FAN_SPEED', state)) return level === 'STOP' ? [{ command: 'WORK', action: 'STOP' }] : start;
  return state.fan_speed === level ? start : [...start, { command: 'FAN_SPEED', action: level }];
};

/** What a person says with one of these counts for a while instead of automatic mode. */
const OVERRIDING: readonly Command[] = ['POWER', 'WORK', 'FAN_SPEED'];
export const overridesAuto = (command: Command): boolean => OVERRIDING.includes(command);

export const DEFAULT_OVERRIDE_MIN = 60;
export const MIN_OVERRIDE_MIN = 15;
export const MAX_OVERRIDE_MIN = 24 * 60;

/** How automatic mode fares with what it asked for. */
export interface AutoAttempts {
  /** When it last asked, epoch milliseconds. */
  readonly askedTime: number | null;
  /** How often in a row nothing came of it. */
  readonly tries: number;
}

const AGAIN_MS = MINUTE_MS;
const MAX_TRIES = 5;
const REST_MS = 10 * MINUTE_MS;

/** Whether it rests, because nothing comes of what it asks for. */
export const isResting = ({ tries }: Pick<AutoAttempts, 'tries'>): boolean => tries >= MAX_TRIES;

/** Whether it may ask now: not in a loop. */
export const mayAsk = (attempts: AutoAttempts, now: number): boolean =>
  attempts.askedTime === null || now - attempts.askedTime >= (isResting(attempts) ? REST_MS : AGAIN_MS);
