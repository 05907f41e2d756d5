import type { AlarmGroup, AlarmState, AlarmsAnswer } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';

/** A row of a list of alarms: one alarm, or a group of them. */
export interface Line {
  /** Of the group, which stays the same while alarms join and leave; of the alarm where there are no groups. */
  id: number;
  /** Of a group the newest, or the oldest where these come first. */
  alarm: Alarm;
  /** null: it is one alarm. */
  group: AlarmGroup | null;
  /** The line that it is shown below. */
  under: number | null;
  /** Whether the lines below it are shown. */
  isOpen: boolean;
  /** It has left the list while that was kept still. */
  gone?: boolean;
}

const plain = { group: null, under: null, isOpen: false } as const;

/** The rows of an answer; a group of one is an alarm. */
export const linesOf = ({ content, groups }: Pick<AlarmsAnswer, 'content' | 'groups'>): Line[] =>
  content.map((alarm, i) => {
    const group = groups?.[i];
    if (group === undefined) return { ...plain, id: alarm.id, alarm };
    return { ...plain, id: group.key, alarm, group: group.count > 1 ? group : null };
  });

/** Alarms below a line. */
export const linesUnder = ({ id }: Line, alarms: readonly (Alarm & { gone?: boolean })[]): Line[] =>
  alarms.map(({ gone, ...alarm }) => ({ ...plain, id: alarm.id, alarm, under: id, ...(gone && { gone }) }));

/** Key of a row: an alarm may be below one and a row of its own. */
export const lineKey = ({ id, under }: Line): string => (under === null ? String(id) : `${under}/${id}`);

/** Alarms that a line is about. */
export const sizeOf = ({ group }: Pick<Line, 'group'>): number => group?.count ?? 1;

/** How many lines can be shown below it: the alarms of a group; symptoms and earlier occurrences of an alarm. */
export const belowCount = ({ alarm, group, under }: Line): number => {
  if (under !== null) return 0;
  return group === null ? alarm.symptom_count + alarm.occurrences - 1 : group.count;
};

/** How far people are with an open alarm, as the filter of the list has it. */
export const stateOf = ({ shelved_until, ended_time, acknowledged_time }: Alarm): AlarmState => {
  if (shelved_until !== null) return 'SHELVED';
  if (ended_time !== null) return 'ENDED';
  return acknowledged_time === null ? 'PENDING' : 'HANDLED';
};

/** Whether a maintenance window holds it; a person cannot end that. */
export const isHeld = ({ shelved_until, window_id, cleared_time }: Alarm): boolean =>
  shelved_until !== null && window_id !== null && cleared_time === null;

/** Whether acknowledging it changes something. */
export const needsAcknowledging = ({ alarm, gone = false }: Line): boolean =>
  !gone && alarm.cleared_time === null && stateOf(alarm) === 'PENDING';
