const BUCKET_MS = 0.1;
const BUCKETS = 300_000;

export interface LatencySummary {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Counts latencies in steps of 0.1 ms up to 30 s, so that memory does not grow with their number. */
export function createLatencies() {
  const buckets = new Uint32Array(BUCKETS);
  let count = 0;
  let max = 0;
  /** Quantile in ms; 0 without any latency. */
  const percentile = (share: number): number => {
    let seen = 0;
    for (let bucket = 0; bucket < BUCKETS && count > 0; bucket += 1) {
      seen += buckets[bucket] ?? 0;
      if (seen >= share * count) return Number(((bucket + 1) * BUCKET_MS).toFixed(1));
    }
    return 0;
  };
  return {
    add(ms: number): void {
      const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.floor(ms / BUCKET_MS)));
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      count += 1;
      if (ms > max) max = ms;
    },
    count: () => count,
    summary: (): LatencySummary => ({
      p50: percentile(0.5),
      p95: percentile(0.95),
      p99: percentile(0.99),
      max: Number(max.toFixed(1)),
    }),
  };
}
