import type { Credentials } from '@airdeck/contract/session/schema';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { addFailure, clearFailures, countFailures, findLogin, pruneUnknownFailures } from './queries.ts';
import { createTurns } from './turns.ts';

/** Failures after which an id, existing or not, is locked until somebody unlocks it. */
export const MAX_FAILURES = 5;

const HOUR_MS = 3_600_000;
/** How long an id that does not exist stays locked: long enough to look like one that does. */
const UNKNOWN_LOCKED_MS = 7 * 24 * HOUR_MS;

export interface LoginDeps {
  db: Db;
  clock: Clock;
  verifyPassword(stored: string | null, password: string): Promise<boolean>;
}

/**
 * Makes the check of a login form; it answers the user's id.
 * @throws Failure INVALID_PASSWORD for whatever was wrong, RETRY_COUNT_OVER, INACTIVE_USER, USER_UNUSED.
 */
export function createLogin({ db, clock, verifyPassword }: LoginDeps) {
  const inTurn = createTurns();
  let pruned = 0;

  const prune = async () => {
    if (clock.now() - pruned < HOUR_MS) return;
    pruned = clock.now();
    await pruneUnknownFailures(db, pruned - UNKNOWN_LOCKED_MS);
  };

  const check = async ({ code, id, password }: Credentials): Promise<number> => {
    if ((await countFailures(db, code, id)) >= MAX_FAILURES) throw new Failure('RETRY_COUNT_OVER');
    const found = await findLogin(db, code, id);
    // Hashed for ids that do not exist too: time must not tell them apart.
    const isRight = await verifyPassword(found?.password_hash ?? null, password);
    if (!found || !isRight) {
      await addFailure(db, code, id, clock.now());
      await prune();
      throw new Failure(found && found.password_hash === null ? 'INACTIVE_USER' : 'INVALID_PASSWORD');
    }
    await clearFailures(db, code, id);
    if (found.organization_use === 'N') throw new Failure('INACTIVE_USER');
    if (found.use === 'N') throw new Failure('USER_UNUSED');
    return found.user_id;
  };

  // One try at a time for an id: guesses sent together would all find the count still low.
  return (credentials: Credentials) =>
    inTurn(JSON.stringify([credentials.code, credentials.id]), () => check(credentials));
}
