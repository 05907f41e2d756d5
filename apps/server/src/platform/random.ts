import { randomBytes } from 'node:crypto';

/** Source of random bytes; tests pass their own. */
export type Random = (bytes: number) => Uint8Array;
export const systemRandom: Random = (bytes) => randomBytes(bytes);
