import { createCipheriv, createDecipheriv } from 'node:crypto';
import { join } from 'node:path';
import type { Random } from './random.ts';
import { keepSecret } from './secret-file.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The key that encrypts this installation's passwords of local servers, secrets of webhooks and second factors: without
 * it they must be entered again, and second factors set up again.
 */
export const loadSealKey = (dataDir: string, random: Random): Uint8Array =>
  keepSecret(join(dataDir, 'local-server.key'), KEY_BYTES, () => random(KEY_BYTES));

export interface PasswordSeal {
  /** nonce, tag, ciphertext: safe to store in the database. */
  seal(password: string): Buffer;
  /** null: encrypted with another key, or malformed. */
  open(sealed: Uint8Array): string | null;
}

/**
 * Encrypts passwords that the server itself must be able to read, so that a copy of the database alone does not reveal
 * them.
 */
export const createPasswordSeal = (key: Uint8Array, random: Random): PasswordSeal => ({
  seal(password) {
    const nonce = random(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce);
    const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  },
  open(sealed) {
    try {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  },
});
