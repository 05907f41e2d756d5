import type { ControlTarget } from '@airdeck/contract/control/schema';
import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { COMMANDS, type Command, isSupported, reportedAction } from '@airdeck/domain/control/command';
import { generalObstacle, isOutOfOrder as isOutOfOrderOf, type Obstacle } from '@airdeck/domain/control/obstacle';
import { isTimeOfDay } from '@airdeck/domain/field-rule';

/** Obstacle to a command as far as the page knows; the server checks again when it is sent. */
export const obstacleTo = (command: Command, { obstacle, commands }: ControlTarget): Obstacle | null => {
  if (obstacle !== null && !(obstacle === 'LOCAL_CONTROL' && command === 'REMOTE')) return obstacle;
  return commands.includes(command) ? null : 'NOT_SUPPORTED';
};

/** A purifier with its reports since the list was read. */
export const withReport = (target: ControlTarget, view: PurifierView | undefined): ControlTarget => {
  if (view === undefined || view.state === null || view.collected_time === null) return target;
  if (target.collected_time !== null && view.collected_time <= target.collected_time) return target;
  const { state, work_mode, collected_time, stale } = view;
  // A fresh report proves that it is reachable; otherwise the last known obstacle of its meter stays.
  const isReachable = !view.stale || target.obstacle !== 'METER_DISCONNECT';
  return {
    ...target,
    ...{ state, work_mode, collected_time, stale },
    obstacle: generalObstacle({ isUsed: target.obstacle !== 'DEVICE_UNUSED', isReachable, state }),
    commands: COMMANDS.filter((command) => isSupported(command, state)),
  };
};

export interface Count<Value> {
  value: Value;
  count: number;
}

const counted = <Value>(values: readonly Value[]): Count<Value>[] => {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count);
};

/** Those that take some command at all; all of them where none does. */
export const commandable = (targets: readonly ControlTarget[]): readonly ControlTarget[] => {
  const able = targets.filter(({ obstacle }) => obstacle === null || obstacle === 'LOCAL_CONTROL');
  return able.length > 0 ? able : targets;
};

/** Obstacles to all commands of these purifiers with their counts, most frequent first. */
export const generalObstacles = (targets: readonly ControlTarget[]): Count<Obstacle>[] =>
  counted(targets.flatMap(({ obstacle }) => obstacle ?? []));

/** Reported values for a command with their counts, most frequent first; null: no report of it. */
export const reportedBy = (command: Command, targets: readonly ControlTarget[]): Count<string | null>[] =>
  counted(targets.map(({ state }) => (state === null ? null : reportedAction(command, state))));

/** Number of purifiers that do not support a command, without those that another obstacle blocks. */
export const countUnsupported = (command: Command, targets: readonly ControlTarget[]): number =>
  targets.filter((target) => obstacleTo(command, target) === 'NOT_SUPPORTED').length;

/** Whether a reserved time would leave the start of some purifier at or after its end. */
export const isOutOfOrder = (command: Command, action: string, targets: readonly ControlTarget[]): boolean =>
  isTimeOfDay(action) && targets.some(({ state }) => state !== null && isOutOfOrderOf(command, action, state));
