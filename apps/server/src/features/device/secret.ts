import { createHash, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 24;

/**
 * A device's secret: random and long, so that its plain SHA-256 cannot be guessed backwards and thousands of
 * devices can connect at once (docs/adr/0003).
 */
export const newSecret = (randomBytes: (size: number) => Buffer): string =>
  randomBytes(SECRET_BYTES).toString('base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const matchesSecret = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashSecret(secret), hash);
