/** Upper bounds of the buckets, in seconds. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const MS = BOUNDS.map((seconds) => seconds * 1_000);

/** Collects durations. Recording costs one addition; reading computes the rest. */
export interface Durations {
  record(ms: number): void;
  /** The number of durations up to each bound, their total number, and their sum in seconds. */
  read(): { cumulative: number[]; count: number; sum: number };
}

export const createDurations = (): Durations => {
  const counts = new Float64Array(BOUNDS.length + 1);
  let sumMs = 0;
  return {
    record(ms) {
      let at = 0;
      while (at < MS.length && ms > (MS[at] as number)) at++;
      counts[at] = (counts[at] as number) + 1;
      sumMs += ms;
    },
    read() {
      let count = 0;
      const all = Array.from(counts, (each) => {
        count += each;
        return count;
      });
      return { cumulative: all.slice(0, -1), count, sum: sumMs / 1_000 };
    },
  };
};
