import { join } from 'node:path';
import { offices } from '@airdeck/contract/place/routes';
import { listReports, type Report, requestMonthly, requestYearly } from '@airdeck/contract/report/report';
import { API_BASE } from '@airdeck/contract/route';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import { nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import type { Shape } from '../ingest/generator.ts';
import type { BusyShape } from '../store/busy-server.ts';
import { logIn } from './busy-load.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const RATE = Number(process.env.BENCH_RATE ?? 5_000);
const CONNECTIONS = 20;
const DEVICES_PER_CONNECTION = 50;
const MOST_RISE_MS = 20;
/** Reports that wait, so that the next one begins at once. */
const OPEN = 2;
const LOOK_EVERY_MS = 500;
const GENERATOR = join(import.meta.dirname, '../ingest/generator.ts');

interface Ready {
  port: number;
  mqttPort: number;
}

/** Requests monthly and yearly reports of an office until stopped. */
const reportAgain = async (url: string, token: string, signal: AbortSignal): Promise<void> => {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { content } = await ask<{ content: { id: number }[] }>(offices.list.path);
  const office = { office_id: content[0]?.id, report_language: 'ko' };
  const year = new Date().getUTCFullYear();
  for (let requested = 0; !signal.aborted; ) {
    const { reports } = await ask<{ reports: Report[] }>(listReports.path);
    const failed = reports.find(({ state }) => state === 'FAILED');
    if (failed) throw new Error(`a report failed: ${failed.reason}`);
    const open = reports.filter(({ state }) => state === 'WAITING' || state === 'RUNNING').length;
    for (let more = open; more < OPEN; more++) {
      if (requested++ % 2 === 0) await ask(requestYearly.path, { ...office, year, entries: {} });
      else await ask(requestMonthly.path, { ...office, month: `${year}-01` });
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

/**
 * Acknowledgement delay of devices while yearly and monthly reports of an office of 1,000 meters are made, against the
 * same load before and after.
 */
export const benchReportLoad = async (): Promise<void> => {
  const busy: BusyShape = {
    ...{ meters: CONNECTIONS * DEVICES_PER_CONNECTION, gateways: CONNECTIONS, oldMeters: 0, oldDays: 0 },
    hasYear: true,
  };
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(busy)]);
  const { port, mqttPort } = await nextMessage<Ready>(server);
  const url = `http://127.0.0.1:${port}${API_BASE}`;
  const token = await logIn(url);
  const shape: Shape = {
    ...{ port: mqttPort, connections: CONNECTIONS, devicesPerConnection: DEVICES_PER_CONNECTION, inFlight: 20 },
    ...{ seconds: SECONDS, rate: RATE },
  };
  const load = async (): Promise<LoadResult> => {
    const result = await nextMessage<LoadResult>(startChild(GENERATOR, [JSON.stringify(shape)]));
    const lost = Object.keys(result.errors);
    if (lost.length > 0) throw new Error(`connections were lost: ${lost.join(', ')}`);
    return result;
  };
  const before = await load();
  const stop = new AbortController();
  const reporting = reportAgain(url, token, stop.signal);
  const [during] = await Promise.all([load().finally(() => stop.abort()), reporting]);
  const list = await fetch(`${url}${listReports.path}`, { headers: { authorization: `Bearer ${token}` } });
  const { reports } = (await list.json()) as { reports: Report[] };
  const ofState = (state: Report['state']) => reports.filter((report) => report.state === state);
  const after = await load();
  await stopChild(server);
  if (ofState('DONE').length + ofState('RUNNING').length === 0) throw new Error('no report was made meanwhile');
  const without = (before.latency.p95 + after.latency.p95) / 2;
  print({ name: 'report-load-frames', value: during.rate, unit: 'frames/s', reach: `>= ${RATE * 0.98}` });
  print({
    name: 'report-load-reports',
    value: ofState('DONE').length,
    unit: `reports of 1,000 meters done in ${SECONDS} s`,
  });
  print({ name: 'report-load-p95-without', value: without, unit: 'ms' });
  print({ name: 'report-load-p95', value: during.latency.p95, unit: 'ms' });
  print({
    ...{ name: 'report-load-rise', value: during.latency.p95 - without, unit: 'ms of p95' },
    reach: `<= ${MOST_RISE_MS}`,
  });
};
