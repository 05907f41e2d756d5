import type { AlarmCategory, AlarmSource } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { type AlarmChange, decideAlarm, type StandingAlarm } from '@airdeck/domain/alarm/decide';
import type { AlarmWord } from '../../feed/entry.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, Organization, Purifier, Sensor } from '../../registry/snapshot.ts';
import {
  type AlarmAt,
  bringBack,
  clearAlarms,
  endAlarms,
  insertAlarms,
  linkSymptoms,
  listRoutes,
  type NewAlarm,
  type Route,
  raisedWords,
  releaseSymptoms,
  reopenAlarms,
  type StandingRow,
  type Subject,
} from './alarm-queries.ts';
import type { ErrorInfo, RuleBook } from './rule-book.ts';
import type { Severity } from './rule-queries.ts';

/** Whether something is wrong, with a part of a meter, a meter, a gateway (its code), a local server, or the server. */
export interface SubjectCondition {
  /** null: the server itself. */
  readonly organization: Organization | null;
  readonly gateway?: string;
  readonly localServer?: { readonly id: number; readonly name: string };
  readonly meter?: Meter;
  readonly sensor?: Sensor;
  readonly purifier?: Purifier;
  readonly code: string;
  readonly source: AlarmSource;
  readonly holds: boolean;
  readonly isFresh: boolean;
  /** Epoch milliseconds: when its run began, and when it came to hold or ended. */
  readonly since: number;
  readonly time: number;
  readonly value?: number;
  readonly bound?: number;
  readonly detail?: string;
}

/** What is out of use is not watched, and has no alarms. */
export const isInUse = (meter: Meter): boolean => meter.use === 'Y' && meter.organization.use === 'Y';

const subjectOf = ({ organization, gateway, localServer, meter, sensor, purifier }: SubjectCondition): Subject => ({
  organization_id: organization?.id ?? null,
  gateway: gateway ?? null,
  local_server_id: localServer?.id ?? null,
  meter_id: meter?.id ?? null,
  sensor_id: sensor?.id ?? null,
  purifier_id: purifier?.id ?? null,
});

