import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { compareStored, sendUntilStopped } from './crash-run.ts';
import type { Installation } from './installation.ts';
import { aDataDir, finish, type ServerProcess, untilReady } from './server-process.ts';

/** Migrations that take a moment, so that a kill can hit each of them; the statements keep what an older version needs. */
export const SLOW_MIGRATIONS = {
  one: 'create table upgraded as select generate_series(1, 100000) as id; select pg_sleep(0.2);',
  two: 'alter table meter add column upgraded integer; update meter set upgraded = 1; select pg_sleep(0.2);',
};
/** Acknowledged frames before each upgrade. */
const MANY = 100;
const SLOW = { timeout: 120_000, interval: 50 };

export interface UpgradeOptions {
  former: Installation;
  later: Installation;
  dataDir: string;
  /** Called while the former version runs: the login of a device or gateway, and the meters for which it sends. */
  register(): Promise<{ login: { username: string; password: string }; meters?: string[] }>;
}
const PORTS = ['--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];

export const startInstalled = ({ run }: Installation, dataDir: string): Promise<ServerProcess> =>
  untilReady(run(['start', '--data', dataDir, ...PORTS]));

const killEngine = (dataDir: string): void => {
  try {
    process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  } catch {
    // It did not run yet, or no longer.
  }
};

export interface UpgradeResult {
  acknowledged: number;
  /** Frames that were acknowledged and are missing, or stored differently, by each comparison. */
  lost: string[];
  wrong: string[];
  /** After the kill: the former version started on its schema, or only the later one on the new schema. */
  outcomes: ('former' | 'later')[];
  /** Number of files in the folder of backups at the end of each round. */
  backups: number[];
}

/**
 * Upgrades repeatedly and kills the later version after a random time, sometimes together with the database. Then the
 * former version must start; if it finds the new schema, the later version must start, and the former one on the backup
 * from before the upgrade.
 */
export const killUpgrades = async (
  times: number,
  random: () => number,
  { former, later, dataDir: first, register }: UpgradeOptions,
): Promise<UpgradeResult> => {
  const dirs: { path: string; remove(): void }[] = [];
  const newDir = (): string => {
    const dir = aDataDir();
    dirs.push(dir);
    return join(dir.path, 'data');
  };
  let dataDir = first;
  const acknowledged = new Map<string, number>();
  const result: UpgradeResult = { acknowledged: 0, lost: [], wrong: [], outcomes: [], backups: [] };
  let step = 0;
  let server: ServerProcess | null = null;
  let startMs = 0;

  const startFormer = async (): Promise<ServerProcess> => {
    const started = performance.now();
    const running = await startInstalled(former, dataDir);
    startMs = performance.now() - started;
    return running;
  };
  const compare = async (): Promise<void> => {
    const { lost, wrong } = await compareStored(dataDir, acknowledged);
    result.lost.push(...lost);
    result.wrong.push(...wrong);
  };
  /** The upgrade was complete: the later version works, and a restored backup leads back to the former one. */
  const goBack = async (): Promise<void> => {
    const upgraded = await startInstalled(later, dataDir);
    await compare();
    await upgraded.stop();
    const backups = join(dataDir, 'backups');
    const newest = readdirSync(backups).sort().at(-1) ?? '';
    dataDir = newDir();
    const { code, output } = await finish(former.run(['restore', join(backups, newest), '--data', dataDir]));
    if (code !== 0) throw new Error(output);
    server = await startFormer();
  };

  try {
    server = await startFormer();
    const { login, meters } = await register();
    for (let i = 0; i < times; i++) {
      const sender = await sendUntilStopped(server.mqttUrl, login, () => step++, meters);
      await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(MANY);
      await (random() < 0.5 ? server.kill() : server.stop());
      await sender.stop();
      for (const [key, value] of sender.acknowledged) acknowledged.set(key, value);

      const upgrade = later.run(['start', '--data', dataDir, ...PORTS]);
      const ended = finish(upgrade);
      await Promise.race([ended, wait(random() * (startMs + 1_000))]);
      if (random() < 0.5) killEngine(dataDir);
      upgrade.kill('SIGKILL');
      await ended;

      const outcome = await startFormer().catch((error: Error) => error);
      if (outcome instanceof Error) {
        if (!outcome.message.includes('The database is newer than this server')) throw outcome;
        result.outcomes.push('later');
        result.backups.push(readdirSync(join(dataDir, 'backups')).length);
        await goBack();
      } else {
        result.outcomes.push('former');
        server = outcome;
      }
      await compare();
    }
    return { ...result, acknowledged: acknowledged.size };
  } finally {
    await server?.stop();
    for (const dir of dirs) dir.remove();
  }
};
