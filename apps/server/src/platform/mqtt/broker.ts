import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import { Aedes, type Client, type PublishPacket } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { limitLog } from '../limit-log.ts';
import type { Log } from '../log.ts';
import { acceptProxies } from '../net/accept-proxies.ts';
import { type ConnectionLimit, limitConnections } from '../net/limit-connections.ts';
import type { ConnectionShare } from '../net/open-files.ts';
import type { ProxyRule } from '../net/trusted-proxies.ts';
import type { BrokerRules } from './broker-rules.ts';
import { type Connection, endConnection, mayRead, openConnection } from './connection.ts';
import { publishDirectly } from './direct-publishes.ts';
import { drainConnections } from './drain-connections.ts';
import { guardParser } from './guard-parser.ts';
import { createLastWills } from './last-wills.ts';
import { followNames, type NamedConnection } from './named-connections.ts';
import { createPersistence } from './persistence.ts';
import { countSubscriptions } from './subscriptions.ts';
import { wireRules } from './wire-rules.ts';

/** Time limit for a connection's TLS handshake, and then for its CONNECT. */
const CONNECT_MS = 10_000;
/** Detects a peer that disappeared silently, even if the device uses no MQTT keep-alive. */
const TCP_KEEP_ALIVE_MS = 60_000;
/** Time limit for a client that does not read. */
const DRAIN_MS = 30_000;
/** Packets that wait until the connection is admitted. */
const MAX_QUEUED = 100;
/** Unreleased QoS 2 messages of one connection. */
const MAX_HALF_WAY = 100;
const LOG_LINES_A_MINUTE = 60;
const CLOSED = 'mqtt connection closed';

export interface BrokerOptions<I> {
  port: number;
  host: string;
  tls: { cert: Buffer; key: Buffer } | null;
  /** Of connections that are not admitted, or for which the rules have no other bound. */
  maxPacketBytes: number;
  /** Maximum number of connections; default: no limit. */
  connections?: ConnectionShare;
  /** Proxies that send a PROXY header first; default: none. */
  isProxy?: ProxyRule;
  rules: BrokerRules<I>;
  /** How long the last will of a lost connection waits for its client to connect again; default: 0. */
  willDelayMs?: number;
  /** A client with an id was admitted; it replaces a connection of the same name. */
  onConnected?: (connection: NamedConnection) => void;
  /** This connection and its last will are over. */
  onGone?: (connection: NamedConnection) => void;
  /** Called with the milliseconds between a message and its acknowledgement. */
  onAcknowledged?: (ms: number) => void;
  /** Monotonic milliseconds. */
  monotonic(): number;
  log: Log;
}

export interface Broker<I = unknown> {
  start(): Promise<void>;
  /** Accepts no more connections, and closes the open ones in portions, without their wills. */
  drain(): Promise<void>;
  stop(): Promise<void>;
  /** The port it listens on, also if 0 was requested. */
  port(): number;
  isListening(): boolean;
  /** Uses another certificate for new connections. */
  replaceCertificate(certificate: { cert: Buffer; key: Buffer }): void;
  /** Number of open connections. */
  connections(): number;
  /** Number of connections that subscribe to exactly this filter. */
  subscribers(filter: string): number;
  /** Identities of the matching connections, each the object with which it was admitted. */
  identities(which: (identity: I) => boolean): I[];
  /** Whether the connection of an identity subscribes to exactly this filter. */
  isSubscribed(identity: I, filter: string): boolean;
  /** Sends to the connection of an identity only; false: it is closed, or no filter of it matches the topic. */
  send(identity: I, topic: string, payload: string | Uint8Array): Promise<boolean>;
  /** Publishes to all subscribers; resolves when the broker has accepted it. */
  publish(topic: string, payload: string, options: { retain: boolean }): Promise<void>;
  /** Closes the matching connections. Later packets and last wills are dropped. */
  disconnect(which: (identity: I) => boolean): void;
}

type Done = (error?: Error) => void;

// By default mqtt-packet keeps a buffer for each of 65,536 packet ids: 7 MB, to save an allocation per acknowledgement.
writeToStream.cacheNumbers = false;

/** Internals of aedes that its types lack. */
interface Registry {
  clients: Record<string, Client | undefined>;
  registerClient(client: Client): void;
  _finishRegisterClient(client: Client): void;
  unregisterClient(client: Client): void;
}
const registry = Aedes.prototype as unknown as Registry;

