import { storeForSure } from '../platform/db/store-for-sure.ts';
import type { Log } from '../platform/log.ts';
import type { DeviceMessage, Done } from './device-message.ts';

/** Messages that may wait for the database at once; bounds memory during an outage. */
const MAX_HELD = 2_000;

export interface MessageStoreOptions {
  log: Log;
  random(): number;
  reject(message: DeviceMessage, reason: 'REFUSED', sample: string): void;
}

export interface MessageStore {
  /** Acknowledges the message after `write` succeeds or the database rejects it. */
  save(message: DeviceMessage, write: () => Promise<void>, done: Done): void;
  /** Messages that are not stored by then stay unacknowledged. */
  stop(): Promise<void>;
}

/** Stores messages that need one statement each: purifier reports and device status. */
export const createMessageStore = ({ log, random, reject }: MessageStoreOptions): MessageStore => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const store = async (message: DeviceMessage, write: () => Promise<void>, done: Done): Promise<void> => {
    const isDone = await storeForSure([message], {
      store: write,
      refuse: (_, error) => reject(message, 'REFUSED', error.message),
      failed: (error) => log.error({ err: error }, 'storing a message failed; retrying'),
      random,
      signal: stopping.signal,
    });
    if (isDone) done();
  };

  return {
    save(message, write, done) {
      if (running.size >= MAX_HELD) return done(new Error('too many messages are waiting for the database'));
      const run = store(message, write, done).finally(() => running.delete(run));
      running.add(run);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
