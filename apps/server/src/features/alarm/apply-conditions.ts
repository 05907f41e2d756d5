import type { AlarmCategory } from '@airdeck/contract/alarm/schema';
import type { AlarmSource } from '@airdeck/contract/standard/built-in';
import { SEVERITIES, type Severity } from '@airdeck/contract/standard/schema';
import { decideAlarm, type StandingAlarm } from '@airdeck/domain/alarm/decide';
import type { AlarmEvent } from '../../feed/entry.ts';
import type { Tx } from '../../platform/db/pool.ts';
import {
  type AlarmAt,
  bringBack,
  type Correction,
  clearAlarms,
  correctAlarms,
  endAlarms,
  insertAlarms,
  linkSymptoms,
  listRoutes,
  type NewAlarm,
  type Return,
  type Route,
  raisedEvents,
  releaseSymptoms,
  reopenAlarms,
  type StandingRow,
  type Subject,
} from './alarm-queries.ts';
import type { AlarmRuleSet, ErrorInfo } from './alarm-rule-set.ts';
import { holdAlarms } from './held-queries.ts';
import type { SubjectCondition } from './subject-condition.ts';

const subjectOf = (condition: SubjectCondition): Subject => ({
  organization_id: condition.organization?.id ?? null,
  gateway: condition.gateway ?? null,
  local_server_id: condition.localServer?.id ?? null,
  decoder_id: condition.decoder?.id ?? null,
  meter_id: condition.meter?.id ?? null,
  sensor_id: condition.sensor?.id ?? null,
  purifier_id: condition.purifier?.id ?? null,
});

const keyOf = (subject: Subject, code: string): string =>
  [
    ...[subject.organization_id, subject.gateway, subject.local_server_id, subject.decoder_id],
    ...[subject.meter_id, subject.sensor_id, subject.purifier_id, code],
  ].join('/');

export const standingKey = (row: StandingRow): string => keyOf(row, row.code);
export const conditionKey = (condition: SubjectCondition): string => keyOf(subjectOf(condition), condition.code);

const categoryOf = ({ organization, sensor, purifier }: SubjectCondition): AlarmCategory => {
  if (organization === null) return 'SERVER';
  if (sensor) return 'SENSOR';
  return purifier ? 'AIR_PURIFIER' : 'METER';
};

export const newAlarm = (condition: SubjectCondition, info: ErrorInfo, occurred: number): NewAlarm => {
  const { organization, gateway, localServer, decoder, meter, sensor, purifier, code, source, since } = condition;
  return {
    ...subjectOf(condition),
    organization_name: organization?.name ?? null,
    office_name: meter?.department.office.name ?? null,
    department_name: meter?.department.name ?? null,
    meter_name: meter?.name ?? gateway ?? localServer?.name ?? decoder?.name ?? null,
    sensor_name: sensor?.name ?? null,
    air_name: purifier?.name ?? null,
    category: categoryOf(condition),
    code,
    source,
    severity: info.severity,
    description: info.description,
    description_en: info.descriptionEn,
    detail: condition.detail ?? null,
    sensor_type: sensor?.type ?? null,
    value: condition.value ?? null,
    bound: condition.bound ?? null,
    since_time: new Date(Math.min(since, occurred)),
    occurred_time: new Date(occurred),
  };
};

/** Sources whose alarm makes the state of everything below unknown, ordered from top to bottom. */
const SILENT: readonly AlarmSource[] = ['LOCAL_SERVER', 'GATEWAY', 'SILENCE'];
const OF_VALUES: readonly AlarmSource[] = ['VALUE', 'DAY_MEAN'];
const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** An alarm whose condition holds now. */
interface Active extends Subject {
  source: AlarmSource;
  severity: Severity;
}

interface Decision {
  condition: SubjectCondition;
  info: ErrorInfo | null;
  standing: StandingRow | undefined;
}

/** Sorts causes before their symptoms, so that a symptom raised together with its cause is suppressed. */
const inOrderOfCauses = (decisions: readonly Decision[]): Decision[] => {
  const weight = ({ condition, info }: Decision): number => {
    const level = SILENT.indexOf(condition.source);
    return level >= 0 ? level - SILENT.length : rankOf(info?.severity ?? 'INFO');
  };
  return decisions.toSorted((a, b) => weight(a) - weight(b));
};

/** Whether `cause` suppresses a condition while it lasts; `route` is the last route of the condition's meter. */
export const isCause = (
  cause: Active,
  { meter, sensor, source, organization }: SubjectCondition,
  severity: Severity,
  route: Route | undefined,
): boolean => {
  switch (cause.source) {
    case 'LOCAL_SERVER':
      return (
        cause.local_server_id !== null &&
        cause.local_server_id === route?.localServerId &&
        cause.organization_id === organization?.id
      );
    case 'GATEWAY':
      return cause.gateway !== null && cause.gateway === route?.gateway && cause.organization_id === organization?.id;
    case 'SILENCE':
      return cause.meter_id === meter?.id && !SILENT.includes(source);
    case 'VALUE':
      return OF_VALUES.includes(source) && cause.sensor_id === sensor?.id && rankOf(cause.severity) < rankOf(severity);
    default:
      return false;
  }
};

