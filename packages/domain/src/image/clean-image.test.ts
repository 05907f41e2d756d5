import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanImage } from './clean-image.ts';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));
const u32 = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const le32 = (n: number) => u32(n).toReversed();
const u16 = (n: number) => [n >> 8, n & 255];

const pngChunk = (type: string, content: readonly number[] = [1]) => [
  ...u32(content.length),
  ...bytes(type),
  ...content,
  ...[9, 9, 9, 9],
];
const header = (width: number, height: number, rest = [8, 6, 0, 0, 0]) =>
  pngChunk('IHDR', [...u32(width), ...u32(height), ...rest]);
const END = pngChunk('IEND', []);
const png = (...chunks: number[][]) => bytes([0x89], 'PNG', [13, 10, 26, 10], ...chunks);
const PNG = png(header(40, 30), pngChunk('IDAT'), END);

const segment = (marker: number, content: readonly number[]) => [0xff, marker, ...u16(content.length + 2), ...content];
const frame = (width: number, height: number, components = 3) =>
  segment(0xc0, [8, ...u16(height), ...u16(width), components, ...Array(3 * components).fill(1)]);
const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
const jpeg = (...parts: number[][]) => bytes([0xff, 0xd8], ...parts);
const EOI = [0xff, 0xd9];
const JPEG = jpeg(segment(0xdb, [1]), frame(40, 30), segment(0xc4, [1]), SCAN, EOI);

const chunk = (type: string, content: readonly number[]) => [
  ...bytes(type, le32(content.length), content, content.length % 2 ? [0] : []),
];
const webp = (...chunks: number[][]) => {
  const rest = bytes('WEBP', ...chunks);
  return bytes('RIFF', le32(rest.length), [...rest]);
};
const LOSSY = chunk('VP8 ', [0x10, 0, 0, 0x9d, 0x01, 0x2a, 40, 0, 30, 0, 7]);
const LOSSLESS = chunk('VP8L', [0x2f, 39, 0x40, 0x07, 0, 5]);
const canvas = (flags: number, width = 40, height = 30) =>
  chunk('VP8X', [flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]);
const ALPHA = chunk('ALPH', [0, 1, 2]);

const size = { width: 40, height: 30 };

describe('an image is kept as it is', () => {
  it.each([
    ['PNG', PNG],
    ['JPEG', JPEG],
    ['WEBP', webp(LOSSY)],
    ['WEBP', webp(LOSSLESS)],
    ['WEBP', webp(canvas(0x10), ALPHA, LOSSY)],
  ])('%s', (format, image) => {
    expect(cleanImage(image)).toEqual({ format, ...size, bytes: image });
  });
});

describe('what a picture does not need is left out', () => {
  const SECRET = [...bytes('GPS 37.5')];
  it.each([
    [
      'texts of a PNG',
      png(header(40, 30), pngChunk('tEXt', SECRET), pngChunk('IDAT'), pngChunk('eXIf', SECRET), END),
      PNG,
    ],
    ['bytes after a PNG', bytes([...PNG], '<script>'), PNG],
    [
      'EXIF, comments and bytes after a JPEG',
      bytes([...jpeg(segment(0xe1, SECRET), segment(0xfe, SECRET), [...JPEG.slice(2)])], SECRET),
      JPEG,
    ],
    [
      'EXIF and a profile of a WebP',
      webp(canvas(0x2c), chunk('ICCP', SECRET), LOSSY, chunk('EXIF', SECRET)),
      webp(LOSSY),
    ],
    [
      'an unknown chunk of a WebP',
      webp(canvas(0x10), chunk('abcd', SECRET), ALPHA, LOSSY),
      webp(canvas(0x10), ALPHA, LOSSY),
    ],
  ])('%s', (_, image, clean) => {
    expect(cleanImage(image)?.bytes).toEqual(clean);
  });
});

test.each([
  ['nothing', bytes()],
  ['a page', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>')],
  ['a GIF', bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0])],
  ['a PNG without a size', png(header(0, 30), pngChunk('IDAT'), END)],
  ['a PNG of an unknown colour type', png(header(40, 30, [8, 5, 0, 0, 0]), pngChunk('IDAT'), END)],
  ['a PNG without data', png(header(40, 30), END)],
  ['a PNG with two headers', png(header(40, 30), header(9, 9), pngChunk('IDAT'), END)],
  ['a PNG whose data are apart', png(header(40, 30), pngChunk('IDAT'), pngChunk('tEXt'), pngChunk('PLTE'), END)],
  ['a PNG with an unknown chunk that it needs', png(header(40, 30), pngChunk('ABCD'), pngChunk('IDAT'), END)],
  ['an animated PNG', png(header(40, 30), pngChunk('acTL'), pngChunk('IDAT'), END)],
  ['a PNG with a length beyond its end', png(header(40, 30), [...u32(0xffffffff), ...bytes('IDAT'), 1, 2, 3, 4])],
  ['a JPEG of two frames', jpeg(frame(40, 30), frame(9, 9), SCAN, EOI)],
  ['a JPEG of four colours', jpeg(frame(40, 30, 4), SCAN, EOI)],
  ['a JPEG without data', jpeg(frame(40, 30), EOI)],
  ['a JPEG without a height', jpeg(frame(40, 0), SCAN, EOI)],
  ['an animated WebP', webp(canvas(0x02), LOSSY)],
  ['a WebP whose sizes differ', webp(canvas(0x10, 41), ALPHA, LOSSY)],
  ['a WebP of two pictures', webp(LOSSY, LOSSLESS)],
  ['a WebP with bytes after it', bytes([...webp(LOSSY)], 'x')],
])('refuses %s', (_, image) => {
  expect(cleanImage(image)).toBeNull();
});

test('a size is read without decoding, however large it claims to be', () => {
  expect(cleanImage(png(header(2 ** 31, 2 ** 31), pngChunk('IDAT'), END))).toMatchObject({ width: 2 ** 31 });
});

test('refuses every image that is cut off, and survives any bytes', () => {
  for (const image of [PNG, JPEG, webp(canvas(0x10), ALPHA, LOSSY)]) {
    for (let end = 0; end < image.length; end++) expect(cleanImage(image.slice(0, end))).toBeNull();
    fc.assert(
      fc.property(fc.nat(image.length - 1), fc.nat(255), (at, byte) => {
        const clean = cleanImage(image.with(at, byte));
        // Cleaning a second time changes nothing.
        if (clean) expect(cleanImage(clean.bytes)?.bytes).toEqual(clean.bytes);
      }),
    );
  }
});