const packetOf = (topic: string, payload: string | Uint8Array, retain: boolean): PublishPacket => ({
  ...{ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain, dup: false },
});

const REGISTERING = 'registering';

/** Messages of devices go to the product only: no client receives another client's. */
class InboundBroker extends Aedes {
  /** aedes calls it with the publishing client in the middle, which its types lack. */
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    const done = rest.at(-1) as Done;
    const fromClient = rest.length > 1 && rest[0] !== null;
    if (fromClient || packet.topic.startsWith('$SYS/')) done();
    else super.publish(packet, done);
  }

  registerClient(client: Client): void {
    // An event of ours: aedes closes the older connection of its name now.
    (this as NodeJS.EventEmitter).emit(REGISTERING, client);
    registry.registerClient.call(this, client);
  }

  /** The client left while the older connection of its name was being closed. */
  _finishRegisterClient(client: Client): void {
    if (!client.closed) registry._finishRegisterClient.call(this, client);
  }

  /** A replaced client must not remove its successor from the table. */
  unregisterClient(client: Client): void {
    const { clients } = this as unknown as Registry;
    if (clients[client.id] === client) registry.unregisterClient.call(this, client);
  }
}

/**
 * An MQTT 3.1.1 broker in this process that acknowledges a message only when the product has done so. Input of a client
 * can end its own connection only.
 */
