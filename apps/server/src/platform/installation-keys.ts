import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyIds } from '@airdeck/domain/installation';
import type { Config } from './config/config.ts';
import type { ServerRole } from './config/server-roles.ts';
import { KEY_BYTES, type KeyRing, keyIdOf, loadKeyRing } from './key-ring.ts';
import type { Random } from './random.ts';

// The keys of an installation, which all of its machines share. Those of the environment replace the files.

const [TOKEN_KEY, SEAL_KEY, PUSH_KEY] = ['token.key', 'local-server.key', 'push.key'] as const;

/** The key that signs this installation's tokens: without it all users log in again. */
export const loadTokenKey = (dataDir: string, random: Random, given: readonly Uint8Array[] = []): KeyRing =>
  loadKeyRing({ dataDir, name: TOKEN_KEY, given, make: () => random(KEY_BYTES) });

/**
 * The key that encrypts this installation's passwords of local servers, secrets of webhooks and second factors: without
 * it they must be entered again, and second factors set up again.
 */
export const loadSealKey = (dataDir: string, random: Random, given: readonly Uint8Array[] = []): KeyRing =>
  loadKeyRing({ dataDir, name: SEAL_KEY, given, make: () => random(KEY_BYTES) });

/** The same for commands, which create no key; null: there is none. */
export const findSealKey = (dataDir: string, random: Random, given: readonly Uint8Array[]): KeyRing | null =>
  given.length > 0 || existsSync(join(dataDir, SEAL_KEY)) ? loadSealKey(dataDir, random, given) : null;

/**
 * The private key (P-256) that signs this installation's push messages: browsers subscribe with its public key and
 * reject others. Without it alarms must be enabled again in every browser.
 */
export const loadPushKey = (dataDir: string, random: Random, given: readonly Uint8Array[] = []): KeyRing =>
  loadKeyRing({
    ...{ dataDir, name: PUSH_KEY, given },
    make() {
      // Below the order of the curve, as a private key must be.
      const [first = 0, ...others] = random(KEY_BYTES);
      return Uint8Array.from([first & 0x7f, ...others]);
    },
  });

const allKeys = (given: Config['keys']) => [
  { name: TOKEN_KEY, load: loadTokenKey, of: given.token },
  { name: SEAL_KEY, load: loadSealKey, of: given.localServer },
  { name: PUSH_KEY, load: loadPushKey, of: given.push },
];

/**
 * Creates all keys that are missing, those of other roles too: other machines get copies of them. A role that uses a key
 * reports its faults.
 */
export const createKeys = (dataDir: string, random: Random, given: Config['keys']): void => {
  for (const { name, load, of } of allKeys(given)) if (!existsSync(join(dataDir, name))) load(dataDir, random, of);
};

/** A machine may lack a key that none of its roles uses. */
const USED_KEYS: Readonly<Record<ServerRole, readonly string[]>> = {
  devices: [SEAL_KEY],
  web: [TOKEN_KEY, SEAL_KEY, PUSH_KEY],
  work: [SEAL_KEY, PUSH_KEY],
};

/** Names the keys that a role uses: those of all machines must agree. */
export const loadKeyIds = (role: ServerRole, dataDir: string, random: Random, given: Config['keys']): KeyIds =>
  Object.fromEntries(
    allKeys(given)
      .filter(({ name }) => USED_KEYS[role].includes(name))
      .map(({ name, load, of }) => {
        const { key, earlier } = load(dataDir, random, of);
        return [name, [key, ...earlier].map(keyIdOf)];
      }),
  );
