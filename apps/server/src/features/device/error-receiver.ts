import { type ErrorMessage, errorMessage } from '@airdeck/contract/protocol/message';
import { parseChannelKey } from '@airdeck/domain/channel';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import type { MessageStore } from '../../device-messages/message-store.ts';
import { type PayloadFault, parsePayload } from '../../device-messages/parse-payload.ts';
import { timeFault } from '../../device-messages/time-fault.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Meter } from '../../registry/snapshot.ts';
import { hasErrorCode, saveDeviceError } from './device-queries.ts';

export type ErrorRejection = PayloadFault | 'UNKNOWN_PURIFIER' | 'UNKNOWN_SENSOR' | 'UNKNOWN_CODE';

export interface ErrorReceiverOptions {
  db: Db;
  feed: FeedWriter;
  clock: Clock;
  store: Pick<MessageStore, 'save'>;
  /** An error that cannot be taken. */
  reject(message: DeviceMessage, reason: ErrorRejection, sample: string): void;
}

interface Part {
  sensorId: number | null;
  purifierId: number | null;
}

/** The part of the meter that is meant, or which one it does not have. */
const partOf = (meter: Meter, { sensor, purifier }: ErrorMessage): Part | 'UNKNOWN_PURIFIER' | 'UNKNOWN_SENSOR' => {
  if (sensor !== undefined) {
    const found = meter.sensors.get(parseChannelKey(sensor) ?? 0);
    return found ? { sensorId: found.id, purifierId: null } : 'UNKNOWN_SENSOR';
  }
  if (purifier === undefined) return { sensorId: null, purifierId: null };
  const found = meter.purifiers.find(({ number }) => number === purifier);
  return found ? { sensorId: null, purifierId: found.id } : 'UNKNOWN_PURIFIER';
};

/** Receives `errors` messages: stores ongoing and ended errors, announces them in the feed, then acknowledges. */
export const createErrorReceiver = ({ db, feed, clock, store, reject }: ErrorReceiverOptions) => {
  return (message: DeviceMessage, done: Done): void => {
    const parsed = parsePayload(errorMessage, message.payload);
    const refuse = (reason: ErrorRejection, sample: string): void => {
      reject(message, reason, sample);
      done();
    };
    if ('reason' in parsed) return refuse(parsed.reason, parsed.sample);
    const { meter } = message;
    // It is unregistered, so there is nothing that could have an alarm.
    if (meter === null) return done();
    const { code, state, detail = null } = parsed.value;
    const now = clock.now();
    const at = parsed.value.time === undefined ? now : new Date(parsed.value.time).getTime();
    if (timeFault(at, now) !== null) return refuse('BAD_TIME', String(parsed.value.time));
    const part = partOf(meter, parsed.value);
    if (typeof part === 'string') return refuse(part, `${parsed.value.sensor ?? parsed.value.purifier}`);
    const save = async (): Promise<void> => {
      const isKnown = await db.tx(async (tx) => {
        if (!(await hasErrorCode(tx, code))) return false;
        const report = { ...part, state, time: Math.min(at, now), detail };
        const isNew = await saveDeviceError(tx, { meterId: meter.id, code, ...report });
        if (isNew) await feed.append(tx, [{ kind: 'errors', error: { meterId: meter.id, code, report } }]);
        return true;
      });
      if (isKnown) feed.wake('errors');
      else reject(message, 'UNKNOWN_CODE', code);
    };
    store.save(message, save, done);
  };
};