export const createBroker = <I>(options: BrokerOptions<I>): Broker<I> => {
  const { rules, log, monotonic } = options;
  const say = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  const persistence = createPersistence();
  const aedes = new InboundBroker({
    persistence,
    // Otherwise a hundred clients that do not read would delay the messages to all others.
    concurrency: 0,
    drainTimeout: DRAIN_MS,
    connectTimeout: CONNECT_MS,
    queueLimit: MAX_QUEUED,
    maxInflightInbound: MAX_HALF_WAY,
    // wireRules builds the names that it sees, from ids that are checked there.
    maxClientsIdLength: Number.POSITIVE_INFINITY,
  });
  /** Connections by the client object of aedes: a last will arrives after its connection has closed. */
  const connections = new WeakMap<Client, Connection<I>>();
  const open = new Set<Connection<I>>();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let addressOf = (socket: Socket): string => socket.remoteAddress ?? '';
  let { tls } = options;
  const connectionOf = (client: Client | null): Connection<I> | undefined =>
    client === null ? undefined : connections.get(client);
  const subscriptions = countSubscriptions(aedes, connectionOf);
  aedes.on('subscribe', (granted, client) => {
    const identity = connectionOf(client)?.identity;
    if (identity === null || identity === undefined) return;
    for (const { topic } of granted) if (subscriptions.has(client, topic)) rules.subscribed?.(identity, topic);
  });
  const connectionFor = (identity: I): Connection<I> | undefined =>
    [...open].find((connection) => connection.identity === identity);
  const isSubscribed = (connection: Connection<I> | undefined, filter: string): boolean =>
    connection !== undefined && subscriptions.has(connection.client, filter);
  const { onAcknowledged, onConnected, onGone, willDelayMs = 0 } = options;
  const wills = createLastWills<I>({ delayMs: willDelayMs, onSettled: (connection) => names.gone(connection) });
  const silence = (connection: Connection<I>): void => {
    connection.identity = null;
    wills.drop(connection);
  };
  const names = followNames<I>({
    onConnected,
    onGone,
    replace(connection) {
      acknowledgements.flush();
      silence(connection);
      const { clientId, address } = connection;
      if (open.has(connection))
        say('info', { client: clientId, address, reason: 'its client is connected elsewhere' }, CLOSED);
      endConnection(connection);
    },
  });
  (aedes as NodeJS.EventEmitter).on(REGISTERING, (client: Client) => {
    const older = names.find(connectionOf(client)?.name);
    if (older !== undefined) silence(older);
  });
  aedes.on('client', (client) => {
    const connection = connectionOf(client);
    if (connection !== undefined) names.connected(connection);
  });
  aedes.on('clientDisconnect', (client) => {
    const connection = connectionOf(client);
    if (connection !== undefined && !wills.isWaiting(connection)) names.gone(connection);
  });
  const acknowledgements = wireRules({
    aedes,
    rules,
    persistence,
    wills,
    connectionOf,
    say,
    monotonic,
    ...(onAcknowledged && { onAcknowledged }),
  });

  const maxBytesOf = ({ identity }: Connection<I>): number =>
    (identity === null ? undefined : rules.maxPacketBytes?.(identity)) ?? options.maxPacketBytes;

  const accept = (socket: Socket): void => {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
    const client = aedes.handle(socket);
    const connection: Connection<I> = openConnection(client, addressOf(socket));
    publishDirectly(client, {
      isAdmitted: () => connection.identity !== null,
      mayRead: () => mayRead(connection),
      maxBytes: () => maxBytesOf(connection),
    });
    guardParser(client, () => maxBytesOf(connection), monotonic);
    connections.set(client, connection);
    open.add(connection);
    socket.once('close', () => {
      open.delete(connection);
      subscriptions.forget(client);
    });
  };

  /** Sees a socket before TLS does, and handles its errors for its whole life. */
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };

  const closed = (client: Client, error: Error): void => {
    const connection = connections.get(client);
    // An error of a closed connection is an echo of its closing.
    if (!connection || !open.has(connection)) return;
    open.delete(connection);
    const { clientId, address } = connection;
    say('info', { client: clientId, address, reason: error.message }, CLOSED);
  };
  aedes.on('clientError', closed);
  aedes.on('connectionError', closed);
  const failed = (error: Error): void => say('error', { err: error }, 'mqtt broker');
  // aedes emits this event when something in the background fails; its types lack it.
  (aedes as NodeJS.EventEmitter).on('error', failed);

  return {
    async start() {
      await aedes.listen();
      const listening = tls ? createTlsServer({ ...tls, handshakeTimeout: CONNECT_MS }, accept) : createServer(accept);
      const { connections: share, isProxy } = options;
      let limit: ConnectionLimit | null = null;
      if (isProxy) {
        addressOf = acceptProxies(listening, {
          isProxy,
          admit: (socket, address) => limit?.admitClient(socket, address) ?? true,
          onRefused: (address, reason) => say('warn', { address, reason }, CLOSED),
        });
      }
      if (share) limit = limitConnections(listening, { ...share, ...(isProxy && { isProxy }), log, listener: 'mqtt' });
      server = listening;
      listening.prependListener('connection', track);
      listening.on('tlsClientError', (error: Error, socket: Socket) =>
        say('info', { address: addressOf(socket), reason: error.message }, CLOSED),
      );
      await new Promise<void>((resolve, reject) => {
        listening.once('error', reject);
        listening.listen(options.port, options.host, () => {
          listening.off('error', reject);
          listening.on('error', failed);
          resolve();
        });
      });
    },
    async drain() {
      server?.close();
      await drainConnections(open, (connection) => {
        acknowledgements.flush();
        endConnection(connection);
      });
    },
    async stop() {
      const closing = server;
      server = null;
      if (closing)
        await new Promise((resolve) => {
          closing.close(resolve);
          // Connected devices are alive: their wills must not be published at shutdown.
          acknowledgements.flush();
          for (const connection of open) endConnection(connection);
          for (const socket of sockets) socket.destroy();
        });
      await new Promise<void>((resolve) => aedes.close(resolve));
      wills.dropAll();
    },
    port() {
      const address = server?.address();
      if (!address || typeof address === 'string') throw new Error('the broker does not listen');
      return address.port;
    },
    isListening: () => server?.listening === true,
    replaceCertificate(certificate) {
      tls = certificate;
      if (server instanceof TlsServer) server.setSecureContext(certificate);
    },
    connections: () => open.size,
    subscribers: subscriptions.count,
    identities: (which) =>
      [...open].flatMap(({ identity }) => (identity !== null && which(identity) ? [identity] : [])),
    isSubscribed: (identity, filter) => isSubscribed(connectionFor(identity), filter),
    send: (identity, topic, payload) =>
      new Promise((resolve) => {
        const connection = connectionFor(identity);
        if (connection === undefined || !subscriptions.matches(connection.client, topic)) return resolve(false);
        connection.client.publish(packetOf(topic, payload, false), () => resolve(open.has(connection)));
      }),
    publish: (topic, payload, { retain }) =>
      new Promise((resolve, reject) => {
        aedes.publish(packetOf(topic, payload, retain), (error?: Error) => (error ? reject(error) : resolve()));
      }),
    disconnect(which) {
      acknowledgements.flush();
      for (const connection of open) {
        if (connection.identity !== null && which(connection.identity)) endConnection(connection);
      }
      for (const connection of wills.connections()) {
        if (connection.identity !== null && which(connection.identity)) wills.drop(connection);
      }
    },
  };
};
