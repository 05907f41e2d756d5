import { appendRegistryChange } from '@airdeck/server/feed/feed-queries';
import { createDb, type Db, type DbOptions } from '@airdeck/server/platform/db/pool';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import pino from 'pino';
import sql from 'sql-template-tag';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { median, print } from '../figure.ts';
import { GATEWAYS, here, load } from '../ingest/ingest.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
const SETTLE_MS = 5_000;
const GATEWAY_COUNT = 100;
/** Each with a purifier in automatic mode. */
const METERS = 10_000;
const SCENARIO = { ...GATEWAYS, connections: GATEWAY_COUNT, devicesPerConnection: METERS / GATEWAY_COUNT };

interface Figures {
  cpu: NodeJS.CpuUsage;
  askedMs: number;
  lagMs: number;
  failed: number;
}

const cpuMs = ({ cpu }: Figures): number => (cpu.user + cpu.system) / 1000;
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const addPurifiers = async (db: Db): Promise<void> => {
  // Each meter sends far more than one frame a minute here.
  await db.query(sql`update meter set interval_s = 1`);
  await db.query(sql`insert into purifier (meter_id, number, name) select id, 1, '1' from meter`);
  await db.query(sql`insert into auto_mode (purifier_id, use, thresholds)
    select id, 'Y', '{"PM2.5": [15, 35, 75], "CO2": [800, 1000, 1500]}' from purifier`);
  await db.tx(appendRegistryChange);
};

const ingest = async (hasEngine: boolean) => {
  const server = startChild(here('server.ts'), ['full', String(METERS), String(GATEWAY_COUNT)]);
  const { port, connection } = await nextMessage<{ port: number; connection: DbOptions['connection'] }>(server);
  const db = createDb({ connection, log: pino({ level: 'silent' }), size: 2 });
  await addPurifiers(db);
  const engine = hasEngine ? startChild(here('../control/auto-engine.ts'), [JSON.stringify(connection)]) : null;
  if (engine) await nextMessage(engine);
  // Meters are reloaded, which is not measured.
  await rest(SETTLE_MS);
  const before = engine && (await ask<Figures>(engine, 'figures'));
  const result: LoadResult = await load(port, SCENARIO, SECONDS);
  const after = engine && (await ask<Figures>(engine, 'figures'));
  await db.close();
  if (engine) await stopChild(engine);
  await stopChild(server);
  return {
    rate: result.rate,
    cpuMs: after && before ? cpuMs(after) - cpuMs(before) : 0,
    askedMs: after && before ? after.askedMs - before.askedMs : 0,
    lagMs: after?.lagMs ?? 0,
    failed: after?.failed ?? 0,
  };
};

/** The cost of automatic mode for 10,000 purifiers to ingest. */
export const benchAutoMode = async (): Promise<void> => {
  const without: number[] = [];
  const withEngine: Awaited<ReturnType<typeof ingest>>[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    // In alternating order: the load of the machine affects both.
    const off = async () => without.push((await ingest(false)).rate);
    const on = async () => withEngine.push(await ingest(true));
    for (const run of pair % 2 === 0 ? [off, on] : [on, off]) await run();
  }
  const rate = median(withEngine.map((run) => run.rate));
  print({ name: 'auto-mode-ingest-off', value: median(without), unit: 'frames/s' });
  print({ name: 'auto-mode-ingest-on', value: rate, unit: 'frames/s' });
  print({ name: 'auto-mode-ingest-ratio', value: rate / median(without), unit: 'ratio', reach: '>= 0.9' });
  const perFrame = (ms: number, run: { rate: number }): number => (ms * 1000) / (run.rate * SECONDS);
  const cpu = median(withEngine.map((run) => perFrame(run.cpuMs, run)));
  print({ name: 'auto-mode-cpu', value: cpu, unit: 'µs/frame of the engine' });
  const asked = median(withEngine.map((run) => perFrame(run.askedMs, run)));
  print({ name: 'auto-mode-asked', value: asked, unit: 'µs/frame of waiting for the database' });
  print({ name: 'auto-mode-lag', value: Math.max(...withEngine.map(({ lagMs }) => lagMs)), unit: 'ms at the end' });
  print({ name: 'auto-mode-failed', value: Math.max(...withEngine.map(({ failed }) => failed)), unit: 'rows' });
};
