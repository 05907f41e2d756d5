import type { CommandRecord, ControlTarget } from '@airdeck/contract/control/schema';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { type Command, isFulfilled } from '@airdeck/domain/control/command';
import { type CommandState, OPEN_STATES } from '@airdeck/domain/control/command-state';
import type { Obstacle } from '@airdeck/domain/control/obstacle';
import { type DeviceResult, type Reason, reasonOf } from './order.ts';

/** How far the last command of a kind to one purifier is. */
export interface Progress {
  action: string;
  /** null: it was skipped for the obstacle, or is not recorded yet. */
  state: CommandState | null;
  obstacle: Obstacle | null;
  reason: Reason | null;
  /** ISO; null while it is on its way to the server. */
  since: string | null;
  until: string | null;
}

const NONE = { state: null, obstacle: null, reason: null, since: null, until: null };

/**
 * Progress of a command to one purifier: an order on its way, else the newest of the recorded ones and the wishes, which
 * may be of another person. null: none, or the confirmed state no longer holds.
 */
export const progressOf = (
  command: Command,
  target: ControlTarget,
  underway: string | undefined,
  sent: { action: string; results: readonly DeviceResult[] },
): Progress | null => {
  if (underway !== undefined) return { ...NONE, action: underway };
  const wish = target.wishes.findLast((each) => each.command === command);
  const [result] = sent.results;
  const record = result?.record;
  if (wish !== undefined && (record === undefined || record.id <= wish.id)) {
    // The record is newer than the list, or the other way round: the list reports no final state.
    const state = record?.id === wish.id ? record.state : wish.state;
    const until = record?.id === wish.id ? record.ended_time : null;
    const reason = record?.id === wish.id ? reasonOf(record) : null;
    return { ...NONE, action: wish.action, state, reason, since: wish.executed_time, until };
  }
  if (result === undefined) return null;
  if (record === undefined) return { ...NONE, action: sent.action, obstacle: result.obstacle };
  const isKept = record.state !== 'CONFIRMED' || isTrue(command, record.action, stateAfter(target, record));
  if (!isKept) return null;
  const { action, state, executed_time, ended_time } = record;
  return { ...NONE, action, state, reason: reasonOf(record), since: executed_time, until: ended_time };
};

const isTrue = (command: Command, action: string, state: PurifierState | null): boolean =>
  state !== null && isFulfilled(command, action, state);

/** The newest known state: the report that confirmed a command may arrive before the list has it. */
const stateAfter = ({ state, collected_time }: ControlTarget, { after, ended_time }: CommandRecord) => {
  const isNewer = after !== null && ended_time !== null && (collected_time === null || collected_time < ended_time);
  return isNewer ? after : state;
};

/**
 * Whether another press would change nothing: every purifier reports this action, or waits for it. AUTO is sent again,
 * because it also ends an override of auto mode.
 */
export const isSettled = (
  command: Command,
  action: string,
  targets: readonly ControlTarget[],
  progress: Progress | null,
): boolean => {
  if (progress?.action === action && progress.obstacle === null) {
    const { state } = progress;
    if (state === null || OPEN_STATES.some((each) => each === state)) return true;
    if (state === 'CONFIRMED' && action !== 'AUTO') return true;
  }
  return targets.every(({ wishes, state }) => {
    const wish = wishes.findLast((each) => each.command === command);
    return wish === undefined ? action !== 'AUTO' && isTrue(command, action, state) : wish.action === action;
  });
};
