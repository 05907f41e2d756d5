import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { compareStored, registerSenders, type Sender, sendUntilStopped } from './crash-run.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { aDataDir, startServer } from './server-process.ts';

const SLOW = { timeout: 60_000, interval: 20 };
const METERS = ['C-1'];
/** Acknowledged frames before the primary is lost. */
const MANY = 200;

export interface FailoverResult {
  acknowledged: number;
  lost: string[];
  wrong: string[];
  /** Time from the end of each promotion to the next acknowledgement, ms. */
  back: number[];
  /** Whether the device kept its first connection through all rounds. */
  isConnected: boolean;
}

const nextAcknowledgement = async ({ acknowledged }: Sender, more = 1): Promise<void> => {
  for (const before = acknowledged.size; acknowledged.size < before + more; ) await setImmediate();
};

/**
 * Loses the primary while frames arrive and promotes its synchronous standby, once for each way; then compares
 * acknowledged with stored frames.
 */
export const failOver = async (ways: readonly ('kill' | 'freeze')[]): Promise<FailoverResult> => {
  const pair = await startPostgresPair();
  const dir = aDataDir();
  const place = ['start', '--data', dir.path, '--database-url', pair.url, '--host', '127.0.0.1'];
  try {
    const server = await startServer([...place, '--port', '0', '--mqtt-port', '0']);
    const problems = async (): Promise<string[]> => {
      const answer = await fetch(`${server.url}/api/v1/health/ready`);
      return ((await answer.json()) as { problems: string[] }).problems;
    };
    let step = 0;
    const login = await registerSenders(pair.url, undefined, METERS);
    const sender = await sendUntilStopped(server.mqttUrl, login, () => step++, METERS);
    const back: number[] = [];
    for (const [round, way] of ways.entries()) {
      const [primary, standby] = round % 2 === 0 ? pair.servers : [pair.servers[1], pair.servers[0]];
      await nextAcknowledgement(sender, MANY);
      if (way === 'kill') await primary.kill();
      else primary.freeze();
      await expect.poll(problems, SLOW).toContain('DATABASE_AWAY');
      await pair.promote(standby);
      const promoted = performance.now();
      await nextAcknowledgement(sender);
      back.push(Math.round(performance.now() - promoted));
      await expect.poll(problems, SLOW).toEqual([]);
      await pair.follow(primary);
    }
    const isConnected = sender.isConnected();
    await sender.stop();
    const compared = await compareStored(pair.url, sender.acknowledged);
    await server.stop();
    return { acknowledged: sender.acknowledged.size, ...compared, back, isConnected };
  } finally {
    await pair.stop();
    dir.remove();
  }
};
