import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The figures of a process between the start and the end of a watch. */
export interface Watched {
  /** Bytes that the largest resident set was above the one at the start. */
  rssGrowth: number;
  /** Seconds of work, of all threads. */
  cpuS: number;
  /** How long turns of the event loop waited. */
  delayP99Ms: number;
  delayMostMs: number;
}

const SAMPLE_MS = 20;
const RESOLUTION_MS = 2;

/** Watches the process that it runs in until the answer is called. */
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
