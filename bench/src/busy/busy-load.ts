import { join } from 'node:path';
import { exportSensorReadings } from '@airdeck/contract/history/routes';
import { API_BASE } from '@airdeck/contract/route';
import { demoLogin } from '@airdeck/contract/session/routes';
import type { Role } from '@airdeck/domain/role';
import { CONSUMER as ALARMS } from '@airdeck/server/features/alarm/engine';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { print, quantile } from '../figure.ts';
import type { Shape } from '../ingest/generator.ts';
import type { BusyShape } from '../store/busy-server.ts';
import { type Use, watchUse } from './processor-use.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const RATE = Number(process.env.BENCH_RATE ?? 10_000);
const CONNECTIONS = 200;
const DEVICES_PER_CONNECTION = 50;
/** Enough that packing lasts as long as the load. */
const OLD: Pick<BusyShape, 'oldMeters' | 'oldDays'> = { oldMeters: 1_000, oldDays: 3 };
/** Their day with seven sensors is a million rows. */
const EXPORTED_METERS = 100;
const LOOK_EVERY_MS = 200;
const DAY_MS = 86_400_000;
const GENERATOR = join(import.meta.dirname, '../ingest/generator.ts');

interface Ready {
  port: number;
  mqttPort: number;
  /** Address of the database. */
  connection: string;
  /** The newest closed day, UTC days since 1970. */
  newestOld: number;
}

/** A session of the user of a role. */
export const logIn = async (url: string, authority: Role = 'SUPER_ADMIN'): Promise<string> => {
  const response = await fetch(`${url}${demoLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authority }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
};

/** Downloads one file after the other until stopped; returns the number of bytes. */
const exportAgain = async (url: string, token: string, day: string, signal: AbortSignal): Promise<number> => {
  const meters = Array.from({ length: EXPORTED_METERS }, (_, i) => `meterId=${i + 1}`).join('&');
  const path = `${exportSensorReadings.path}?format=xlsx&startTime=${day}&endTime=${day}&${meters}`;
  let bytes = 0;
  while (!signal.aborted) {
    try {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` }, signal });
      if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
      for await (const chunk of response.body) bytes += chunk.length;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return bytes;
};

/** Waiting times of a person who looks at Monitoring repeatedly until stopped; ms, ascending. */
const lookAgain = async (url: string, token: string, signal: AbortSignal): Promise<number[]> => {
  const times: number[] = [];
  while (!signal.aborted) {
    const begin = performance.now();
    const response = await fetch(`${url}/monitoring/cards/agency`, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (response.ok) times.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return times.toSorted((a, b) => a - b);
};

/** What goes on beside the load. */
const BESIDE = ['packing', 'export', 'people'] as const;
type Beside = (typeof BESIDE)[number];

export const printUse = (name: string, use: Use, frames: number): void => {
  const parts = [...use.parts].filter(([, ms]) => ms > 0).toSorted(([, a], [, b]) => b - a);
  for (const [part, ms] of parts) {
    print({ name: `${name}-cpu-${part.replaceAll(' ', '-')}`, value: (ms * 1000) / frames, unit: 'µs/frame' });
  }
  print({ name: `${name}-wal`, value: use.walBytes / use.seconds / 1e6, unit: 'MB/s' });
  print({ name: `${name}-wal-fsyncs`, value: use.walFsyncs / use.seconds, unit: 'a second' });
};

export const processorTime = ({ parts }: Use): number => [...parts.values()].reduce((sum, ms) => sum + ms, 0);

const measure = async (name: string, beside: ReadonlySet<Beside>) => {
  const busy: BusyShape = {
    ...{ meters: CONNECTIONS * DEVICES_PER_CONNECTION, gateways: CONNECTIONS },
    ...(beside.size > 0 ? OLD : { oldMeters: 0, oldDays: 0 }),
  };
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(busy)]);
  const { port, mqttPort, newestOld, connection } = await nextMessage<Ready>(server);
  const url = `http://127.0.0.1:${port}${API_BASE}`;
  const token = await logIn(url);
  const shape: Shape = {
    ...{ port: mqttPort, connections: CONNECTIONS, devicesPerConnection: DEVICES_PER_CONNECTION, inFlight: 20 },
    ...{ seconds: SECONDS, rate: RATE },
  };
  const packed = async () => (await ask<{ packed: number }>(server, 'packed')).packed;
  const before = await packed();
  const stop = new AbortController();
  const day = new Date(newestOld * DAY_MS).toISOString().slice(0, 10);
  const exporting = beside.has('export') ? exportAgain(url, token, day, stop.signal) : Promise.resolve(0);
  const looking = beside.has('people') ? lookAgain(url, token, stop.signal) : Promise.resolve([]);
  await ask(server, 'held');
  const use = await watchUse(server.pid ?? 0, connection);
  const result = await nextMessage<LoadResult>(startChild(GENERATOR, [JSON.stringify(shape)]));
  const used = await use.take();
  const behindMs = await use.behindMs(ALARMS);
  stop.abort();
  const [bytes, pages] = await Promise.all([exporting, looking]);
  const { p99 } = await ask<{ p99: number }>(server, 'held');
  const after = await packed();
  await use.close();
  await stopChild(server);
  const lost = Object.keys(result.errors);
  if (lost.length > 0) throw new Error(`connections were lost: ${lost.join(', ')}`);
  printUse(name, used, result.acknowledged);
  return { result, used, behindMs, bytes, pages, p99, packed: after - before };
};

