import { HEALTH_PROBLEMS } from '@airdeck/contract/health/routes';
import type { Amounts, Metrics } from '../../platform/metrics/metrics.ts';
import type { Readiness } from './readiness.ts';

export interface WebSources {
  readiness: Readiness;
  answers(): Amounts;
  httpConnections(): Promise<number>;
  /** By host, ms. */
  standbyLags(): Readonly<Record<string, number>>;
}

export const addWebFigures = (metrics: Metrics, sources: WebSources): void => {
  metrics.add({
    type: 'gauge',
    name: 'airdeck_http_connections',
    help: 'Connections of pages',
    read: sources.httpConnections,
  });
  metrics.add({
    type: 'gauge',
    name: 'airdeck_standby_lag_seconds',
    help: 'How far each standby of --database-read-url is behind; without one that is not read from',
    label: 'standby',
    read: () => Object.fromEntries(Object.entries(sources.standbyLags()).map(([name, ms]) => [name, ms / 1_000])),
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
      const problems = await sources.readiness();
      return Object.fromEntries(HEALTH_PROBLEMS.map((each) => [each, problems.includes(each) ? 1 : 0]));
    },
  });
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
