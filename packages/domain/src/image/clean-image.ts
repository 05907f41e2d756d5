import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';
import { type ImageFormat, type ImageStructure, NotAnImage } from './types.ts';
import { isWebp, readWebp } from './webp.ts';

export interface CleanImage {
  format: ImageFormat;
  width: number;
  height: number;
  bytes: Uint8Array;
}

const READERS: readonly [ImageFormat, (bytes: Uint8Array) => boolean, (bytes: Uint8Array) => ImageStructure][] = [
  ['PNG', isPng, readPng],
  ['JPEG', isJpeg, readJpeg],
  ['WEBP', isWebp, readWebp],
];

const join = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/**
 * A still image with nothing but the parts that a picture needs, and its size, without decoding it; null: the bytes are
 * no such image. The size is known before anything is decoded, so that a decompression bomb is refused by it.
 */
export const cleanImage = (bytes: Uint8Array): CleanImage | null => {
  const reader = READERS.find(([, isOne]) => isOne(bytes));
  if (!reader) return null;
  const [format, , read] = reader;
  try {
    const { width, height, parts } = read(bytes);
    return width === 0 || height === 0 ? null : { format, width, height, bytes: join(parts) };
  } catch (error) {
    if (error instanceof NotAnImage) return null;
    throw error;
  }
};
