import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openFileLimit } from '../net/open-files.ts';
import type { Metrics } from './metrics.ts';

const RESOLUTION_MS = 10;
const NS_PER_S = 1e9;
const US_PER_S = 1e6;
const OPEN_FILES = '/proc/self/fd';

/**
 * The process metrics of every Prometheus client, by their usual names. The library's defaults are not used: they
 * observe garbage collection in a callback whose errors cannot be caught, and list every open socket at each scrape.
 * Returns the function that stops them.
 */
export const addProcessFigures = (metrics: Metrics): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  metrics.add({
    type: 'gauge',
    name: 'airdeck_event_loop_delay_seconds',
    help: 'By how much the process was late since the scrape before; quantile 1 is the most',
    label: 'quantile',
    read() {
      const late = (ns: number): number => Math.max(0, ns / NS_PER_S - RESOLUTION_MS / 1_000);
      const isEmpty = delay.count === 0;
      const amounts = Object.fromEntries(
        [0.5, 0.9, 0.99, 1].map((quantile) => [quantile, isEmpty ? 0 : late(delay.percentile(quantile * 100))]),
      );
      delay.reset();
      return amounts;
    },
  });

  const startedAt = Math.round(performance.timeOrigin / 1_000);
  const cpu: [name: string, read: () => number][] = [
    ['process_cpu_user_seconds_total', () => process.cpuUsage().user / US_PER_S],
    ['process_cpu_system_seconds_total', () => process.cpuUsage().system / US_PER_S],
    [
      'process_cpu_seconds_total',
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / US_PER_S;
      },
    ],
  ];
  for (const [name, read] of cpu) metrics.add({ type: 'counter', name, help: 'CPU time spent, in seconds', read });
  metrics.add({
    type: 'gauge',
    name: 'process_start_time_seconds',
    help: 'When the process began, in seconds since 1970',
    read: () => startedAt,
  });
  metrics.add({
    type: 'gauge',
    name: 'process_resident_memory_bytes',
    help: 'Resident memory',
    read: () => process.memoryUsage.rss(),
  });
  metrics.add({
    type: 'gauge',
    name: 'nodejs_heap_size_used_bytes',
    help: 'Heap in use',
    read: () => process.memoryUsage().heapUsed,
  });
  metrics.add({
    type: 'gauge',
    name: 'nodejs_external_memory_bytes',
    help: 'Memory of buffers outside the heap',
    read: () => process.memoryUsage().external,
  });
  const maxFiles = openFileLimit();
  if (Number.isFinite(maxFiles)) {
    metrics.add({
      type: 'gauge',
      name: 'process_max_fds',
      help: 'Files that may be open at once',
      read: () => maxFiles,
    });
  }
  if (process.platform === 'linux') {
    metrics.add({
      type: 'gauge',
      name: 'process_open_fds',
      help: 'Files that are open',
      read: async () => (await readdir(OPEN_FILES)).length,
    });
  }
  return () => delay.disable();
};
