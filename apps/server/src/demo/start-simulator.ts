import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { say } from '../platform/say.ts';

export interface Simulator {
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  mqttPort: number;
  gateways: { code: string; username: string; secret: string }[];
  /** File of the building's state, so that the next start fills the gap. */
  statePath: string;
  historyDays: number;
  /** Called when the whole past is stored. */
  onFilled(past: { from: number; to: number }): void;
}

export const DEMO_SEED = 20_240_601;

const STOP_MS = 5_000;
const YOUNG_GENERATION_MB = 3;

/**
 * Runs the virtual building in a thread of its own: it uses MQTT like any device, its computations do not block the
 * supervisor, and a thread takes half of a process's memory.
 */
export const startSimulator = (given: SimulatorOptions): Simulator => {
  const { mqttPort, gateways, statePath, historyDays, onFilled } = given;
  // Relative to apps/server/dist, the folder of the bundle.
  const program = new URL('../../../apps/simulator/dist/demo.js', import.meta.url);
  const workerData = {
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    gateways: gateways.map(({ code, username, secret }) => ({ organizationCode: code, username, password: secret })),
    statePath,
    historyDays,
    seed: DEMO_SEED,
  };
  const thread = new Worker(program, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } });
  thread.on('message', ({ filled }: { filled?: { from: number; to: number } }) => {
    if (filled) onFilled(filled);
  });
  thread.once('error', ({ message }) => say(`The virtual building has failed: ${message}`));
  let hasEnded = false;
  let isStopping = false;
  thread.once('exit', () => {
    hasEnded = true;
    if (!isStopping) say('The virtual building has ended; start the demo again to bring it back.');
  });

  return {
    async stop() {
      isStopping = true;
      if (hasEnded) return;
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      const timer = setTimeout(() => thread.terminate(), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
};
