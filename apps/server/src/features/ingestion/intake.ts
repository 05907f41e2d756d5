import type { MessageRejection, Rejection } from '@airdeck/contract/reading/schema';
import { channelKey, typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Meter, Organization } from '../../registry/snapshot.ts';
import type { MeterFrame } from '../../store/frames/frame-batch.ts';
import type { Conflict } from '../../store/frames/store-frames.ts';
import { type Decoded, type DecodedFrame, decodeReadings } from './decode-readings.ts';

const meterFrame = (meterId: number, frame: DecodedFrame, now: number): MeterFrame => ({
  meterId,
  time: frame.time ?? now,
  channels: frame.channels,
  ticks: frame.ticks,
});

export interface RejectionNote {
  organizationId: number;
  deviceCode: string;
  key: string;
  reason: Rejection | MessageRejection;
  sample: string;
}

export interface Waiting {
  organizationId: number;
  deviceCode: string;
  reason: 'UNREGISTERED' | 'FUTURE' | 'BEFORE_2020' | 'OLD';
  frame: DecodedFrame & { time: number };
}

/**
 * Reason against storing a meter's frame of that time (epoch ms); null: it can be stored. ALLOWED: it can be stored
 * because an administrator has allowed its age.
 */
export type TimeCheck = (meter: Meter, time: number) => 'FUTURE' | 'BEFORE_2020' | 'TOO_OLD' | 'OLD' | 'ALLOWED' | null;

export interface IntakeOptions {
  clock: Clock;
  checkTime: TimeCheck;
  /** Gets the newest time that a meter's device wrote into a message, and the time of arrival. */
  noteTime(meterId: number, time: number, now: number): void;
  /** Marks the days of frames whose age was allowed. */
  markAllowed(meter: Meter, times: readonly number[]): Promise<void>;
  /** Stores frames and calls back when they are committed. */
  write(frames: MeterFrame[], done: () => void): void;
  /** Keeps frames that wait, and calls back when they are committed; with an error when it cannot take them now. */
  quarantine(message: DeviceMessage, waiting: Waiting[], done: Done): void;
  reject(note: RejectionNote): void;
}

/** Decodes a `readings` message, and takes its frames or those of another driver: store or quarantine, then acknowledge. */
export const createIntake = ({ clock, checkTime, noteTime, markAllowed, write, quarantine, reject }: IntakeOptions) => {
  /** Takes decoded frames of a device; what was rejected is counted. `done` when all of it is safe. */
  const take = (message: DeviceMessage, { frames, rejected }: Decoded, done: Done): void => {
    const { organization, deviceCode, meter } = message;
    for (const { key, reason, sample } of rejected ?? []) {
      reject({ organizationId: organization.id, deviceCode, key, reason, sample });
    }
    const now = clock.now();
    const good: MeterFrame[] = [];
    const waiting: Waiting[] = [];
    const allowed: number[] = [];
    let newest = Number.NEGATIVE_INFINITY;
    for (const frame of frames) {
      if (frame.time === null && message.isRetained) {
        reject({ organizationId: organization.id, deviceCode, key: '', reason: 'BAD_TIME', sample: 'retained' });
        continue;
      }
      const time = frame.time ?? now;
      if (frame.time !== null) newest = Math.max(newest, time);
      const fault = meter === null ? 'UNREGISTERED' : checkTime(meter, time);
      if (fault === 'TOO_OLD') reject(tooOldNote(time, organization, deviceCode));
      else if (meter === null || (fault !== null && fault !== 'ALLOWED')) {
        const reason = fault === null || fault === 'ALLOWED' ? 'UNREGISTERED' : fault;
        waiting.push({ organizationId: organization.id, deviceCode, reason, frame: { ...frame, time } });
      } else {
        good.push(meterFrame(meter.id, frame, now));
        if (fault === 'ALLOWED') allowed.push(time);
      }
    }
    if (meter !== null && Number.isFinite(newest) && !message.isRetained) noteTime(meter.id, newest, now);
    // Acknowledged only when the marks are safe too; the device sends it again otherwise.
    const marked = meter !== null && allowed.length > 0 ? markAllowed(meter, allowed) : null;
    const end: Done = marked === null ? done : (error) => void marked.then(() => done(error), done);
    if (waiting.length === 0 && good.length > 0) return write(good, end);
    if (waiting.length === 0 && meter !== null) return done();
    quarantine(message, waiting, (error) => {
      if (error || good.length === 0) done(error);
      else write(good, end);
    });
  };
  return {
    take,
    receive: (message: DeviceMessage, done: Done): void => take(message, decodeReadings(message.payload), done),
  };
};

export type Intake = ReturnType<typeof createIntake>;

/** How a frame is written down whose time the organization no longer keeps. */
export const tooOldNote = (time: number, organization: Organization, deviceCode: string): RejectionNote => {
  const sample = new Date(time).toISOString();
  return { organizationId: organization.id, deviceCode, key: '', reason: 'TOO_OLD', sample };
};

/** How a conflict is written down. */
export const conflictNote = (conflict: Conflict, organization: Organization, deviceCode: string): RejectionNote => {
  const { frame, channel, ticks } = conflict;
  const value = fromTicks(typeOfChannel(channel), ticks);
  const sample = `${new Date(frame.time).toISOString()} ${value}`;
  return { organizationId: organization.id, deviceCode, key: channelKey(channel), reason: 'CONFLICT', sample };
};
