import type { MessageRejection } from '@airdeck/contract/reading/schema';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { DeviceMessage } from '../../site/device-message.ts';
import type { BusEvents } from '../../site/events.ts';
import type { Organization } from '../../site/picture.ts';
import type { Site } from '../../site/site.ts';
import { createDirtyHours, type DirtyHours } from '../../store/frames/dirty-hours.ts';
import type { MeterFrame } from '../../store/frames/frame-batch.ts';
import type { Stored } from '../../store/frames/store-frames.ts';
import { isTooOld } from '../../store/retention/horizon.ts';
import { createFrameWriter, type FrameWriter } from '../../store/writer/frame-writer.ts';
import { conflictNote, createIntake, tooOldNote } from './intake.ts';
import { createQuarantine } from './quarantine.ts';
import { createRejections } from './rejections.ts';

export interface IngestOptions {
  db: Db;
  site: Site;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  random(): number;
}

export interface Ingest {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Takes a `readings` message; `done` when all of it is safe. */
  receive(message: DeviceMessage, done: () => void): void;
  /** Counts a message that could not be taken. */
  reject(message: DeviceMessage, reason: MessageRejection, sample: string): void;
  /** Hands over what waited of a device that has just been registered. */
  release(organizationId: number, deviceCode: string, meterId: number): Promise<number>;
  writer: Pick<FrameWriter, 'settled' | 'idleMs' | 'stalledMs'>;
  dirtyHours: DirtyHours;
}

const UTC = 'UTC';

/** The way of a reading: decode → identify → batch → store → acknowledge → bus. */
export const createIngest = ({ db, site, bus, clock, log, random }: IngestOptions): Ingest => {
  const rejections = createRejections({ db, clock, log });
  const quarantine = createQuarantine({ db, clock, log, reject: rejections.add });
  const meterOf = (meterId: number) => site.picture().meters.get(meterId);
  const dirtyHours = createDirtyHours((meterId) => meterOf(meterId)?.organization.timeZone ?? UTC);

  const onStored = (stored: Stored): void => {
    for (const conflict of stored.conflicts) {
      const meter = meterOf(conflict.frame.meterId);
      if (meter) rejections.add(conflictNote(conflict, meter.organization, meter.code));
    }
    if (stored.frames.length > 0) bus.emit('frames.stored', stored.frames);
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
    random,
    monotonic: () => performance.now(),
    onStored,
    onRefused,
  });
  const isTooOldFor = (organization: Organization, time: number): boolean =>
    isTooOld(site.picture(), organization, time, clock.now());
  const intake = createIntake({
    clock,
    isTooOld: isTooOldFor,
    write: writer.write,
    quarantine: quarantine.add,
    reject: rejections.add,
  });

  /** Stores what waited, but for what has become too old meanwhile. */
  const writeWaiting = async (frames: MeterFrame[]): Promise<void> => {
    const kept = frames.filter(({ meterId, time }) => {
      const meter = meterOf(meterId);
      if (!meter || !isTooOldFor(meter.organization, time)) return true;
      rejections.add(tooOldNote(time, meter.organization, meter.code));
      return false;
    });
    if (kept.length > 0) await new Promise<void>((resolve) => writer.write(kept, resolve));
  };

  return {
    async start() {
      await quarantine.start();
      writer.start();
      rejections.start();
    },
    async stop() {
      await writer.stop();
      await quarantine.stop();
      await rejections.stop();
    },
    receive: intake.receive,
    reject({ organization, deviceCode }, reason, sample) {
      rejections.add({ organizationId: organization.id, deviceCode, key: '', reason, sample });
    },
    release: (organizationId, deviceCode, meterId) =>
      quarantine.release(organizationId, deviceCode, meterId, writeWaiting),
    writer,
    dirtyHours,
  };
};
