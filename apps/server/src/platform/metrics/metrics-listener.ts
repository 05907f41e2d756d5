import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ProcessHealth } from '@airdeck/contract/health/routes';
import { createServer, PATIENCE } from '../http/create-server.ts';
import { createHostCheck } from '../http/own-host.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** Monitoring systems open few connections and keep them. */
const CONNECTIONS = { max: 32, maxPerAddress: 16 };

export interface MetricsListenerOptions {
  port: number;
  host: string;
  metrics: Pick<Metrics, 'contentType' | 'scrape'>;
  /** Health of a process of this machine, by its role; null: there is none. */
  health(role: string): Promise<ProcessHealth | null>;
  log: Log;
}

export interface MetricsListener {
  /** Returns the actual port, also if 0 was requested. */
  start(): Promise<number>;
  stop(): Promise<void>;
}

const hostnameOf = (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '');

const HEALTH = '/health/';

/**
 * Serves `/metrics`, and `/health/ROLE` for load balancers, on a separate port without authentication. It listens only where monitoring connects, and accepts
 * only its own host names, so that no web page reaches it through a user's browser.
 */
export const createMetricsListener = ({
  port,
  host,
  metrics,
  health,
  log,
}: MetricsListenerOptions): MetricsListener => {
  const isOwnHost = createHostCheck(host);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number): void => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
    };
    if (!isOwnHost(hostnameOf(request.headers.host ?? ''))) return refuse(403);
    const path = request.url?.split('?', 1)[0] ?? '';
    const role = path.startsWith(HEALTH) ? path.slice(HEALTH.length) : null;
    if (role === null && path !== '/metrics') return refuse(404);
    if (request.method !== 'GET') return refuse(405);
    const send = (status: number, contentType: string, text: string): void => {
      response
        .writeHead(status, {
          'content-type': contentType,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
        })
        .end(text);
    };
    if (role === null) return send(200, metrics.contentType, await metrics.scrape());
    const known = await health(role);
    if (known === null) return refuse(404);
    send(known.status === 'ok' ? 200 : 503, 'application/json; charset=utf-8', `${JSON.stringify(known)}\n`);
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error) => {
      log.error({ err: error }, 'metrics could not be answered');
      response.destroy();
    });
  };

  let server: Server | null = null;
  return {
    start() {
      const listening = createServer(handle, {
        log,
        tls: null,
        connections: CONNECTIONS,
        patience: PATIENCE,
        listener: 'metrics',
      });
      server = listening;
      return new Promise((resolve, reject) => {
        listening.once('error', reject);
        listening.listen(port, host, () => {
          listening.off('error', reject);
          listening.on('error', (error) => log.error({ err: error }, 'metrics listener'));
          const address = listening.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      });
    },
    async stop() {
      const closing = server;
      server = null;
      if (closing === null) return;
      await new Promise((resolve) => {
        closing.close(resolve);
        closing.closeAllConnections();
      });
    },
  };
};
