import type { ProcessHealth } from '@airdeck/contract/health/routes';
import type { Config } from '../platform/config/config.ts';
import type { DbOptions } from '../platform/db/pool.ts';
import type { Certificate } from '../platform/read-certificate.ts';

// Messages between the supervisor and its role processes. Secrets are passed here and never on a command line, which
// every user of the machine can read.

export interface RoleSettings {
  config: Config;
  /** Port to listen on; with a random port, the one chosen at the first start. */
  port: number;
  connection: DbOptions['connection'];
  /** Identifies the supervisor among those that share the database. */
  supervisorId: string;
  certificate: Certificate | null;
  mqttCertificate: Certificate | null;
  version: string;
  /** Folder of the migrations. */
  migrations: string;
  /** Folder of the built console. */
  consoleFolder: string;
  /** State of the built-in database's disk. */
  isDiskLow: boolean;
}

export type ToRole =
  | { type: 'start'; settings: RoleSettings }
  | { type: 'disk'; isLow: boolean }
  /** Requests the process's metrics in Prometheus text format. */
  | { type: 'figures'; id: number }
  /** Requests the health of the process. */
  | { type: 'health'; id: number }
  /** Asks it to hand its clients over to other processes; `stop` follows. */
  | { type: 'drain' }
  | { type: 'stop' };

export type FromRole =
  /** The port that the role listens on, if any. */
  | { type: 'ready'; port: number | null }
  /** Why the role cannot start, as a message for the operator, and whether a retry may help. */
  | { type: 'failed'; reason: string; mayPass: boolean }
  | { type: 'figures'; id: number; text: string }
  | { type: 'health'; id: number; health: ProcessHealth }
  /** It hands its clients over; `drained` follows. */
  | { type: 'draining' }
  | { type: 'drained' };
