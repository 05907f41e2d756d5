import type { MessageRejection } from '@airdeck/contract/reading/schema';
import { HOUR_MS } from '@airdeck/domain/duration';
import type { ClockSummary } from '@airdeck/domain/installation';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import { timeFault } from '../../device-messages/time-fault.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { BusEvents } from '../../registry/bus-events.ts';
import type { Registry } from '../../registry/registry.ts';
import { createDirtyHours } from '../../store/frames/dirty-hours.ts';
import type { MeterFrame } from '../../store/frames/frame-batch.ts';
import type { Stored } from '../../store/frames/store-frames.ts';
import { isTooOld } from '../../store/retention/horizon.ts';
import { createFrameWriter, type FrameWriter } from '../../store/writer/frame-writer.ts';
import { createBackfill } from './backfill.ts';
import { createClockOffsets } from './clock-offsets.ts';
import type { Decoded } from './decode-readings.ts';
import { conflictNote, createIntake, type TimeCheck } from './intake.ts';
import { createQuarantine } from './quarantine.ts';
import { createRejections, type Rejections } from './rejections.ts';
import { createRelease } from './release.ts';

export interface IngestOptions {
  db: Db;
  registry: Registry;
  bus: Bus<BusEvents>;
  feed: FeedWriter;
  clock: Clock;
  log: Log;
  random(): number;
}

export interface Ingest {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Takes a `readings` message; `done` when all of it is safe. */
  receive(message: DeviceMessage, done: Done): void;
  /** Takes the frames of a message that another driver has decoded. */
  take(message: DeviceMessage, decoded: Decoded, done: Done): void;
  /** Counts a message that could not be taken. */
  reject(message: DeviceMessage, reason: MessageRejection, sample: string): void;
  /** Hands over what waited of a device that has just been registered. */
  release(organizationId: number, deviceCode: string, meterId: number): Promise<number>;
  /** Since the process began: frames that were stored, without repeats, and what could not be taken. */
  counts(): { stored: number; rejected: Rejections['totals'] };
  /** Devices' clocks against this one; undefined: no device has sent a time lately. */
  clocks(): ClockSummary | undefined;
  writer: Pick<FrameWriter, 'idleMs' | 'stalledMs'>;
}

const UTC = 'UTC';
const SWEEP_MS = HOUR_MS;
const SOON_MS = 60_000;

/** The way of a reading: decode → identify → batch → store and feed → acknowledge. */
export const createIngest = ({ db, registry, bus, feed, clock, log, random }: IngestOptions): Ingest => {
  const rejections = createRejections({ db, clock, log, random });
  const quarantine = createQuarantine({ db, clock, log, random, reject: rejections.add });
  const meterOf = (meterId: number) => registry.snapshot().meters.get(meterId);
  const dirtyHours = createDirtyHours((meterId) => meterOf(meterId)?.organization.timeZone ?? UTC);

  const backfill = createBackfill({ db, clock, log, random });
  let storedFrames = 0;
  const onStored = (stored: Stored): void => {
    storedFrames += stored.added.length;
    backfill.note(stored.added);
    for (const conflict of stored.conflicts) {
      const meter = meterOf(conflict.frame.meterId);
      if (meter) rejections.add(conflictNote(conflict, meter.organization, meter.code));
    }
  };

  const onRefused = (frame: MeterFrame, error: Error): void => {
    const meter = meterOf(frame.meterId);
    if (!meter) return;
    const sample = `${new Date(frame.time).toISOString()} ${error.message}`;
    rejections.add({
      organizationId: meter.organization.id,
      deviceCode: meter.code,
      key: '',
      reason: 'REFUSED',
      sample,
    });
  };

  const writer = createFrameWriter({
    db,
    log,
    clock,
    dirtyHours,
    feed,
    random,
    monotonic: () => performance.now(),
    onStored,
    onRefused,
  });
  const checkTime: TimeCheck = (meter, time) => {
    const now = clock.now();
    const fault = timeFault(time, now);
    if (fault !== null) return fault;
    if (isTooOld(registry.snapshot(), meter.organization, time, now)) return 'TOO_OLD';
    return backfill.check(meter, time);
  };
  const offsets = createClockOffsets(clock);
  const intake = createIntake({
    clock,
    checkTime,
    noteTime: offsets.note,
    markAllowed: backfill.mark,
    write: writer.write,
    quarantine: quarantine.add,
    reject: rejections.add,
  });

  let stopping = new AbortController();
  /** Rejects when the writer stops before the frames are committed: it never calls back then. */
  const writeWaiting = (frames: MeterFrame[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const { signal } = stopping;
      const stop = (): void => reject(new Error('stopped before what waited was stored'));
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      writer.write(frames, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
    });
  const { release, releaseRegistered } = createRelease({
    db,
    registry,
    log,
    clock,
    checkTime,
    markAllowed: backfill.mark,
    quarantine,
    write: writeWaiting,
    reject: rejections.add,
  });
  const sweeper = createLoop(
    async () => {
      await backfill.load();
      await quarantine.sweep();
      await rejections.prune();
      // A server that ended between a registration and its release left that to do.
      await releaseRegistered();
      return SWEEP_MS;
    },
    (error) => {
      log.error({ err: error }, 'what waits could not be swept; trying again');
      return SOON_MS;
    },
  );
  bus.on('registry.changed', () => {
    releaseRegistered().catch((error) => log.error({ err: error }, 'what waits could not be released'));
  });

  return {
    async start() {
      stopping = new AbortController();
      await backfill.start();
      await quarantine.start();
      writer.start();
      rejections.start();
      sweeper.start();
    },
    async stop() {
      stopping.abort();
      backfill.stop();
      await writer.stop();
      await quarantine.stop();
      await sweeper.stop();
      await rejections.stop();
    },
    receive: intake.receive,
    take: intake.take,
    reject({ organization, deviceCode }, reason, sample) {
      rejections.add({ organizationId: organization.id, deviceCode, key: '', reason, sample });
    },
    release,
    clocks: offsets.read,
    counts: () => ({ stored: storedFrames, rejected: rejections.totals }),
    writer,
  };
};
