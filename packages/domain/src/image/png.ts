import { asciiOf, type ImageStructure, NotAnImage, slice, viewOf } from './types.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and checksum of a chunk. */
const FRAME = 12;
const HEADER_LENGTH = 13;
/** Bits of a sample by colour type. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, i) => bytes[i] === byte);

const sizeOf = (header: Uint8Array): { width: number; height: number } => {
  if (header.length !== HEADER_LENGTH) throw new NotAnImage('header');
  const [depth = 0, color = 0, compression, filter, interlace = 2] = header.subarray(8);
  if (!DEPTHS[color]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new NotAnImage('header');
  }
  const view = viewOf(header);
  return { width: view.getUint32(0), height: view.getUint32(4) };
};

/** Header, palette, transparency, data in one run, and end; everything else, such as texts and locations, is left out. */
export const readPng = (bytes: Uint8Array): ImageStructure => {
  const parts = [slice(bytes, 0, SIGNATURE.length)];
  const view = viewOf(bytes);
  const seen: string[] = [];
  let size = { width: 0, height: 0 };
  for (let at = SIGNATURE.length; ; ) {
    slice(bytes, at, at + FRAME);
    const length = view.getUint32(at);
    const chunk = slice(bytes, at, at + FRAME + length);
    const type = asciiOf(chunk.subarray(4, 8));
    at += chunk.length;
    if (seen.length === 0 && type !== 'IHDR') throw new NotAnImage('no header');
    const last = seen.at(-1);
    const isAgain = seen.includes(type) && !(type === 'IDAT' && last === 'IDAT');
    switch (type) {
      case 'IHDR':
        size = sizeOf(chunk.subarray(8, 8 + length));
        break;
      case 'PLTE':
      case 'tRNS':
        if (seen.includes('IDAT')) throw new NotAnImage('order');
        break;
      case 'IDAT':
      case 'IEND':
        break;
      case 'acTL':
        throw new NotAnImage('animated');
      default:
        // An unknown chunk whose first letter is a capital is needed to decode the image.
        if (!/^[a-z][A-Za-z]{3}$/.test(type)) throw new NotAnImage('chunk');
        continue;
    }
    if (isAgain) throw new NotAnImage('repeated');
    seen.push(type);
    parts.push(chunk);
    if (type !== 'IEND') continue;
    if (!seen.includes('IDAT') || length !== 0) throw new NotAnImage('no data');
    return { ...size, parts };
  }
};
