import type { ConsumerLag } from '../../feed/consumer-queries.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Log } from '../../platform/log.ts';
import type { Registry } from '../../registry/registry.ts';
import { CONSUMER, createEngine } from './engine.ts';
import { createListening } from './listening.ts';
import { createRuleBooks } from './rule-book.ts';
import { createSweep, type ServerTrouble } from './sweep.ts';

/** Who is further behind does not know who was heard. */
const BEHIND_MS = 10_000;
/** For so long a busy server may be behind without an alarm. */
const TROUBLE_MS = 60_000;

export interface AlarmsOptions {
  db: Db;
  feed: Feed;
  registry: Registry;
  disk: Pick<DiskSpace, 'isLow'>;
  clock: Clock;
  /** Milliseconds that never jump. */
  monotonic(): number;
  log: Log;
  /** Whether some process takes what devices say. */
  areDevicesHeard(): Promise<boolean>;
}

/** Decides about alarms, in whichever processes it runs: from what is stored, and from what is not. */
export const createAlarms = ({ disk, areDevicesHeard, monotonic, ...common }: AlarmsOptions) => {
  const { feed, registry, clock } = common;
  const isBehind = (lags: readonly ConsumerLag[], ms: number): boolean => lags.some(({ lagMs }) => lagMs > ms);
  const listening = createListening({
    clock,
    monotonic,
    async isHearing() {
      const own = (await feed.lag()).filter(({ name }) => name === CONSUMER);
      return !isBehind(own, BEHIND_MS) && !disk.isLow() && (await areDevicesHeard());
    },
  });
  const serverTroubles = async (): Promise<ServerTrouble[]> => [
    { code: 'S001', holds: disk.isLow() },
    { code: 'S002', holds: isBehind(await feed.lag(), TROUBLE_MS) },
  ];
  const books = createRuleBooks(registry);
  const engine = createEngine({ feed, registry, books, clock, listening: listening.since });
  const sweep = createSweep({ ...common, books, listening, serverTroubles });
  return {
    async start(): Promise<void> {
      await engine.start();
      sweep.start();
    },
    async stop(): Promise<void> {
      await Promise.all([sweep.stop(), engine.stop()]);
    },
  };
};
