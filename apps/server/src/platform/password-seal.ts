import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from './random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface PasswordSeal {
  /** nonce, tag, ciphertext: safe to store in the database. */
  seal(password: string): Buffer;
  /** null: encrypted with an unknown key, or malformed. */
  open(sealed: Uint8Array): string | null;
}

/**
 * Encrypts passwords that the server itself must be able to read, so that a copy of the database alone does not reveal
 * them. Passwords that were encrypted with an earlier key are opened too.
 */
export const createPasswordSeal = (
  key: Uint8Array,
  random: Random,
  earlier: readonly Uint8Array[] = [],
): PasswordSeal => ({
  seal(password) {
    const nonce = random(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce);
    const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  },
  open(sealed) {
    for (const each of [key, ...earlier]) {
      const password = openWith(each, sealed);
      if (password !== null) return password;
    }
    return null;
  },
});

const openWith = (key: Uint8Array, sealed: Uint8Array): string | null => {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
