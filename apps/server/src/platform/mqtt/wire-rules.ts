import type { Socket } from 'node:net';
import type { Aedes, AuthenticateError, Client, PublishPacket } from 'aedes';
import type { LimitedLog } from '../limit-log.ts';
import type { BrokerRules, Message } from './broker-rules.ts';
import { type Connection, costOf } from './connection.ts';
import type { LastWills } from './last-wills.ts';
import type { Persistence } from './persistence.ts';

/** Neither wildcards nor levels nor control characters. */
const PLAIN_ID = /^[^#+/\p{Cc}]{1,128}(?![\s\S])/u;

/** Maximum number of subscriptions of a connection. */
const MAX_FILTERS = 1000;
/** A client has no reason to repeat an unreleased message on the same connection. */
const MAX_REPEATS = 1000;
/** Limit of the socket's buffer for a client that does not read. */
const MAX_UNREAD_BYTES = 1024 * 1024;

const PUBACK = 0x40;

const IDENTIFIER_REJECTED = 2;
const SERVER_UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;

const refusal = (returnCode: number, reason: string): AuthenticateError =>
  Object.assign(new Error(reason), { returnCode });

const nothing = (): void => {};

const PUBACK_BYTES = 4;

interface Acknowledgements {
  add(client: Client, packet: PublishPacket): void;
  /** Writes those that wait for the end of this turn. */
  flush(): void;
}

/**
 * Writes PUBACKs, those of one connection that come in the same turn in one piece, and lets aedes treat their messages as
 * QoS 0: a write costs the system as much as all else about an acknowledgement, and aedes' own three chunks under a cork
 * several times as much.
 */
const createAcknowledgements = (): Acknowledgements => {
  /** Ids of the messages by connection. */
  let waiting = new Map<Client, number[]>();

  const flush = (): void => {
    const all = waiting;
    waiting = new Map();
    for (const [client, ids] of all) {
      const socket = client.conn as Socket;
      if (!socket.writable) continue;
      const packets = Buffer.allocUnsafe(ids.length * PUBACK_BYTES);
      for (const [i, id] of ids.entries())
        packets.writeUInt32BE(((PUBACK << 24) | (2 << 16) | id) >>> 0, i * PUBACK_BYTES);
      // aedes closes a connection that does not read for a minute.
      if (!socket.write(packets)) (client as unknown as { waitForDrain(done: () => void): void }).waitForDrain(nothing);
    }
  };

  return {
    add(client, packet) {
      packet.qos = 0;
      const id = (packet as unknown as { messageId: number }).messageId;
      if (waiting.size === 0) process.nextTick(flush);
      const ids = waiting.get(client);
      if (ids) ids.push(id);
      else waiting.set(client, [id]);
    },
    flush,
  };
};

export interface WireOptions<I> {
  aedes: Aedes;
  rules: BrokerRules<I>;
  persistence: Persistence;
  wills: LastWills<I>;
  connectionOf(client: Client | null): Connection<I> | undefined;
  say: LimitedLog;
  /** Monotonic milliseconds. */
  monotonic(): number;
  onAcknowledged?: (ms: number) => void;
}

/**
 * Connects aedes with the product's rules. A rule that throws refuses only the packet in question, and is logged. Call
 * `flush` before closing a connection.
 */
export const wireRules = <I>(options: WireOptions<I>): Pick<Acknowledgements, 'flush'> => {
  const { aedes, rules, persistence, wills, connectionOf, say, monotonic, onAcknowledged } = options;
  const acknowledgements = createAcknowledgements();
  let unnamed = 0;

  const failed = (error: unknown, { address, clientId }: Connection<I>, what: string): void =>
    say('error', { err: error, client: clientId, address }, `mqtt: ${what} failed`);

  aedes.preConnect = (client, packet, done) => {
    const connection = connectionOf(client);
    if (!connection) return done(new Error('no such connection'), false);
    connection.clientId = packet.clientId;
    connection.isClean = packet.clean ?? true;
    // A client id is unique within its credential: aedes closes an older connection of the same name once the new one
    // has proved the credential. No client's id contains a `/`.
    unnamed += 1;
    packet.clientId = `${packet.username ?? ''}/${packet.clientId || `/${unnamed}`}`;
    if (connection.clientId) connection.name = packet.clientId;
    // A session ends with its connection (docs/device-protocol).
    packet.clean = true;
    done(null, true);
  };

  const admit = (connection: Connection<I>, username: string, password: string): AuthenticateError | null => {
    const { client, clientId, isClean, address: ip } = connection;
    const isNamed = clientId === '' ? isClean : PLAIN_ID.test(clientId);
    if (!isNamed) return refusal(IDENTIFIER_REJECTED, 'identifier rejected');
    const identity = PLAIN_ID.test(username) ? rules.admit({ username, password, ip }) : null;
    if (identity === null) return refusal(NOT_AUTHORIZED, 'not authorized');
    const will = (client as unknown as { _will?: { topic: string } })._will?.topic;
    if (will !== undefined && !rules.mayPublish(identity, will)) return refusal(NOT_AUTHORIZED, 'not its own will');
    connection.identity = identity;
    return null;
  };

  aedes.authenticate = (client, username, password, done) => {
    const connection = connectionOf(client);
    if (!connection) return done(refusal(SERVER_UNAVAILABLE, 'no such connection'), false);
    let refused: AuthenticateError | null;
    try {
      refused = admit(connection, username ?? '', String(password ?? ''));
    } catch (error) {
      failed(error, connection, 'a login');
      refused = refusal(SERVER_UNAVAILABLE, 'the login failed');
    }
    done(refused, refused === null);
  };

  const receive = (
    connection: Connection<I>,
    topic: string,
    payload: Buffer,
    answer: (error?: Error) => void,
    lostTime?: number,
  ): void => {
    const { identity, address: ip } = connection;
    try {
      if (identity === null || !rules.mayPublish(identity, topic)) {
        return answer(new Error(`not allowed to publish to ${topic}`));
      }
      const message: Message = { topic, payload, ip, ...(lostTime !== undefined && { lostTime }) };
      rules.receive(identity, message, answer);
    } catch (error) {
      failed(error, connection, 'a message');
      answer();
    }
  };

  aedes.authorizePublish = (client, packet, done) => {
    const connection = connectionOf(client);
    if (client === null || !connection || connection.identity === null) return done(new Error('not admitted'));
    const { topic } = packet;
    const payload = packet.payload as Buffer;
    const cost = costOf(payload);
    // A last will takes the same path. It has no id and gets no answer.
    if (packet.cmd !== 'publish') {
      // By the clock of the messages before it, now: reckoned back later, the loss could seem to be before them.
      const lostTime = rules.now();
      const deliver = (): void => receive(connection, topic, payload, nothing, lostTime);
      wills.add(connection, { bytes: cost, deliver });
      return done(null);
    }
    // An unreleased message was accepted when it came first.
    if (packet.qos === 2 && persistence.isHalfWay(client, packet)) {
      connection.repeats += 1;
      return done(connection.repeats > MAX_REPEATS ? new Error('too many repeats') : null);
    }
    const arrivedAt = monotonic();
    let isAnswered = false;
    connection.waitingBytes += cost;
    const answer = (error?: Error): void => {
      if (isAnswered) return;
      isAnswered = true;
      connection.waitingBytes -= cost;
      if (!error && packet.qos === 1) {
        acknowledgements.add(client, packet);
        onAcknowledged?.(monotonic() - arrivedAt);
      }
      done(error);
    };
    receive(connection, topic, payload, answer);
  };

  const maySubscribe = (connection: Connection<I>, filter: string): boolean => {
    if (connection.identity === null) return false;
    try {
      return rules.maySubscribe(connection.identity, filter);
    } catch (error) {
      failed(error, connection, 'a subscription');
      return false;
    }
  };

  aedes.authorizeSubscribe = (client, subscription, done) => {
    const connection = connectionOf(client);
    const { topic } = subscription;
    const hasRoom = connection && (connection.filters.size < MAX_FILTERS || connection.filters.has(topic));
    const isAllowed = hasRoom && maySubscribe(connection, topic);
    if (isAllowed) connection.filters.add(topic);
    // null answers the subscription with 0x80, "failure".
    done(null, isAllowed ? subscription : null);
  };

  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) connectionOf(client)?.filters.delete(String(filter));
  });

  // A filter that was allowed at its subscription may be forbidden by now.
  aedes.authorizeForward = (client, packet) => {
    const connection = connectionOf(client);
    if (!connection || !maySubscribe(connection, packet.topic)) return null;
    if (client.conn.writableLength <= MAX_UNREAD_BYTES) return packet;
    client.emit('error', new Error('what is sent is not read'));
    return null;
  };
  return acknowledgements;
};
