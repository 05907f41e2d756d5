import { storeForSure } from '../platform/db/store-for-sure.ts';
import type { Log } from '../platform/log.ts';
import type { DeviceMessage, Done } from './device-message.ts';

/** Messages that may wait for the database at once, so that an outage does not fill the memory. */
const MAX_HELD = 2_000;

export interface MessageStoreOptions {
  log: Log;
  random(): number;
  reject(message: DeviceMessage, reason: 'REFUSED', sample: string): void;
}

export interface MessageStore {
  /** Acknowledges the message once `write` has worked, or the database has refused it. */
  save(message: DeviceMessage, write: () => Promise<void>, done: Done): void;
  /** What is not stored by then is not acknowledged. */
  stop(): Promise<void>;
}

/** Stores messages that are a statement each: reports of purifiers, comings and goings. */
export const createMessageStore = ({ log, random, reject }: MessageStoreOptions): MessageStore => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const store = async (message: DeviceMessage, write: () => Promise<void>, done: Done): Promise<void> => {
    const isDone = await storeForSure([message], {
      store: write,
      refuse: (_, error) => reject(message, 'REFUSED', error.message),
      failed: (error) => log.error({ err: error }, 'a message could not be stored; trying again'),
      random,
      signal: stopping.signal,
    });
    if (isDone) done();
  };

  return {
    save(message, write, done) {
      if (running.size >= MAX_HELD) return done(new Error('too many messages wait for the database'));
      const run = store(message, write, done).finally(() => running.delete(run));
      running.add(run);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
