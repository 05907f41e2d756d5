import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { Registry } from '../../registry/registry.ts';
import { deviceKey, type Meter } from '../../registry/snapshot.ts';
import type { MeterFrame } from '../../store/frames/frame-batch.ts';
import { type RejectionNote, type TimeCheck, tooOldNote } from './intake.ts';
import type { Quarantine } from './quarantine.ts';
import {
  deleteWaiting,
  forgetUnregistered,
  keepWaiting,
  listReleasable,
  type WaitingRow,
} from './quarantine-queries.ts';

/** The most frames in memory at once. */
const PAGE_FRAMES = 2_000;

export interface ReleaseOptions {
  db: Db;
  registry: Registry;
  log: Log;
  clock: Clock;
  checkTime: TimeCheck;
  markAllowed(meter: Meter, times: readonly number[]): Promise<void>;
  quarantine: Pick<Quarantine, 'settled' | 'unregistered' | 'forget'>;
  /** Resolves when the frames are committed. */
  write(frames: MeterFrame[]): Promise<void>;
  reject(note: RejectionNote): void;
}

export interface Release {
  /** A code has been registered: what waited of it joins its meter. Answers how many frames no longer wait. */
  release(organizationId: number, deviceCode: string, meterId: number): Promise<number>;
  /** Does so for all codes that have been registered, and for readings whose age has been allowed, by any process at any time. */
  releaseRegistered(): Promise<void>;
}

/**
 * Hands what waited in quarantine over to the meter that it belongs to, a page after the other and a device after the
 * other. Frames are taken away after they are committed: done twice it does no harm, and nothing is lost in between.
 */
export const createRelease = ({
  db,
  registry,
  log,
  clock,
  checkTime,
  markAllowed,
  quarantine,
  write,
  reject,
}: ReleaseOptions): Release => {
  let last: Promise<unknown> = Promise.resolve();

  const isAllowed = ({ backfillUntil }: Meter): boolean => backfillUntil !== null && clock.now() < backfillUntil;

  /** Treats frames that waited as if they came now; answers how many of them no longer wait. */
  const releasePage = async (meter: Meter, rows: WaitingRow[]): Promise<number> => {
    const good: MeterFrame[] = [];
    const gone: number[] = [];
    const allowed: number[] = [];
    const faulty = { FUTURE: [] as number[], BEFORE_2020: [] as number[], OLD: [] as number[] };
    for (const { id, measured_time, channel, value } of rows) {
      const time = measured_time.getTime();
      const fault = checkTime(meter, time);
      if (fault === 'FUTURE' || fault === 'BEFORE_2020' || fault === 'OLD') {
        faulty[fault].push(id);
        continue;
      }
      gone.push(id);
      if (fault === 'ALLOWED') allowed.push(time);
      if (fault === 'TOO_OLD') reject(tooOldNote(time, meter.organization, meter.code));
      else good.push({ meterId: meter.id, time, channels: channel, ticks: value });
    }
    if (allowed.length > 0) await markAllowed(meter, allowed);
    if (good.length > 0) await write(good);
    await db.tx(async (tx) => {
      await deleteWaiting(tx, gone);
      await keepWaiting(tx, faulty.FUTURE, 'FUTURE');
      await keepWaiting(tx, faulty.BEFORE_2020, 'BEFORE_2020');
      await keepWaiting(tx, faulty.OLD, 'OLD');
    });
    return gone.length;
  };

  const releaseDevice = async (organizationId: number, deviceCode: string, meterId: number): Promise<number> => {
    await quarantine.settled();
    let released = 0;
    for (let after = 0; ; ) {
      const meter = registry.snapshot().meters.get(meterId);
      const reasons = meter && isAllowed(meter) ? (['UNREGISTERED', 'OLD'] as const) : (['UNREGISTERED'] as const);
      const rows = meter ? await listReleasable(db, { organizationId, deviceCode, reasons }, after, PAGE_FRAMES) : [];
      const newest = rows.at(-1);
      if (meter === undefined || newest === undefined) break;
      released += await releasePage(meter, rows);
      after = newest.id;
    }
    await forgetUnregistered(db, organizationId, deviceCode);
    quarantine.forget(organizationId, deviceCode);
    return released;
  };

  const release: Release['release'] = (organizationId, deviceCode, meterId) => {
    const next = last.then(() => releaseDevice(organizationId, deviceCode, meterId));
    last = next.catch((error) => log.error({ err: error, deviceCode }, 'what waits of a device could not be released'));
    return next;
  };

  return {
    release,
    async releaseRegistered() {
      const { organizations, metersByCode } = registry.snapshot();
      for (const { organizationId, deviceCode } of quarantine.unregistered()) {
        const code = organizations.get(organizationId)?.code ?? '';
        const meter = metersByCode.get(deviceKey(code, deviceCode));
        if (meter) await release(organizationId, deviceCode, meter.id);
      }
      for (const meter of registry.snapshot().meters.values()) {
        if (isAllowed(meter)) await release(meter.organization.id, meter.code, meter.id);
      }
    },
  };
};
