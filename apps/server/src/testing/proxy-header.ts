const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');

export interface HeaderFields {
  /** Version and command. */
  command?: number;
  /** Family and protocol. */
  family?: number;
  rest?: Buffer;
  /** The length of the rest that the header claims. */
  length?: number;
}

/** A header of the PROXY protocol, version 2, from its fields. */
export const proxyHeader = ({
  command = 0x21,
  family = 0x11,
  rest = Buffer.alloc(12),
  length,
}: HeaderFields): Buffer => {
  const fixed = Buffer.from([command, family, 0, 0]);
  fixed.writeUInt16BE(length ?? rest.length, 2);
  return Buffer.concat([SIGNATURE, fixed, rest]);
};

/** The block of IPv4 addresses and ports, with the source given. */
export const ipv4Block = (address: string): Buffer =>
  Buffer.from([...address.split('.').map(Number), 10, 0, 0, 1, 0x30, 0x39, 0x07, 0x5b]);

/** The block of IPv6 addresses and ports, with the source given as 32 hexadecimal digits. */
export const ipv6Block = (hex: string): Buffer => Buffer.from(`${hex}${'0'.repeat(31)}1${'30390123'}`, 'hex');

/** What HAProxy sends for a client with this IPv4 address. */
export const headerFor = (address: string): Buffer => proxyHeader({ rest: ipv4Block(address) });

/** An extra field. */
export const proxyField = (type: number, value: Buffer): Buffer => {
  const head = Buffer.from([type, 0, 0]);
  head.writeUInt16BE(value.length, 1);
  return Buffer.concat([head, value]);
};
