import { API_BASE } from '@airdeck/contract/route';
import type { Role } from '@airdeck/domain/role';
import pino from 'pino';
import { createMonitoring } from '../features/monitoring/monitoring.ts';
import { createBus } from '../platform/bus.ts';
import type { Db } from '../platform/db/pool.ts';
import { createHttp } from '../platform/http/create-http.ts';
import { Failure } from '../platform/http/failure.ts';
import type { BusEvents } from '../site/events.ts';
import { createSite } from '../site/site.ts';

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
  const http = await createHttp({
    log,
    tls: null,
    version: '1.0',
    authenticate: async (token) => {
      const [organizationId, authority, sessionId = 'session'] = token.split(':');
      if (!Number(organizationId)) throw new Failure('INVALID_TOKEN');
      return {
        sessionId,
        userId: 1,
        organizationId: Number(organizationId),
        authority: authority as Role,
        language: 'ko',
      };
    },
  });
  monitoring.addRoutes(http);
  await monitoring.start();

  const get = async (path: string, token: string, language = 'ko') => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
    const answer = await http.inject({ method: 'GET', url: `${API_BASE}${path}`, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
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
