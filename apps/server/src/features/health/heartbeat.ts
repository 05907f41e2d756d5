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
  const compareClocks = async (): Promise<void> => {
    if (monotonic() - comparedAt < COMPARE_EVERY_MS) return;
    comparedAt = monotonic();
    await machineClock.measure(() => readClocks(db, key, SILENT_MS));
  };
  /** A person who is logged in by one machine would be a stranger at the other. */
  const compareKeys = async (): Promise<void> => {
    const own = facts?.().keyIds ?? {};
    for (const { machine, keyIds } of await listOtherKeyIds(db, key, SILENT_MS)) {
      const names = differentKeys([own, keyIds]);
      if (names.length === 0) continue;
      say('error', { machine, keys: names }, 'another machine has different keys; copy them from one machine to all');
    }
  };
  const loop = createLoop(
    async () => {
      await save();
      await compareClocks();
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
