import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { parseDemoConfig } from '../demo/demo-config.ts';
import { runDemo } from '../demo/run-demo.ts';

/** Runs the demo's buildings as a worker thread, until it gets any message. */
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());

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
