import { median, print } from '../figure.ts';
import { GATEWAYS, measure } from './ingest.ts';

const PAIRS = 3;
const SECONDS = 25;

/** The product with and without concurrent rollups, alternating in one run. */
export const benchIngestRollups = async (): Promise<void> => {
  const without: number[] = [];
  const withRollups: Awaited<ReturnType<typeof measure>>[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    without.push((await measure('full', GATEWAYS, SECONDS)).perSecond);
    withRollups.push(await measure('rollups', GATEWAYS, SECONDS));
  }
  const perSecond = median(withRollups.map((run) => run.perSecond));
  print({ name: 'ingest-rollups-off', value: median(without), unit: 'frames/s' });
  print({ name: 'ingest-rollups-on', value: perSecond, unit: 'frames/s' });
  print({ name: 'ingest-rollups-ratio', value: perSecond / median(without), unit: 'ratio', reach: '>= 0.8' });
  print({ name: 'ingest-rollups-p95', value: median(withRollups.map((run) => run.p95)), unit: 'ms' });
  print({
    name: 'ingest-rollups-dirty-hours-left',
    value: Math.max(...withRollups.map((run) => run.hours)),
    unit: 'meter-hours 5 s after the load',
    reach: '<= 0',
  });
};
