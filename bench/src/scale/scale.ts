import { join } from 'node:path';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import { printUse, processorTime } from '../busy/busy-load.ts';
import { watchUse } from '../busy/processor-use.ts';
import { nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import { memoryBelow, timesBelow } from '../processes.ts';
import type { BusyShape } from '../store/busy-server.ts';
import type { ScaleLoad } from './generator.ts';
import { RATE } from './names.ts';

/** 600 for the figures of a release. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const MINUTES_OF_DAY = 1_440;
const LOOK_EVERY_MS = 1_000;
const MB = 1_000_000;
const ROLE = / role (\w+)$/;

/** As many frames are packed as arrive. */
const SHAPE: BusyShape = {
  ...{ meters: 0, gateways: 0, isScale: true },
  ...{ oldMeters: Math.ceil((RATE * SECONDS) / MINUTES_OF_DAY), oldDays: 1 },
};

/** Greatest resident memory of each role, looked at until stopped, bytes. */
const watchMemory = (root: number): { peaks: Map<string, number>; stop(): void } => {
  const peaks = new Map<string, number>();
  const look = (): void => {
    for (const { command, rss } of memoryBelow(root)) {
      const role = ROLE.exec(command)?.[1];
      if (role) peaks.set(role, Math.max(peaks.get(role) ?? 0, rss));
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { peaks, stop: () => clearInterval(timer) };
};

/** What 300,000 meters of 300 organizations, one of them with 20,000, cost: start, memory, and each frame. */
export const benchScale = async (): Promise<void> => {
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(SHAPE)]);
  const { mqttPort, connection } = await nextMessage<{ mqttPort: number; connection: string }>(server);
  const root = server.pid ?? 0;
  for (const { command, ms } of timesBelow(root).values()) {
    const role = ROLE.exec(command)?.[1];
    if (role) print({ name: `scale-start-${role}`, value: ms / 1000, unit: 's of processor time', reach: '<= 15' });
  }
  const memory = watchMemory(root);
  const use = await watchUse(root, connection);
  const load: ScaleLoad = { port: mqttPort, seconds: SECONDS, rate: RATE };
  const result = await nextMessage<LoadResult>(
    startChild(join(import.meta.dirname, 'generator.ts'), [JSON.stringify(load)]),
  );
  const used = await use.take();
  memory.stop();
  await use.close();
  await stopChild(server);
  const lost = Object.keys(result.errors);
  if (lost.length > 0) throw new Error(`connections were lost: ${lost.join(', ')}`);
  const frames = result.acknowledged;
  printUse('scale', used, frames);
  for (const [role, bytes] of memory.peaks) {
    print({ name: `scale-rss-${role}`, value: bytes / MB, unit: 'MB at most', reach: '<= 1000' });
  }
  const cost = (processorTime(used) * 1000) / frames;
  print({ name: 'scale-cost', value: cost, unit: 'µs/frame of all roles and PostgreSQL', reach: '<= 200' });
  print({ name: 'scale-wal-frame', value: used.walBytes / frames, unit: 'bytes/frame', reach: '<= 1500' });
  print({ name: 'scale-frames', value: result.rate, unit: 'frames/s', reach: `>= ${RATE * 0.98}` });
  print({ name: 'scale-p50', value: result.latency.p50, unit: 'ms' });
  print({ name: 'scale-p95', value: result.latency.p95, unit: 'ms', reach: '<= 250' });
};
