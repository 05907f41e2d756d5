import http, { type Server } from 'node:http';
import https from 'node:https';
import type { Log } from '../log.ts';
import { limitConnections } from '../net/limit-connections.ts';
import type { ConnectionShare } from '../net/open-files.ts';
import type { ProxyRule } from '../net/trusted-proxies.ts';
import { endStalledAnswers } from './end-stalled-answers.ts';

/** Time limits for clients, ms. */
export interface Patience {
  /** For all headers of a request; for a silent connection, from its start. */
  headers: number;
  /** For a whole request, however slowly it arrives. */
  request: number;
  /** For the next request on the same connection. */
  keepAlive: number;
  /** For a client that does not read its answer. */
  stall: number;
}

export const PATIENCE: Patience = { headers: 10_000, request: 30_000, keepAlive: 60_000, stall: 30_000 };

export interface ServerOptions {
  log: Log;
  /** PEM; null: plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Maximum number of connections; default: no limit. */
  connections?: ConnectionShare | undefined;
  isProxy?: ProxyRule;
  patience: Patience;
  /** Name in the log line for refused connections; default: "http". */
  listener?: string;
}

/** A Node server that clients cannot exhaust: neither by connections, nor by slow requests, nor by unread answers. */
export const createServer = (handler: http.RequestListener, options: ServerOptions): Server => {
  const { log, tls, connections, isProxy, patience, listener = 'http' } = options;
  const settings = {
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.keepAlive,
    // How often the two time-outs are checked.
    connectionsCheckingInterval: Math.min(2_000, patience.headers / 2),
  };
  const server = tls
    ? https.createServer({ ...settings, ...tls, handshakeTimeout: patience.headers }, handler)
    : http.createServer(settings, handler);
  if (connections) limitConnections(server, { ...connections, ...(isProxy && { isProxy }), log, listener });
  endStalledAnswers(server, patience.stall);
  return server;
};
