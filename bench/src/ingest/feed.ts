import { print, quantile } from '../figure.ts';
import { GATEWAYS, measure } from './ingest.ts';

/** Single runs of one state differ by a tenth. */
const ROUNDS = 5;
const READ_ROUNDS = 3;
const SECONDS = 12;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The product with the feed, without it, and with readers of the feed, alternating in one run. */
export const benchIngestFeed = async (): Promise<void> => {
  const unfed: number[] = [];
  const fed: number[] = [];
  const consumed: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const withoutFeed = async () => unfed.push((await measure('unfed', GATEWAYS, SECONDS)).perSecond);
    const withFeed = async () => fed.push((await measure('full', GATEWAYS, SECONDS)).perSecond);
    // In alternating order: the load of the machine affects both.
    for (const run of round % 2 === 0 ? [withoutFeed, withFeed] : [withFeed, withoutFeed]) await run();
    if (round < READ_ROUNDS) consumed.push(await measure('consumed', GATEWAYS, SECONDS));
  }
  const [off, on, read] = [mean(unfed), mean(fed), mean(consumed.map(({ perSecond }) => perSecond))];
  const lags = consumed.flatMap((run) => run.lags).toSorted((a, b) => a - b);
  print({ name: 'ingest-feed-off', value: off, unit: 'frames/s' });
  print({ name: 'ingest-feed-on', value: on, unit: 'frames/s' });
  print({ name: 'ingest-feed-ratio', value: on / off, unit: 'ratio', reach: '>= 0.93' });
  print({ name: 'ingest-feed-read-ratio', value: read / off, unit: 'ratio' });
  print({ name: 'ingest-feed-lag-p50', value: quantile(lags, 0.5), unit: 'ms' });
  print({ name: 'ingest-feed-lag-p95', value: quantile(lags, 0.95), unit: 'ms' });
};
