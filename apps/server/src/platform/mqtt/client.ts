import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate, type Packet, parser } from 'mqtt-packet';
import { checkedLookup } from '../net/checked-lookup.ts';
import { ClientError, failureAt, type Stage } from './client-error.ts';
import { createInbox, type IncomingMessage } from './client-inbox.ts';
import { createPacketSplitter } from './packet-splitter.ts';

/** From the first byte of TCP to the answer to the subscription. */
const CONNECT_MS = 10_000;
/** Interval of pings; a broker that sends nothing until the next one is considered gone. */
const PING_MS = 20_000;
/** Seconds; a broker closes a connection that is silent for one and a half times as long. */
const KEEP_ALIVE_S = 30;
/** Time limit for the broker to acknowledge a message, and to end a session. */
const PUBLISH_MS = 5_000;
const FORGET_MS = 1_000;
/** Published and unacknowledged. */
const MAX_UNACKNOWLEDGED = 2_000;
/** Bytes that the broker has not read yet. */
const MAX_UNSENT_BYTES = 1024 * 1024;
const MAX_MESSAGE_ID = 65_535;

const LOGIN_REFUSED = new Set([4, 5]);
const SUBSCRIPTION_REFUSED = 0x80;

export interface ClientOptions {
  host: string;
  port: number;
  /** Whether a name may lead to this address; the host itself is checked by the caller when it is an address. */
  isAllowed(address: string): boolean;
  /** null: plain TCP. `ca`: certificates (PEM) that are trusted instead of the usual ones. */
  tls: { ca: string | null } | null;
  clientId: string;
  username: string | null;
  password: string | null;
  filters: readonly string[];
  maxPacketBytes: number;
  /**
   * `done()` acknowledges the message to the broker; `done(error)` closes the connection, and the broker resends it.
   */
  receive(message: IncomingMessage, done: (error?: Error) => void): void;
  /** A message beyond the bound, which is acknowledged and dropped. */
  tooBig(topic: string): void;
  /** The broker sent something. */
  heard(): void;
  /** `receive` threw: the message is acknowledged nevertheless. */
  failed(error: unknown, topic: string): void;
}

/** An open and subscribed connection to a broker. */
export interface Client {
  /** Resolves with the reason when the connection has ended. */
  ended: Promise<ClientError>;
  /** Resolves true when the broker has acknowledged it; this side queues nothing. */
  publish(topic: string, payload: string | Buffer, options: { retain: boolean }): Promise<boolean>;
  /** `forget`: the broker shall drop this client's session. */
  end(options: { forget: boolean }): Promise<void>;
}

const openSocket = ({ host, port, tls, isAllowed }: ClientOptions): Socket => {
  const lookup = checkedLookup(isAllowed, () => new ClientError('ADDRESS', 'the name has no address that is allowed'));
  if (tls === null) return connectTcp({ host, port, lookup });
  const { ca } = tls;
  // A person who names the trusted certificates means that server, which is known by its address and has no name.
  return connectTls({ host, port, lookup, ...(ca !== null && { ca, checkServerIdentity: () => undefined }) });
};

/**
 * Connects to a broker with a persistent session and subscribes. It differs from the simulator's client library in what
 * the server needs: many messages are stored at once and each acknowledged afterwards, an oversized packet is detected
 * before it is buffered, and outgoing messages are not queued for a connection.
 * @throws ClientError
 */
