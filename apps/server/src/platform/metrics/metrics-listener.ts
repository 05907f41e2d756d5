import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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
  log: Log;
}

export interface MetricsListener {
  /** Returns the actual port, also if 0 was requested. */
  start(): Promise<number>;
  stop(): Promise<void>;
}

const hostnameOf = (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '');

/**
 * Serves `/metrics` on a separate port without authentication. It listens only where monitoring connects, and accepts
 * only its own host names, so that no web page reaches it through a user's browser.
 */
export const createMetricsListener = ({ port, host, metrics, log }: MetricsListenerOptions): MetricsListener => {
  const isOwnHost = createHostCheck(host);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number): void => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
    };
    if (!isOwnHost(hostnameOf(request.headers.host ?? ''))) return refuse(403);
    if (request.url?.split('?', 1)[0] !== '/metrics') return refuse(404);
    if (request.method !== 'GET') return refuse(405);
    const text = await metrics.scrape();
    response
      .writeHead(200, {
        'content-type': metrics.contentType,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .end(text);
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
