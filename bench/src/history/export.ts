import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '@airdeck/contract/route';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { startEngine } from '@airdeck/server/platform/db/embedded/engine';
import pino from 'pino';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import type { Api } from './ask.ts';
import { NOW, ZONE } from './dataset.ts';
import { loadDataset } from './load.ts';
import type { Watched } from './watch.ts';

/** A day of 100 meters with seven sensors is 1,008,000 rows. */
const METERS = Number(process.env.BENCH_EXPORT_METERS ?? 100);
const DAYS = Number(process.env.BENCH_EXPORT_DAYS ?? 1);
/** Monitoring reads the last hours for its trends when the server starts. */
const START_MS = 8_000;

interface Download {
  seconds: number;
  firstByteMs: number;
  bytes: number;
  rows: number;
}

const download = async ({ port, token }: Api, path: string): Promise<Download> => {
  const begin = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate' },
  });
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let [firstByteMs, bytes] = [0, 0];
  for await (const chunk of response.body) {
    if (bytes === 0) firstByteMs = performance.now() - begin;
    bytes += chunk.length;
  }
  const rows = Number(response.headers.get('x-total-rows'));
  return { seconds: (performance.now() - begin) / 1_000, firstByteMs, bytes, rows };
};

/** The cost of a file of a million rows: time, memory, and waiting times of others meanwhile. */
export const benchExport = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  chmodSync(dataDir, 0o755);
  const log = pino({ level: 'error' }, pino.destination(2));
  const engine = await startEngine({ dataDir, log, onExit: (reason) => log.error(reason), isWorkshop: true });
  try {
    // The day before the first whole one, and today, are outside the requested period.
    const dataset = await loadDataset(engine, { meters: METERS, days: DAYS + 2 });
    const last = addDays(localDay(NOW, ZONE), -1);
    const period = `startTime=${addDays(last, 1 - DAYS)}&endTime=${last}`;
    for (const [list, format] of [
      ['sensor-readings', 'xlsx'],
      ['sensor-readings', 'csv'],
      ['meter-readings', 'xlsx'],
    ]) {
      const server = startChild(join(import.meta.dirname, 'server.ts'), [JSON.stringify(dataset)]);
      const api = await nextMessage<Api>(server);
      await new Promise((resolve) => setTimeout(resolve, START_MS));
      await ask(server, 'watch');
      const { seconds, firstByteMs, bytes, rows } = await download(
        api,
        `/history/${list}/export?format=${format}&${period}`,
      );
      const watched = await ask<Watched>(server, 'watched');
      await stopChild(server);
      const name = (what: string): string => `export-${list}-${format}-${what}`;
      print({ name: name('rows'), value: rows, unit: 'rows' });
      print({ name: name('time'), value: seconds, unit: 's', reach: '<= 60' });
      print({ name: name('first-byte'), value: firstByteMs, unit: 'ms', reach: '<= 1000' });
      print({ name: name('memory'), value: watched.rssGrowth / 1e6, unit: 'MB more RSS', reach: '<= 150' });
      print({ name: name('work'), value: watched.cpuS, unit: 's of processor time' });
      print({ name: name('delay-p99'), value: watched.delayP99Ms, unit: 'ms' });
      print({ name: name('delay-most'), value: watched.delayMostMs, unit: 'ms' });
      print({ name: name('file'), value: bytes / 1e6, unit: 'MB' });
    }
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
