import { setFlagsFromString } from 'node:v8';

/** By how much the old generation may grow between two collections, percent: of a calm process, or of a large heap. */
export const CALM_GROWTH_PERCENT = 30;
/** A busy process with a small heap may use so much more memory, but at most a multiple of the heap. */
const BUSY_GROWTH_BYTES = 64 * 2 ** 20;
const MAX_GROWTH_PERCENT = 150;
/** Share of one processor above which a process is busy. */
const BUSY_SHARE = 0.2;
const MEASURE_MS = 2_000;

export interface HeapGrowthOptions {
  /** Processor time of this process, ms. */
  processorMs(): number;
  monotonic(): number;
  heapBytes(): number;
  setPercent(percent: number): void;
}

/**
 * Limits the growth of the old generation more while a process is calm: of a busy process with a small heap, collections
 * would take a quarter of its time. Returns a function to call each MEASURE_MS.
 */
export const createHeapGrowth = (options: HeapGrowthOptions): (() => void) => {
  const { processorMs, monotonic, heapBytes, setPercent } = options;
  let before = { ms: processorMs(), at: monotonic() };
  let percent = CALM_GROWTH_PERCENT;
  const busyPercent = (): number => {
    const wanted = Math.round((BUSY_GROWTH_BYTES / heapBytes()) * 100);
    return Math.max(CALM_GROWTH_PERCENT, Math.min(MAX_GROWTH_PERCENT, wanted));
  };
  return () => {
    const now = { ms: processorMs(), at: monotonic() };
    const isBusy = now.ms - before.ms > BUSY_SHARE * (now.at - before.at);
    before = now;
    const wanted = isBusy ? busyPercent() : CALM_GROWTH_PERCENT;
    if (wanted === percent) return;
    percent = wanted;
    setPercent(percent);
  };
};

/** For a process that was started with CALM_GROWTH_PERCENT. */
export const adaptHeapGrowth = (): void => {
  const measure = createHeapGrowth({
    processorMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    monotonic: () => performance.now(),
    heapBytes: () => process.memoryUsage().heapUsed,
    // V8 reads it at the end of each collection.
    setPercent: (percent) => setFlagsFromString(`--heap-growing-percent=${percent}`),
  });
  setInterval(measure, MEASURE_MS).unref();
};
