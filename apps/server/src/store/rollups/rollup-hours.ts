import { hourStart } from '@airdeck/domain/calendar';
import { appendMeterChange } from '../../feed/feed-queries.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { markDays } from './day-queries.ts';
import { type StaleHour, staleHours, sumCells } from './hour-cells.ts';
import {
  areZonesCurrent,
  clearMarks,
  loadDays,
  type Mark,
  moveFirstPeriods,
  remainingMarks,
  saveDays,
  shardOf,
  takeRollupLock,
} from './rollup-queries.ts';
import { adopt, type DayDraft, replaceHour } from './rollup-rows.ts';

const meterDayKey = (meterId: number, day: string): string => `${meterId}@${day}`;

/** The days that these hours belong to, as they are stored. */
const loadDrafts = async (tx: Tx, hours: readonly StaleHour[]): Promise<Map<string, DayDraft>> => {
  const drafts = new Map<string, DayDraft>();
  for (const { meterId, day, hours: length } of hours) {
    drafts.set(meterDayKey(meterId, day), { meterId, day, hours: length, channels: new Map() });
  }
  for (const row of await loadDays(tx, [...drafts.values()])) {
    const draft = drafts.get(meterDayKey(row.meter_id, row.day));
    if (draft) adopt(draft, row);
  }
  return drafts;
};

/** A meter that has readings from before its registration was in use since the first of them. */
const extendPeriods = async (tx: Tx, snapshot: RegistrySnapshot, hours: readonly StaleHour[]): Promise<void> => {
  const first = new Map<number, number>();
  for (const { meterId, start } of hours) {
    const known = first.get(meterId) ?? snapshot.meters.get(meterId)?.periods[0]?.from ?? Number.NEGATIVE_INFINITY;
    if (start < known && hourStart(known, 'UTC') > start) first.set(meterId, start);
  }
  if (first.size === 0) return;
  const extended = await moveFirstPeriods(tx, first);
  if (extended.length > 0) await appendMeterChange(tx, extended);
};

const remake = async (tx: Tx, snapshot: RegistrySnapshot, hours: readonly StaleHour[]): Promise<void> => {
  const cells = await sumCells(tx, snapshot, hours);
  const drafts = await loadDrafts(tx, hours);
  for (const [at, { meterId, day, hour }] of hours.entries()) {
    const draft = drafts.get(meterDayKey(meterId, day));
    if (draft) replaceHour(draft, hour, cells[at] ?? []);
  }
  const rows = [...drafts.values()].flatMap((draft) => [...draft.channels.values()]);
  if (rows.length > 0) await saveDays(tx, rows);
  await extendPeriods(
    tx,
    snapshot,
    hours.filter((_, at) => (cells[at]?.length ?? 0) > 0),
  );
  await markDays(tx, [...drafts.values()]);
};

/**
 * Rebuilds the rollups of hours from their frames, marks their days, and deletes the hours' marks, all or nothing. The
 * marks were claimed in an earlier transaction (takeMarks). A mark that a writer has touched since stays, so its hour
 * is rebuilt again. Returns the meters, or null if another server is doing it or has newer organizations.
 */
export const rollHours = async (
  tx: Tx,
  snapshot: RegistrySnapshot,
  taken: readonly Mark[],
): Promise<number[] | null> => {
  if (!(await takeRollupLock(tx, [...new Set(taken.map(({ meterId }) => shardOf(meterId)))]))) return null;
  if (!(await areZonesCurrent(tx, [...snapshot.organizations.values()]))) return null;
  const marks = await remainingMarks(tx, taken);
  const hours = staleHours(snapshot, marks);
  if (hours.length > 0) await remake(tx, snapshot, hours);
  await clearMarks(tx, marks);
  return [...new Set(hours.map((hour) => hour.meterId))];
};
