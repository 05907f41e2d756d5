import type { Log } from '../log.ts';
import type { Db } from './pool.ts';

const RETRY_MS = 1_000;

export interface Listener {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Calls back with the payload of each `notify channel`, on its own connection. After an interruption it calls back once
 * without a payload, since a notification may have been missed.
 */
export const createListener = (
  db: Db,
  channel: 'airdeck_feed',
  onNotify: (payload: string) => void,
  log: Log,
): Listener => {
  let end: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  const listenOnce = (isRetry: boolean): Promise<void> =>
    db.withClient(async (client) => {
      const onNotification = ({ payload = '' }: { payload?: string }) => onNotify(payload);
      client.on('notification', onNotification);
      try {
        await client.query(`listen ${channel}`);
        if (isRetry) onNotify('');
        await new Promise<void>((resolve, reject) => {
          end = resolve;
          client.once('error', reject);
          client.once('end', () => reject(new Error('the connection ended')));
        });
        await client.query(`unlisten ${channel}`);
      } finally {
        client.off('notification', onNotification);
      }
    });

  const run = async (): Promise<void> => {
    for (let isRetry = false; !isStopped; isRetry = true) {
      try {
        await listenOnce(isRetry);
      } catch (error) {
        if (isStopped) return;
        log.warn({ err: error }, `lost the connection that listens to ${channel}; connecting again`);
        await new Promise<void>((resolve) => {
          end = resolve;
          setTimeout(resolve, RETRY_MS);
        });
      }
    }
  };

  return {
    start() {
      running = run();
    },
    async stop() {
      isStopped = true;
      end?.();
      await running;
    },
  };
};
