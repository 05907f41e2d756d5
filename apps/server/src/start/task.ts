import type { Config } from '../platform/config/config.ts';
import type { DbOptions } from '../platform/db/pool.ts';

// Messages between the supervisor and a process that works on the database once. The supervisor runs for months, so the
// code for that, and for PostgreSQL at all, is never loaded into it.

export type Task = {
  config: Pick<Config, 'mode' | 'dataDir' | 'upgradeBackups' | 'logLevel'>;
  connection: DbOptions['connection'];
} & (
  | { name: 'prepare'; version: string; migrations: string }
  /** Adds the alarms of the demo's past. */
  | { name: 'fill-past'; past: { from: number; to: number } }
);

export type ToTask =
  | { type: 'run'; task: Task }
  /** Cancels a backup, with the reason for the operator. */
  | { type: 'abort'; reason: string };

export type FromTask =
  | { type: 'done'; result: unknown }
  /** The message is for the operator if the database cannot be used. */
  | { type: 'failed'; message: string; isForOperator: boolean };
