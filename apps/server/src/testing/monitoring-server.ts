import pino from 'pino';
import { createMonitoring } from '../features/monitoring/monitoring.ts';
import { createBus } from '../platform/bus.ts';
import type { Db } from '../platform/db/pool.ts';
import type { BusEvents } from '../site/events.ts';
import { createSite } from '../site/site.ts';
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
  const site = createSite(db);
  await site.reload();
  const held: string[] = [];
  const hold = (sessionId: string) => {
    held.push(sessionId);
    return () => {
      held.splice(held.indexOf(sessionId), 1);
    };
  };
  const monitoring = createMonitoring({ db, site, bus, clock, log, hold });
  const { http, get } = await openTokenHttp(log);
  monitoring.addRoutes(http);
  await monitoring.start();

  const reload = async () => {
    await site.reload();
    bus.emit('site.changed', {});
  };
  const close = async () => {
    await http.close();
    await monitoring.stop();
  };
  return { bus, http, get, reload, close, held };
}

export type MonitoringServer = Awaited<ReturnType<typeof openMonitoringServer>>;
