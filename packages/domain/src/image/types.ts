export const IMAGE_FORMATS = ['PNG', 'JPEG', 'WEBP'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export const MEDIA_TYPES = { PNG: 'image/png', JPEG: 'image/jpeg', WEBP: 'image/webp' } as const satisfies Record<
  ImageFormat,
  string
>;

/** An image as its structure says, without having decoded it. */
export interface ImageStructure {
  width: number;
  height: number;
  /** The parts that a picture needs; put together they are the image without anything else. */
  parts: Uint8Array[];
}

/** The bytes are no image of the format, or one that is animated or damaged. */
export class NotAnImage extends Error {}

/** The bytes from `start` to `end`. @throws NotAnImage when they end before */
export const slice = (bytes: Uint8Array, start: number, end: number): Uint8Array => {
  if (start < 0 || end < start || end > bytes.length) throw new NotAnImage('cut off');
  return bytes.subarray(start, end);
};

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const asciiOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
