import type { Client } from 'aedes';

/** PUBLISH with QoS 1; DUP and RETAIN may be set. */
const PUBLISH_QOS_1 = 0x32;
const OTHER_BITS = 0xf6;
const HASH = 0x23;
const PLUS = 0x2b;
const SLASH = 0x2f;
/** More than any topic of the product has. Packets with more are left to aedes, which has a limit of its own. */
const MAX_SLASHES = 16;
const MAX_LENGTH_BYTES = 4;
const MQTT_5 = 5;
/** State of the parser in which it knows the length of its packet. */
const READS_BODY = 2;

/** A packet as aedes' parser would make it, with the offset behind it. */
export interface DirectPublish {
  cmd: 'publish';
  qos: 0 | 1;
  dup: boolean;
  retain: boolean;
  topic: string;
  messageId: number;
  payload: Buffer;
  end: number;
}

/** Reads a complete, valid PUBLISH with QoS 1 at `at`; null: it is something else, or longer than `maxBytes`. */
export const readPublish = (chunk: Buffer, at: number, maxBytes: number): DirectPublish | null => {
  const header = chunk[at] as number;
  if ((header & OTHER_BITS) !== PUBLISH_QOS_1) return null;
  let length = 0;
  let next = at + 1;
  for (let shift = 0; ; shift += 7, next++) {
    if (next >= chunk.length || next > at + MAX_LENGTH_BYTES) return null;
    const byte = chunk[next] as number;
    length += (byte & 0x7f) << shift;
    if ((byte & 0x80) === 0) break;
  }
  const topicAt = next + 3;
  const end = next + 1 + length;
  if (length > maxBytes || end > chunk.length || length < 4) return null;
  const topicEnd = topicAt + (((chunk[topicAt - 2] as number) << 8) | (chunk[topicAt - 1] as number));
  if (topicEnd === topicAt || topicEnd + 2 > end) return null;
  let slashes = 0;
  for (let i = topicAt; i < topicEnd; i++) {
    const byte = chunk[i];
    if (byte === HASH || byte === PLUS) return null;
    if (byte === SLASH && ++slashes > MAX_SLASHES) return null;
  }
  const messageId = ((chunk[topicEnd] as number) << 8) | (chunk[topicEnd + 1] as number);
  if (messageId === 0) return null;
  return {
    cmd: 'publish',
    qos: 1,
    dup: (header & 0x08) !== 0,
    retain: (header & 0x01) !== 0,
    topic: chunk.toString('utf8', topicAt, topicEnd),
    messageId,
    payload: chunk.subarray(topicEnd + 2, end),
    end,
  };
};

/** The used parts of aedes' client and mqtt-packet's parser that their types lack. */
interface Internals {
  _parser: {
    packet: { length: number };
    error: Error | null;
    settings: { protocolVersion?: number };
    _list: { length: number };
    _stateCounter: number;
    parse(chunk: Buffer): number;
  };
  /** Packets of aedes' way that are being handled: the next bytes are read when there are none. */
  _parsingBatch: number;
  _nextBatch(error?: Error): void;
  _keepaliveInterval: number;
  _keepaliveTimer: NodeJS.Timeout | null;
  connackSent: boolean;
  connected: boolean;
  broker: { authorizePublish(client: Client, packet: DirectPublish, done: (error?: Error) => void): void };
}

interface DirectRules {
  isAdmitted(): boolean;
  /** False while too much of the connection is unanswered. */
  mayRead(): boolean;
  /** Of a packet. */
  maxBytes(): number;
}

/**
 * Hands PUBLISH packets with QoS 1 of an admitted connection to `authorizePublish` without aedes' parser and its series
 * of handlers. Everything else, and everything that is not valid, takes the way of aedes. Later messages are read while
 * earlier ones wait for their answers: aedes reads nothing until all of the bytes before are answered, so on a busy server
 * a message would wait for the batch before its own.
 */
export const publishDirectly = (client: Client, { isAdmitted, mayRead, maxBytes }: DirectRules): void => {
  const inner = client as unknown as Internals;
  const parser = inner._parser;
  const { parse } = parser;

  /** Reading stopped after the last chunk, until enough of the messages are answered. */
  let isHeld = false;
  const done = (error?: Error): void => {
    if (error) return inner._nextBatch(error);
    if (!isHeld || !mayRead()) return;
    isHeld = false;
    inner._nextBatch();
  };
  const isAtRest = (): boolean => parser._stateCounter === 0 && parser._list.length === 0 && !parser.error;
  const isOpen = (): boolean => inner.connected && parser.settings.protocolVersion !== MQTT_5 && isAdmitted();

  /** Takes the packets from `at` on; returns the offset behind the last one. */
  const takeDirectly = (chunk: Buffer, from: number): number => {
    let at = from;
    while (at < chunk.length && isOpen()) {
      const packet = readPublish(chunk, at, maxBytes());
      if (packet === null) break;
      at = packet.end;
      inner.broker.authorizePublish(client, packet, done);
    }
    if (at > from && inner._keepaliveInterval > 0) inner._keepaliveTimer?.refresh();
    return at;
  };

  /** Bytes that the unfinished packet of the parser lacks, as far as that is known. */
  const missing = (): number =>
    parser._stateCounter < READS_BODY ? 1 : Math.max(1, parser.packet.length - parser._list.length);

  parser.parse = (chunk) => {
    if (!inner.connackSent) return parse.call(parser, chunk);
    // Nothing more is read before all of this chunk has been.
    inner._parsingBatch += 1;
    let at = 0;
    while (at < chunk.length && !parser.error) {
      if (isAtRest()) {
        at = takeDirectly(chunk, at);
        if (at < chunk.length) parse.call(parser, at === 0 ? chunk : chunk.subarray(at));
        break;
      }
      const end = Math.min(chunk.length, at + missing());
      parse.call(parser, chunk.subarray(at, end));
      at = end;
    }
    isHeld = !mayRead();
    if (!isHeld) inner._nextBatch();
    return parser._list.length;
  };
};
