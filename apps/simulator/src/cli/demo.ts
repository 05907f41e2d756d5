import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { parseDemoConfig } from '../demo/demo-config.ts';
import { runDemo } from '../demo/run-demo.ts';

/** Runs the demo's buildings as a worker thread, until it gets any message. */
const stop = new AbortController();
/** Filling the past must not slow down those who look at the demo. On Linux it is a property of the thread. */
const NICENESS = 10;
parentPort?.once('message', () => stop.abort());

try {
  setPriority(0, NICENESS);
} catch {
  // Not allowed here: the priority stays.
}
try {
  await runDemo({
    ...parseDemoConfig(workerData),
    clock: systemClock,
    signal: stop.signal,
    onFilled: (past) => parentPort?.postMessage({ filled: past }),
    log: (line) => process.stdout.write(`${line}\n`),
  });
} catch (error) {
  // The parent prints it.
  if (!stop.signal.aborted) throw error;
}
