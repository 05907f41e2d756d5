import { join } from 'node:path';
import { meters } from '@airdeck/contract/device/routes';
import type { Meter } from '@airdeck/contract/device/schema';
import { API_BASE } from '@airdeck/contract/route';
import { logIn } from '../busy/busy-load.ts';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { print, quantile } from '../figure.ts';
import type { BusyShape } from '../store/busy-server.ts';

const SHAPE: BusyShape = { meters: 50_000, gateways: 1, oldMeters: 0, oldDays: 0 };
const EDITS = 30;
const PAGES = 30;

const timed = async (work: () => Promise<void>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

/**
 * Edits of one meter among 50,000 with seven sensors each, in one organization: duration of a save, and stall of the
 * server's event loop.
 */
export const benchRegistry = async (): Promise<void> => {
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(SHAPE)]);
  const { port } = await nextMessage<{ port: number }>(server);
  const url = `http://127.0.0.1:${port}${API_BASE}`;
  const headers = { authorization: `Bearer ${await logIn(url)}`, 'content-type': 'application/json' };

  const request = async (method: string, path: string, body?: object): Promise<Meter> => {
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Meter;
  };
  const pathOf = (id: number): string => meters.read.path.replace(':id', String(id));
  const fieldsOf = ({ department_id, code, version }: Meter) => ({ department_id, code, version });

  const saves: number[] = [];
  const holds: number[] = [];
  await ask(server, 'held');
  for (let i = 0; i <= EDITS; i++) {
    const meter = await request('GET', pathOf(1 + i * 1_000));
    await ask(server, 'held');
    const save = await timed(async () => {
      await request('PUT', pathOf(meter.id), { ...fieldsOf(meter), name: `Edited ${i}` });
    });
    // Synchronous follow-up work of a save belongs to it.
    await request('GET', pathOf(meter.id));
    const { held } = await ask<{ held: number }>(server, 'held');
    // The first one warms up.
    if (i > 0) {
      saves.push(save);
      holds.push(held);
    }
  }
  const pages: number[] = [];
  for (let i = 0; i < PAGES; i++) {
    const query = ['', '?sort=code,DESC', '?meterName=999'][i % 3];
    pages.push(await timed(async () => void (await request('GET', `${meters.list.path}${query}`))));
  }
  await stopChild(server);
  for (const values of [saves, holds, pages]) values.sort((a, b) => a - b);
  print({ name: 'registry-save-p95', value: quantile(saves, 0.95), unit: 'ms', reach: '<= 200' });
  print({ name: 'registry-event-loop-held-p50', value: quantile(holds, 0.5), unit: 'ms' });
  print({ name: 'registry-event-loop-held-max', value: holds.at(-1) ?? Number.NaN, unit: 'ms', reach: '<= 50' });
  print({ name: 'registry-list-p95', value: quantile(pages, 0.95), unit: 'ms', reach: '<= 300' });
};
