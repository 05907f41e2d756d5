import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { decideAlarm, RAISE_AGAIN_MS } from '@airdeck/domain/alarm/decide';
import type { NewAlarm } from '../../features/alarm/alarm-queries.ts';
import type { AlarmRuleSet } from '../../features/alarm/alarm-rule-set.ts';
import { conditionKey, isCause, newAlarm } from '../../features/alarm/apply-conditions.ts';
import type { SubjectCondition } from '../../features/alarm/condition.ts';
import type { PastChange } from './meter-conditions.ts';
import type { Act, Staff } from './staff.ts';

/** An alarm of the past, as it stood in the end. */
export interface PastAlarm extends NewAlarm {
  ended_time: Date | null;
  occurrences: number;
  /** The alarm of which this is an earlier occurrence. */
  occurrence_of: PastAlarm | null;
  acknowledged_time: Date | null;
  acknowledged_by: number | null;
  acknowledged_login: string | null;
  acknowledged_note: string | null;
  cleared_time: Date | null;
  cleared_by: number | null;
  cleared_login: string | null;
  cleared_note: string | null;
  version: number;
}

type Step =
  | { readonly now: number; readonly condition: SubjectCondition }
  | { readonly now: number; readonly alarm: PastAlarm; readonly act: Act }
  | { readonly now: number; readonly again: string };

const UNACKNOWLEDGED = {
  acknowledged_time: null,
  acknowledged_by: null,
  acknowledged_login: null,
  acknowledged_note: null,
} as const;
const UNTOUCHED = {
  ...UNACKNOWLEDGED,
  ended_time: null,
  occurrences: 1,
  occurrence_of: null,
  cleared_time: null,
  cleared_by: null,
  cleared_login: null,
  cleared_note: null,
  version: 1,
} as const;

/** Causes come before their symptoms where several conditions change at once. */
const weightOf = ({ source, code, organization }: SubjectCondition, ruleSet: AlarmRuleSet): number => {
  if (source === 'GATEWAY') return -2;
  if (source === 'SILENCE') return -1;
  return SEVERITIES.indexOf(ruleSet.errorOf(organization?.id ?? null, code)?.severity ?? 'INFO');
};

/**
 * What would have become of these conditions, decided one after the other as the engine decides, while people acknowledge
 * and clear. Alarms that still last at the end are left out: they are the engine's, which begins there.
 */
