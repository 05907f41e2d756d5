import type { Server, Socket } from 'node:net';
import type { Log } from '../log.ts';
import { addressGroup } from './address-group.ts';
import type { ConnectionShare } from './open-files.ts';
import type { ProxyRule } from './trusted-proxies.ts';

export interface ConnectionLimitOptions extends ConnectionShare {
  log: Pick<Log, 'warn'>;
  /** Name of the connections in the log: "http", "mqtt". */
  listener: string;
  /** Connections of trusted proxies count in total only; default: there are none. */
  isProxy?: ProxyRule;
  /** Milliseconds since any origin. */
  monotonic?: () => number;
}

/** A flood costs one log line in this time, not one per connection. */
const LOG_EVERY_MS = 10_000;

export interface ConnectionLimit {
  /** Counts a connection of a proxy for its client; false: it is closed. */
  admitClient(socket: Socket, address: string): boolean;
}

/**
 * Closes connections beyond a server's limit at once, before its own listeners (TLS, HTTP, MQTT) spend anything on
 * them; call it after those are added.
 */
export const limitConnections = (server: Server, options: ConnectionLimitOptions): ConnectionLimit => {
  const { max, maxPerAddress, log, listener, isProxy, monotonic = () => performance.now() } = options;
  const open = new Map<string, number>();
  let total = 0;
  let refused = 0;
  let logged = Number.NEGATIVE_INFINITY;

  const refuse = (socket: Socket, group: string): void => {
    refused++;
    socket.destroy();
    if (monotonic() - logged < LOG_EVERY_MS) return;
    logged = monotonic();
    log.warn({ listener, refused, open: total, address: group, max, maxPerAddress }, 'connections were refused');
    refused = 0;
  };

  const leave = (group: string): void => {
    const rest = (open.get(group) ?? 1) - 1;
    if (rest > 0) open.set(group, rest);
    else open.delete(group);
  };

  const admitAddress = (socket: Socket, address: string): boolean => {
    const group = addressGroup(address);
    const ofGroup = open.get(group) ?? 0;
    // A connection without an address has already gone.
    if (group === '' || ofGroup >= maxPerAddress) {
      refuse(socket, group);
      return false;
    }
    open.set(group, ofGroup + 1);
    socket.once('close', () => leave(group));
    return true;
  };

  const admit = (socket: Socket): boolean => {
    const address = socket.remoteAddress ?? '';
    if (total >= max) {
      refuse(socket, addressGroup(address));
      return false;
    }
    if (isProxy?.(address) !== true && !admitAddress(socket, address)) return false;
    total++;
    socket.once('close', () => {
      total--;
    });
    return true;
  };

  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) for (const each of listeners) each.call(server, socket);
  });
  return { admitClient: admitAddress };
};
