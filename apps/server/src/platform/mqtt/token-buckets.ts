/** One bucket a key: `rate` tokens a second flow in, up to `burst`. Time is handed in, in milliseconds. */
export const createTokenBuckets = (rate: number, burst: number) => {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return {
    /**
     * Takes a token and says how many milliseconds the taker has to wait for it: 0 when it was there. The
     * bucket goes into debt, so that takers who wait are served in order, at the rate.
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
    /** Gives the last token back: it was not used. */
    giveBack(key: string): void {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens += 1;
    },
    /** Forgets keys that are full again. */
    prune(now: number): void {
      for (const [key, bucket] of buckets) {
        if (bucket.tokens + ((now - bucket.at) / 1000) * rate >= burst) buckets.delete(key);
      }
    },
    size: () => buckets.size,
  };
};
