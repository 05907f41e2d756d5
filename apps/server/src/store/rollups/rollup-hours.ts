import { hourStart } from '@airdeck/domain/calendar';
import { appendMeterChange } from '../../feed/feed-queries.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { markDays } from './day-queries.ts';
import { type StaleHour, staleHours, sumCells } from './hour-cells.ts';
import {
  areZonesCurrent,
  clearMarks,
  type Mark,
  moveFirstPeriods,
  remainingMarks,
  type SummedHour,
  saveHour,
  shardOf,
  takeRollupLock,
  unpackDays,
} from './rollup-queries.ts';

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
  await unpackDays(tx, hours);
  // A statement changes a row once, so that hours of one day need several.
  const byPlace = new Map<string, SummedHour[]>();
  for (const [at, hour] of hours.entries()) {
    const place = `${hour.hour}/${hour.hours}`;
    const summed = { ...hour, cells: cells[at] ?? [] };
    const others = byPlace.get(place);
    if (others) others.push(summed);
    else byPlace.set(place, [summed]);
  }
  for (const summed of byPlace.values()) await saveHour(tx, summed);
  await extendPeriods(
    tx,
    snapshot,
    hours.filter((_, at) => (cells[at]?.length ?? 0) > 0),
  );
  await markDays(tx, hours);
};

/**
 * Rebuilds the rollups of hours from their frames, marks their days, and deletes the hours' marks, all or nothing. The
 * marks were claimed in an earlier transaction (takeMarks). A mark that a writer has touched since stays, so its hour
 * is rebuilt again. Answers false if another server is doing it or has newer organizations.
 */
export const rollHours = async (tx: Tx, snapshot: RegistrySnapshot, taken: readonly Mark[]): Promise<boolean> => {
  if (!(await takeRollupLock(tx, [...new Set(taken.map(({ meterId }) => shardOf(meterId)))]))) return false;
  if (!(await areZonesCurrent(tx, [...snapshot.organizations.values()]))) return false;
  const marks = await remainingMarks(tx, taken);
  const hours = staleHours(snapshot, marks);
  if (hours.length > 0) await remake(tx, snapshot, hours);
  await clearMarks(tx, marks);
  return true;
};
