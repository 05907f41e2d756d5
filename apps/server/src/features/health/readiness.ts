import type { HealthProblem } from '@airdeck/contract/health/routes';
import type { Db } from '../../platform/db/pool.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { createProbe } from '../../platform/probe.ts';
import type { Registry } from '../../registry/registry.ts';
import type { FrameWriter } from '../../store/writer/frame-writer.ts';
import { askDatabase } from './queries.ts';

const DATABASE_PATIENCE_MS = 2_000;
const DATABASE_KEEP_MS = 1_000;
/** Devices wait that long now and then: a database that is restarted is back by then. */
const MAX_STALLED_MS = 10_000;

export interface ReadinessOptions {
  db: Db;
  broker: Pick<Broker, 'isListening'>;
  disk: Pick<DiskSpace, 'isLow'>;
  writer: Pick<FrameWriter, 'stalledMs'>;
  registry: Pick<Registry, 'snapshot'>;
  /** Milliseconds that never jump. */
  monotonic(): number;
}

/** What keeps the server from doing its work now; it takes two seconds at most to say so. */
export type Readiness = () => Promise<HealthProblem[]>;

export const createReadiness = (options: ReadinessOptions): Readiness => {
  const { db, broker, disk, writer, registry, monotonic } = options;
  const database = createProbe({
    ask: () => askDatabase(db),
    patienceMs: DATABASE_PATIENCE_MS,
    keepMs: DATABASE_KEEP_MS,
    monotonic,
  });
  return async () => {
    const isDatabaseAway = await database().then(
      () => false,
      () => true,
    );
    const found: [HealthProblem, boolean][] = [
      ['DATABASE_AWAY', isDatabaseAway],
      ['BROKER_NOT_LISTENING', !broker.isListening()],
      ['DISK_FULL', disk.isLow()],
      ['READINGS_NOT_STORED', writer.stalledMs() > MAX_STALLED_MS],
      ['REGISTRY_NOT_LOADED', registry.snapshot().revision === 0],
    ];
    return found.filter(([, isThere]) => isThere).map(([problem]) => problem);
  };
};
