import { HEALTH_PROBLEMS } from '@airdeck/contract/health/routes';
import type { ConsumerLag } from '../../feed/consumer-queries.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { Durations } from '../../platform/metrics/durations.ts';
import { type Amounts, createMetrics, type Metrics } from '../../platform/metrics/metrics.ts';
import { createMetricsListener, type MetricsListener } from '../../platform/metrics/metrics-listener.ts';
import { addProcessFigures } from '../../platform/metrics/process-figures.ts';
import { createProbe } from '../../platform/probe.ts';
import { countDirtyHours } from './queries.ts';
import type { Readiness } from './readiness.ts';

const DATABASE_PATIENCE_MS = 2_000;
/** Counting marks reads all of them. */
const DATABASE_KEEP_MS = 5_000;

export interface FigureSources {
  db: Db;
  readiness: Readiness;
  /** Frames that were stored, and what could not be taken by reason, since the process began. */
  ingest(): { stored: number; rejected: Readonly<Record<string, number>> };
  packedDays(): number;
  feedLag(): Promise<ConsumerLag[]>;
  answers(): Amounts;
  mqttConnections(): number;
  httpConnections(): Promise<number>;
  acknowledgements: Durations;
  queries: Durations;
  /** Milliseconds that never jump. */
  monotonic(): number;
}

/** What an operator watches. All of it is read at a scrape; while it runs, the server only adds. */
const addFigures = (metrics: Metrics, sources: FigureSources): void => {
  const { db, monotonic, readiness } = sources;
  const dirtyHours = createProbe({
    ask: () => countDirtyHours(db),
    patienceMs: DATABASE_PATIENCE_MS,
    keepMs: DATABASE_KEEP_MS,
    monotonic,
  });
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
  metrics.addDurations('airdeck_database_query_seconds', 'How long the database took for a statement', sources.queries);
  metrics.add({
    type: 'gauge',
    name: 'airdeck_dirty_hours',
    help: 'Hours of meters whose averages are to be made anew',
    read: dirtyHours,
  });
  const lags = createProbe({
    ask: () => sources.feedLag(),
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
  metrics.add({
    type: 'counter',
    name: 'airdeck_packed_days_total',
    help: 'Days of meters that were packed',
    read: sources.packedDays,
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_mqtt_connections',
    help: 'Connections of devices',
    read: sources.mqttConnections,
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_http_connections',
    help: 'Connections of pages',
    read: sources.httpConnections,
  });
  metrics.add({
    type: 'counter',
    name: 'airdeck_http_requests_total',
    help: 'Requests that were answered',
    label: 'status',
    read: sources.answers,
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_problem',
    help: 'Why the server is not ready: 1 while it is so',
    label: 'problem',
    async read() {
      const problems = await readiness();
      return Object.fromEntries(HEALTH_PROBLEMS.map((each) => [each, problems.includes(each) ? 1 : 0]));
    },
  });
};

export interface MonitorOptions {
  port: number;
  host: string;
  log: Log;
  sources: FigureSources;
}

/** Tells Prometheus how the server is, on a port of its own. */
export const createMonitor = ({ port, host, log, sources }: MonitorOptions): MetricsListener => {
  const metrics = createMetrics({ log, monotonic: sources.monotonic });
  addFigures(metrics, sources);
  const stopWatching = addProcessFigures(metrics);
  const listener = createMetricsListener({ port, host, metrics, log });
  return {
    start: listener.start,
    async stop() {
      stopWatching();
      await listener.stop();
    },
  };
};

/** Counts answers by the class of their status. */
export const createAnswerCounts = () => {
  const counts = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  return {
    add(status: number): void {
      const key = `${Math.floor(status / 100)}xx`;
      if (key in counts) counts[key as keyof typeof counts]++;
    },
    read: (): Amounts => counts,
  };
};
