import type { Credentials } from '@airdeck/contract/session/schema';
import { DAY_MS, HOUR_MS, WEEK_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { addressGroup } from '../../platform/net/address-group.ts';
import {
  addFailure,
  clearFailures,
  countFailures,
  findLogin,
  insertRefusal,
  pruneFailures,
  pruneRefusals,
  type Refusal,
} from './queries.ts';

/** Failures after which an id, existing or not, is locked for the address that they came from. */
const MAX_OF_ADDRESS = 5;
/** Failures of a day after which it is locked for everybody; of one address there are never so many. */
const MAX_OF_ALL = 20;

/** Longer ago, a failure says nothing any more. */
const KEPT_MS = WEEK_MS;
/** The login history of those that let nobody in. */
const HISTORY_MS = 366 * DAY_MS;
/** Rows of ids that do not exist, which anybody may invent: some 20 MB. */
const MAX_INVENTED = 100_000;
const PRUNE_EVERY = 1_000;

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
  const inTurn = createKeyedQueue();
  let pruned = 0;
  let added = 0;

  const prune = async (): Promise<void> => {
    const now = clock.now();
    added++;
    if (added < PRUNE_EVERY && now - pruned < HOUR_MS) return;
    [added, pruned] = [0, now];
    await pruneFailures(db, now - KEPT_MS, MAX_INVENTED);
    await pruneRefusals(db, now - HISTORY_MS);
  };

  const check = async ({ code, id, password }: Credentials, ip: string): Promise<number> => {
    const time = clock.now();
    const address = addressGroup(ip);
    const failures = await countFailures(db, { code, login: id, address, since: time - DAY_MS });
    const found = await findLogin(db, code, id);
    // Nobody waits for the history: time must not tell whether the id exists, and a full disk refuses no less.
    const refuse = (result: Refusal): never => {
      if (found) insertRefusal(db, { userId: found.user_id, ip, time, result }).catch(() => undefined);
      throw new Failure(result);
    };
    if (failures.ofAddress >= MAX_OF_ADDRESS || failures.ofAll >= MAX_OF_ALL) refuse('RETRY_COUNT_OVER');
    // Hashed for ids that do not exist, or have no password yet, too: time must not tell them apart.
    const isRight = await verifyPassword(found?.password_hash ?? null, password);
    if (!found || !isRight) {
      await addFailure(db, { code, login: id, address, time });
      await prune();
      return refuse('INVALID_PASSWORD');
    }
    await clearFailures(db, code, id);
    if (found.organization_use === 'N') return refuse('INACTIVE_USER');
    if (found.use === 'N') return refuse('USER_UNUSED');
    return found.user_id;
  };

  // One try at a time for an id: guesses sent together would all find the count still low.
  return (credentials: Credentials, ip: string) =>
    inTurn(JSON.stringify([credentials.code, credentials.id]), () => check(credentials, ip));
}

/** Runs jobs of one key one after the other, jobs of different keys at once. */
function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, job: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(job, job);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
