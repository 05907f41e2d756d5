/** PostgreSQL counts microseconds from 2000-01-01. */
const PG_EPOCH_MS = 946_684_800_000;
const DIMENSION_BYTES = 8;
const HEAD_BYTES = 12;

/** Elements of an array in PostgreSQL's binary form (array_send), one row of a matrix after the other. */
const decodeArray = <T>(data: Buffer, read: (offset: number) => T): (T | null)[] => {
  const elements: (T | null)[] = [];
  let offset = HEAD_BYTES + data.readInt32BE(0) * DIMENSION_BYTES;
  while (offset < data.length) {
    const length = data.readInt32BE(offset);
    offset += 4;
    elements.push(length < 0 ? null : read(offset));
    offset += Math.max(0, length);
  }
  return elements;
};

/** Of a smallint array, or a matrix of them: its elements, row by row. */
export const decodeSmallints = (data: Buffer): (number | null)[] =>
  decodeArray(data, (offset) => data.readInt16BE(offset));

/** Of a timestamptz array without nulls: epoch ms. */
export const decodeTimestamps = (data: Buffer): number[] =>
  decodeArray(
    data,
    (offset) => PG_EPOCH_MS + (data.readInt32BE(offset) * 4_294_967_296 + data.readUInt32BE(offset + 4)) / 1000,
  ) as number[];
