/** One token bucket per key: `rate` tokens a second, up to `burst`. Times are parameters, in milliseconds. */
export const createTokenBuckets = (rate: number, burst: number) => {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return {
    /**
     * Takes a token and returns the milliseconds to wait for it: 0 if one was available. The bucket can go into debt,
     * so that waiting callers are served in order, at the rate.
     */
    take(key: string, now: number): number {
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        bucket = { tokens: burst, at: now };
        buckets.set(key, bucket);
      }
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * rate) - 1;
      bucket.at = now;
      return bucket.tokens >= 0 ? 0 : (-bucket.tokens / rate) * 1000;
    },
    /** Returns the last token unused. */
    giveBack(key: string): void {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens += 1;
    },
    /** Removes keys with a full bucket. */
    prune(now: number): void {
      for (const [key, bucket] of buckets) {
        if (bucket.tokens + ((now - bucket.at) / 1000) * rate >= burst) buckets.delete(key);
      }
    },
    size: () => buckets.size,
  };
};
