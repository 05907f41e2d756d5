import type { CommandRecord, ControlTarget } from '@airdeck/contract/control/schema';
import type { Command } from '@airdeck/domain/control/command';
import { OPEN_STATES } from '@airdeck/domain/control/command-state';
import type { Obstacle } from '@airdeck/domain/control/obstacle';

/** A command to some purifiers. Sent twice, it is executed once. */
export interface Order {
  batchId: string;
  command: Command;
  action: string;
  targets: readonly ControlTarget[];
  description?: string | undefined;
}

/** Result of an order for one purifier. */
export interface Answer {
  purifier_id: number;
  command_id: number | null;
  obstacle: Obstacle | null;
}

/** An order that was sent; those that repeat it for some purifiers follow it. */
export interface Attempt {
  order: Order;
  answers: readonly Answer[];
}

/** Whether an order was this command to exactly these purifiers. */
export const isOf = (order: Order, command: Command, targets: readonly ControlTarget[]): boolean =>
  order.command === command &&
  order.targets.length === targets.length &&
  order.targets.every(({ id }) => targets.some((target) => target.id === id));

export type Outcome = 'FAILED' | 'SKIPPED' | 'OPEN' | 'CONFIRMED';

/** Result of an attempt for one purifier. */
export interface DeviceResult {
  target: ControlTarget;
  outcome: Outcome;
  /** Obstacle of a skipped purifier; null where it no longer exists. */
  obstacle: Obstacle | null;
  /** undefined until it has been read. */
  record: CommandRecord | undefined;
}

/** Whether a command still waits for its result. */
export const isPending = ({ state }: CommandRecord): boolean => OPEN_STATES.some((each) => each === state);

const outcomeOf = (record: CommandRecord | undefined): Outcome => {
  if (record === undefined || isPending(record)) return 'OPEN';
  return record.state === 'CONFIRMED' ? 'CONFIRMED' : 'FAILED';
};

const WORST_FIRST: readonly Outcome[] = ['FAILED', 'SKIPPED', 'OPEN', 'CONFIRMED'];

/**
 * The newest result of each purifier of the first attempt, in its order while something is under way, so that nothing
 * moves below a finger; worst first when all is over.
 */
export const resultsOf = (
  attempts: readonly Attempt[],
  records: ReadonlyMap<number, CommandRecord>,
): readonly DeviceResult[] => {
  const answers = new Map(attempts.flatMap((attempt) => attempt.answers.map((each) => [each.purifier_id, each])));
  const results = (attempts[0]?.order.targets ?? []).map((target): DeviceResult => {
    const { command_id = null, obstacle = null } = answers.get(target.id) ?? {};
    if (command_id === null) return { target, outcome: 'SKIPPED', obstacle, record: undefined };
    const record = records.get(command_id);
    return { target, outcome: outcomeOf(record), obstacle: null, record };
  });
  if (results.some(({ outcome }) => outcome === 'OPEN')) return results;
  return results.toSorted((a, b) => WORST_FIRST.indexOf(a.outcome) - WORST_FIRST.indexOf(b.outcome));
};

/** Those for which trying again makes sense: a device that is not used, or cannot do it, stays as it is. */
export const isWorthRetrying = ({ outcome, obstacle }: DeviceResult): boolean =>
  outcome === 'FAILED' || obstacle === 'METER_DISCONNECT' || obstacle === 'LOCAL_CONTROL';

/** Reason of a failure: refusal of the device or server, else the state it reached. null while pending, or confirmed. */
export const REASONS = [
  'NOT_DELIVERED',
  'NO_ANSWER',
  'NOT_DONE',
  'METER_DISCONNECT',
  'LOCAL_CONTROL',
  'NOT_SUPPORTED',
  'EXPIRED',
  'FAILED',
  'REFUSED',
] as const;
export type Reason = (typeof REASONS)[number];

export const reasonOf = ({ state, refusal, sent_time, accepted_time }: CommandRecord): Reason | null => {
  if (state === 'EXPIRED')
    return sent_time === null ? 'NOT_DELIVERED' : accepted_time === null ? 'NO_ANSWER' : 'NOT_DONE';
  if (state === 'REJECTED' || state === 'FAILED') return REASONS.find((each) => each === refusal) ?? 'REFUSED';
  return null;
};
