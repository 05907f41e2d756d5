import type { HealthProblem } from '@airdeck/contract/health/routes';
import type { Db } from '../../platform/db/pool.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { createProbe } from '../../platform/probe.ts';
import type { Registry } from '../../registry/registry.ts';
import type { FrameWriter } from '../../store/writer/frame-writer.ts';
import { listProcesses, type ProcessRow } from './health-queries.ts';

const DATABASE_PATIENCE_MS = 2_000;
const DATABASE_KEEP_MS = 1_000;
/** A process on a busy machine, or one that restarts, reports within this time. */
export const SILENT_MS = 10_000;

export interface ReadinessOptions {
  db: Db;
  disk: Pick<DiskSpace, 'isLow'>;
  registry: Pick<Registry, 'snapshot'>;
  /** Milliseconds that never jump. */
  monotonic(): number;
}

/** Problems that keep the server from working now; answers within two seconds. */
export type Readiness = () => Promise<HealthProblem[]>;

/** Devices wait that long now and then: a database that is restarted is back by then. */
const MAX_STALLED_MS = 10_000;

export interface DeviceParts {
  broker: Pick<Broker, 'isListening'>;
  writer: Pick<FrameWriter, 'stalledMs'>;
}

/** Problems of a process of the role `devices`. */
export const deviceProblems = ({ broker, writer }: DeviceParts): HealthProblem[] => {
  const found: [HealthProblem, boolean][] = [
    ['BROKER_NOT_LISTENING', !broker.isListening()],
    ['READINGS_NOT_STORED', writer.stalledMs() > MAX_STALLED_MS],
  ];
  return found.filter(([, isThere]) => isThere).map(([problem]) => problem);
};

/** Problems of all machines together: a device may go to any process that listens. */
const problemsOf = (processes: readonly ProcessRow[]): [HealthProblem, boolean][] => {
  const of = (role: string): ProcessRow[] => processes.filter((each) => each.role === role);
  return [
    ['BROKER_NOT_LISTENING', of('devices').every(({ problems }) => problems.includes('BROKER_NOT_LISTENING'))],
    ['READINGS_NOT_STORED', of('devices').some(({ problems }) => problems.includes('READINGS_NOT_STORED'))],
    ['WORK_NOT_DONE', of('work').length === 0],
  ];
};

/** Creates the readiness check of a `web` process for the whole server. */
export const createReadiness = ({ db, disk, registry, monotonic }: ReadinessOptions): Readiness => {
  const processes = createProbe({
    ask: () => listProcesses(db, SILENT_MS),
    patienceMs: DATABASE_PATIENCE_MS,
    keepMs: DATABASE_KEEP_MS,
    monotonic,
  });
  return async () => {
    const known = await processes().catch(() => null);
    const found: [HealthProblem, boolean][] = [
      ['DATABASE_AWAY', known === null],
      ['DISK_FULL', disk.isLow()],
      ...(known === null ? [] : problemsOf(known)),
      ['REGISTRY_NOT_LOADED', registry.snapshot().revision === 0],
    ];
    return found.filter(([, isThere]) => isThere).map(([problem]) => problem);
  };
};
