const SIGNATURES = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff], at: 0 },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0 },
  { type: 'image/webp', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
] as const;
export type PhotoType = (typeof SIGNATURES)[number]['type'];

/**
 * The media type of a file by its first bytes; null: not one of those that every browser shows. The name that the
 * sender gave it does not count.
 */
export const photoType = (file: Uint8Array): PhotoType | null =>
  SIGNATURES.find(({ bytes, at }) => bytes.every((byte, index) => file[at + index] === byte))?.type ?? null;
