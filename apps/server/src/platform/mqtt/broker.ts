import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes, type Client, type PublishPacket } from 'aedes';
import type { Log } from '../log.ts';
import { limitConnections } from '../net/limit-connections.ts';
import type { ConnectionShare } from '../net/open-files.ts';
import { limitPacketSize } from './limit-packet-size.ts';

export interface Login {
  clientId: string;
  username: string;
  password: string;
  ip: string;
  /** Topic of the last will, when there is one. */
  will: string | null;
}

export interface Message {
  topic: string;
  payload: Buffer;
  ip: string;
}

/** What the broker asks the product. `I` is who a connection was found to be. */
export interface BrokerRules<I> {
  /** null refuses the connection. */
  admit(login: Login): I | null;
  /** Two logins with one client id are one client only if this says so. */
  isSame(a: I, b: I): boolean;
  maySubscribe(identity: I, filter: string): boolean;
  mayPublish(identity: I, topic: string): boolean;
  /** `done()` acknowledges the message to the device; `done(error)` closes its connection. */
  receive(identity: I, message: Message, done: (error?: Error) => void): void;
}

export interface BrokerOptions<I> {
  port: number;
  host: string;
  tls: { cert: Buffer; key: Buffer } | null;
  maxPacketBytes: number;
  /** Connections at most; as many as come unless said. */
  connections?: ConnectionShare;
  rules: BrokerRules<I>;
  log: Log;
}

export interface Broker {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The port it listens on, also when 0 was asked for. */
  port(): number;
  /** Sends to whoever subscribed; resolves when the broker has taken it. */
  publish(topic: string, payload: string, options: { retain: boolean }): Promise<void>;
  /** Closes the connections of which `which` says so. */
  disconnect(which: (identity: unknown) => boolean): void;
}

/** For a device to say who it is, TLS included. */
const CONNECT_MS = 10_000;

const PLAIN_ID = /^[^#+/]{1,128}(?![\s\S])/;

const PUBACK = 0x40;

type Done = (error?: Error) => void;

/** What devices publish goes to the product only: no client ever receives another's messages. */
class InboundBroker extends Aedes {
  /** aedes itself calls it with the publishing client in the middle, which its types do not tell. */
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    const done = rest.at(-1) as Done;
    const fromClient = rest.length > 1 && rest[0] !== null;
    if (fromClient || packet.topic.startsWith('$SYS/')) done();
    else super.publish(packet, done);
  }
}

/**
 * Writes the PUBACK in one piece and has aedes take the rest for QoS 0: its own way, three chunks under a cork, costs
 * a fifth of the server's time when thousands of devices have a connection each.
 */
const acknowledge = (client: Client, packet: PublishPacket): void => {
  const id = (packet as unknown as { messageId: number }).messageId;
  const socket = client.conn as Socket;
  if (socket.writable) socket.write(Buffer.from([PUBACK, 2, id >> 8, id & 0xff]));
  packet.qos = 0;
};

const wireRules = <I>(aedes: Aedes, rules: BrokerRules<I>, identities: WeakMap<Client, I>): void => {
  aedes.authenticate = (client, username, password, done) => {
    const will = (client as unknown as { _will?: { topic: string } })._will?.topic ?? null;
    const name = username ?? '';
    if (!PLAIN_ID.test(client.id) || !PLAIN_ID.test(name)) return done(null, false);
    const ip = (client.conn as Socket).remoteAddress ?? '';
    const identity = rules.admit({ clientId: client.id, username: name, password: String(password ?? ''), ip, will });
    if (identity === null) return done(null, false);
    const holder = (aedes as unknown as { clients: Record<string, Client | undefined> }).clients[client.id];
    const held = holder && identities.get(holder);
    if (held !== undefined && !rules.isSame(held, identity)) return done(null, false);
    if (will !== null && !rules.mayPublish(identity, will)) return done(null, false);
    identities.set(client, identity);
    done(null, true);
  };

  aedes.authorizePublish = (client, packet, done) => {
    const identity = client ? identities.get(client) : undefined;
    if (client === null || identity === undefined || !rules.mayPublish(identity, packet.topic)) {
      return done(new Error(`not allowed to publish to ${packet.topic}`));
    }
    const ip = (client.conn as Socket).remoteAddress ?? '';
    rules.receive(identity, { topic: packet.topic, payload: packet.payload as Buffer, ip }, (error) => {
      if (!error && packet.qos === 1) acknowledge(client, packet);
      done(error);
    });
  };

  aedes.authorizeSubscribe = (client, subscription, done) => {
    const identity = client ? identities.get(client) : undefined;
    const allowed = identity !== undefined && rules.maySubscribe(identity, subscription.topic);
    // null answers the subscription with 0x80, "failure".
    done(null, allowed ? subscription : null);
  };
};

/** An MQTT 3.1.1 broker in this process that acknowledges a message when the product says so, and not before. */
export const createBroker = <I>(options: BrokerOptions<I>): Broker => {
  const { rules, log } = options;
  const aedes = new InboundBroker({
    concurrency: 100,
    connectTimeout: CONNECT_MS,
    queueLimit: 100,
    maxClientsIdLength: 128,
  });
  const identities = new WeakMap<Client, I>();
  const clients = new Set<Client>();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  wireRules(aedes, rules, identities);

  const accept = (socket: Socket): void => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    limitPacketSize(aedes.handle(socket), options.maxPacketBytes);
  };

  aedes.on('client', (client) => clients.add(client));
  aedes.on('clientDisconnect', (client) => clients.delete(client));
  aedes.on('clientError', (client, error) =>
    log.info({ client: client.id, reason: error.message }, 'mqtt client closed'),
  );
  aedes.on('connectionError', (_client, error) => log.info({ reason: error.message }, 'mqtt connection closed'));

  return {
    async start() {
      await aedes.listen();
      const listening = options.tls
        ? createTlsServer({ ...options.tls, handshakeTimeout: CONNECT_MS }, accept)
        : createServer(accept);
      if (options.connections) limitConnections(listening, { ...options.connections, log, listener: 'mqtt' });
      server = listening;
      await new Promise<void>((resolve, reject) => {
        listening.once('error', reject);
        listening.listen(options.port, options.host, () => {
          listening.off('error', reject);
          resolve();
        });
      });
    },
    async stop() {
      const closing = server;
      server = null;
      if (closing)
        await new Promise((resolve) => {
          closing.close(resolve);
          for (const socket of sockets) socket.destroy();
        });
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
    port() {
      const address = server?.address();
      if (!address || typeof address === 'string') throw new Error('the broker does not listen');
      return address.port;
    },
    publish: (topic, payload, { retain }) =>
      new Promise((resolve, reject) => {
        const packet = { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain, dup: false } as const;
        aedes.publish(packet, (error?: Error) => (error ? reject(error) : resolve()));
      }),
    disconnect(which) {
      for (const client of clients) if (which(identities.get(client))) client.close();
    },
  };
};
