import { type MeterQuality, QUALITY_DAYS } from '@airdeck/contract/device/quality';
import { isDeviceTime } from '@airdeck/contract/protocol/message';
import { QUARANTINE_REASONS, rejectionReason } from '@airdeck/contract/reading/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { addDays, isoTimeOrNull, localDay } from '@airdeck/domain/calendar';
import { receivedFrames } from '@airdeck/domain/completeness';
import { DAY_MS } from '@airdeck/domain/duration';
import { isStale } from '@airdeck/domain/freshness';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { timeRangeOf } from '@airdeck/domain/range';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { localName, type Registry } from '../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { ownerOfMeter } from '../../registry/visible-organizations.ts';
import { findBackfilled } from '../../store/history/backfilled-queries.ts';
import { readBuckets } from '../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../store/rollups/rollup-rows.ts';
import {
  countWaitingByReason,
  findLastTime,
  findMeter,
  listClockErrors,
  listDeviceRejections,
} from './data-quality-queries.ts';

const MAX_REJECTIONS = 100;
const MAX_CLOCK_ERRORS = 10;
/** Current values are never further behind. */
const RECENT_MS = 2 * DAY_MS;

export interface DataQualityOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
}

/** Frames by local day, and those that were expected then. */
const readDays = async (
  db: Db,
  snapshot: RegistrySnapshot,
  meter: Meter,
  now: number,
): Promise<MeterQuality['days']> => {
  const zone = meter.organization.timeZone;
  const to = localDay(now, zone);
  const from = addDays(to, 1 - QUALITY_DAYS);
  const question = { meters: [meter], channels: [INDEX_CHANNEL], unit: 'day' as const, from, to };
  const counts = (await readBuckets(db, snapshot, question)).get(meter.id)?.get(INDEX_CHANNEL)?.count ?? [];
  return Array.from({ length: QUALITY_DAYS }, (_, i) => {
    const day = addDays(from, i);
    const frames = counts[i] ?? 0;
    const { start, end } = timeRangeOf({ from: day, to: day }, zone);
    return { day, frames, expected: receivedFrames(frames, meter, start, Math.min(end, now)).expected };
  });
};

/** A newer version may have had reasons that this one does not know. */
const waitingReason = (reason: string) => QUARANTINE_REASONS.find((each) => each === reason) ?? 'UNREGISTERED';

/** The quality of a meter's data, from stored data and rejections. */
export const createDataQuality = ({ db, registry, clock }: DataQualityOptions) => ({
  /** @throws Failure RESOURCE_NOT_FOUND */
  async of(scope: Scope, meterId: number, language: Language): Promise<MeterQuality> {
    const snapshot = registry.snapshot();
    const meter = snapshot.meters.get(meterId);
    if (!meter || !isWithin(scope, ownerOfMeter(meter))) throw new Failure('RESOURCE_NOT_FOUND');
    const { organization, department } = meter;
    const device = { organizationId: organization.id, code: meter.code };
    const now = clock.now();
    const row = await findMeter(db, meterId);
    if (!row) throw new Failure('RESOURCE_NOT_FOUND');
    const [lastTime, days, rejections, waiting, clockErrors, backfilled] = await Promise.all([
      findLastTime(db, meterId, now - RECENT_MS),
      readDays(db, snapshot, meter, now),
      listDeviceRejections(db, device, MAX_REJECTIONS),
      countWaitingByReason(db, device),
      listClockErrors(db, device, MAX_CLOCK_ERRORS),
      findBackfilled(db, [meterId]),
    ]);
    return {
      meter: {
        id: meter.id,
        name: localName(meter, language),
        code: meter.code,
        organization_name: localName(organization, language),
        office_name: localName(department.office, language),
        department_name: localName(department, language),
        time_zone: organization.timeZone,
        interval_s: meter.intervalS,
        use: meter.use,
      },
      last_seen_time: lastTime?.toISOString() ?? null,
      silent: isStale(lastTime?.getTime() ?? null, meter.intervalS, now),
      status: row.status && row.changed_time && { status: row.status, changed_time: row.changed_time.toISOString() },
      days,
      rejections: rejections.map((row) => ({
        ...row,
        reason: rejectionReason(row.reason),
        first_time: row.first_time.toISOString(),
        last_time: row.last_time.toISOString(),
      })),
      waiting: waiting.map((row) => ({
        reason: waitingReason(row.reason),
        count: row.count,
        first_received_time: row.first_received_time.toISOString(),
        last_received_time: row.last_received_time.toISOString(),
      })),
      backfill_until: isoTimeOrNull(meter.backfillUntil),
      backfilled: backfilled && { from: backfilled.from, to: backfilled.to, days: backfilled.days },
      clock_errors: clockErrors.map(({ reason, measured_time, received_time }) => ({
        reason,
        // Rows of older versions may have times that no calendar of ours has.
        measured_time: isDeviceTime(new Date(measured_time).getTime()) ? new Date(measured_time).toISOString() : null,
        received_time: received_time.toISOString(),
      })),
    };
  },
});
