/** A field of a protobuf message: a number of wire type 0, or the bytes of one of the others. */
export type ProtoField =
  | { readonly number: number; readonly wire: 0; readonly value: bigint }
  | { readonly number: number; readonly wire: 1 | 2 | 5; readonly bytes: Uint8Array };

const MAX_VARINT_BYTES = 10;
/** Fields of one message. */
const MAX_FIELDS = 20_000;

/**
 * The fields of one message, up to the first that is broken or cut off (`isWhole` is then false). Messages inside it
 * are left as bytes, so a reader descends only as deep as it knows the format.
 */
export const readProto = (bytes: Uint8Array): { fields: ProtoField[]; isWhole: boolean } => {
  const fields: ProtoField[] = [];
  let at = 0;

  const varint = (): bigint | null => {
    let value = 0n;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = bytes[at + i];
      if (byte === undefined) return null;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) {
        at += i + 1;
        return BigInt.asUintN(64, value);
      }
    }
    return null;
  };
  const take = (length: number): Uint8Array | null => {
    if (length > bytes.length - at) return null;
    at += length;
    return bytes.subarray(at - length, at);
  };
  const read = (number: number, wire: number): ProtoField | null => {
    if (wire === 0) {
      const value = varint();
      return value === null ? null : { number, wire, value };
    }
    if (wire !== 1 && wire !== 2 && wire !== 5) return null;
    const length = wire === 1 ? 8n : wire === 5 ? 4n : varint();
    // Compared before it becomes a number: a length may have 64 bits.
    const content = length === null || length > BigInt(bytes.length) ? null : take(Number(length));
    return content === null ? null : { number, wire, bytes: content };
  };

  while (at < bytes.length) {
    const tag = varint();
    const number = tag === null ? 0n : tag >> 3n;
    if (tag === null || number < 1n || number >= 1n << 29n || fields.length >= MAX_FIELDS) {
      return { fields, isWhole: false };
    }
    const field = read(Number(number), Number(tag & 7n));
    if (field === null) return { fields, isWhole: false };
    fields.push(field);
  }
  return { fields, isWhole: true };
};

/** The number in a varint field; undefined: there is none of that field number. */
export const varintOf = (fields: readonly ProtoField[], number: number): bigint | undefined => {
  const found = fields.findLast((field) => field.number === number && field.wire === 0);
  return found?.wire === 0 ? found.value : undefined;
};

/** The contents of the fields of that number which hold bytes: texts, messages, fixed numbers. */
export const bytesOf = (fields: readonly ProtoField[], number: number): Uint8Array[] =>
  fields.flatMap((field) => (field.number === number && field.wire !== 0 ? [field.bytes] : []));

const writeVarint = (value: bigint): number[] => {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, value);
  do {
    const more = left > 0x7fn ? 0x80 : 0;
    bytes.push(Number(left & 0x7fn) | more);
    left >>= 7n;
  } while (left > 0n);
  return bytes;
};

export const writeVarintField = (number: number, value: bigint): number[] => [
  ...writeVarint(BigInt(number) << 3n),
  ...writeVarint(value),
];

export const writeBytesField = (number: number, bytes: Iterable<number>): number[] => {
  const content = [...bytes];
  return [...writeVarint((BigInt(number) << 3n) | 2n), ...writeVarint(BigInt(content.length)), ...content];
};
