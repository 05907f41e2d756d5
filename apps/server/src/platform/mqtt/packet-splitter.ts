const PUBLISH = 3;
/** Maximum number of bytes of a length, with seven bits in each. */
const MAX_LENGTH_BYTES = 4;
const MORE = 0x80;

/** The beginning of a PUBLISH that is too large. */
export interface TooBig {
  topic: string;
  /** null: QoS 0, which has no answer. */
  messageId: number | null;
}

export interface PacketSink {
  /** A whole packet including its header. */
  packet(bytes: Buffer): void;
  /** A PUBLISH beyond the bound, of which only the beginning was kept. */
  tooBig(publish: TooBig): void;
  /** The bytes are not MQTT; nothing more is read. */
  malformed(): void;
}

/** The bytes of a complete header, and the length it announces; null while it is incomplete. */
const readHeader = (bytes: Buffer): { size: number; length: number } | 'malformed' | null => {
  let length = 0;
  for (let i = 0; i < MAX_LENGTH_BYTES; i++) {
    const byte = bytes[i + 1];
    if (byte === undefined) return null;
    length += (byte & ~MORE) * 128 ** i;
    if ((byte & MORE) === 0) return { size: i + 2, length };
  }
  return 'malformed';
};

/** The bytes of a PUBLISH that contain its topic and id: the header, the topic's length, the topic, the id. */
const neededOf = (bytes: Buffer, header: number): number =>
  bytes.length < header + 2 ? header + 2 : header + 2 + bytes.readUInt16BE(header) + 2;

/**
 * Splits a broker's bytes into packets. A packet whose header announces more than `maxBytes` is never buffered: a
 * PUBLISH is skipped up to its end, so that it can be acknowledged and is not resent; any other packet is malformed.
 */
export const createPacketSplitter = (maxBytes: number, sink: PacketSink) => {
  let kept: Buffer = Buffer.alloc(0);
  /** Remaining bytes of an oversized packet. */
  let passing = 0;
  let isOver = false;

  const fail = (): null => {
    isOver = true;
    sink.malformed();
    return null;
  };

  /** Takes one packet off the front and returns the rest; null while it is incomplete. */
  const takePacket = (bytes: Buffer): Buffer | null => {
    const header = readHeader(bytes);
    if (header === 'malformed') return fail();
    if (header === null) return null;
    const end = header.size + header.length;
    if (header.length <= maxBytes) {
      if (bytes.length < end) return null;
      sink.packet(bytes.subarray(0, end));
      return bytes.subarray(end);
    }
    const [first = 0] = bytes;
    if (first >> 4 !== PUBLISH) return fail();
    const needed = neededOf(bytes, header.size);
    if (needed > end) return fail();
    if (bytes.length < needed) return null;
    const topicEnd = needed - 2;
    sink.tooBig({
      topic: bytes.toString('utf8', header.size + 2, topicEnd),
      messageId: ((first >> 1) & 3) === 0 ? null : bytes.readUInt16BE(topicEnd),
    });
    passing = Math.max(0, end - bytes.length);
    return bytes.subarray(Math.min(end, bytes.length));
  };

  return {
    push(chunk: Buffer): void {
      if (isOver) return;
      const skipped = Math.min(passing, chunk.length);
      passing -= skipped;
      let bytes: Buffer = Buffer.concat([kept, chunk.subarray(skipped)]);
      kept = bytes;
      while (!isOver && bytes.length > 0) {
        const rest = takePacket(bytes);
        if (rest === null) break;
        bytes = rest;
        kept = rest;
      }
    },
  };
};
