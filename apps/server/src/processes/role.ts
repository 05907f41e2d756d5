import type { HealthProblem, ProcessHealth } from '@airdeck/contract/health/routes';
import type { ProcessFacts } from '../features/health/health-queries.ts';
import { createFeed, type Feed } from '../feed/feed.ts';
import { type Bus, createBus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { ServerRole } from '../platform/config/server-roles.ts';
import type { Db } from '../platform/db/pool.ts';
import { type DiskSpace, whileThereIsRoom } from '../platform/disk-space.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { BusEvents } from '../registry/bus-events.ts';
import { createRegistryFollower } from '../registry/follow-registry.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import type { RoleSettings } from './messages.ts';

/** One of the processes of a server. */
export interface RoleService {
  /** Starts the role; resolves to the port that it listens on, if any. */
  start(): Promise<number | null>;
  /**
   * Hands its clients over to other processes of its role, some at a time, and takes no new ones. Called before `stop`
   * if there are other processes.
   */
  drain?(): Promise<void>;
  /** Stops it gracefully: running work is finished. */
  stop(): Promise<void>;
  /** Problems that currently prevent its work, for health checks by other processes. */
  problems(): HealthProblem[];
  /** Health of this process alone, for a load balancer. */
  health(): Promise<ProcessHealth>;
  /** What else it reports about itself. */
  facts?(): ProcessFacts;
  /** Context that is logged when an unhandled error ends the process. */
  handling(): Record<string, unknown>;
  /** Registers the metrics of the role. */
  addFigures(metrics: Metrics): void;
}

/**
 * Maximum database connections by role. `devices` stores two batches of each of two queues at once, beside the
 * quarantine, rejections and reports; `web` runs several queries for a page at once; `work` does one task of each kind
 * at a time. Each role keeps one more connection for the feed's notifications.
 */
export const POOL_SIZE: Readonly<Record<ServerRole, number>> = { devices: 10, web: 12, work: 8 };

/** Context shared by all roles. */
export interface RoleContext {
  settings: RoleSettings;
  db: Db;
  /** For heavy writers: starts no transaction while the disk is nearly full. */
  roomyDb: Db;
  disk: Pick<DiskSpace, 'isLow'>;
  /** Events within this process; events from other processes come through the feed. */
  bus: Bus<BusEvents>;
  registry: Registry;
  /** Change feed across all processes. Start other followers and consumers after `follow`. */
  feed: Feed;
  /** Opens the feed, loads the registry and follows its changes. */
  follow(): Promise<void>;
  /** Stop all other followers and consumers first. */
  stopFollowing(): Promise<void>;
  clock: Clock;
  /** Monotonic milliseconds. */
  monotonic(): number;
  log: Log;
}

export interface RoleContextOptions {
  settings: RoleSettings;
  db: Db;
  disk: Pick<DiskSpace, 'isLow'>;
  clock: Clock;
  log: Log;
}

export const createRoleContext = ({ settings, db, disk, clock, log }: RoleContextOptions): RoleContext => {
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
    clock,
    monotonic,
    log,
  };
};
