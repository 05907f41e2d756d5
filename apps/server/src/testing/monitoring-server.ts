import pino from 'pino';
import { createMonitoring } from '../features/monitoring/monitoring.ts';
import { createBus } from '../platform/bus.ts';
import type { Db } from '../platform/db/pool.ts';
import type { BusEvents } from '../registry/events.ts';
import { createRegistry } from '../registry/registry.ts';
import { openTokenHttp } from './token-http.ts';

export interface MonitoringServerOptions {
  db: Db;
  clock: { now(): number };
}

/**
 * Monitoring behind HTTP, with frames told on its bus. A bearer token is `{organization id}:{role}:{session}`: whoever
 * it names is logged in.
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
  const monitoring = createMonitoring({ db, registry, bus, clock, log, hold });
  const { http, get } = await openTokenHttp(log);
  monitoring.addRoutes(http);
  await monitoring.start();

  const reload = async () => {
    await registry.reload();
    bus.emit('registry.changed', {});
  };
  const close = async () => {
    await http.close();
    await monitoring.stop();
  };
  return { bus, http, get, reload, close, held };
}

export type MonitoringServer = Awaited<ReturnType<typeof openMonitoringServer>>;
