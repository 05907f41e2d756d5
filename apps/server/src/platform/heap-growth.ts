import { setFlagsFromString } from 'node:v8';

/** By how much the old generation of a calm process may grow between two collections, percent. */
export const CALM_GROWTH_PERCENT = 30;
/** Lets V8 decide: several-fold, if collections take long. */
const OF_V8 = 0;
/** Share of one processor above which a process is busy. */
const BUSY_SHARE = 0.2;
const MEASURE_MS = 2_000;

export interface HeapGrowthOptions {
  /** Processor time of this process, ms. */
  processorMs(): number;
  monotonic(): number;
  setPercent(percent: number): void;
}

/**
 * Limits the growth of the old generation while a process is calm, and only then: of a busy process, collections would
 * take a quarter of its time. Returns a function to call each MEASURE_MS.
 */
export const createHeapGrowth = ({ processorMs, monotonic, setPercent }: HeapGrowthOptions): (() => void) => {
  let before = { ms: processorMs(), at: monotonic() };
  let percent = CALM_GROWTH_PERCENT;
  return () => {
    const now = { ms: processorMs(), at: monotonic() };
    const isBusy = now.ms - before.ms > BUSY_SHARE * (now.at - before.at);
    before = now;
    const wanted = isBusy ? OF_V8 : CALM_GROWTH_PERCENT;
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
    // V8 reads it at the end of each collection.
    setPercent: (percent) => setFlagsFromString(`--heap-growing-percent=${percent}`),
  });
  setInterval(measure, MEASURE_MS).unref();
};
