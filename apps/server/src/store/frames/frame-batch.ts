/** A frame whose meter and time are known. */
export interface MeterFrame {
  meterId: number;
  /** Epoch milliseconds. */
  time: number;
  channels: number[];
  ticks: number[];
}

const INT2_OID = 21;
const INT4_OID = 23;
const TIMESTAMPTZ_OID = 1184;
const HEADER_BYTES = 20;
/** PostgreSQL counts microseconds from 2000-01-01. */
const PG_EPOCH_MS = 946_684_800_000;

/** Header of a one-dimensional array without nulls, as PostgreSQL's binary protocol has it. */
const writeHeader = (buffer: Buffer, oid: number, length: number): void => {
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16);
};

const int4Array = (length: number, at: (i: number) => number): Buffer => {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + length * 8);
  writeHeader(buffer, INT4_OID, length);
  for (let i = 0, offset = HEADER_BYTES; i < length; i++, offset += 8) {
    buffer.writeInt32BE(4, offset);
    buffer.writeInt32BE(at(i), offset + 4);
  }
  return buffer;
};

const timestampArray = (frames: readonly MeterFrame[]): Buffer => {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + frames.length * 12);
  writeHeader(buffer, TIMESTAMPTZ_OID, frames.length);
  let offset = HEADER_BYTES;
  for (const frame of frames) {
    const micros = (frame.time - PG_EPOCH_MS) * 1000;
    buffer.writeInt32BE(8, offset);
    const high = Math.floor(micros / 4_294_967_296);
    buffer.writeInt32BE(high, offset + 4);
    buffer.writeUInt32BE(micros - high * 4_294_967_296, offset + 8);
    offset += 12;
  }
  return buffer;
};

/** All frames' channels (or ticks) one after the other. */
const flatArray = (frames: readonly MeterFrame[], length: number, pick: (frame: MeterFrame) => number[]): Buffer => {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + length * 6);
  writeHeader(buffer, INT2_OID, length);
  let offset = HEADER_BYTES;
  for (const frame of frames) {
    for (const value of pick(frame)) {
      buffer.writeInt32BE(2, offset);
      buffer.writeInt16BE(value, offset + 4);
      offset += 6;
    }
  }
  return buffer;
};

/**
 * Frames as parameters of a statement (`insertFrames`): arrays in PostgreSQL's binary form, which it reads several times faster than
 * text. Each frame's channels are the slice [first, last] (1-based) of the flat arrays.
 */
export const batchParameters = (frames: readonly MeterFrame[]): Buffer[] => {
  const first = new Int32Array(frames.length + 1);
  for (const [i, frame] of frames.entries()) first[i + 1] = (first[i] as number) + frame.channels.length;
  const total = first[frames.length] as number;
  return [
    int4Array(frames.length, (i) => (frames[i] as MeterFrame).meterId),
    timestampArray(frames),
    int4Array(frames.length, (i) => (first[i] as number) + 1),
    int4Array(frames.length, (i) => first[i + 1] as number),
    flatArray(frames, total, (frame) => frame.channels),
    flatArray(frames, total, (frame) => frame.ticks),
  ];
};