export const connectClient = async (options: ClientOptions, signal: AbortSignal): Promise<Client> => {
  const { filters, maxPacketBytes, receive, tooBig } = options;
  const socket = openSocket(options);
  let stage: Stage = 'TCP';
  let failure: ClientError | null = null;
  let hasHeard = true;
  let nextId = 0;
  /** Waiting messages by id: called with true when the broker answers, and with false when it no longer can. */
  const unacknowledged = new Map<number, (isTaken: boolean) => void>();
  let onSubscribed = (): void => {};
  let onEnded = (_: ClientError): void => {};
  const ended = new Promise<ClientError>((resolve) => {
    onEnded = resolve;
  });

  const send = (packet: Packet): void => {
    if (socket.writable) socket.write(generate(packet));
  };
  const fail = (error: ClientError): void => {
    failure ??= error;
    socket.destroy();
  };
  const inbox = createInbox({
    ...{ from: options.host, receive, failed: options.failed, send, fail },
    setReading: (isReading) => void (isReading ? socket.resume() : socket.pause()),
  });

  const newId = (): number => {
    do nextId = (nextId % MAX_MESSAGE_ID) + 1;
    while (unacknowledged.has(nextId));
    return nextId;
  };
  /** Resolves true when the broker answers the packet of this id, false after the time limit. */
  const answered = (messageId: number, ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => tell(false), ms);
      const tell = (isTaken: boolean): void => {
        clearTimeout(timer);
        unacknowledged.delete(messageId);
        resolve(isTaken);
      };
      unacknowledged.set(messageId, tell);
    });

  const take = (packet: Packet): void => {
    switch (packet.cmd) {
      case 'connack': {
        const returnCode = packet.returnCode ?? 0;
        if (LOGIN_REFUSED.has(returnCode)) return fail(new ClientError('LOGIN', 'the login was refused'));
        if (returnCode !== 0) return fail(new ClientError('NO_MQTT', `CONNACK ${returnCode}`));
        const messageId = newId();
        void answered(messageId, CONNECT_MS).then((isSubscribed) => isSubscribed && onSubscribed());
        return send({ cmd: 'subscribe', messageId, subscriptions: filters.map((topic) => ({ topic, qos: 1 })) });
      }
      case 'publish':
        return inbox.take(packet);
      case 'suback':
        if (packet.granted.includes(SUBSCRIPTION_REFUSED)) {
          return fail(new ClientError('SUBSCRIPTION', 'the subscription was refused'));
        }
        return unacknowledged.get(packet.messageId ?? 0)?.(true);
      case 'puback':
      case 'unsuback':
        return unacknowledged.get(packet.messageId ?? 0)?.(true);
      default:
    }
  };

  const packets = parser({ protocolVersion: 4 });
  packets.on('packet', take);
  packets.on('error', (error) => fail(new ClientError('NO_MQTT', error.message)));
  const splitter = createPacketSplitter(maxPacketBytes, {
    packet(bytes) {
      if (failure !== null) return;
      try {
        packets.parse(bytes);
      } catch (error) {
        fail(new ClientError('NO_MQTT', String(error)));
      }
    },
    tooBig({ topic, messageId }) {
      tooBig(topic);
      if (messageId !== null) inbox.acknowledge(messageId);
    },
    malformed: () => fail(new ClientError('NO_MQTT', 'what came is no MQTT')),
  });

  const sayHello = (): void => {
    const { clientId, username, password } = options;
    send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: false,
      clientId,
      keepalive: KEEP_ALIVE_S,
      ...(username !== null && { username }),
      ...(password !== null && { password: Buffer.from(password) }),
    });
  };

  socket.setNoDelay(true);
  socket.once('connect', () => {
    stage = options.tls === null ? 'MQTT' : 'TLS';
    if (options.tls === null) sayHello();
  });
  socket.once('secureConnect', () => {
    stage = 'MQTT';
    sayHello();
  });
  socket.on('data', (chunk) => {
    hasHeard = true;
    options.heard();
    splitter.push(chunk);
  });
  socket.on('error', (error) => {
    failure ??= failureAt(stage, error, error.message);
  });

  const pinger = setInterval(() => {
    if (stage !== 'OPEN') return;
    // Unread bytes say nothing about their sender.
    if (!hasHeard && !socket.isPaused()) return fail(new ClientError('LOST', 'the broker says nothing any more'));
    hasHeard = false;
    send({ cmd: 'pingreq' });
  }, PING_MS);
  const deadline = setTimeout(() => fail(failureAt(stage, null, 'no answer in time')), CONNECT_MS);
  const abort = (): void => fail(new ClientError('LOST', 'stopped'));
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => {
    clearInterval(pinger);
    clearTimeout(deadline);
    signal.removeEventListener('abort', abort);
    failure ??= failureAt(stage, null, 'the connection was closed');
    for (const settle of [...unacknowledged.values()]) settle(false);
    onEnded(failure);
  });
  if (signal.aborted) abort();

  const subscribed = new Promise<null>((resolve) => {
    onSubscribed = () => resolve(null);
  });
  const error = await Promise.race([subscribed, ended]);
  if (error !== null) throw error;
  stage = 'OPEN';
  clearTimeout(deadline);

  return {
    ended,
    publish(topic, payload, { retain }) {
      const isFull = unacknowledged.size >= MAX_UNACKNOWLEDGED || socket.writableLength > MAX_UNSENT_BYTES;
      if (failure !== null || !socket.writable || isFull) return Promise.resolve(false);
      const messageId = newId();
      const isTaken = answered(messageId, PUBLISH_MS);
      send({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain, messageId });
      return isTaken;
    },
    async end({ forget }) {
      if (forget) {
        const messageId = newId();
        const isForgotten = answered(messageId, FORGET_MS);
        send({ cmd: 'unsubscribe', messageId, unsubscriptions: [...filters] });
        await isForgotten;
      }
      send({ cmd: 'disconnect' });
      failure ??= new ClientError('LOST', 'ended');
      socket.end();
      const closing = setTimeout(() => socket.destroy(), FORGET_MS);
      await ended;
      clearTimeout(closing);
    },
  };
};
