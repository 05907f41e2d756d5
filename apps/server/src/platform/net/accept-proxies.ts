import type { Server, Socket } from 'node:net';
import { readProxyHeader } from './proxy-header.ts';
import type { ProxyRule } from './trusted-proxies.ts';

/** Time limit for the header, which a proxy sends first. */
const HEADER_MS = 5_000;

export interface AcceptProxiesOptions {
  isProxy: ProxyRule;
  headerMs?: number;
  /** Counts a connection for its client; false: it is closed. */
  admit(socket: Socket, address: string): boolean;
  onRefused(address: string, reason: string): void;
}

const endpointOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Reads the PROXY header of connections from trusted proxies, before the server's own listeners (TLS, MQTT) get them;
 * call it after those are added. Such a connection without the header is closed. From any other address the header is
 * input like any other. Returns the function that knows the client's address of a connection.
 */
export const acceptProxies = (server: Server, options: AcceptProxiesOptions): ((socket: Socket) => string) => {
  const { isProxy, headerMs = HEADER_MS, admit, onRefused } = options;
  /** Addresses of clients by the proxy's end of the connection: TLS hides the socket, but not its ends. */
  const clients = new Map<string, string>();

  const readHeader = (socket: Socket, accepted: (address: string | null) => void): void => {
    const proxy = socket.remoteAddress ?? '';
    let waiting = Buffer.alloc(0);
    const end = (): void => {
      clearTimeout(timer);
      socket.off('readable', read);
      socket.off('close', end);
    };
    const refuse = (reason: string): void => {
      end();
      socket.destroy();
      onRefused(proxy, reason);
    };
    const timer = setTimeout(() => refuse('no PROXY header in time'), headerMs);
    const read = (): void => {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      waiting = Buffer.concat([waiting, chunk]);
      const header = readProxyHeader(waiting);
      if (header.state === 'INCOMPLETE') return;
      if (header.state === 'REFUSED') return refuse(header.reason);
      end();
      const rest = waiting.subarray(header.bytes);
      if (rest.length > 0) socket.unshift(rest);
      accepted(header.address);
    };
    socket.on('readable', read);
    socket.once('close', end);
  };

  const listeners = server.listeners('connection');
  const pass = (socket: Socket): void => {
    for (const each of listeners) each.call(server, socket);
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!isProxy(socket.remoteAddress ?? '')) return pass(socket);
    readHeader(socket, (address) => {
      if (address === null) return pass(socket);
      if (!admit(socket, address)) return;
      const endpoint = endpointOf(socket);
      clients.set(endpoint, address);
      socket.once('close', () => clients.delete(endpoint));
      pass(socket);
    });
  });
  return (socket) => clients.get(endpointOf(socket)) ?? socket.remoteAddress ?? '';
};
