import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from './http/failure.ts';

/** argon2id (this library's default) as OWASP advises it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash, at the same cost, of 32 random bytes that were not kept: no password fits it. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$IyvrFYDUliXwHgn8wxDWOQ$8v7tDKSYKL3CK8WafLp6rJ0a9iED2nXJv74I8EZx8Uc';

/** Hashing holds a thread of the pool that files and answers need too, and 19 MiB. */
const MAX_AT_ONCE = 2;
/** Some seconds of hashing; later requests are asked to come again. */
const MAX_WAITING = 200;

/** Lets jobs run a few at a time, the others in turn. @throws Failure TOO_MANY_REQUESTS when too many wait. */
export const createTurns = (atOnce: number, mostWaiting: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else if (waiting.length >= mostWaiting) throw new Failure('TOO_MANY_REQUESTS');
    // The one that ends hands over: the number of those that run stays.
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

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

/** Whether it is the password; without a hash the same work is done, so that time does not tell who exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? NOBODYS, password));
  return fits && stored !== null;
}

/** Source of random bytes; tests pass their own. */
export type Random = (bytes: number) => Uint8Array;
export const systemRandom: Random = (bytes) => randomBytes(bytes);

// Without what is read or typed as something else: l I 1, O 0.
const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!#%+=?@'] as const;
const LENGTH = 16;

/** 16 characters with at least one of each kind that the password rule asks for; some 95 bits. */
export function randomPassword(random: Random): string {
  const all = CLASSES.join('');
  const characters = Array.from({ length: LENGTH }, (_, index) => pick(CLASSES[index] ?? all, random));
  // Fisher-Yates, so that the kinds are not always at the beginning.
  for (let last = characters.length - 1; last > 0; last--) {
    const other = below(last + 1, random);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

const pick = (characters: string, random: Random): string => characters.charAt(below(characters.length, random));

/** A number from 0 to below `limit` (≤ 256), each as likely: bytes of the incomplete last round are thrown away. */
function below(limit: number, random: Random): number {
  const usable = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = random(1);
    if (byte < usable) return byte % limit;
  }
}
