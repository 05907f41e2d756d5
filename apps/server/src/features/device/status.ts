import { statusMessage } from '@airdeck/contract/protocol/message';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { DeviceMessage } from '../../site/device-message.ts';
import type { BusEvents } from '../../site/events.ts';
import { parsePayload } from '../../site/parse-payload.ts';
import { saveStatus } from './queries.ts';

export interface StatusOptions {
  db: Db;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  /** A status that cannot be read. */
  reject(message: DeviceMessage, reason: 'NOT_JSON' | 'NOT_A_FRAME', sample: string): void;
}

/** Takes `status` messages, last wills among them. Unregistered devices' are of no use and only acknowledged. */
export const createStatusReceiver = ({ db, bus, clock, log, reject }: StatusOptions) => {
  const save = async (meterId: number, status: 'ONLINE' | 'OFFLINE', time: number): Promise<void> => {
    await saveStatus(db, meterId, status, time);
    bus.emit('device.status', { meterId, status, time });
  };

  return (message: DeviceMessage, done: () => void): void => {
    const parsed = parsePayload(statusMessage, message.payload);
    if ('reason' in parsed) {
      reject(message, parsed.reason, parsed.sample);
      return done();
    }
    if (message.meter === null) return done();
    const { status, time } = parsed.value;
    // A will was written when the device connected: its time says nothing about when it went.
    const at = status === 'OFFLINE' || time === undefined ? clock.now() : new Date(time).getTime();
    save(message.meter.id, status, Math.min(at, clock.now())).then(done, (error) => {
      log.error({ err: error }, 'a status could not be stored; the device will send it again');
    });
  };
};