export const decidePast = (
  changes: readonly PastChange[],
  {
    ruleSet,
    gateway,
    staffOf,
    to,
  }: { ruleSet: AlarmRuleSet; gateway: string; staffOf: (id: number) => Staff; to: number },
): PastAlarm[] => {
  const alarms: PastAlarm[] = [];
  const standing = new Map<string, PastAlarm>();
  const holding = new Map<string, SubjectCondition>();
  const later: Step[] = [];

  const plan = (step: Step): void => {
    const at = later.findIndex(({ now }) => now > step.now);
    later.splice(at < 0 ? later.length : at, 0, step);
  };
  const planAct = (alarm: PastAlarm, act: Act | null): void => {
    if (act !== null) plan({ now: act.time, alarm, act });
  };
  const staff = ({ organization_id }: PastAlarm): Staff => staffOf(organization_id ?? 0);

  const raise = (key: string, condition: SubjectCondition, occurred: number, now: number): void => {
    const info = ruleSet.errorOf(condition.organization?.id ?? null, condition.code);
    if (info === null) return;
    const alarm: PastAlarm = { ...newAlarm(condition, info, occurred), ...UNTOUCHED };
    alarms.push(alarm);
    standing.set(key, alarm);
    planAct(alarm, staff(alarm).seen(alarm, now));
    planAct(alarm, staff(alarm).clearedTooEarly(alarm, now));
  };

  const end = (key: string, alarm: PastAlarm, time: number, now: number): void => {
    alarm.ended_time = new Date(Math.max(time, alarm.occurred_time.getTime()));
    alarm.version += 1;
    if (alarm.cleared_time !== null) standing.delete(key);
    else planAct(alarm, staff(alarm).cleared(alarm, now));
  };

  const ask = (condition: SubjectCondition, now: number): void => {
    const key = conditionKey(condition);
    const { organization, code, holds, since, time } = condition;
    const alarm = standing.get(key) ?? null;
    const info = ruleSet.errorOf(organization?.id ?? null, code);
    const severity = info?.severity ?? 'INFO';
    const causes = [...standing.values()].filter(({ ended_time }) => ended_time === null);
    const present = {
      holds: holds && info !== null,
      isFresh: true,
      isSuppressed: causes.some((cause) =>
        isCause(cause, condition, severity, condition.meter && { gateway, localServerId: null }),
      ),
    };
    const stands = alarm && {
      endedTime: alarm.ended_time?.getTime() ?? null,
      clearedTime: alarm.cleared_time?.getTime() ?? null,
    };
    const change = decideAlarm(stands, present, { now, clearsItself: false });
    if (change === 'RAISE') raise(key, condition, Math.min(time, now), now);
    if (alarm === null) return;
    if (change === 'COME_BACK' || change === 'REOPEN') {
      const over = alarm.ended_time ?? alarm.occurred_time;
      alarms.push({ ...alarm, cleared_time: new Date(now), occurrence_of: alarm, version: 1 });
      const { value = null, bound = null, detail = null } = condition;
      alarm.occurred_time = new Date(Math.max(Math.min(time, now), over.getTime()));
      alarm.since_time = new Date(Math.min(Math.max(since, over.getTime()), alarm.occurred_time.getTime()));
      Object.assign(alarm, { value, bound, detail, ended_time: null });
      alarm.occurrences += 1;
      alarm.version += 1;
    }
    if (change === 'REOPEN') {
      Object.assign(alarm, UNACKNOWLEDGED);
      planAct(alarm, staff(alarm).seen(alarm, now));
    }
    if (change === 'END') {
      end(key, alarm, Math.min(time, now), now);
      // Conditions that it suppressed are evaluated on their own.
      for (const other of [...holding.values()]) if (other.organization === organization) ask(other, now);
    }
    if (change === 'RAISE_AGAIN') {
      end(key, alarm, now, now);
      raise(key, condition, now, now);
    }
  };

  const act = (alarm: PastAlarm, { what, by, note }: Act, now: number): void => {
    if (alarm.cleared_time !== null) return;
    const time = new Date(now);
    if (what === 'ACKNOWLEDGE' && alarm.acknowledged_time === null) {
      Object.assign(alarm, { acknowledged_time: time, acknowledged_by: by.id, acknowledged_login: by.login });
      alarm.acknowledged_note = note;
      alarm.version += 1;
    }
    if (what === 'ACKNOWLEDGE') return;
    const entry = [...standing].find(([, each]) => each === alarm);
    // A planned clearing after the end is dropped when the alarm has come back; the next end plans another.
    const isOver = alarm.ended_time !== null && now > alarm.ended_time.getTime();
    const isEarly = now - alarm.occurred_time.getTime() <= RAISE_AGAIN_MS * 2;
    if (entry === undefined || (!isOver && !isEarly)) return;
    Object.assign(alarm, { cleared_time: time, cleared_by: by.id, cleared_login: by.login, cleared_note: note });
    alarm.version += 1;
    if (alarm.ended_time !== null) standing.delete(entry[0]);
    else plan({ now: now + RAISE_AGAIN_MS, again: entry[0] });
  };

  const step = (each: Step): void => {
    if ('act' in each) return act(each.alarm, each.act, each.now);
    const condition = 'again' in each ? holding.get(each.again) : each.condition;
    if (condition === undefined) return;
    const key = conditionKey(condition);
    if (condition.holds) holding.set(key, condition);
    else holding.delete(key);
    ask(condition, each.now);
  };

  const weighed = changes.map((change) => ({ ...change, weight: weightOf(change.condition, ruleSet) }));
  const inOrder = weighed.toSorted((a, b) => a.now - b.now || a.weight - b.weight);
  for (const change of inOrder) {
    if (change.now > to) break;
    for (let first = later[0]; first !== undefined && first.now <= change.now; first = later[0]) {
      later.shift();
      step(first);
    }
    step(change);
  }
  for (const rest of later.splice(0)) if (rest.now <= to) step(rest);
  return alarms.filter((alarm) => (alarm.occurrence_of ?? alarm).ended_time !== null);
};
