import type { Db } from '../../platform/db/pool.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import type { Random } from '../../platform/random.ts';
import { listOtherKeys, lockSealed, SEALED_COLUMNS, type SealedColumn, saveSealed } from './reseal-queries.ts';

/** Rows stay locked for as long as this many take. */
const BATCH = 200;

/** The command cannot run; the message says why. */
export class ResealError extends Error {
  override name = 'ResealError';
}

export interface ResealCount {
  /** Kind of secret. */
  name: string;
  /** Encrypted again with the key in use. */
  again: number;
  /** Encrypted with it already. */
  already: number;
  /** None of the keys opens them; unchanged. */
  lost: number;
}

export interface ResealOptions {
  db: Db;
  keys: KeyRing;
  random: Random;
  /** Stops after a batch. */
  signal: AbortSignal;
  /** A kind is finished. */
  done(count: ResealCount): void;
}

/** A process with another key could not read the secrets, and would encrypt new ones with its own. */
const refuseOtherKeys = async (db: Db, { key }: KeyRing, what: string): Promise<void> => {
  const others = await listOtherKeys(db, key);
  if (others.length === 0) return;
  throw new ResealError(
    `These processes do not encrypt with the key in use here, or are of an older version: ${others.join(', ')}. Restart them with this key first. ${what}`,
  );
};

/**
 * Encrypts all secrets in the database with the key in use, so that earlier keys are no longer needed. Servers may run; it
 * can be interrupted and repeated.
 * @throws ResealError if a server uses another key
 */
export const reseal = async ({ db, keys, random, signal, done }: ResealOptions): Promise<void> => {
  const current = createPasswordSeal(keys.key, random);
  const earlier = keys.earlier.map((key) => createPasswordSeal(key, random));
  const openEarlier = (sealed: Buffer): string | null => {
    for (const each of earlier) {
      const secret = each.open(sealed);
      if (secret !== null) return secret;
    }
    return null;
  };

  const resealBatch = (column: SealedColumn, count: ResealCount, after: number): Promise<number | undefined> =>
    db.tx(async (tx) => {
      const secrets = await lockSealed(tx, column, { after, limit: BATCH });
      const old = secrets.filter(({ sealed }) => current.open(sealed) === null);
      const opened = old.flatMap(({ id, sealed }) => {
        const secret = openEarlier(sealed);
        return secret === null ? [] : [{ id, sealed: current.seal(secret) }];
      });
      if (opened.length > 0) await saveSealed(tx, column, opened);
      count.again += opened.length;
      count.already += secrets.length - old.length;
      count.lost += old.length - opened.length;
      return secrets.at(-1)?.id;
    });

  await refuseOtherKeys(db, keys, 'Nothing was changed.');
  for (const column of SEALED_COLUMNS) {
    const count = { name: column.name, again: 0, already: 0, lost: 0 };
    for (let after: number | undefined = 0; after !== undefined; ) {
      signal.throwIfAborted();
      after = await resealBatch(column, count, after);
    }
    done(count);
  }
  await refuseOtherKeys(db, keys, 'They started meanwhile: then run the command again.');
};
