import { SocketAddress } from 'node:net';
import { plainAddress } from './trusted-proxies.ts';

// The header of the PROXY protocol, version 2 (haproxy.org, doc/proxy-protocol.txt).

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const FIXED_BYTES = 16;
/** Addresses and extra fields; HAProxy sends 200 bytes at most. */
const MAX_REST_BYTES = 1024;

const VERSION_2 = 0x2;
const LOCAL = 0x0;
const PROXY = 0x1;
/** Family and protocol with the length of their address block. */
const FAMILIES: ReadonlyMap<number, { family: 'ipv4' | 'ipv6'; addressBytes: number; blockBytes: number }> = new Map([
  [0x11, { family: 'ipv4', addressBytes: 4, blockBytes: 12 }],
  [0x21, { family: 'ipv6', addressBytes: 16, blockBytes: 36 }],
]);
const FIELD_HEAD_BYTES = 3;

export type ProxyHeader =
  | { state: 'INCOMPLETE' }
  | { state: 'REFUSED'; reason: string }
  /** `address`: of the client; null: the connection is the proxy's own, such as a health check. */
  | { state: 'ACCEPTED'; bytes: number; address: string | null };

const refused = (reason: string): ProxyHeader => ({ state: 'REFUSED', reason });

const addressOf = (bytes: Buffer, family: 'ipv4' | 'ipv6'): string => {
  if (family === 'ipv4') return bytes.join('.');
  const groups = Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16));
  return plainAddress(new SocketAddress({ address: groups.join(':'), family }).address);
};

/** Whether the extra fields (type, length, value) fill their place exactly. */
const areFields = (fields: Buffer): boolean => {
  let at = 0;
  while (at + FIELD_HEAD_BYTES <= fields.length) at += FIELD_HEAD_BYTES + fields.readUInt16BE(at + 1);
  return at === fields.length;
};

/** Reads the header at the beginning of a connection. Refuses it as soon as its bytes show that it is none. */
export const readProxyHeader = (bytes: Buffer): ProxyHeader => {
  const start = Math.min(bytes.length, SIGNATURE.length);
  if (bytes.compare(SIGNATURE, 0, start, 0, start) !== 0) return refused('no PROXY protocol version 2');
  const command = bytes[SIGNATURE.length];
  if (command === undefined) return { state: 'INCOMPLETE' };
  if (command >> 4 !== VERSION_2) return refused('another version of the PROXY protocol');
  const isLocal = (command & 0xf) === LOCAL;
  if (!isLocal && (command & 0xf) !== PROXY) return refused('an unknown command of the PROXY protocol');
  if (bytes.length < FIXED_BYTES) return { state: 'INCOMPLETE' };
  const restBytes = bytes.readUInt16BE(FIXED_BYTES - 2);
  if (restBytes > MAX_REST_BYTES) return refused(`a PROXY header of ${restBytes} bytes`);
  const family = FAMILIES.get(bytes[FIXED_BYTES - 3] ?? 0);
  if (!isLocal && family === undefined) return refused('a PROXY header without an IP address and TCP');
  if (!isLocal && family !== undefined && restBytes < family.blockBytes)
    return refused('a PROXY header that is too short');
  const total = FIXED_BYTES + restBytes;
  if (bytes.length < total) return { state: 'INCOMPLETE' };
  // The address block of a connection of its own says nothing.
  if (isLocal || family === undefined) return { state: 'ACCEPTED', bytes: total, address: null };
  if (!areFields(bytes.subarray(FIXED_BYTES + family.blockBytes, total)))
    return refused('malformed fields of a PROXY header');
  const address = addressOf(bytes.subarray(FIXED_BYTES, FIXED_BYTES + family.addressBytes), family.family);
  return { state: 'ACCEPTED', bytes: total, address };
};
