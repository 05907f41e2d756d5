import { join } from 'node:path';
import { meters } from '@airdeck/contract/device/routes';
import type { Meter } from '@airdeck/contract/device/schema';
import { LIVE_PATH } from '@airdeck/contract/live/event';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import { nextMessage, startChild } from '../child.ts';
import { print } from '../figure.ts';
import type { Shape } from '../ingest/generator.ts';
import { type Api, printTimes } from './api.ts';

export const GATEWAYS = 200;
/** BENCH_RATE overrides it for a quick run. */
const RATE = Number(process.env.BENCH_RATE ?? 10_000);
const SECONDS = 30;
const BETWEEN_MS = 200;

const pathOf = (id: number): string => meters.read.path.replace(':id', String(id));

/** An open screen: reports when the server announces a change of places or meters. */
const openScreen = async (api: Api, view: string, onSite: () => void, signal: AbortSignal): Promise<void> => {
  const response = await fetch(`${api.url}${LIVE_PATH}?view=${view}`, { headers: api.headers, signal });
  const decoder = new TextDecoder();
  let rest = '';
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) {
      const messages = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = messages.pop() ?? '';
      if (messages.some((message) => message.includes('"type":"site"'))) onSite();
    }
  };
  read().catch((error) => {
    if (!signal.aborted) throw error;
  });
};

/**
 * Saves of meters while all others report: duration, delay until an open screen is notified, and acknowledgement delay
 * of devices.
 */
export const measureSaves = async (api: Api, mqttPort: number, registered: number): Promise<void> => {
  const shape: Shape = {
    port: mqttPort,
    connections: GATEWAYS,
    devicesPerConnection: registered / GATEWAYS,
    inFlight: 20,
    seconds: SECONDS,
    rate: RATE,
  };
  const over = new AbortController();
  let heard = (): void => undefined;
  await openScreen(api, 'agency', () => heard(), over.signal);
  const load = startChild(join(import.meta.dirname, '../ingest/generator.ts'), [JSON.stringify(shape)]);
  const loaded = nextMessage<LoadResult>(load);
  let isLoading = true;
  void loaded.finally(() => {
    isLoading = false;
  });
  const [saves, hearings]: [number[], number[]] = [[], []];
  let refused = 0;
  const save = async (meterId: number): Promise<void> => {
    const { id, department_id, code, version } = await api.ask<Meter>('GET', pathOf(meterId));
    const begin = performance.now();
    const hearing = new Promise<void>((resolve) => {
      heard = resolve;
    }).then(() => hearings.push(performance.now() - begin));
    await api.ask('PUT', pathOf(id), { department_id, code, version, name: `Saved ${id}` });
    saves.push(performance.now() - begin);
    await hearing;
  };
  for (let i = 0; isLoading; i++) {
    await save(1 + ((i * 977) % registered)).catch((error) => {
      // An overloaded server says so.
      if (!String(error).includes('TOO_MANY_REQUESTS')) throw error;
      refused++;
    });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  const result = await loaded;
  over.abort();
  const lost = Object.keys(result.errors);
  if (lost.length > 0) throw new Error(`connections were lost: ${lost.join(', ')}`);
  print({ name: 'administration-load-frames', value: result.rate, unit: 'frames/s', reach: `>= ${RATE * 0.98}` });
  print({ name: 'administration-load-p95', value: result.latency.p95, unit: 'ms', reach: '<= 250' });
  print({ name: 'administration-save-refused', value: refused, unit: 'saves', reach: '<= 0' });
  printTimes('administration-save', saves, 200);
  printTimes('administration-save-felt', hearings, 1_000);
};
