import { settingsAckMessage } from '@airdeck/contract/protocol/message';
import type { DeviceMessage, Done } from '../../../device-messages/device-message.ts';
import { parsePayload } from '../../../device-messages/parse-payload.ts';
import type { AckReceiverOptions } from '../ack-receiver.ts';
import { answerSettings } from './settings-queries.ts';

/** Takes `settings/ack`: whether a device runs by the settings that it was sent. */
export const createSettingsAckReceiver = ({ db, clock, store, reject }: Omit<AckReceiverOptions, 'feed'>) => {
  return (message: DeviceMessage, done: Done): void => {
    const parsed = parsePayload(settingsAckMessage, message.payload);
    if ('reason' in parsed) {
      reject(message, parsed.reason, parsed.sample);
      return done();
    }
    const { meter } = message;
    if (meter === null) return done();
    const { version, state, reason = null } = parsed.value;
    const refusal = state === 'REJECTED' ? reason : null;
    const answer = { meterId: meter.id, version, state, refusal, time: clock.now() };
    store.save(message, () => answerSettings(db, answer), done);
  };
};
