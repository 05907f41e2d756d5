import { MINUTE_MS } from '../duration.ts';

/** Delay before an alarm is raised again when a person cleared it while its condition held. */
export const RAISE_AGAIN_MS = 10 * MINUTE_MS;
/** Delay before an alarm clears itself after its end; a recurrence within it is the same alarm. */
export const CLEAR_AFTER_MS = 10 * MINUTE_MS;
/** A recurrence this long after the end needs a new acknowledgement; an earlier one is flapping. */
export const REOPEN_AFTER_MS = 10 * MINUTE_MS;

/**
 * The standing alarm of a subject and code: not cleared, or cleared while its condition held, which has not ended
 * since. There is at most one. Acknowledging and shelving do not affect decisions.
 */
export interface StandingAlarm {
  /** When its condition ended, epoch milliseconds; null: it holds. */
  readonly endedTime: number | null;
  readonly clearedTime: number | null;
}

export interface PresentCondition {
  readonly holds: boolean;
  /** Whether the evidence is recent enough to raise an alarm. */
  readonly isFresh: boolean;
  /** Whether a cause of it has an alarm of its own; then this one is not raised. */
  readonly isSuppressed: boolean;
}

export const ALARM_CHANGES = ['RAISE', 'COME_BACK', 'REOPEN', 'END', 'CLEAR', 'RAISE_AGAIN'] as const;
/**
 * REOPEN: the condition recurs and the acknowledgement is removed. RAISE_AGAIN: ends the record of the cleared alarm
 * and raises another.
 */
export type AlarmChange = (typeof ALARM_CHANGES)[number];

const whileOpen = (
  endedTime: number | null,
  { holds, isFresh, isSuppressed }: PresentCondition,
  clearsItself: boolean,
  now: number,
): AlarmChange | null => {
  if (endedTime === null) return holds ? null : 'END';
  if (holds && (!isFresh || isSuppressed)) return null;
  if (holds) return now - endedTime >= REOPEN_AFTER_MS ? 'REOPEN' : 'COME_BACK';
  return clearsItself && now - endedTime >= CLEAR_AFTER_MS ? 'CLEAR' : null;
};

/** The change to the alarm of a subject and code; null: none. */
export function decideAlarm(
  alarm: StandingAlarm | null,
  condition: PresentCondition,
  { now, clearsItself }: { readonly now: number; readonly clearsItself: boolean },
): AlarmChange | null {
  const mayRaise = condition.holds && condition.isFresh && !condition.isSuppressed;
  if (alarm === null) return mayRaise ? 'RAISE' : null;
  if (alarm.clearedTime === null) return whileOpen(alarm.endedTime, condition, clearsItself, now);
  if (!condition.holds) return 'END';
  return mayRaise && now - alarm.clearedTime >= RAISE_AGAIN_MS ? 'RAISE_AGAIN' : null;
}
