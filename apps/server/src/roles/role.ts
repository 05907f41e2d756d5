import type { HealthProblem } from '@airdeck/contract/health/routes';
import { createFeed, type Feed } from '../feed/feed.ts';
import { type Bus, createBus } from '../platform/bus.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { ServerRole } from '../platform/config/server-roles.ts';
import type { Db } from '../platform/db/pool.ts';
import { type DiskSpace, whileThereIsRoom } from '../platform/disk-space.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { BusEvents } from '../registry/events.ts';
import { createRegistryFollower } from '../registry/follow-registry.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import type { RoleSettings } from './messages.ts';

/** One of the processes that a server is made of. */
export interface RoleService {
  /** Begins its work; answers the port on which it listens, if it does. */
  start(): Promise<number | null>;
  /** Ends it in order: what is on its way is finished. */
  stop(): Promise<void>;
  /** What keeps it from its work now, for those who ask another process. */
  problems(): HealthProblem[];
  /** What it is at, written down when an error that nobody handles ends it. */
  handling(): Record<string, unknown>;
  /** Adds what an operator watches of it. */
  addFigures(metrics: Metrics): void;
}

/**
 * Connections to the database at most. Two batches of each of two lanes are stored at once, beside the quarantine,
 * rejections and reports; pages ask several questions at once; work does one thing at a time of each kind. All of them
 * keep one more for what is told of the registry.
 */
export const POOL_SIZE: Readonly<Record<ServerRole, number>> = { devices: 10, web: 12, work: 8 };

/** What every role has. */
export interface RoleContext {
  settings: RoleSettings;
  db: Db;
  /** For those that write much: it begins no transaction while the disk is nearly full. */
  roomyDb: Db;
  disk: Pick<DiskSpace, 'isLow'>;
  /** Tells the parts of this process of what happens; what happens in other processes comes from the database. */
  bus: Bus<BusEvents>;
  registry: Registry;
  /** What is stored or changed, in whichever process. Its other followers and consumers start after `follow`. */
  feed: Feed;
  /** Opens the feed, loads what is registered, and follows its changes. */
  follow(): Promise<void>;
  /** Stop all other followers and consumers before. */
  stopFollowing(): Promise<void>;
  clock: Clock;
  /** Milliseconds that never jump. */
  monotonic(): number;
  log: Log;
}

export interface RoleContextOptions {
  settings: RoleSettings;
  db: Db;
  disk: Pick<DiskSpace, 'isLow'>;
  log: Log;
}

export const createRoleContext = ({ settings, db, disk, log }: RoleContextOptions): RoleContext => {
  const bus = createBus<BusEvents>(log);
  const registry = createRegistry(db);
  const monotonic = () => performance.now();
  const feed = createFeed({ db, log, random: Math.random, monotonic });
  const registryFollower = createRegistryFollower({
    feed,
    registry,
    onChanged: () => bus.emit('registry.changed', {}),
  });
  return {
    settings,
    db,
    roomyDb: whileThereIsRoom(db, disk),
    disk,
    bus,
    registry,
    feed,
    async follow() {
      await feed.start();
      await registryFollower.start();
    },
    async stopFollowing() {
      await registryFollower.stop();
      await feed.stop();
    },
    clock: systemClock,
    monotonic,
    log,
  };
};
