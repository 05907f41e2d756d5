import { commandAckMessage } from '@airdeck/contract/protocol/message';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import type { MessageStore } from '../../device-messages/message-store.ts';
import { type PayloadFault, parsePayload } from '../../device-messages/parse-payload.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { acknowledgeCommand } from './command-queries.ts';
import { publishCommandEvents } from './publish-command-events.ts';

export interface AckReceiverOptions {
  db: Db;
  feed: FeedWriter;
  clock: Clock;
  store: Pick<MessageStore, 'save'>;
  reject(message: DeviceMessage, reason: PayloadFault, sample: string): void;
}

/**
 * Receives `commands/ack`: a device's answer to one of its own commands. Answers to other devices' commands, and
 * repeated answers, change nothing.
 */
export const createAckReceiver = ({ db, feed, clock, store, reject }: AckReceiverOptions) => {
  return (message: DeviceMessage, done: Done): void => {
    const parsed = parsePayload(commandAckMessage, message.payload);
    if ('reason' in parsed) {
      reject(message, parsed.reason, parsed.sample);
      return done();
    }
    const { meter } = message;
    if (meter === null) return done();
    const { id, state, reason = null, time } = parsed.value;
    const said = {
      id: Number(id),
      meterId: meter.id,
      state,
      refusal: reason,
      time: clock.now(),
      deviceTime: time === undefined ? null : new Date(time).getTime(),
    };
    const save = async (): Promise<void> => {
      await db.tx(async (tx) => {
        const words = await acknowledgeCommand(tx, said);
        await publishCommandEvents(feed, tx, words);
      });
      feed.wake('command');
    };
    store.save(message, save, done);
  };
};
