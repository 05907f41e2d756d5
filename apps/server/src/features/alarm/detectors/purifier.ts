import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { FILTER_DUE, FILTER_EXPIRED, PURIFIER_SILENT, PURIFIER_TROUBLE } from '@airdeck/contract/standard/built-in';
import type { Severity } from '@airdeck/contract/standard/schema';
import { isFresh } from '@airdeck/domain/alarm/condition';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { DUE_SHARE, type FilterLevel, filterLevel, hoursUsed } from '@airdeck/domain/purifier/filter-life';
import { workMode } from '@airdeck/domain/purifier-state';
import type { PurifierReport } from '../../../feed/entry.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Purifier } from '../../../registry/snapshot.ts';
import type { StandingRow } from '../alarm-queries.ts';
import {
  type CrossedRow,
  type FilterCrossing,
  listCrossed,
  listLastReplaced,
  listLastReports,
  listSilentPurifiers,
  type ReplacedRow,
  type ReportRow,
} from '../purifier-queries.ts';
import { isInUse, ofPurifier, type SubjectCondition } from '../subject-condition.ts';
import type { Detector, DetectorContext, LockedContext, Slice } from './types.ts';

/** A round over all purifiers takes a minute. */
export const PURIFIER_SWEEPS = 12;

/** Minimum silence before an alarm, seconds: some purifiers report rarely. */
const PATIENCE_S = 600;

/** Severities of device errors that can explain the trouble state of a purifier. */
const TROUBLES: readonly Severity[] = ['CRITICAL', 'MAJOR', 'MINOR'];

interface UsedFilter {
  number: number;
  usedH: number;
  level: FilterLevel;
}

const filtersOf = ({ filter_use_h, filter_period_h }: PurifierState, replaced: readonly ReplacedRow[]): UsedFilter[] =>
  filter_use_h.map((counterH, i) => {
    const last = replaced.find(({ filter }) => filter === i + 1);
    const reading = last && { time: last.time.getTime(), beforeH: last.before_h, afterH: last.after_h };
    const usedH = hoursUsed(counterH, reading ?? null);
    return { number: i + 1, usedH, level: filterLevel(usedH, filter_period_h) };
  });

/** Whether a report may raise an alarm. Ignores recorded replacements: they only lower the used hours. */
const mayMatter = (state: PurifierState): boolean =>
  workMode(state) === 'TROUBLE' || filtersOf(state, []).some(({ level }) => level === 'DUE' || level === 'EXPIRED');

/** Purifiers whose reports may raise an alarm, or that have one. */
const purifiersToEvaluate = (
  reports: readonly PurifierReport[],
  erring: readonly number[],
  standing: readonly StandingRow[],
): number[] => {
  const reported = new Set(reports.map(({ purifierId }) => purifierId));
  const told = standing.flatMap(({ source, purifier_id, meter_id }) =>
    source === 'PURIFIER' && purifier_id !== null && (reported.has(purifier_id) || erring.includes(meter_id ?? 0))
      ? [purifier_id]
      : [],
  );
  return [
    ...new Set([...reports.filter(({ state }) => mayMatter(state)).map(({ purifierId }) => purifierId), ...told]),
  ];
};

/**
 * A device error that explains the trouble replaces this alarm; the alarm then ends now, not when the trouble began.
 */
const troubleOf = (
  state: PurifierState,
  { hasSaidWhy, changed, now }: { hasSaidWhy: boolean; changed: number; now: number },
): Pick<SubjectCondition, 'holds' | 'time'> => {
  const isInTrouble = workMode(state) === 'TROUBLE';
  return { holds: isInTrouble && !hasSaidWhy, time: isInTrouble && hasSaidWhy ? now : changed };
};

const conditionsOf = (
  purifier: Purifier,
  { time, last_time, state }: ReportRow,
  replaced: readonly ReplacedRow[],
  { hasSaidWhy, crossed, now }: { hasSaidWhy: boolean; crossed: readonly CrossedRow[]; now: number },
): SubjectCondition[] => {
  const filters = filtersOf(state, replaced);
  const changed = Math.max(time.getTime(), ...replaced.map((each) => each.time.getTime()));
  const common = {
    ...ofPurifier(purifier),
    source: 'PURIFIER' as const,
    isFresh: isFresh(last_time.getTime(), purifier.meter, now),
    since: time.getTime(),
    time: changed,
  };
  const ofLevel = (code: string, level: FilterLevel): SubjectCondition => {
    const found = filters.filter((filter) => filter.level === level);
    if (found.length === 0) return { ...common, code, holds: false };
    const detail = found.map(({ number, usedH }) => `#${number} ${Math.round(usedH)}/${state.filter_period_h} h`);
    // Since a filter reached the level, which may be long before a server looked at it.
    const reached = crossed.filter((each) =>
      found.some(({ number }) => number === each.filter && each.level === level),
    );
    const begin = Math.min(changed, ...reached.map(({ time }) => time.getTime()));
    return { ...common, code, holds: true, detail: detail.join(', '), since: begin, time: begin };
  };
  return [
    { ...common, code: PURIFIER_TROUBLE, ...troubleOf(state, { hasSaidWhy, changed, now }) },
    ofLevel(FILTER_EXPIRED, 'EXPIRED'),
    ofLevel(FILTER_DUE, 'DUE'),
    ...(common.isFresh ? [{ ...common, code: PURIFIER_SILENT, holds: false, time: last_time.getTime() }] : []),
  ];
};