/**
 * The alarm state that a row stands for. A newer event, at `event`, implies that the previous one ended at once; if a
 * person cleared that one, there is no standing alarm (null).
 */
const standingAlarm = (row: StandingRow, event: number | null): StandingAlarm | null => {
  const clearedTime = row.cleared_time?.getTime() ?? null;
  const occurred = row.occurred_time.getTime();
  const isOver = row.ended_time === null && event !== null && event > occurred;
  if (isOver && clearedTime !== null) return null;
  return { endedTime: isOver ? occurred : (row.ended_time?.getTime() ?? null), clearedTime };
};

const returnOf = ({ id }: StandingRow, condition: SubjectCondition, occurred: number): Return => {
  const { source, since, value = null, bound = null, detail = null } = condition;
  return { id, since: new Date(since), occurred: new Date(occurred), source, value, bound, detail };
};

export interface AlarmContext {
  /** Standing alarms of all meters of the conditions, from `listStanding`. */
  standing: readonly StandingRow[];
  ruleSet: AlarmRuleSet;
  now: number;
}

/**
 * Compares conditions with standing alarms and persists the changes; returns the alarm events to publish. Expects at
 * most one condition for each subject and code. The caller holds the partition of the meters, so that only one process
 * evaluates a meter at a time.
 */
export const applyConditions = async (
  tx: Tx,
  conditions: readonly SubjectCondition[],
  { standing, ruleSet, now }: AlarmContext,
): Promise<AlarmEvent[]> => {
  if (conditions.length === 0) return [];
  const byKey = new Map(standing.map((row) => [standingKey(row), row]));
  const active = new Set<Active>(standing.filter(({ ended_time }) => ended_time === null));
  const isBehind = [...active].some(({ source }) => source === 'GATEWAY' || source === 'LOCAL_SERVER');
  const meterIds = conditions.flatMap(({ meter }) => (meter ? [meter.id] : []));
  const routes = isBehind ? await listRoutes(tx, meterIds) : new Map<number, Route>();

  const raised: NewAlarm[] = [];
  const ended: AlarmAt[] = [];
  const changed: Record<'COME_BACK' | 'REOPEN', Return[]> = { COME_BACK: [], REOPEN: [] };
  const cleared: number[] = [];
  const corrected: Correction[] = [];
  const decisions = conditions.map((condition) => ({
    condition,
    info: ruleSet.errorOf(condition.organization?.id ?? null, condition.code),
    standing: byKey.get(conditionKey(condition)),
  }));
  for (const { condition, info, standing: row } of inOrderOfCauses(decisions)) {
    // A source does not end alarms that another source raised.
    if (row && row.source !== condition.source && !condition.holds) continue;
    const severity = info?.severity ?? 'INFO';
    const isEvent = condition.isEvent === true && condition.holds && severity === 'INFO';
    const route = condition.meter && routes.get(condition.meter.id);
    const present = {
      holds: condition.holds && info !== null,
      isFresh: condition.isFresh,
      // A subject that reports an event is not silent.
      isSuppressed: !isEvent && [...active].some((each) => isCause(each, condition, severity, route)),
    };
    const clearsItself = row !== undefined && ruleSet.clearsItself(row.organization_id, row.severity);
    const stands = row && standingAlarm(row, isEvent ? condition.time : null);
    if (row && stands === null) ended.push({ id: row.id, time: row.occurred_time.getTime() });
    const change = decideAlarm(stands ?? null, present, { now, clearsItself });
    if (change === null) {
      const { correction, holds, value = null } = condition;
      if (row?.ended_time === null && holds && correction) corrected.push({ id: row.id, ...correction, value });
      continue;
    }
    const occurred = Math.min(condition.time, now);
    const isNew = change === 'RAISE' || change === 'RAISE_AGAIN';
    if (isNew && info) {
      raised.push(newAlarm(condition, info, change === 'RAISE' ? occurred : now));
      active.add({ ...subjectOf(condition), source: condition.source, severity });
    }
    if (row === undefined) continue;
    if (change === 'END') active.delete(row);
    if (change === 'END' || change === 'RAISE_AGAIN')
      ended.push({ id: row.id, time: change === 'END' ? occurred : now });
    if (change === 'CLEAR') cleared.push(row.id);
    if (change === 'COME_BACK' || change === 'REOPEN') changed[change].push(returnOf(row, condition, occurred));
  }

  // End the record of an alarm before raising it again: only one may be open for a subject and code.
  const events = await endAlarms(tx, ended, now);
  events.push(...(await correctAlarms(tx, corrected, now)));
  events.push(...(await clearAlarms(tx, cleared, now)), ...(await bringBack(tx, changed.COME_BACK, now)));
  events.push(...(await reopenAlarms(tx, changed.REOPEN, now)));
  const inserted = await insertAlarms(tx, raised);
  events.push(...raisedEvents(inserted, now));
  events.push(
    ...(await releaseSymptoms(
      tx,
      ended.map(({ id }) => id),
      now,
    )),
  );
  const causes = [...inserted, ...changed.COME_BACK, ...changed.REOPEN].map(({ id }) => id);
  events.push(...(await linkSymptoms(tx, causes, now)));
  // In the same transaction: an alarm below a maintenance window is held before anyone can be notified.
  events.push(...(await holdAlarms(tx, now, causes)));
  return events;
};
