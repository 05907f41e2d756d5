import pino from 'pino';
import { listOpenAirAlarms } from '../features/alarm/console/open-air-queries.ts';
import { listDeviceTroubles, listShelvedMeters } from '../features/alarm/console/trouble-queries.ts';
import { createMonitoring } from '../features/monitoring/monitoring.ts';
import { readFilterLives } from '../features/purifier/filter-lives.ts';
import type { FeedEntry } from '../feed/entry.ts';
import { createFeed, type Feed } from '../feed/feed.ts';
import { createBus } from '../platform/bus.ts';
import type { Db } from '../platform/db/pool.ts';
import type { BusEvents } from '../registry/bus-events.ts';
import { createRegistry } from '../registry/registry.ts';
import { openTokenHttp } from './token-http.ts';

export interface MonitoringServerOptions {
  db: Db;
  clock: { now(): number };
}

/**
 * Monitoring behind HTTP, with a feed to which a test adds. A bearer token is `{organization id}:{role}:{session}`: the
 * named user is logged in.
 */
export async function openMonitoringServer({ db, clock }: MonitoringServerOptions) {
  const log = pino({ level: 'silent' });
  const bus = createBus<BusEvents>(log);
  const registry = createRegistry(db);
  await registry.reload();
  const held: string[] = [];
  const hold = (sessionId: string) => {
    held.push(sessionId);
    return () => {
      held.splice(held.indexOf(sessionId), 1);
    };
  };
  const feed = createFeed({ db, log, random: () => 0, monotonic: () => performance.now() });
  let applied = 0;
  let onApplied = (): void => undefined;
  const follow: Feed['follow'] = (options) =>
    feed.follow({
      ...options,
      async apply(entries) {
        await options.apply(entries);
        applied += entries.length;
        onApplied();
      },
    });
  const monitoring = createMonitoring({
    db,
    registry,
    bus,
    feed: { follow },
    clock,
    log,
    hold,
    devices: {
      listTroubles: (scope, limit) => listDeviceTroubles(db, scope, limit),
      listShelved: (scope) => listShelvedMeters(db, scope),
      listOpenAirAlarms: (ids) => listOpenAirAlarms(db, ids),
      readFilterLives: (purifiers, now) => readFilterLives(db, purifiers, now),
    },
  });
  const { http, get } = await openTokenHttp(log);
  monitoring.addRoutes(http);
  await monitoring.start();

  let told = 0;
  /** Adds to the feed; resolves when monitoring has seen it. Entries of one partition each. */
  const tell = async (...entries: FeedEntry[]) => {
    told += entries.length;
    const seen = new Promise<void>((resolve) => {
      onApplied = () => applied === told && resolve();
    });
    await db.tx((tx) => feed.append(tx, entries));
    for (const { kind } of entries) feed.wake(kind);
    await seen;
  };
  const reload = async () => {
    await registry.reload();
    bus.emit('registry.changed', {});
  };
  const close = async () => {
    await http.close();
    await monitoring.stop();
    await feed.stop();
  };
  return { bus, tell, http, get, reload, close, held };
}

export type MonitoringServer = Awaited<ReturnType<typeof openMonitoringServer>>;
