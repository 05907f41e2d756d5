import { asciiOf, type ImageStructure, NotAnImage, slice, viewOf } from './types.ts';

const CONTAINER = 12;
const FRAME = 8;
const ALPHA_FLAG = 0x10;
const ANIMATION_FLAG = 0x02;

export const isWebp = (bytes: Uint8Array): boolean =>
  bytes.length >= CONTAINER && asciiOf(bytes.subarray(0, 4)) === 'RIFF' && asciiOf(bytes.subarray(8, 12)) === 'WEBP';

interface Size {
  width: number;
  height: number;
}

/** A key frame of VP8: its start code and twice 14 bits. */
const sizeOfLossy = (data: Uint8Array): Size => {
  const [first = 1, , , a, b, c] = slice(data, 0, 10);
  if ((first & 1) !== 0 || a !== 0x9d || b !== 0x01 || c !== 0x2a) throw new NotAnImage('frame');
  const view = viewOf(data);
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
};

const sizeOfLossless = (data: Uint8Array): Size => {
  if (slice(data, 0, 5)[0] !== 0x2f) throw new NotAnImage('frame');
  const bits = viewOf(data).getUint32(1, true);
  // Version 0 is the only one.
  if (bits >>> 29 !== 0) throw new NotAnImage('version');
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
};

const sizeOfCanvas = (data: Uint8Array): Size => {
  if (data.length !== 10) throw new NotAnImage('header');
  if (((data[0] ?? 0) & ANIMATION_FLAG) !== 0) throw new NotAnImage('animated');
  const at = (i: number) => (data[i] ?? 0) + ((data[i + 1] ?? 0) << 8) + ((data[i + 2] ?? 0) << 16) + 1;
  return { width: at(4), height: at(7) };
};

/** Type and content of each chunk. */
const chunksOf = (bytes: Uint8Array): { type: string; data: Uint8Array; whole: Uint8Array }[] => {
  const view = viewOf(bytes);
  if (view.getUint32(4, true) !== bytes.length - FRAME) throw new NotAnImage('length');
  const chunks = [];
  for (let at = CONTAINER; at < bytes.length; ) {
    const type = asciiOf(slice(bytes, at, at + 4));
    slice(bytes, at, at + FRAME);
    const length = view.getUint32(at + 4, true);
    const data = slice(bytes, at + FRAME, at + FRAME + length);
    const end = at + FRAME + length + (length % 2);
    chunks.push({ type, data, whole: slice(bytes, at, end) });
    at = end;
  }
  return chunks;
};

const containerOf = (parts: readonly Uint8Array[]): Uint8Array => {
  const head = Uint8Array.from('RIFF....WEBP', (letter) => letter.charCodeAt(0));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  viewOf(head).setUint32(4, length + CONTAINER - FRAME, true);
  return head;
};

/** One picture and its transparency; colour profiles, EXIF and other chunks are left out. */
export const readWebp = (bytes: Uint8Array): ImageStructure => {
  const chunks = chunksOf(bytes);
  const of = (type: string) => {
    const [first, second] = chunks.filter((chunk) => chunk.type === type);
    if (second) throw new NotAnImage('repeated');
    return first;
  };
  const [lossy, lossless, canvas, alpha] = [of('VP8 '), of('VP8L'), of('VP8X'), of('ALPH')];
  const picture = lossy ?? lossless;
  if (!picture || (lossy && lossless)) throw new NotAnImage('no data');
  const size = lossy ? sizeOfLossy(picture.data) : sizeOfLossless(picture.data);
  const whole = canvas ? sizeOfCanvas(canvas.data) : size;
  if (whole.width !== size.width || whole.height !== size.height) throw new NotAnImage('size');
  if (!canvas || !lossy || !alpha) return { ...size, parts: [containerOf([picture.whole]), picture.whole] };
  const header = canvas.whole.slice();
  header.set([ALPHA_FLAG, 0, 0, 0], FRAME);
  const parts = [header, alpha.whole, picture.whole];
  return { ...size, parts: [containerOf(parts), ...parts] };
};
