import type { HealthProblem } from '@airdeck/contract/health/routes';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Db } from '../../platform/db/pool.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import {
  type ProcessFacts,
  type ProcessKey,
  removeProcess,
  removeSilentProcesses,
  saveProcess,
} from './health-queries.ts';

const EVERY_MS = 1_000;
const LOG_LINES_A_MINUTE = 2;

export interface HeartbeatOptions {
  db: Db;
  key: ProcessKey;
  /** Current problems of the process. */
  problems(): HealthProblem[];
  /** What else it reports; default: nothing. */
  facts?: () => ProcessFacts;
  monotonic(): number;
  log: Log;
}

export interface Heartbeat {
  /** Resolves when the database knows of the process. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Reports to the other processes, through the database, that this one is running, and its problems. */
export const createHeartbeat = ({ db, key, problems, facts, monotonic, log }: HeartbeatOptions): Heartbeat => {
  const say = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  const save = () => saveProcess(db, key, problems(), facts?.());
  const loop = createLoop(
    async () => {
      await save();
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
      loop.start();
    },
    async stop() {
      await loop.stop();
      await removeProcess(db, key).catch((error) => log.debug({ err: error }, 'the process is not signed off'));
    },
  };
};
