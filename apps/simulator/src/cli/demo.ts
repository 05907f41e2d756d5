import { systemClock } from '../clock.ts';
import { DEMO_CONFIG_VARIABLE, parseDemoConfig } from '../demo/demo-config.ts';
import { runDemo } from '../demo/run-demo.ts';

/** Runs the demo's buildings as a child process that ends with its parent or on its request. */
const stop = new AbortController();
const end = () => stop.abort();
process.on('disconnect', end);
process.on('SIGTERM', end);
process.on('SIGINT', end);
// The process that reads our output may exit first.
process.stdout.on('error', end);

try {
  await runDemo({
    ...parseDemoConfig(process.env[DEMO_CONFIG_VARIABLE]),
    clock: systemClock,
    signal: stop.signal,
    // A parent that has just exited needs no answer.
    onFilled: (past) => process.send?.({ filled: past }, undefined, undefined, () => undefined),
    log: (line) => process.stdout.write(`${line}\n`),
  });
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
// The channel to the parent would keep this process alive.
process.exit();
