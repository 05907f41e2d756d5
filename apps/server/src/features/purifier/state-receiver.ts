import { type PurifierStateMessage, purifierStateMessage } from '@airdeck/contract/protocol/message';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import type { MessageStore } from '../../device-messages/message-store.ts';
import { type PayloadFault, parsePayload } from '../../device-messages/parse-payload.ts';
import { timeFault } from '../../device-messages/time-fault.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { saveState } from './purifier-state-queries.ts';
import { noteResets } from './replacements.ts';

export type StateRejection = PayloadFault | 'UNKNOWN_PURIFIER';

export interface StateReceiverOptions {
  db: Db;
  feed: FeedWriter;
  clock: Clock;
  store: Pick<MessageStore, 'save'>;
  reject(message: DeviceMessage, reason: StateRejection, sample: string): void;
}

/** Fills missing properties: unreported ones are unknown. */
const complete = ({ time: _, ...state }: PurifierStateMessage): PurifierState => ({
  control: 'MANUAL',
  run: state.power === 'ON' ? 'WORK' : 'STOP',
  source: null,
  fan_speed: null,
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
  ...state,
});

/** Takes `purifiers/{n}/state` messages: stores the state, for those who follow the feed too, then acknowledges. */
export const createStateReceiver = ({ db, feed, clock, store, reject }: StateReceiverOptions) => {
  return (message: DeviceMessage, done: Done, { number }: { number: number }): void => {
    const parsed = parsePayload(purifierStateMessage, message.payload);
    if ('reason' in parsed) {
      reject(message, parsed.reason, parsed.sample);
      return done();
    }
    const purifier = message.meter?.purifiers.find((candidate) => candidate.number === number);
    if (message.meter === null || purifier === undefined) {
      reject(message, 'UNKNOWN_PURIFIER', `purifiers/${number}`);
      return done();
    }
    const now = clock.now();
    const time = parsed.value.time === undefined ? now : new Date(parsed.value.time).getTime();
    if (timeFault(time, now) !== null) {
      reject(message, 'BAD_TIME', String(parsed.value.time));
      return done();
    }
    const { id: purifierId } = purifier;
    const { id: meterId } = message.meter;
    const state = complete(parsed.value);
    const save = async (): Promise<void> => {
      await db.tx(async (tx) => {
        const before = await saveState(tx, purifierId, time, state);
        await noteResets(tx, purifierId, { time, before, after: state.filter_use_h });
        await feed.append(tx, [{ kind: 'purifier', report: { purifierId, meterId, time, state } }]);
      });
      feed.wake('purifier');
    };
    store.save(message, save, done);
  };
};
