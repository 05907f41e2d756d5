import { join } from 'node:path';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import type { Shape } from './generator.ts';

/** Duration of the load; BENCH_SECONDS overrides it for a quick run. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const MB = 1_000_000;
/** Time after the load within which all rollups must be complete. */
const SETTLE_MS = 5_000;
export const here = (file: string): string => join(import.meta.dirname, file);

type Kind = 'full' | 'rollups' | 'unfed' | 'consumed' | 'bare' | 'broker';

export interface Scenario {
  name: string;
  connections: number;
  devicesPerConnection: number;
  inFlight: number;
  reachPerSecond: number;
  reachP95Ms: number;
}

export const GATEWAYS: Scenario = {
  name: 'gateways',
  connections: 200,
  devicesPerConnection: 50,
  inFlight: 20,
  reachPerSecond: 35_000,
  reachP95Ms: 200,
};
export const DEVICES: Scenario = {
  name: 'devices',
  connections: 4_000,
  devicesPerConnection: 1,
  inFlight: 1,
  reachPerSecond: 17_000,
  reachP95Ms: 300,
};

export const load = async (
  port: number,
  { connections, devicesPerConnection, inFlight }: Scenario,
  seconds: number,
) => {
  const shape: Shape = { port, connections, devicesPerConnection, inFlight, seconds };
  return nextMessage<LoadResult>(startChild(here('generator.ts'), [JSON.stringify(shape)]));
};

interface Counted {
  rows: number;
  rss: number;
  cpu: NodeJS.CpuUsage;
}

const cpuOf = ({ user, system }: NodeJS.CpuUsage): number => user + system;

/** One kind of server under one kind of load: frames a second, p95, stored frames, memory. */
export const measure = async (kind: Kind, scenario: Scenario, seconds = SECONDS) => {
  const meters = scenario.connections * scenario.devicesPerConnection;
  const gateways = scenario.devicesPerConnection > 1 ? scenario.connections : 0;
  const server = startChild(here('server.ts'), [kind, String(meters), String(gateways)]);
  const { port } = await nextMessage<{ port: number }>(server);
  const begin = await ask<Counted>(server, 'count');
  const result = await load(port, scenario, seconds);
  if (kind === 'rollups') await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const { hours } = await ask<{ hours: number }>(server, 'dirty');
  const { rows, rss, cpu } = await ask<Counted>(server, 'count');
  const { lags } = await ask<{ lags: number[] }>(server, 'lags');
  await stopChild(server);
  const lost = Object.keys(result.errors);
  if (lost.length > 0) throw new Error(`connections were lost: ${lost.join(', ')}`);
  return {
    perSecond: result.rate,
    p95: result.latency.p95,
    acknowledged: result.acknowledged,
    rows,
    rss,
    hours,
    lags,
    microseconds: cpuOf(cpu) - cpuOf(begin.cpu),
  };
};

/** The product beside a bare pipe and the broker alone, one after the other in one run. */
export const benchIngest = async (scenario: Scenario): Promise<void> => {
  const name = (what: string): string => `ingest-${scenario.name}-${what}`;
  const broker = await measure('broker', scenario);
  print({ name: name('broker-alone'), value: broker.perSecond, unit: 'frames/s' });
  const bare = await measure('bare', scenario);
  print({ name: name('bare-pipe'), value: bare.perSecond, unit: 'frames/s' });
  print({ name: name('bare-pipe-p95'), value: bare.p95, unit: 'ms' });
  const full = await measure('full', scenario);
  print({ name: name('frames'), value: full.perSecond, unit: 'frames/s', reach: `>= ${scenario.reachPerSecond}` });
  print({ name: name('p95'), value: full.p95, unit: 'ms', reach: `<= ${scenario.reachP95Ms}` });
  print({ name: name('share-of-bare-pipe'), value: full.perSecond / bare.perSecond, unit: 'ratio', reach: '>= 0.6' });
  print({
    name: name('acknowledged-but-not-stored'),
    value: Math.max(0, full.acknowledged - full.rows),
    unit: 'frames',
    reach: '<= 0',
  });
  print({ name: name('stored'), value: full.rows, unit: 'frames' });
  // Says more than the rate if other work runs beside: CPU of the server's process, without PostgreSQL.
  print({ name: name('cpu'), value: full.microseconds / full.rows, unit: 'µs/frame' });
  print({ name: name('rss'), value: full.rss / MB, unit: 'MB', reach: '<= 500' });
};
