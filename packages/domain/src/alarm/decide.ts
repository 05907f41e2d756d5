import { MINUTE_MS } from '../duration.ts';

/** After a person has cleared an alarm whose condition holds, it is raised again so much later. */
export const RAISE_AGAIN_MS = 10 * MINUTE_MS;
/** Where alarms clear themselves, they wait so long after the end: what comes back meanwhile is the same alarm. */
export const CLEAR_AFTER_MS = 10 * MINUTE_MS;
/** What comes back so long after its end wants somebody again, whoever acknowledged it; sooner it only dithers. */
export const REOPEN_AFTER_MS = 10 * MINUTE_MS;

/**
 * The alarm of a subject and code that still stands: nobody has cleared it, or its condition held when it was cleared and has
 * not ended since. There is one at most. Acknowledging and shelving change nothing of what is decided.
 */
export interface StandingAlarm {
  /** When its condition ended, epoch milliseconds; null: it holds. */
  readonly endedTime: number | null;
  readonly clearedTime: number | null;
}

export interface PresentCondition {
  readonly holds: boolean;
  /** Whether what says so is new enough for an alarm. */
  readonly isFresh: boolean;
  /** Whether a cause of it has an alarm: then it has none of its own. */
  readonly isSuppressed: boolean;
}

export const ALARM_CHANGES = ['RAISE', 'COME_BACK', 'REOPEN', 'END', 'CLEAR', 'RAISE_AGAIN'] as const;
/**
 * REOPEN comes back, and takes away the acknowledgement. RAISE_AGAIN ends the record of the alarm that was cleared, and
 * raises another.
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

/** What becomes of the alarm of a subject and code; null: nothing changes. */
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
