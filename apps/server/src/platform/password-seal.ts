import { createCipheriv, createDecipheriv } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES, type KeyRing, loadKeyRing } from './key-ring.ts';
import type { Random } from './random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = 'local-server.key';

/**
 * The key that encrypts this installation's passwords of local servers, secrets of webhooks and second factors: without
 * it they must be entered again, and second factors set up again.
 */
export const loadSealKey = (dataDir: string, random: Random, given: readonly Uint8Array[] = []): KeyRing =>
  loadKeyRing({ dataDir, name: KEY_FILE, given, make: () => random(KEY_BYTES) });

/** The same for commands, which create no key; null: there is none. */
export const findSealKey = (dataDir: string, random: Random, given: readonly Uint8Array[]): KeyRing | null =>
  given.length > 0 || existsSync(join(dataDir, KEY_FILE)) ? loadSealKey(dataDir, random, given) : null;

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
