import { type Command, type ControlledState, isSupported, NO_LIMIT } from './command.ts';

/** Why a purifier cannot take a command, worst first. */
export const OBSTACLES = [
  'DEVICE_UNUSED',
  'METER_DISCONNECT',
  'LOCAL_CONTROL',
  'NOT_SUPPORTED',
  /** The reserved end would be before the start. */
  'END_BEFORE_START',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** State of a purifier that is about to receive a command. */
export interface Target {
  /** Whether it and its meter are in use. */
  readonly isUsed: boolean;
  /** Whether its device reported recently and has not signed off. */
  readonly isReachable: boolean;
  /** The state that it reported last; null: none yet. */
  readonly state: ControlledState | null;
}

/** Obstacles to any command except REMOTE. */
export const generalObstacle = ({ isUsed, isReachable, state }: Target): Obstacle | null => {
  if (!isUsed) return 'DEVICE_UNUSED';
  // A purifier that never reported has no state by which a command could be confirmed.
  if (!isReachable || state === null) return 'METER_DISCONNECT';
  return state.source === 'LOCAL' ? 'LOCAL_CONTROL' : null;
};

/** Reserved times are of one day: the start must be before the reported end, and the end after the reported start. */
export const isOutOfOrder = (
  command: Command,
  action: string,
  { reserved_start, reserved_end }: ControlledState,
): boolean => {
  if (action === NO_LIMIT) return false;
  if (command === 'START_TIME') return reserved_end !== null && action >= reserved_end;
  return command === 'END_TIME' && reserved_start !== null && action <= reserved_start;
};

/** The obstacle to this command; null: none. */
export const obstacleOf = (command: Command, action: string, target: Target): Obstacle | null => {
  const general = generalObstacle(target);
  if (general === 'LOCAL_CONTROL' && command === 'REMOTE') return null;
  if (general !== null || target.state === null) return general;
  if (!isSupported(command, target.state)) return 'NOT_SUPPORTED';
  return isOutOfOrder(command, action, target.state) ? 'END_BEFORE_START' : null;
};
