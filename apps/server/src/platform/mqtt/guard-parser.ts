import type { Client } from 'aedes';

/** The packets other than PUBLISH that a connection may send in a period; the product limits PUBLISH. */
const CONTROL_PACKETS = 10_000;
const CONTROL_SPAN_MS = 10_000;
/** A filter counts as several packets: each is looked up among the retained messages. */
const FILTER_WEIGHT = 5;

const CONNACK_BAD_VERSION = Buffer.from([0x20, 2, 0, 1]);

interface ParsedPacket {
  /** Length after the header; -1 while it is unknown. */
  length: number;
  cmd: string | null;
  qos: number;
  messageId?: number;
  protocolVersion?: number;
  will?: { qos: number };
  subscriptions?: unknown[];
  unsubscriptions?: unknown[];
}

/** The used part of mqtt-packet's parser. */
interface PacketParser {
  packet: ParsedPacket;
  /** How far the packet has been read. */
  _pos: number;
  parse(chunk: Buffer): number;
  _parseLength(): boolean;
  _newPacket(): boolean;
  _emitError(error: Error): boolean;
}

const NO_ID = 'no message id';

/** The violation of MQTT 3.1.1 that the parser accepts; null for a valid packet. */
const faultOf = (packet: ParsedPacket, end: number): string | null => {
  if (end > packet.length) return 'a packet that is shorter than what it holds';
  // The parser's -1 means that there was none.
  const hasId = (packet.messageId ?? 0) > 0;
  switch (packet.cmd) {
    case 'connect':
      return packet.will?.qos === 3 ? 'a will with QoS 3' : null;
    case 'publish':
      return packet.qos > 0 && !hasId ? NO_ID : null;
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return hasId ? null : NO_ID;
    case 'subscribe':
    case 'unsubscribe':
      if (!hasId) return NO_ID;
      return (packet.subscriptions ?? packet.unsubscriptions ?? []).length === 0 ? `an empty ${packet.cmd}` : null;
    default:
      return null;
  }
};

const weightOf = ({ cmd, subscriptions, unsubscriptions }: ParsedPacket): number =>
  cmd === 'publish' ? 0 : 1 + FILTER_WEIGHT * (subscriptions ?? unsubscriptions ?? []).length;

/**
 * Closes a connection that sends forbidden packets, and only that connection: a packet whose header announces more than
 * `maxBytes`, so that an absurd length costs no memory (the parser buffers up to 256 MB and has no setting); malformed
 * packets; more control packets than a device needs; and anything that makes the parser, or aedes while it handles the
 * packet, throw.
 */
export const guardParser = (client: Client, maxBytes: () => number, monotonic: () => number): void => {
  const parser = (client as unknown as { _parser: PacketParser })._parser;
  const { parse, _parseLength: parseLength, _newPacket: newPacket, _emitError: emitError } = parser;
  let since = Number.NEGATIVE_INFINITY;
  let controls = 0;

  const floods = (weight: number): boolean => {
    if (weight === 0) return false;
    const now = monotonic();
    if (now - since >= CONTROL_SPAN_MS) {
      since = now;
      controls = 0;
    }
    controls += weight;
    return controls > CONTROL_PACKETS;
  };

  parser.parse = (chunk) => {
    try {
      return parse.call(parser, chunk);
    } catch (error) {
      client.emit('error', error instanceof Error ? error : new Error(String(error)));
      return 0;
    }
  };
  parser._parseLength = () => {
    const isKnown = parseLength.call(parser);
    const { length } = parser.packet;
    if (isKnown && length > maxBytes()) return emitError.call(parser, new Error(`a packet of ${length} bytes`));
    return isKnown;
  };
  parser._newPacket = () => {
    const { packet } = parser;
    const fault = faultOf(packet, parser._pos) ?? (floods(weightOf(packet)) ? 'too many packets' : null);
    return fault === null ? newPacket.call(parser) : emitError.call(parser, new Error(fault));
  };
  parser._emitError = (error) => {
    const { cmd, protocolVersion = 4 } = parser.packet;
    const isOther = cmd === 'connect' && (protocolVersion < 3 || protocolVersion > 5);
    // Other versions get this answer [MQTT-3.1.2-2]; aedes itself answers version 5.
    if (isOther && !client.conn.destroyed) client.conn.write(CONNACK_BAD_VERSION);
    return emitError.call(parser, error);
  };
};
