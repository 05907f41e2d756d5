import { type ImageStructure, NotAnImage, slice, viewOf } from './types.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Baseline, extended and progressive. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantization tables, restart interval. */
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd]);
/** Application data, such as EXIF with its location, and comments. */
const isLeftOut = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;

/** The first marker after the coded data of a scan. */
const endOfScan = (bytes: Uint8Array, start: number): number => {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  throw new NotAnImage('cut off');
};

const sizeOf = (segment: Uint8Array): { width: number; height: number } => {
  const components = slice(segment, 9, 10)[0];
  // Others mean colours that the left out application data would explain.
  if (segment[4] !== 8 || (components !== 1 && components !== 3) || segment.length !== 10 + 3 * components) {
    throw new NotAnImage('header');
  }
  const view = viewOf(segment);
  return { width: view.getUint16(7), height: view.getUint16(5) };
};

/** Tables, one frame and its scans; application data, comments and what follows the end are left out. */
export const readJpeg = (bytes: Uint8Array): ImageStructure => {
  const parts = [slice(bytes, 0, 2)];
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (let at = 2; ; ) {
    const [prefix, marker = 0] = slice(bytes, at, at + 2);
    if (prefix !== 0xff) throw new NotAnImage('marker');
    if (marker === END) {
      if (size === null || scans === 0) throw new NotAnImage('no data');
      return { ...size, parts: [...parts, slice(bytes, at, at + 2)] };
    }
    slice(bytes, at, at + 4);
    const length = viewOf(bytes).getUint16(at + 2);
    if (length < 2) throw new NotAnImage('length');
    const segment = slice(bytes, at, at + 2 + length);
    at += segment.length;
    if (isLeftOut(marker)) continue;
    if (FRAMES.has(marker)) {
      if (size !== null) throw new NotAnImage('repeated');
      size = sizeOf(segment);
    } else if (marker === SCAN) {
      if (size === null) throw new NotAnImage('order');
      scans++;
    } else if (!TABLES.has(marker)) throw new NotAnImage('marker');
    parts.push(segment);
    if (marker !== SCAN) continue;
    const end = endOfScan(bytes, at);
    parts.push(slice(bytes, at, end));
    at = end;
  }
};
