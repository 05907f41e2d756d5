import type { Db } from '../../platform/db/pool.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { findSessionKey, saveSessionKey } from './session-key-queries.ts';

/**
 * The key that names this installation's sessions at local servers. A broker keeps messages under such a name, so this
 * key stays when `local-server.key` is replaced: it is in the database, encrypted like passwords. A copy of the database
 * without the installation's keys cannot open it: its sessions get other names, and it takes none of the original.
 */
export const loadSessionKey = async (db: Db, seal: PasswordSeal, { key, earlier }: KeyRing): Promise<Uint8Array> => {
  const stored = await findSessionKey(db);
  const opened = stored && seal.open(stored);
  if (opened) return Buffer.from(opened, 'base64');
  // Earlier versions named sessions by the oldest key that was kept: sessions that exist keep their names.
  const first = earlier.at(-1) ?? key;
  await saveSessionKey(db, seal.seal(Buffer.from(first).toString('base64')));
  return first;
};