/** Processor time and acknowledgement delay of a frame while no page is open. */
export const benchFrameCost = async (): Promise<void> => {
  const { result, used, behindMs } = await measure('frame-cost', new Set());
  const cost = (processorTime(used) * 1000) / result.acknowledged;
  print({ name: 'frame-cost-frames', value: result.rate, unit: 'frames/s', reach: `>= ${RATE * 0.98}` });
  print({ name: 'frame-cost-alarms-behind', value: behindMs, unit: 'ms at the end', reach: '<= 10000' });
  print({ name: 'frame-cost-p50', value: result.latency.p50, unit: 'ms' });
  print({ name: 'frame-cost-p95', value: result.latency.p95, unit: 'ms', reach: '<= 100' });
  print({ name: 'frame-cost', value: cost, unit: 'µs of all roles and PostgreSQL', reach: '<= 90' });
};

/**
 * Acknowledgement delay of devices while days are packed, a file is written and a person looks at Monitoring.
 * BENCH_BESIDE names some of these (`export,people`); days are packed in any case.
 */
export const benchPackingLoad = async (): Promise<void> => {
  const asked = process.env.BENCH_BESIDE?.split(',') ?? BESIDE;
  const beside = new Set(BESIDE.filter((each) => asked.includes(each)));
  const { result, bytes, pages, p99, packed } = await measure('packing-load', beside);
  if (packed === OLD.oldMeters * OLD.oldDays) throw new Error('packing was over before the load: it needs more days');
  print({ name: 'packing-load-frames', value: result.rate, unit: 'frames/s', reach: `>= ${RATE * 0.98}` });
  print({ name: 'packing-load-p50', value: result.latency.p50, unit: 'ms' });
  print({ name: 'packing-load-p95', value: result.latency.p95, unit: 'ms', reach: '<= 150' });
  print({ name: 'packing-load-page-p95', value: quantile(pages, 0.95), unit: 'ms', reach: '<= 100' });
  print({ name: 'packing-load-web-held-p99', value: p99, unit: 'ms', reach: '<= 50' });
  print({ name: 'packing-load-packed', value: packed, unit: 'meter-days of 1,440 frames meanwhile' });
  print({ name: 'packing-load-exported', value: bytes / 1e6, unit: 'MB of xlsx meanwhile' });
};
