import { createECDH, createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecret } from './secret-file.ts';

export const KEY_BYTES = 32;
/** The key in use and earlier ones. */
export const MAX_KEYS = 4;

/** A key that was replaced still verifies and opens, while it is kept. */
export interface KeyRing {
  /** Signs and seals. */
  key: Uint8Array;
  /** Newest first. */
  earlier: readonly Uint8Array[];
}

/** Keys as base64 with commas between, the one in use first; null: malformed. */
export const parseKeys = (text: string): Uint8Array[] | null => {
  const texts = text.split(',');
  const isRight = texts.length <= MAX_KEYS && texts.every((each) => /^[\w+/-]{43}=?$/.test(each));
  return isRight ? texts.map((each) => Uint8Array.from(Buffer.from(each, 'base64'))) : null;
};

/** Whether it is a private key of P-256, as push messages need. */
export const isPushKey = (key: Uint8Array): boolean => {
  try {
    createECDH('prime256v1').setPrivateKey(key);
    return true;
  } catch {
    return false;
  }
};

/** Names a key without revealing it. */
export const keyIdOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

export interface KeyPlace {
  dataDir: string;
  /** Name of its file; the replaced key is in the file with `.old` at the end. */
  name: string;
  /** Keys of the environment replace the files; none: the files are used. */
  given: readonly Uint8Array[];
  /** Creates a key at the first start. */
  make: () => Uint8Array;
}

/** The keys of the environment, or those of the data directory. */
export const loadKeyRing = ({ dataDir, name, given, make }: KeyPlace): KeyRing => {
  const [first, ...others] = given;
  if (first !== undefined) return { key: first, earlier: others };
  const path = join(dataDir, name);
  return { key: keepSecret(path, KEY_BYTES, make), earlier: readEarlier(`${path}.old`) };
};

const readEarlier = (path: string): Uint8Array[] => {
  if (!existsSync(path)) return [];
  const key = readFileSync(path);
  if (key.length !== KEY_BYTES) throw new Error(`${path} holds no key of ${KEY_BYTES} bytes; correct or remove it`);
  return [key];
};
