import type { Client } from 'aedes';

/** The part of mqtt-packet's parser that is needed here: a packet's length is known before its body is there. */
interface PacketParser {
  packet: { length: number; cmd: string | null };
  _parseLength(): boolean;
  _emitError(error: Error): boolean;
}

/**
 * Closes a connection as soon as a packet's header announces more than `maxBytes`, so that an absurd length
 * costs no memory. The parser buffers up to 256 MB by itself and offers no setting.
 */
export const limitPacketSize = (client: Client, maxBytes: number): void => {
  const parser = (client as unknown as { _parser: PacketParser })._parser;
  const parseLength = parser._parseLength.bind(parser);
  parser._parseLength = () => {
    const known = parseLength();
    if (known && parser.packet.length > maxBytes) {
      return parser._emitError(new Error(`packet of ${parser.packet.length} bytes, ${maxBytes} allowed`));
    }
    return known;
  };
};
