import { join } from 'node:path';
import { exportSensorReadings } from '@airdeck/contract/history/routes';
import { API_BASE } from '@airdeck/contract/route';
import { demoLogin } from '@airdeck/contract/session/routes';
import type { Role } from '@airdeck/domain/role';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { print, quantile } from '../figure.ts';
import type { Shape } from '../ingest/generator.ts';
import type { BusyShape } from './busy-server.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const RATE = 10_000;
const CONNECTIONS = 200;
const DEVICES_PER_CONNECTION = 50;
/** Enough that packing lasts as long as the load. */
const OLD: Pick<BusyShape, 'oldMeters' | 'oldDays'> = { oldMeters: 1_000, oldDays: 3 };
/** Their day with seven sensors is a million rows. */
const EXPORTED_METERS = 100;
const LOOK_EVERY_MS = 200;
const DAY_MS = 86_400_000;

interface Ready {
  port: number;
  mqttPort: number;
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

/** Acknowledgement delay of devices while days are packed and a file is written. */
export const benchPackingLoad = async (): Promise<void> => {
  const busy: BusyShape = { meters: CONNECTIONS * DEVICES_PER_CONNECTION, gateways: CONNECTIONS, ...OLD };
  const server = startChild(join(import.meta.dirname, 'busy-server.ts'), [JSON.stringify(busy)]);
  const { port, mqttPort, newestOld } = await nextMessage<Ready>(server);
  const url = `http://127.0.0.1:${port}${API_BASE}`;
  const token = await logIn(url);
  const shape: Shape = {
    port: mqttPort,
    connections: CONNECTIONS,
    devicesPerConnection: DEVICES_PER_CONNECTION,
    inFlight: 20,
    seconds: SECONDS,
    rate: RATE,
  };
  const { packed: before } = await ask<{ packed: number }>(server, 'packed');
  const stop = new AbortController();
  const exporting = exportAgain(url, token, new Date(newestOld * DAY_MS).toISOString().slice(0, 10), stop.signal);
  const looking = lookAgain(url, token, stop.signal);
  await ask(server, 'held');
  const load = startChild(join(import.meta.dirname, '../ingest/generator.ts'), [JSON.stringify(shape)]);
  const result = await nextMessage<LoadResult>(load);
  stop.abort();
  const bytes = await exporting;
  const pages = await looking;
  const { p99 } = await ask<{ p99: number }>(server, 'held');
  const { packed: after } = await ask<{ packed: number }>(server, 'packed');
  await stopChild(server);
  const lost = Object.keys(result.errors);
  if (lost.length > 0) throw new Error(`connections were lost: ${lost.join(', ')}`);
  if (after === OLD.oldMeters * OLD.oldDays) throw new Error('packing was over before the load: it needs more days');
  print({ name: 'packing-load-frames', value: result.rate, unit: 'frames/s', reach: `>= ${RATE * 0.98}` });
  print({ name: 'packing-load-p95', value: result.latency.p95, unit: 'ms', reach: '<= 150' });
  print({ name: 'packing-load-page-p95', value: quantile(pages, 0.95), unit: 'ms', reach: '<= 100' });
  print({ name: 'packing-load-web-held-p99', value: p99, unit: 'ms', reach: '<= 50' });
  print({ name: 'packing-load-packed', value: after - before, unit: 'meter-days of 1,440 frames meanwhile' });
  print({ name: 'packing-load-exported', value: bytes / 1e6, unit: 'MB of xlsx meanwhile' });
};
