import { byteView } from '../../platform/byte-view.ts';

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
/** Of the length before each element. */
const LENGTH_BYTES = 4;
/** PostgreSQL counts microseconds from 2000-01-01. */
const PG_EPOCH_MS = 946_684_800_000;

/** A one-dimensional array without nulls, as PostgreSQL's binary protocol has it, with room for its elements. */
const makeArray = (oid: number, length: number, elementBytes: number): { array: Buffer; view: DataView } => {
  const array = Buffer.allocUnsafe(HEADER_BYTES + length * (LENGTH_BYTES + elementBytes));
  const view = byteView(array);
  view.setInt32(0, 1);
  view.setInt32(4, 0);
  view.setInt32(8, oid);
  view.setInt32(12, length);
  view.setInt32(16, 1);
  return { array, view };
};

const int4Array = (length: number, at: (i: number) => number): Buffer => {
  const { array, view } = makeArray(INT4_OID, length, 4);
  for (let i = 0, offset = HEADER_BYTES; i < length; i++, offset += 8) {
    view.setInt32(offset, 4);
    view.setInt32(offset + 4, at(i));
  }
  return array;
};

const timestampArray = (frames: readonly MeterFrame[]): Buffer => {
  const { array, view } = makeArray(TIMESTAMPTZ_OID, frames.length, 8);
  let offset = HEADER_BYTES;
  for (const frame of frames) {
    const micros = (frame.time - PG_EPOCH_MS) * 1000;
    view.setInt32(offset, 8);
    const high = Math.floor(micros / 4_294_967_296);
    view.setInt32(offset + 4, high);
    view.setUint32(offset + 8, micros - high * 4_294_967_296);
    offset += 12;
  }
  return array;
};

/** All frames' channels (or ticks) one after the other. */
const flatArray = (frames: readonly MeterFrame[], length: number, pick: (frame: MeterFrame) => number[]): Buffer => {
  const { array, view } = makeArray(INT2_OID, length, 2);
  let offset = HEADER_BYTES;
  for (const frame of frames) {
    for (const value of pick(frame)) {
      // A view would store another number.
      if (value !== (value << 16) >> 16) throw new RangeError(`${value} is no smallint`);
      view.setInt32(offset, 2);
      view.setInt16(offset + 4, value);
      offset += 6;
    }
  }
  return array;
};

/**
 * Frames as parameters of a statement (`insertFrames`): arrays in PostgreSQL's binary form, which it reads several times faster than
 * text. Each frame's channels are the slice [first, last] (1-based) of the flat arrays.
 * @throws RangeError for a number that no smallint holds.
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
