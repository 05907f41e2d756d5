import type { ErrorCode } from '@airdeck/contract/error/code';
import type { Credentials } from '@airdeck/contract/session/schema';
import { DAY_MS, HOUR_MS, WEEK_MS } from '@airdeck/domain/duration';
import { LOGIN_LOCK } from '@airdeck/domain/login-lock';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { addressGroup } from '../../platform/net/address-group.ts';
import {
  addFailure,
  type BlockedReason,
  clearFailures,
  countFailures,
  findLogin,
  findNames,
  insertBlockedLogin,
  type LoginRow,
  pruneFailures,
  pruneLoginHistory,
} from './session-queries.ts';

/** An older failure is meaningless. */
const KEPT_MS = WEEK_MS;
/** The login history of refused logins, and of deleted users. */
const HISTORY_MS = 366 * DAY_MS;
/** Rows of ids that do not exist, which anybody may invent: some 20 MB. */
const MAX_INVENTED = 100_000;
const PRUNE_EVERY = 1_000;

export interface LoginDeps {
  db: Db;
  clock: Clock;
  verifyPassword(stored: string | null, password: string): Promise<boolean>;
}

export interface Login {
  /**
   * Checks a login form; answers the user's id.
   * @throws Failure INVALID_PASSWORD for any wrong part, RETRY_COUNT_OVER, INACTIVE_USER, USER_UNUSED.
   */
  check(credentials: Credentials, ip: string): Promise<number>;
  /**
   * Checks that the user of a session knows the password as well. It counts like a login, so that an open console is
   * no place to guess it.
   * @throws Failure NOT_SAME_PASSWORD, RETRY_COUNT_OVER
   */
  prove(userId: number, password: string, ip: string): Promise<void>;
}

export function createLogin({ db, clock, verifyPassword }: LoginDeps): Login {
  const inTurn = createKeyedQueue();
  let pruned = 0;
  let added = 0;

  const prune = async (): Promise<void> => {
    const now = clock.now();
    added++;
    if (added < PRUNE_EVERY && now - pruned < HOUR_MS) return;
    [added, pruned] = [0, now];
    await pruneFailures(db, now - KEPT_MS, MAX_INVENTED);
    await pruneLoginHistory(db, now - HISTORY_MS);
  };

  /** Not waited for: the time must not reveal whether the id exists, and a full disk refuses as well. */
  const remember = (found: LoginRow | undefined, ip: string, result: BlockedReason): void => {
    if (found) insertBlockedLogin(db, { userId: found.user_id, ip, time: clock.now(), result }).catch(() => undefined);
  };

  /** The user whose password it is. @throws Failure `wrong`, RETRY_COUNT_OVER */
  const find = async ({ code, id, password }: Credentials, ip: string, wrong: ErrorCode): Promise<LoginRow> => {
    const time = clock.now();
    const address = addressGroup(ip);
    const failures = await countFailures(db, { code, login: id, address, since: time - LOGIN_LOCK.withinMs });
    const found = await findLogin(db, code, id);
    if (failures.ofAddress >= LOGIN_LOCK.ofAddress || failures.ofAll >= LOGIN_LOCK.ofAll) {
      remember(found, ip, 'RETRY_COUNT_OVER');
      throw new Failure('RETRY_COUNT_OVER');
    }
    // Also hashes for ids that do not exist or have no password yet: timing must not distinguish them.
    const isRight = await verifyPassword(found?.password_hash ?? null, password);
    if (!found || !isRight) {
      await addFailure(db, { code, login: id, address, time });
      await prune();
      remember(found, ip, 'INVALID_PASSWORD');
      throw new Failure(wrong);
    }
    await clearFailures(db, code, id);
    return found;
  };

  // One try at a time for an id: guesses sent together would all find the count still low.
  const findInTurn = (credentials: Credentials, ip: string, wrong: ErrorCode): Promise<LoginRow> =>
    inTurn(JSON.stringify([credentials.code, credentials.id]), () => find(credentials, ip, wrong));

  return {
    async check(credentials, ip) {
      const found = await findInTurn(credentials, ip, 'INVALID_PASSWORD');
      const refuse = (result: BlockedReason): never => {
        remember(found, ip, result);
        throw new Failure(result);
      };
      if (found.organization_use === 'N' || found.password_state === 'VOID') return refuse('INACTIVE_USER');
      if (found.use === 'N') return refuse('USER_UNUSED');
      return found.user_id;
    },
    async prove(userId, password, ip) {
      const names = await findNames(db, userId);
      if (!names) throw new Failure('NOT_SAME_PASSWORD');
      await findInTurn({ code: names.code, id: names.login, password }, ip, 'NOT_SAME_PASSWORD');
    },
  };
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
