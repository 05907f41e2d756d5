import { median, print, quantile } from '../figure.ts';
import { GATEWAYS, measure } from './ingest.ts';

const ROUNDS = 3;

/** The product with the feed and without, and with the feed being read meanwhile, by turns in one run. */
export const benchIngestFeed = async (): Promise<void> => {
  const unfed: number[] = [];
  const fed: number[] = [];
  const consumed: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    unfed.push((await measure('unfed', GATEWAYS)).perSecond);
    fed.push((await measure('full', GATEWAYS)).perSecond);
    consumed.push(await measure('consumed', GATEWAYS));
  }
  const readPerSecond = median(consumed.map(({ perSecond }) => perSecond));
  const lags = consumed.flatMap((run) => run.lags).toSorted((a, b) => a - b);
  print({ name: 'ingest-feed-off', value: median(unfed), unit: 'frames/s' });
  print({ name: 'ingest-feed-on', value: median(fed), unit: 'frames/s' });
  print({ name: 'ingest-feed-ratio', value: median(fed) / median(unfed), unit: 'ratio', reach: '>= 0.93' });
  print({ name: 'ingest-feed-read-ratio', value: readPerSecond / median(unfed), unit: 'ratio' });
  print({ name: 'ingest-feed-lag-p50', value: quantile(lags, 0.5), unit: 'ms' });
  print({ name: 'ingest-feed-lag-p95', value: quantile(lags, 0.95), unit: 'ms' });
};
