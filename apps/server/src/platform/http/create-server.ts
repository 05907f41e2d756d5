import http, { type Server } from 'node:http';
import https from 'node:https';
import type { Log } from '../log.ts';
import { limitConnections } from '../net/limit-connections.ts';
import type { ConnectionShare } from '../net/open-files.ts';
import { endStalledAnswers } from './end-stalled-answers.ts';

/** How long the server waits for a client, in ms. */
export interface Patience {
  /** For all headers of a request; a connection that says nothing counts from its beginning. */
  headers: number;
  /** For all of a request, however it drips. */
  request: number;
  /** For the next request on the same connection. */
  keepAlive: number;
  /** For a reader who takes nothing of an answer. */
  stall: number;
}

export const PATIENCE: Patience = { headers: 10_000, request: 30_000, keepAlive: 60_000, stall: 30_000 };

export interface ServerOptions {
  log: Log;
  /** PEM; null speaks plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Connections at most; as many as come unless said. */
  connections?: ConnectionShare | undefined;
  patience: Patience;
  /** Whose connections are refused, for the log; "http" unless said. */
  listener?: string;
}

/** A Node server that no client can hold up: neither by connections, nor by slow requests, nor by answers left unread. */
export const createServer = (handler: http.RequestListener, options: ServerOptions): Server => {
  const { log, tls, connections, patience, listener = 'http' } = options;
  const settings = {
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.keepAlive,
    // How often the two time-outs are looked at.
    connectionsCheckingInterval: Math.min(2_000, patience.headers / 2),
  };
  const server = tls
    ? https.createServer({ ...settings, ...tls, handshakeTimeout: patience.headers }, handler)
    : http.createServer(settings, handler);
  if (connections) limitConnections(server, { ...connections, log, listener });
  endStalledAnswers(server, patience.stall);
  return server;
};
