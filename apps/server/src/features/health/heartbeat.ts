import type { HealthProblem } from '@airdeck/contract/health/routes';
import { DAY_MS } from '@airdeck/domain/duration';
import { differentKeys } from '@airdeck/domain/installation';
import type { Db } from '../../platform/db/pool.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import {
  listOtherKeyIds,
  type ProcessFacts,
  type ProcessKey,
  readClocks,
  removeProcess,
  removeSilentProcesses,
  saveProcess,
} from './health-queries.ts';
import type { MachineClock } from './machine-clock.ts';
import { SILENT_MS } from './readiness.ts';

const EVERY_MS = 1_000;
const COMPARE_EVERY_MS = 5_000;
const LOG_LINES_A_MINUTE = 2;

export interface HeartbeatOptions {
  db: Db;
  key: ProcessKey;
  /** Current problems of the process. */
  problems(): HealthProblem[];
  /** What else it reports; default: nothing. */
  facts?: () => ProcessFacts;
  machineClock: MachineClock;
  monotonic(): number;
  log: Log;
}

export interface Heartbeat {
  /** Resolves when the database knows of the process. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Reports to the other processes, through the database, that this one is running, and its problems. */
export const createHeartbeat = (options: HeartbeatOptions): Heartbeat => {
  const { db, key, problems, facts, machineClock, monotonic, log } = options;
  const say = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  const save = () => saveProcess(db, key, problems(), { ...facts?.(), machineOffsetMs: machineClock.offsetMs() });
  let comparedAt = Number.NEGATIVE_INFINITY;
  /** Names of the keys that were reported last, with their machines. */
  let reported = '';
  /** A person who is logged in by one machine would be a stranger at the other. */
  const compareKeys = async (): Promise<void> => {
    const own = facts?.().keyIds ?? {};
    const different = (await listOtherKeyIds(db, key, SILENT_MS)).flatMap(({ machine, keyIds }) => {
      const names = differentKeys([own, keyIds]);
      return names.length > 0 ? [{ machine, names }] : [];
    });
    const [machines, keys] = [
      [...new Set(different.map(({ machine }) => machine))].toSorted(),
      [...new Set(different.flatMap(({ names }) => names))].toSorted(),
    ];
    // One line for all processes: the number of lines is limited, and each names only the keys that it shares.
    const now = JSON.stringify([machines, keys]);
    if (keys.length > 0 && now !== reported)
      say('error', { machines, keys }, 'another machine has different keys; copy them from one machine to all');
    reported = now;
  };
  const loop = createLoop(
    async () => {
      await save();
      if (monotonic() - comparedAt >= COMPARE_EVERY_MS) {
        comparedAt = monotonic();
        await machineClock.measure(() => readClocks(db, key, SILENT_MS));
        await compareKeys();
      }
      return EVERY_MS;
    },
    (error) => {
      say('warn', { err: error }, 'the state of this process could not be saved');
      return EVERY_MS;
    },
  );
  return {
    async start() {
      await removeSilentProcesses(db, DAY_MS);
      await save();
      await compareKeys();
      loop.start();
    },
    async stop() {
      await loop.stop();
      await removeProcess(db, key).catch((error) => log.debug({ err: error }, 'the process is not signed off'));
    },
  };
};
