import { join } from 'node:path';
import type { Random } from '../../platform/random.ts';
import { keepSecret } from '../../platform/secret-file.ts';

const BYTES = 32;

/** The key that signs this installation's tokens: without it all users log in again. */
export const loadTokenKey = (dataDir: string, random: Random): Uint8Array =>
  keepSecret(join(dataDir, 'token.key'), BYTES, () => random(BYTES));
