import { setFlagsFromString } from 'node:v8';

/** By how much the old generation may grow between two collections, percent: of a calm process, or of a large heap. */
export const CALM_GROWTH_PERCENT = 30;
/** A busy process with a small heap may use so much more memory, but at most a multiple of the heap. */
const BUSY_GROWTH_BYTES = 64 * 2 ** 20;
const MAX_GROWTH_PERCENT = 150;
/** Share of one processor above which a process is busy. */
const BUSY_SHARE = 0.2;
const MEASURE_MS = 2_000;
/** A process is busy for longer than a start after so many busy measurements in a row. */
const LASTING = 5;

export interface HeapGrowth {
  /** Of the old generation, percent between two collections; null: V8 decides. */
  oldPercent: number | null;
  /** Whether the young generation may grow. */
  young: boolean;
}

export interface HeapGrowthOptions {
  /** Whether the growth of the old generation is limited. */
  limitsOld: boolean;
  /** Processor time of this process, ms. */
  processorMs(): number;
  monotonic(): number;
  heapBytes(): number;
}

/**
 * Limits the growth of the heap more while a process is calm: of a busy process with a small heap, collections would take
 * a quarter of its time. Returns a function to call each MEASURE_MS.
 */
export const createHeapGrowth = ({
  limitsOld,
  processorMs,
  monotonic,
  heapBytes,
}: HeapGrowthOptions): (() => HeapGrowth) => {
  let before = { ms: processorMs(), at: monotonic() };
  let busyTimes = 0;
  const busyPercent = (): number => {
    const wanted = Math.round((BUSY_GROWTH_BYTES / heapBytes()) * 100);
    return Math.max(CALM_GROWTH_PERCENT, Math.min(MAX_GROWTH_PERCENT, wanted));
  };
  return () => {
    const now = { ms: processorMs(), at: monotonic() };
    const isBusy = now.ms - before.ms > BUSY_SHARE * (now.at - before.at);
    before = now;
    busyTimes = isBusy ? busyTimes + 1 : 0;
    const oldPercent = isBusy ? busyPercent() : CALM_GROWTH_PERCENT;
    return { oldPercent: limitsOld ? oldPercent : null, young: busyTimes >= LASTING };
  };
};

/**
 * Code that is loaded at a start survives, so the young generation would grow to its limit, up to three times over, and it
 * rarely shrinks. V8 reads the factor when it grows. On its command line, a factor below 2 counts as 2, and a new thread
 * makes it 2 again.
 */
const setYoung = (mayGrow: boolean): void => setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);

/** For the first line of a process: its young generation stays as it is, 1 MB. */
export const holdYoungGeneration = (): void => setYoung(false);

/** For a process that, if it `limitsOld`, was started with CALM_GROWTH_PERCENT. */
export const adaptHeapGrowth = (limitsOld: boolean): void => {
  const measure = createHeapGrowth({
    limitsOld,
    processorMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    monotonic: () => performance.now(),
    heapBytes: () => process.memoryUsage().heapUsed,
  });
  const adapt = (): void => {
    const { oldPercent, young } = measure();
    // V8 reads it at the end of each collection.
    if (oldPercent !== null) setFlagsFromString(`--heap-growing-percent=${oldPercent}`);
    setYoung(young);
  };
  setInterval(adapt, MEASURE_MS).unref();
};
