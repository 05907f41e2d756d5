/**
 * Reads numbers from bytes in order. A read beyond the end answers null and leaves the place where it is, so that a
 * message that was cut off loses its last value and nothing else.
 */
export const createByteReader = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  const take = <T>(length: number, read: (offset: number) => T): T | null => {
    if (at + length > bytes.length) return null;
    const value = read(at);
    at += length;
    return value;
  };

  return {
    left: () => bytes.length - at,
    u8: () => take(1, (o) => view.getUint8(o)),
    i8: () => take(1, (o) => view.getInt8(o)),
    u16: () => take(2, (o) => view.getUint16(o)),
    i16: () => take(2, (o) => view.getInt16(o)),
    u16le: () => take(2, (o) => view.getUint16(o, true)),
    i16le: () => take(2, (o) => view.getInt16(o, true)),
    u24: () => take(3, (o) => (view.getUint16(o) << 8) | view.getUint8(o + 2)),
    u32: () => take(4, (o) => view.getUint32(o)),
    u32le: () => take(4, (o) => view.getUint32(o, true)),
    i32: () => take(4, (o) => view.getInt32(o)),
    bytes: (length: number) => take(length, (o) => bytes.subarray(o, o + length)),
  };
};

export type ByteReader = ReturnType<typeof createByteReader>;

/** Removes the tail that binary arithmetic leaves: 23.8 and not 23.800000000000001. */
export const scaled = (value: number, divisor: number): number => Number((value / divisor).toPrecision(12));
