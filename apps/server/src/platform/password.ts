import { Failure } from './http/failure.ts';
import type { Random } from './random.ts';
import { createThread } from './thread.ts';

/** argon2id (this library's default) as OWASP recommends: 19 MiB, two passes, parallelism one. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash, at the same cost, of 32 discarded random bytes: no password matches it. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$IyvrFYDUliXwHgn8wxDWOQ$8v7tDKSYKL3CK8WafLp6rJ0a9iED2nXJv74I8EZx8Uc';

/** One thread, and 19 MiB: a flood of logins leaves the other processors to people who work. */
const MAX_AT_ONCE = 1;
/** Some seconds of hashing; later requests get TOO_MANY_REQUESTS. */
const MAX_WAITING = 200;

/** Runs a limited number of jobs at once, the others in turn. @throws Failure TOO_MANY_REQUESTS if too many wait. */
export const createTurns = (atOnce: number, mostWaiting: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else if (waiting.length >= mostWaiting) throw new Failure('TOO_MANY_REQUESTS');
    // A finished job passes its slot on: the number of running jobs stays.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
};

const inTurn = createTurns(MAX_AT_ONCE, MAX_WAITING);

/** A password to compare with a stored hash, or to hash at a cost. */
type Job = { password: string; stored: string } | { password: string; cost: typeof COST };
type Answer = { result: boolean | string } | { error: string };

const inThread = createThread<Job, Answer>(new URL('./password-worker.js', import.meta.url), {
  maxOldGenerationSizeMb: 16,
  maxYoungGenerationSizeMb: 2,
});
const run = (job: Job): Promise<boolean | string> =>
  inTurn(async () => {
    const answer = await inThread(job);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  });

export const hashPassword = async (password: string): Promise<string> => String(await run({ password, cost: COST }));

/**
 * Whether the password matches; without a hash it does the same work, so that timing does not reveal which users exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await run({ password, stored: stored ?? NOBODYS });
  return fits === true && stored !== null;
}

// Without characters that are easily confused: l I 1, O 0.
const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!#%+=?@'] as const;
const LENGTH = 16;

/** 16 characters with at least one of each class that the password rule requires; about 95 bits. */
export function randomPassword(random: Random): string {
  const all = CLASSES.join('');
  const characters = Array.from({ length: LENGTH }, (_, index) => pick(CLASSES[index] ?? all, random));
  // Fisher-Yates, so that the classes are not always at the beginning.
  for (let last = characters.length - 1; last > 0; last--) {
    const other = below(last + 1, random);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

const pick = (characters: string, random: Random): string => characters.charAt(below(characters.length, random));

/** A uniform number from 0 to below `limit` (≤ 256): bytes of the incomplete last range are discarded. */
function below(limit: number, random: Random): number {
  const usable = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = random(1);
    if (byte < usable) return byte % limit;
  }
}
