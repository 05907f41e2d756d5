import { connect } from 'node:net';
import type pg from 'pg';

/** PostgreSQL's number for a CancelRequest. */
const CANCEL_REQUEST = 80_877_102;
/** A machine that is gone does not answer; its statement ends with the connection. */
const PATIENCE_MS = 5_000;

/** Sent by the server at the start of each connection; not in the driver's types. */
interface BackendKey {
  processID: number;
  secretKey: number;
}

const hasKey = (client: pg.ClientBase): client is pg.Client & BackendKey =>
  'processID' in client && typeof client.processID === 'number' && 'secretKey' in client;

const requestOf = ({ processID, secretKey }: BackendKey): Buffer => {
  const request = Buffer.alloc(16);
  for (const [at, value] of [16, CANCEL_REQUEST, processID, secretKey].entries()) request.writeInt32BE(value, at * 4);
  return request;
};

/**
 * Cancels the running statement of a connection. Resolves once the server has passed the request on: a later statement of
 * the same connection is not affected. The request goes over a connection of its own, since the first one is busy, and
 * needs neither a login nor a place among the server's connections. A server that did not issue the key ignores it. The
 * driver's own `cancel` uses no connection with TLS either, and does not report when the server is done.
 */
export const cancelStatement = (client: pg.ClientBase): Promise<void> =>
  new Promise((resolve) => {
    if (!hasKey(client)) return resolve();
    const { host, port } = client;
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.once('connect', () => socket.end(requestOf(client)));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });
