import { addDays, localDay } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { readSnapshot } from '../../features/history/request/snapshot-queries.ts';
import { QUARANTINE_LIMITS } from '../../features/ingestion/quarantine-room.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { ReadDb } from '../../platform/db/standby-reads.ts';
import { createRegistry } from '../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { changeOf } from '../../store/rollups/basis.ts';
import { findKept } from '../../store/rollups/rebuild-queries.ts';
import { listCrowds, listKept, listMeasuredMeters, listRolledDays, listUtcDays, readBasis } from './check-queries.ts';
import { checkReadings } from './check-readings.ts';
import { checkDay, checkHours } from './check-rollups.ts';

const SAMPLED_METERS = 100;
const SAMPLED_DAYS = 7;
/** Meters of one snapshot, which prevents partitions from being dropped. */
const DAYS_AT_ONCE = 7;
/** Further ones are counted but not listed. */
const MAX_LISTED = 100;
/** The minimum retention of readings, less two days for time zones. */
const SURELY_KEPT_DAYS = 28;
/** Several servers count on their own, and excess rows are removed a little later. */
const SLACK = 2;
const REJECTION_ROWS = { device: 100, organization: 2_000 };

export interface CheckOptions {
  db: Db;
  /** Where readings and averages are read from; default: `db`. */
  reads?: ReadDb;
  clock: Clock;
  random: () => number;
  /** Every meter and day instead of a sample. */
  isAll: boolean;
  progress(done: number, meters: number): void;
  signal: AbortSignal;
}

export interface CheckReport {
  meters: number;
  days: number;
  /** Unchecked meters: their averages are being rebuilt for another zone or other thresholds. */
  passedOver: number;
  /** Their number, and messages for the first ones. */
  faultCount: number;
  faults: string[];
  /** The first ids and device codes that differ from an older one by case only: allowed, until they are changed. */
  kept: string[];
}

/** A random sample of this size, in order. */
const sample = <T>(items: readonly T[], count: number, random: () => number): T[] => {
  const left = items.map((item, at) => ({ item, at }));
  for (let i = 0; i < Math.min(count, left.length); i++) {
    const other = i + Math.floor(random() * (left.length - i));
    const [a, b] = [left[i], left[other]];
    if (a && b) [left[i], left[other]] = [b, a];
  }
  return left
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
};

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** Whether the organization's averages have its present zone and thresholds. */
const isFollowed = async (tx: Tx, snapshot: RegistrySnapshot, { organization }: Meter): Promise<boolean> => {
  const made = await readBasis(tx, organization.id);
  const standards = snapshot.standards.get(organization.id) ?? [];
  return made !== null && changeOf(made, { timeZone: organization.timeZone, standards }) === null;
};

/** Describes the errors in the averages of a local day. Averages outlive the readings behind them. */
const checkAverages = async (
  tx: Tx,
  snapshot: RegistrySnapshot,
  meter: Meter,
  day: string,
  now: number,
): Promise<string[]> => {
  const zone = meter.organization.timeZone;
  const today = localDay(now, zone);
  const kept = await findKept(tx, meter.id);
  const isRecent = day > addDays(today, -SURELY_KEPT_DAYS);
  // The first day with frames may be incomplete at its beginning.
  const hasFrames = isRecent || (kept.frame !== null && day > localDay(kept.frame, zone));
  const hasHours = isRecent || (kept.day !== null && day >= kept.day);
  return [
    ...(hasFrames ? await checkHours(tx, snapshot, meter, day) : []),
    ...(hasHours && day <= today ? await checkDay(tx, meter, day) : []),
  ];
};

/**
 * Compares the layers of measured data while others read and write: packed days can be unpacked and match frames that
 * still exist, hours match frames, and days match hours, unless a mark says that they are stale. Changes nothing.
 */
export const check = async (options: CheckOptions): Promise<CheckReport> => {
  const { db, reads = db, clock, random, isAll, progress, signal } = options;
  const report: CheckReport = { meters: 0, days: 0, passedOver: 0, faultCount: 0, faults: [], kept: [] };
  const add = (where: string, faults: readonly string[]): void => {
    report.faultCount += faults.length;
    const room = MAX_LISTED - report.faults.length;
    report.faults.push(...faults.slice(0, room).map((fault) => `${where}: ${fault}`));
  };
  const some = <T>(items: readonly T[], count: number): readonly T[] => (isAll ? items : sample(items, count, random));

  const meterIds = some(await listMeasuredMeters(reads), SAMPLED_METERS);
  const registry = createRegistry(db);
  await registry.reload();
  const snapshot = registry.snapshot();

  const checkMeter = async (id: number): Promise<void> => {
    const meter = snapshot.meters.get(id);
    const name = meter ? `meter ${meter.organization.code}:${meter.code}` : `meter ${id}, which is gone`;
    const utcDays = await listUtcDays(reads, id);
    for (const days of chunks(some(utcDays, SAMPLED_DAYS), DAYS_AT_ONCE)) {
      signal.throwIfAborted();
      // It may run twice, so it adds nothing itself.
      const found = await readSnapshot(reads, async (tx) => {
        const faults: string[][] = [];
        for (const day of days) faults.push(await checkReadings(tx, id, day));
        return faults;
      });
      for (const [at, day] of days.entries()) {
        add(`${name}, ${new Date(day * DAY_MS).toISOString().slice(0, 10)} (UTC)`, found[at] ?? []);
      }
      report.days += days.length;
    }
    // Averages of deleted meters are not rebuilt.
    if (!meter) return;
    const measured = utcDays.map((day) => localDay(day * DAY_MS, meter.organization.timeZone));
    const all = [...new Set([...measured, ...(await listRolledDays(reads, id))])].sort();
    for (const days of chunks(some(all, SAMPLED_DAYS), DAYS_AT_ONCE)) {
      signal.throwIfAborted();
      const found = await readSnapshot(reads, async (tx) => {
        if (!(await isFollowed(tx, snapshot, meter))) return null;
        const faults: string[][] = [];
        for (const day of days) faults.push(await checkAverages(tx, snapshot, meter, day, clock.now()));
        return faults;
      });
      if (found === null) {
        report.passedOver++;
        return;
      }
      for (const [at, day] of days.entries()) add(`${name}, ${day}`, found[at] ?? []);
    }
  };

  for (const id of meterIds) {
    await checkMeter(id);
    progress(++report.meters, meterIds.length);
  }
  const { framesPerDevice, oldFramesPerDevice, framesPerOrganization } = QUARANTINE_LIMITS;
  const most = {
    quarantine: {
      device: SLACK * framesPerDevice,
      oldOfDevice: SLACK * oldFramesPerDevice,
      organization: SLACK * framesPerOrganization,
    },
    rejection: { device: SLACK * REJECTION_ROWS.device, organization: SLACK * REJECTION_ROWS.organization },
  };
  for (const { table, organizationId, device, count } of await listCrowds(reads, most)) {
    add(`${table} of organization ${organizationId}${device === null ? '' : `, device ${device}`}`, [
      `${count} rows are more than it may have`,
    ]);
  }
  report.kept = await listKept(db, MAX_LISTED);
  return report;
};
