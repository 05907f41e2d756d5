import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { say } from '../platform/say.ts';
import { LEAN_MALLOC } from '../start/role-process.ts';

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

const filledMessage = z.object({ filled: z.object({ from: z.number(), to: z.number() }) });
const STOP_MS = 5_000;

/**
 * Runs the virtual building as a separate process: it uses MQTT like any device, and its computations do not block the
 * server. It ends with its parent.
 */
export const startSimulator = (given: SimulatorOptions): Simulator => {
  const { mqttPort, gateways, statePath, historyDays, onFilled } = given;
  // Relative to apps/server/dist, the folder of the bundle.
  const program = fileURLToPath(new URL('../../../apps/simulator/dist/demo.js', import.meta.url));
  const options = {
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    gateways: gateways.map(({ code, username, secret }) => ({ organizationCode: code, username, password: secret })),
    statePath,
    historyDays,
    seed: DEMO_SEED,
  };
  const child = fork(program, {
    execArgv: [...process.execArgv, '--max-semi-space-size=1', '--heap-growing-percent=20'],
    env: { ...LEAN_MALLOC, ...process.env, AIRDECK_DEMO: JSON.stringify(options) },
  });
  child.on('message', (message) => {
    const { data } = filledMessage.safeParse(message);
    if (data) onFilled(data.filled);
  });
  let isStopping = false;
  child.once('exit', (code) => {
    if (!isStopping) say(`The virtual building has ended (exit code ${code}); start the demo again to bring it back.`);
  });

  return {
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
};
