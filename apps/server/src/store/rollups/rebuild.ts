import { addDays, hourStart, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { markDirty } from '../frames/frame-queries.ts';
import { type Basis, basesOf, type Change, changeOf } from './basis.ts';
import { forgetCells } from './day-queries.ts';
import { listMeasuredQuarters } from './measured-quarters-queries.ts';
import { findKept, loadBases, saveBasis } from './rebuild-queries.ts';
import { deleteDays, waitForRollupLock } from './rollup-queries.ts';

const MARKS_AT_ONCE = 20_000;

/**
 * The first local day of a meter whose hours can be computed from frames; null if there is none. If hours reach further
 * back than frames, older frames have expired, and the first remaining day may be incomplete: its rollups stay.
 */
const firstWhole = async (tx: Tx, { id, organization }: Meter): Promise<string | null> => {
  const kept = await findKept(tx, id);
  if (kept.frame === null) return null;
  const first = localDay(kept.frame, organization.timeZone);
  // A day less, because the hours' days may be those of another zone.
  const dayBefore = addDays(first, -1);
  return kept.day !== null && kept.day < dayBefore ? addDays(first, 1) : dayBefore;
};

/** Marks the hours in which a meter measured something from a day on. */
const markHours = async (tx: Tx, { id, organization }: Meter, from: string): Promise<void> => {
  const zone = organization.timeZone;
  const quarters = await listMeasuredQuarters(tx, [id], startOfLocalDay(from, zone));
  const hours = [...new Set(quarters.map(({ hour }) => hourStart(hour, zone)))];
  for (let i = 0; i < hours.length; i += MARKS_AT_ONCE) {
    await markDirty(
      tx,
      hours.slice(i, i + MARKS_AT_ONCE).map((hour) => ({ meterId: id, hour })),
    );
  }
};

/**
 * Rebuilds a meter's rollups after a change, as far back as its frames reach. Rollups in days of another zone are
 * deleted at once; until the new ones are computed, hours are read from their frames.
 */
export const rebuildMeter = async (tx: Tx, meter: Meter, change: Change): Promise<void> => {
  await waitForRollupLock(tx);
  const first = await firstWhole(tx, meter);
  if (first === null) return;
  if (change.kind === 'zone') {
    await deleteDays(tx, [meter.id], first);
    await forgetCells(tx, [meter.id], first);
  }
  await markHours(tx, meter, change.kind === 'standards' && change.from > first ? change.from : first);
};

const metersOf = (snapshot: RegistrySnapshot, organizationId: number): Meter[] =>
  [...snapshot.meters.values(), ...snapshot.past.meters.values()].filter(
    (meter) => meter.organization.id === organizationId,
  );

/**
 * Rebuilds rollups whose organization has another zone or other thresholds than their basis. The basis is stored in the
 * database, so a change is always noticed; it is written last, so that an interrupted rebuild starts again. Returns
 * false if it was interrupted by `isStopped`.
 */
export const followRegistry = async (
  db: Db,
  snapshot: RegistrySnapshot,
  isStopped: () => boolean,
): Promise<boolean> => {
  const known = await loadBases(db);
  for (const [id, basis] of basesOf(snapshot)) {
    const before: Basis | undefined = known.get(id);
    const change = before ? changeOf(before, basis) : null;
    if (change) {
      for (const meter of metersOf(snapshot, id)) {
        if (isStopped()) return false;
        await db.tx((tx) => rebuildMeter(tx, meter, change));
      }
    }
    if (change || !before) await saveBasis(db, id, basis);
  }
  return true;
};
