import type { ConsumerLag } from '../../feed/consumer-queries.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Log } from '../../platform/log.ts';
import type { BusEvents } from '../../registry/bus-events.ts';
import type { Registry } from '../../registry/registry.ts';
import { createAlarmRuleSets } from './alarm-rule-set.ts';
import type { ServerTrouble } from './detectors/types.ts';
import { CONSUMER, createEngine } from './engine.ts';
import { createListening } from './listening.ts';
import { createSweep } from './sweep.ts';

/** The engine's view of silence is unreliable while its consumer lags by more than this. */
const BEHIND_MS = 10_000;
/** Consumer lag that raises S002; shorter peaks of a busy server do not. */
const TROUBLE_MS = 60_000;

export interface AlarmsOptions {
  db: Db;
  bus: Pick<Bus<BusEvents>, 'on'>;
  feed: Feed;
  registry: Registry;
  disk: Pick<DiskSpace, 'isLow'>;
  clock: Clock;
  /** Monotonic clock, milliseconds. */
  monotonic(): number;
  log: Log;
  /** Whether at least one process receives device messages. */
  areDevicesHeard(): Promise<boolean>;
  /** Problems that other features know of. */
  installationTroubles(): Promise<ServerTrouble[]>;
}

/** Runs alarm evaluation in this process: the engine evaluates events of the feed, the sweep finds missing messages. */
export const createAlarms = (options: AlarmsOptions) => {
  const { bus, disk, areDevicesHeard, installationTroubles, monotonic, ...common } = options;
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
    ...(await installationTroubles()),
  ];
  const ruleSets = createAlarmRuleSets(registry);
  const engine = createEngine({ feed, registry, ruleSets, clock, listening: listening.since });
  const sweep = createSweep({ ...common, monotonic, ruleSets, listening, serverTroubles });
  let unfollow = (): void => undefined;
  return {
    async start(): Promise<void> {
      await engine.start();
      sweep.start();
      // Alarms of a deleted or disabled device end at once, not with the next sweep.
      unfollow = bus.on('registry.changed', sweep.wake);
    },
    async stop(): Promise<void> {
      unfollow();
      await Promise.all([sweep.stop(), engine.stop()]);
    },
  };
};
