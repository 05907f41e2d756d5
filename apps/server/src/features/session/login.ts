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
  findCurrentCode,
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
  /** The user feature's: uses up a code of the user's second factor; false: it is wrong or was used before. */
  verifySecondFactor(userId: number, code: string): Promise<boolean>;
}

export interface Login {
  /**
   * Checks a login form; answers the user's id.
   * @throws Failure INVALID_PASSWORD for any wrong part, RETRY_COUNT_OVER, INACTIVE_USER, USER_UNUSED,
   * PASSWORD_LOGIN_OFF; after the right password SECOND_FACTOR_REQUIRED and INVALID_SECOND_FACTOR.
   */
  check(credentials: Credentials, ip: string): Promise<number>;
  /**
   * Checks that the user of a session knows the password as well. It counts like a login, so that an open console is
   * no place to guess it. `isRightCode` is asked after the right password, and a wrong code counts as well.
   * @throws Failure NOT_SAME_PASSWORD, INVALID_SECOND_FACTOR, RETRY_COUNT_OVER
   */
  prove(userId: number, password: string, ip: string, isRightCode?: () => Promise<boolean>): Promise<void>;
  /** Writes the refused single sign-on of a disabled user into the login history. */
  noteRefused(userId: number, ip: string): void;
}

/**
 * After the right password. PASSWORD_ONLY: a second factor exists and was not asked for. That clears no failures:
 * otherwise each entry of the known password would allow further guesses of a code.
 */
type CodeResult = 'RIGHT' | 'WRONG' | 'PASSWORD_ONLY';
type CheckCode = (found: LoginRow) => Promise<CodeResult>;

const resultOf = async (isRight: Promise<boolean>): Promise<CodeResult> => ((await isRight) ? 'RIGHT' : 'WRONG');

export function createLogin({ db, clock, verifyPassword, verifySecondFactor }: LoginDeps): Login {
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
  const remember = (found: Pick<LoginRow, 'user_id'> | undefined, ip: string, result: BlockedReason): void => {
    if (found) insertBlockedLogin(db, { userId: found.user_id, ip, time: clock.now(), result }).catch(() => undefined);
  };

  /** The user whose password it is. @throws Failure `wrong`, INVALID_SECOND_FACTOR, RETRY_COUNT_OVER */
  const find = async (
    { code, id, password }: Credentials,
    ip: string,
    wrong: ErrorCode,
    checkCode: CheckCode,
  ): Promise<LoginRow> => {
    const time = clock.now();
    const address = addressGroup(ip);
    const found = await findLogin(db, code, id);
    // One count for an id, however it is typed: otherwise each spelling would have tries of its own.
    const login = found?.login ?? id.toLowerCase();
    const failures = await countFailures(db, { code, login, address, since: time - LOGIN_LOCK.withinMs });
    if (failures.ofAddress >= LOGIN_LOCK.ofAddress || failures.ofAll >= LOGIN_LOCK.ofAll) {
      remember(found, ip, 'RETRY_COUNT_OVER');
      throw new Failure('RETRY_COUNT_OVER');
    }
    // Also hashes for ids that do not exist or have no password yet: timing must not distinguish them.
    const isRight = await verifyPassword(found?.password_hash ?? null, password);
    const fail = async (reason: BlockedReason, answer: ErrorCode): Promise<never> => {
      await addFailure(db, { code, login, address, time });
      await prune();
      remember(found, ip, reason);
      throw new Failure(answer);
    };
    if (!found || !isRight) return fail('INVALID_PASSWORD', wrong);
    const result = await checkCode(found);
    if (result === 'WRONG') return fail('INVALID_SECOND_FACTOR', 'INVALID_SECOND_FACTOR');
    if (result === 'RIGHT') await clearFailures(db, code, login);
    return found;
  };

  const checkLoginCode = async ({ user_id, has_second_factor }: LoginRow, otp?: string): Promise<CodeResult> => {
    if (!has_second_factor) return 'RIGHT';
    if (otp === undefined) throw new Failure('SECOND_FACTOR_REQUIRED');
    return resultOf(verifySecondFactor(user_id, otp));
  };

  // One try at a time for an id: guesses sent together would all find the count still low.
  const findInTurn = (...given: Parameters<typeof find>): Promise<LoginRow> => {
    const [{ code, id }] = given;
    return inTurn(JSON.stringify([code, id.toLowerCase()]), () => find(...given));
  };

  return {
    async check(credentials, ip) {
      // Failures of an alias and of the current code count together.
      const code = await findCurrentCode(db, credentials.code);
      const found = await findInTurn({ ...credentials, code }, ip, 'INVALID_PASSWORD', (row) =>
        checkLoginCode(row, credentials.otp),
      );
      const refuse = (result: BlockedReason): never => {
        remember(found, ip, result);
        throw new Failure(result);
      };
      if (found.organization_use === 'N' || found.password_state === 'VOID') return refuse('INACTIVE_USER');
      if (found.use === 'N') return refuse('USER_UNUSED');
      if (!found.has_password_login) return refuse('PASSWORD_LOGIN_OFF');
      return found.user_id;
    },
    async prove(userId, password, ip, isRightCode) {
      const names = await findNames(db, userId);
      if (!names) throw new Failure('NOT_SAME_PASSWORD');
      await findInTurn(
        { code: names.code, id: names.login, password },
        ip,
        'NOT_SAME_PASSWORD',
        async ({ has_second_factor }) => {
          if (isRightCode) return resultOf(isRightCode());
          return has_second_factor ? 'PASSWORD_ONLY' : 'RIGHT';
        },
      );
    },
    noteRefused: (userId, ip) => remember({ user_id: userId }, ip, 'USER_UNUSED'),
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
