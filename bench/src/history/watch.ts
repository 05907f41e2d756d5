import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Figures of a process between start and end of a measurement. */
export interface Watched {
  /** Growth of the largest resident set over the one at the start, bytes. */
  rssGrowth: number;
  /** CPU seconds of all threads. */
  cpuS: number;
  /** Delays of event loop turns. */
  delayP99Ms: number;
  delayMostMs: number;
}

const SAMPLE_MS = 20;
const RESOLUTION_MS = 2;

/** Measures its own process until the returned function is called. */
export const watch = (): (() => Watched) => {
  const before = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const delayMs = (nanoseconds: number): number => nanoseconds / 1e6 - RESOLUTION_MS;
  return () => {
    clearInterval(timer);
    delays.disable();
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      rssGrowth: most - before,
      cpuS: (user + system) / 1e6,
      delayP99Ms: delayMs(delays.percentile(99)),
      delayMostMs: delayMs(delays.max),
    };
  };
};