/** Whether the device reports an error that explains its trouble: that alarm says more, and one is enough. */
const saysWhy = (purifier: Purifier, standing: readonly StandingRow[]): boolean =>
  standing.some(
    ({ source, purifier_id, ended_time, severity }) =>
      source === 'DEVICE' && purifier_id === purifier.id && ended_time === null && TROUBLES.includes(severity),
  );

/** An INFO alarm is raised once: after a person clears it, it is not raised again while its condition lasts. */
const isSaid = ({ code, purifier }: SubjectCondition, standing: readonly StandingRow[]): boolean =>
  standing.some(
    (row) =>
      row.purifier_id === purifier?.id && row.code === code && row.severity === 'INFO' && row.cleared_time !== null,
  );

/** Filters that are at a level without an alarm of it, to be asked when they reached it. */
const crossingsOf = (
  { purifier_id, state }: ReportRow,
  replaced: readonly ReplacedRow[],
  standing: readonly StandingRow[],
): FilterCrossing[] =>
  filtersOf(state, replaced).flatMap(({ number, level }): FilterCrossing[] => {
    if (level !== 'EXPIRED' && level !== 'DUE') return [];
    const code = level === 'EXPIRED' ? FILTER_EXPIRED : FILTER_DUE;
    const stands = standing.some((row) => row.purifier_id === purifier_id && row.code === code && !row.ended_time);
    if (stands) return [];
    const last = replaced.find(({ filter }) => filter === number);
    const hours = (level === 'EXPIRED' ? 1 : DUE_SHARE) * (state.filter_period_h ?? 0);
    return [{ purifier_id, filter: number, level, counterH: hours + (last?.after_h ?? 0), since: last?.time ?? null }];
  });

/** Conditions from purifier reports and from the used hours of their filters. */
const purifierConditions = async (
  tx: Tx,
  purifierIds: readonly number[],
  { snapshot, standing, now }: LockedContext,
): Promise<SubjectCondition[]> => {
  if (purifierIds.length === 0) return [];
  const replaced = await listLastReplaced(tx, purifierIds);
  const reports = await listLastReports(tx, purifierIds);
  const replacedOf = (id: number) => replaced.filter(({ purifier_id }) => purifier_id === id);
  const crossed = await listCrossed(
    tx,
    reports.flatMap((row) => crossingsOf(row, replacedOf(row.purifier_id), standing)),
  );
  return reports.flatMap((row) => {
    const purifier = snapshot.purifiers.get(row.purifier_id);
    if (purifier === undefined || !isInUse(purifier.meter)) return [];
    const own = {
      replaced: replacedOf(purifier.id),
      crossed: crossed.filter((each) => each.purifier_id === purifier.id),
    };
    const hasSaidWhy = saysWhy(purifier, standing);
    return conditionsOf(purifier, row, own.replaced, { hasSaidWhy, crossed: own.crossed, now }).filter(
      (each) => !each.holds || !isSaid(each, standing),
    );
  });
};

/** A purifier that reports nothing although its meter does. */
const silentPurifiers = async (
  db: Db,
  { snapshot, now, listening }: DetectorContext,
  slice: Slice,
): Promise<SubjectCondition[]> => {
  const patience = { missed: MISSED_INTERVALS, patienceS: PATIENCE_S };
  const rows = await listSilentPurifiers(db, { ...slice, now, ...patience });
  return rows.flatMap(({ purifier_id, last_time }): SubjectCondition[] => {
    const purifier = snapshot.purifiers.get(purifier_id);
    if (purifier === undefined || !isInUse(purifier.meter)) return [];
    const last = last_time.getTime();
    const patienceMs = Math.max(MISSED_INTERVALS * purifier.meter.intervalS, PATIENCE_S) * 1000;
    if (now - Math.max(last, listening) <= patienceMs) return [];
    const what = { code: PURIFIER_SILENT, source: 'PURIFIER' as const, since: last, time: now };
    return [{ ...ofPurifier(purifier), ...what, holds: true, isFresh: true }];
  });
};

/** Trouble, used filters and silence of purifiers. A report ends the silence. */
export const purifier: Detector = {
  source: 'PURIFIER',
  codes: [PURIFIER_TROUBLE, FILTER_EXPIRED, FILTER_DUE, PURIFIER_SILENT],
  onMessages: async (tx, { reports, errors }, context) => {
    const erring = errors.map(({ meterId }) => meterId);
    return [await purifierConditions(tx, purifiersToEvaluate(reports, erring, context.standing), context)];
  },
  onSweep: { sweeps: PURIFIER_SWEEPS, find: silentPurifiers },
};
