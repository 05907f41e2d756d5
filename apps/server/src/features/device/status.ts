import { statusMessage } from '@airdeck/contract/protocol/message';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import type { MessageStore } from '../../device-messages/message-store.ts';
import { type PayloadFault, parsePayload } from '../../device-messages/parse-payload.ts';
import { timeFault } from '../../device-messages/time-fault.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Registry } from '../../registry/registry.ts';
import { deviceKey } from '../../registry/snapshot.ts';
import { saveStatus } from './device-queries.ts';
import { saveGatewayStatus } from './gateway-queries.ts';

export interface StatusOptions {
  registry: Pick<Registry, 'snapshot'>;
  db: Db;
  feed: FeedWriter;
  clock: Clock;
  store: Pick<MessageStore, 'save'>;
  /** A status that cannot be taken. */
  reject(message: DeviceMessage, reason: PayloadFault, sample: string): void;
}

/**
 * Takes `status` messages of devices and gateways, last wills among them. Unregistered devices' are of no use and only
 * acknowledged.
 */
export const createStatusReceiver = ({ registry, db, feed, clock, store, reject }: StatusOptions) => {
  return (message: DeviceMessage, done: Done): void => {
    const parsed = parsePayload(statusMessage, message.payload);
    if ('reason' in parsed) {
      reject(message, parsed.reason, parsed.sample);
      return done();
    }
    const { organization, deviceCode, meter } = message;
    const credential = registry.snapshot().credentials.get(deviceKey(organization.code, deviceCode));
    if (meter === null && credential?.kind !== 'GATEWAY') return done();
    const { status } = parsed.value;
    const now = clock.now();
    // A will was written when the device connected: its time says nothing about the disconnect. A device that connected
    // again meanwhile has said so later than its connection was lost.
    const said = status === 'OFFLINE' ? undefined : parsed.value.time;
    const at = said === undefined ? (message.lostTime ?? now) : new Date(said).getTime();
    if (timeFault(at, now) === 'BEFORE_2020') {
      reject(message, 'BAD_TIME', String(said));
      return done();
    }
    const time = Math.min(at, now);
    const save = async (): Promise<void> => {
      if (meter === null)
        return saveGatewayStatus(db, { organizationId: organization.id, code: deviceCode, status, time });
      const { id: meterId } = meter;
      await db.tx(async (tx) => {
        const isNew = await saveStatus(tx, meterId, status, time);
        if (isNew) await feed.append(tx, [{ kind: 'status', status: { meterId, status, time } }]);
      });
      feed.wake('status');
    };
    store.save(message, save, done);
  };
};