const keyOf = (subject: Subject, code: string): string =>
  [
    ...[subject.organization_id, subject.gateway, subject.local_server_id],
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
  const { organization, gateway, localServer, meter, sensor, purifier, code, source, since } = condition;
  return {
    ...subjectOf(condition),
    organization_name: organization?.name ?? null,
    office_name: meter?.department.office.name ?? null,
    department_name: meter?.department.name ?? null,
    meter_name: meter?.name ?? gateway ?? localServer?.name ?? null,
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

/** What hangs below these is unknown while they last. From what stands above to what stands below. */
const SILENT: readonly AlarmSource[] = ['LOCAL_SERVER', 'GATEWAY', 'SILENCE'];
const OF_VALUES: readonly AlarmSource[] = ['VALUE', 'DAY_MEAN'];
const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** What is known of an alarm that lasts. */
interface Active extends Subject {
  source: AlarmSource;
  severity: Severity;
}

interface Decision {
  condition: SubjectCondition;
  info: ErrorInfo | null;
  standing: StandingRow | undefined;
}

/** What stands above comes first, so that what is raised with its cause is none of its own. */
const inOrderOfCauses = (decisions: readonly Decision[]): Decision[] => {
  const weight = ({ condition, info }: Decision): number => {
    const level = SILENT.indexOf(condition.source);
    return level >= 0 ? level - SILENT.length : rankOf(info?.severity ?? 'INFO');
  };
  return decisions.toSorted((a, b) => weight(a) - weight(b));
};

/** Whether a condition has none of its own while this one lasts; `route` is through what its meter speaks. */
export const isCause = (
  cause: Active,
  { meter, sensor, source, organization }: SubjectCondition,
  severity: Severity,
  route: Route | undefined,
): boolean => {
  switch (cause.source) {
    case 'LOCAL_SERVER':
      return cause.local_server_id !== null && cause.local_server_id === route?.localServerId;
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

const standingAlarm = (row: StandingRow): StandingAlarm => ({
  endedTime: row.ended_time?.getTime() ?? null,
  clearedTime: row.cleared_time?.getTime() ?? null,
});

export interface Surroundings {
  /** Of all meters of the conditions (listStanding). */
  standing: readonly StandingRow[];
  book: RuleBook;
  now: number;
}

/**
 * Decides what becomes of the alarms of these conditions, and writes it down; a subject and code has one condition at most.
 * Answers what happened, for the feed. Conditions of a meter are decided by one at a time: who calls it holds its lane.
 */
export const applyConditions = async (
  tx: Tx,
  conditions: readonly SubjectCondition[],
  { standing, book, now }: Surroundings,
): Promise<AlarmWord[]> => {
  if (conditions.length === 0) return [];
  const byKey = new Map(standing.map((row) => [standingKey(row), row]));
  const active = new Set<Active>(standing.filter(({ ended_time }) => ended_time === null));
  const isBehind = [...active].some(({ source }) => source === 'GATEWAY' || source === 'LOCAL_SERVER');
  const meterIds = conditions.flatMap(({ meter }) => (meter ? [meter.id] : []));
  const routes = isBehind ? await listRoutes(tx, meterIds) : new Map<number, Route>();

  const raised: NewAlarm[] = [];
  const ended: AlarmAt[] = [];
  const changed: Record<Exclude<AlarmChange, 'RAISE' | 'END'>, number[]> = {
    COME_BACK: [],
    REOPEN: [],
    CLEAR: [],
    RAISE_AGAIN: [],
  };
  const decisions = conditions.map((condition) => ({
    condition,
    info: book.errorOf(condition.organization?.id ?? null, condition.code),
    standing: byKey.get(conditionKey(condition)),
  }));
  for (const { condition, info, standing: row } of inOrderOfCauses(decisions)) {
    // What one source raised, another does not end.
    if (row && row.source !== condition.source && !condition.holds) continue;
    const severity = info?.severity ?? 'INFO';
    const route = condition.meter && routes.get(condition.meter.id);
    const present = {
      holds: condition.holds && info !== null,
      isFresh: condition.isFresh,
      isSuppressed: [...active].some((each) => isCause(each, condition, severity, route)),
    };
    const clearsItself = row !== undefined && book.clearsItself(row.organization_id, row.severity);
    const change = decideAlarm(row ? standingAlarm(row) : null, present, { now, clearsItself });
    if (change === null) continue;
    const isNew = change === 'RAISE' || change === 'RAISE_AGAIN';
    if (isNew && info) {
      raised.push(newAlarm(condition, info, change === 'RAISE' ? Math.min(condition.time, now) : now));
      active.add({ ...subjectOf(condition), source: condition.source, severity });
    }
    if (change === 'END' && row) {
      active.delete(row);
      ended.push({ id: row.id, time: Math.min(condition.time, now) });
    }
    if (change === 'RAISE_AGAIN' && row) ended.push({ id: row.id, time: now });
    if (change !== 'RAISE' && change !== 'END' && row) changed[change].push(row.id);
  }

  // The record of an alarm that is raised again ends before there is another one.
  const words = await endAlarms(tx, ended, now);
  words.push(...(await clearAlarms(tx, changed.CLEAR, now)), ...(await bringBack(tx, changed.COME_BACK, now)));
  words.push(...(await reopenAlarms(tx, changed.REOPEN, now)));
  const inserted = await insertAlarms(tx, raised);
  words.push(...raisedWords(inserted, now));
  words.push(
    ...(await releaseSymptoms(
      tx,
      ended.map(({ id }) => id),
      now,
    )),
  );
  const causes = [...inserted.map(({ id }) => id), ...changed.COME_BACK, ...changed.REOPEN];
  words.push(...(await linkSymptoms(tx, causes, now)));
  return words;
};
