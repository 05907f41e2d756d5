import { createNumbersById } from '../numbers-by-id.ts';

/** Less than this is a rounding error, ms. */
const ROUNDING_MS = 1e-6;

/**
 * One token bucket per key, a text or the id of a row: `rate` tokens a second, up to `burst`. Times are parameters, in
 * milliseconds. Of each bucket only the time when it is full again is kept.
 */
export const createTokenBuckets = (rate: number, burst: number) => {
  const tokenMs = 1_000 / rate;
  const byText = new Map<string, number>();
  const byId = createNumbersById();

  const fullAt = (key: string | number): number | undefined =>
    typeof key === 'number' ? byId.get(key) : byText.get(key);
  const setFullAt = (key: string | number, time: number): void => {
    if (typeof key === 'number') byId.set(key, time);
    else byText.set(key, time);
  };

  return {
    /**
     * Takes a token and returns the milliseconds to wait for it: 0 if one was available. The bucket can go into debt,
     * so that waiting callers are served in order, at the rate.
     */
    take(key: string | number, now: number): number {
      const full = Math.max(fullAt(key) ?? now, now) + tokenMs;
      setFullAt(key, full);
      const wait = full - now - burst * tokenMs;
      return wait > ROUNDING_MS ? wait : 0;
    },
    /** Returns the last token unused. */
    giveBack(key: string | number): void {
      const full = fullAt(key);
      if (full !== undefined) setFullAt(key, full - tokenMs);
    },
    /** Removes texts with a full bucket. Those of ids take little, and there are no more than rows. */
    prune(now: number): void {
      for (const [key, full] of byText) if (full <= now) byText.delete(key);
    },
    size: () => byText.size,
  };
};
