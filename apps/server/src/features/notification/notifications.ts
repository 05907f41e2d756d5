import type { Feed } from '../../feed/feed.ts';
import type { Log } from '../../platform/log.ts';
import type { Registry } from '../../registry/registry.ts';
import { createDeliverer } from './deliverer.ts';
import { createPlanner } from './planner.ts';
import { createSender, type SenderOptions } from './send.ts';

export interface NotificationsOptions extends SenderOptions {
  feed: Feed;
  registry: Registry;
  log: Log;
}

/** Plans and delivers notifications of alarms. May run in several processes at once. */
export const createNotifications = ({ feed, registry, log, ...options }: NotificationsOptions) => {
  const { db, clock } = options;
  const deliverer = createDeliverer({ db, clock, log, sender: createSender(options) });
  const planner = createPlanner({ feed, registry, clock, onPlanned: deliverer.wake });
  return {
    async start(): Promise<void> {
      await planner.start();
      deliverer.start();
    },
    async stop(): Promise<void> {
      await Promise.all([planner.stop(), deliverer.stop()]);
    },
  };
};
