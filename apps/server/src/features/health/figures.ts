import type { ConsumerLag } from '../../feed/consumer-queries.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Durations } from '../../platform/metrics/durations.ts';
import type { Amounts, Metrics } from '../../platform/metrics/metrics.ts';
import { createProbe } from '../../platform/probe.ts';
import { countDirtyHours } from './health-queries.ts';
import type { MachineClock } from './machine-clock.ts';

// Metrics for the operator, by role. Values are read at a scrape; in between, a role only counts.

const DATABASE_PATIENCE_MS = 1_500;
/** Counting marks reads all of them. */
const DATABASE_KEEP_MS = 5_000;

export interface DeviceSources {
  /** Stored frames (repeats do not count), and rejections by reason, since the process started. */
  ingest(): { stored: number; rejected: Readonly<Record<string, number>> };
  mqttConnections(): number;
  localServers(): number;
  acknowledgements: Durations;
}

export const addDeviceFigures = (metrics: Metrics, sources: DeviceSources): void => {
  metrics.add({
    type: 'counter',
    name: 'airdeck_frames_stored_total',
    help: 'Frames that were stored; one that comes again does not count again',
    read: () => sources.ingest().stored,
  });
  metrics.add({
    type: 'counter',
    name: 'airdeck_rejections_total',
    help: 'Readings, frames and messages that could not be taken',
    label: 'reason',
    read: () => sources.ingest().rejected,
  });
  metrics.addDurations(
    'airdeck_acknowledgement_seconds',
    'From the arrival of a message to its acknowledgement',
    sources.acknowledgements,
  );
  metrics.add({
    type: 'gauge',
    name: 'airdeck_mqtt_connections',
    help: 'Connections of devices',
    read: sources.mqttConnections,
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_local_servers_connected',
    help: 'Local servers to which this process is connected',
    read: sources.localServers,
  });
};

export const addMachineFigures = (metrics: Metrics, { offsetMs }: Pick<MachineClock, 'offsetMs'>): void =>
  metrics.add({
    type: 'gauge',
    name: 'airdeck_clock_offset_seconds',
    help: 'Clock of this machine minus that of the database',
    read() {
      const offset = offsetMs();
      if (offset === null) throw new Error('the clock has not been compared yet');
      return offset / 1_000;
    },
  });

export interface WorkSources {
  db: Db;
  packedDays(): number;
  feedLag(): Promise<ConsumerLag[]>;
  /** Standbys that replicate now. */
  standbys(): Promise<number>;
  /** Names of keys that differ between machines. */
  differentKeys(): Promise<string[]>;
  /** Milliseconds that never jump. */
  monotonic(): number;
}

export const addWorkFigures = (metrics: Metrics, sources: WorkSources): void => {
  const { db, packedDays, feedLag, standbys, monotonic } = sources;
  const dirtyHours = createProbe({
    ask: () => countDirtyHours(db),
    patienceMs: DATABASE_PATIENCE_MS,
    keepMs: DATABASE_KEEP_MS,
    monotonic,
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_dirty_hours',
    help: 'Hours of meters whose averages are to be rebuilt',
    read: dirtyHours,
  });
  metrics.add({
    type: 'counter',
    name: 'airdeck_packed_days_total',
    help: 'Days of meters that were packed',
    read: packedDays,
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_standbys',
    help: 'Standbys that replicate from the database',
    read: createProbe({
      ask: standbys,
      patienceMs: DATABASE_PATIENCE_MS,
      keepMs: DATABASE_KEEP_MS,
      monotonic,
    }),
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_different_keys',
    help: 'Keys that differ between the machines of the installation',
    read: createProbe({
      ask: async () => (await sources.differentKeys()).length,
      patienceMs: DATABASE_PATIENCE_MS,
      keepMs: DATABASE_KEEP_MS,
      monotonic,
    }),
  });
  const lags = createProbe({
    ask: feedLag,
    patienceMs: DATABASE_PATIENCE_MS,
    keepMs: DATABASE_KEEP_MS,
    monotonic,
  });
  const ofConsumers = async (pick: (lag: ConsumerLag) => number): Promise<Amounts> =>
    Object.fromEntries((await lags()).map((lag) => [lag.name, pick(lag)]));
  metrics.add({
    type: 'gauge',
    name: 'airdeck_feed_lag_seconds',
    help: 'Age of the oldest thing that was stored and that a consumer of the feed has not handled',
    label: 'consumer',
    read: () => ofConsumers(({ lagMs }) => lagMs / 1000),
  });
  metrics.add({
    type: 'counter',
    name: 'airdeck_feed_lost_total',
    help: 'Rows of the feed that a consumer never handled: it was too far behind, or could not',
    label: 'consumer',
    read: () => ofConsumers(({ skipped, failed }) => skipped + failed),
  });
};
