/**
 * The part of MQTT 3.1.1 that a load generator needs, as bytes: it shares the machine with the measured server, and a
 * client library costs more than the server's own broker.
 */
const CONNECT = 0x10;
const CONNACK = 2;
const PUBLISH_QOS_1 = 0x32;
const PUBACK = 4;
const CLEAN_SESSION_WITH_LOGIN = 0xc2;
const DISCONNECT_PACKET = Buffer.from([0xe0, 0]);

/** A text with its length in front. */
export function mqttText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Writes MQTT's variable length (below 2 MB); returns the offset behind it. */
export function writeLength(target: Buffer, at: number, length: number): number {
  let offset = at;
  let rest = length;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    target[offset] = rest > 0 ? low | 0x80 : low;
    offset += 1;
  } while (rest > 0);
  return offset;
}

/** No keep-alive: a generator is never silent for long. */
export function connectPacket(clientId: string, username: string, password: string): Buffer {
  const body = Buffer.concat([
    mqttText('MQTT'),
    Buffer.from([4, CLEAN_SESSION_WITH_LOGIN, 0, 0]),
    mqttText(clientId),
    mqttText(username),
    mqttText(password),
  ]);
  const head = Buffer.alloc(5);
  head[0] = CONNECT;
  return Buffer.concat([head.subarray(0, writeLength(head, 1, body.length)), body]);
}

export const disconnectPacket = (): Buffer => DISCONNECT_PACKET;

/** Writes the head of a PUBLISH with QoS 1 and a payload of `payload` bytes; returns the offset behind it. */
export function writePublishHead(target: Buffer, at: number, topic: Buffer, packetId: number, payload: number): number {
  target[at] = PUBLISH_QOS_1;
  let offset = writeLength(target, at + 1, topic.length + 2 + payload);
  offset += topic.copy(target, offset);
  return target.writeUInt16BE(packetId, offset);
}

/** An answer of the server. */
export interface AnswerHandlers {
  /** 0: accepted. */
  connack(code: number): void;
  puback(packetId: number): void;
}

/** Parses answers from bytes that may be split anywhere. */
export function createAnswerReader({ connack, puback }: AnswerHandlers): (bytes: Uint8Array, length: number) => void {
  let kind = 0;
  let rest = -1;
  let lengthBytes = 0;
  let shift = 0;
  // Only the last two bytes of a body matter: return code or packet id.
  let last = 0;
  const end = () => {
    if (kind === PUBACK) puback(last & 0xffff);
    else if (kind === CONNACK) connack(last & 0xff);
    kind = 0;
  };
  return (bytes, length) => {
    for (let i = 0; i < length; i += 1) {
      const byte = bytes[i] as number;
      if (kind === 0) {
        kind = byte >>> 4;
        lengthBytes = 0;
        shift = 0;
        rest = -1;
      } else if (rest < 0) {
        lengthBytes |= (byte & 0x7f) << shift;
        shift += 7;
        if (byte < 0x80) rest = lengthBytes;
        if (rest === 0) end();
      } else {
        last = (last << 8) | byte;
        rest -= 1;
        if (rest === 0) end();
      }
    }
  };
}
