import type { Config } from '../platform/config/config.ts';
import type { DbOptions } from '../platform/db/pool.ts';
import type { Certificate } from '../start/read-certificate.ts';

// What the supervisor and the processes of its roles say to each other. Secrets go this way, and never through a
// command line, which everybody on the machine can read.

export interface RoleSettings {
  config: Config;
  /** Where the role listens; what was chosen at its first start, when any port was asked for. */
  port: number;
  connection: DbOptions['connection'];
  /** Names the supervisor among those that share the database. */
  supervisorId: string;
  certificate: Certificate | null;
  mqttCertificate: Certificate | null;
  version: string;
  /** Folder of the built console. */
  consoleFolder: string;
  /** Of the built-in database's disk. */
  isDiskLow: boolean;
}

export type ToRole =
  | { type: 'start'; settings: RoleSettings }
  | { type: 'disk'; isLow: boolean }
  /** Asks for the figures of the process, in Prometheus' text format. */
  | { type: 'figures'; id: number }
  | { type: 'stop' };

export type FromRole =
  /** The port on which it listens, if it does. */
  | { type: 'ready'; port: number | null }
  /** Why it cannot start, in words for the operator, and whether that may pass by itself. */
  | { type: 'failed'; reason: string; mayPass: boolean }
  | { type: 'figures'; id: number; text: string };
