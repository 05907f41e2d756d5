import { appendRegistryChange } from '@airdeck/server/feed/feed-queries';
import { createDb, type Db, type DbOptions } from '@airdeck/server/platform/db/pool';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import mqtt from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { median, print, quantile } from '../figure.ts';
import type { Shape } from '../ingest/generator.ts';
import { DEVICES, GATEWAYS, here, load, type Scenario } from '../ingest/ingest.ts';
import { ORGANIZATION, SECRET } from '../ingest/names.ts';
import { benchAlarmBurst, benchAlarmLive } from './console.ts';
import { benchDelivery } from './delivery.ts';
import { benchAlarmList } from './list.ts';
import { makeQuiet } from './past-queries.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
const MB = 1_000_000;
const MANY = 50_000;
const MINUTES = Number(process.env.BENCH_MINUTES ?? 8);
const SAMPLES = 100;
const LOOK_MS = 5;
const SETTLE_MS = 5_000;

interface Figures {
  rss: number;
  heap: number;
  cpu: NodeJS.CpuUsage;
  /** Waiting time for the database. */
  askedMs: number;
  lagMs: number;
  failed: number;
}

const cpuOf = ({ cpu }: Figures): number => cpu.user + cpu.system;
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server with this many meters, with or without an engine beside it. */
const open = async (meters: number, gateways: number, hasEngine: boolean, intervalS = 1) => {
  const server = startChild(here('server.ts'), ['full', String(meters), String(gateways)]);
  const { port, connection } = await nextMessage<{ port: number; connection: DbOptions['connection'] }>(server);
  const db: Db = createDb({ connection, log: pino({ level: 'silent' }), size: 2 });
  // Each meter usually sends far more than one frame a minute here.
  await db.query(sql`update meter set interval_s = ${intervalS}`);
  const start = async () => {
    const engine = startChild(here('../alarms/engine.ts'), [JSON.stringify(connection)]);
    await nextMessage(engine);
    return engine;
  };
  const engine = hasEngine ? await start() : null;
  return {
    port,
    db,
    figures: () => (engine ? ask<Figures>(engine, 'figures') : Promise.resolve(null)),
    async close() {
      await db.close();
      if (engine) await stopChild(engine);
      await stopChild(server);
    },
  };
};

const ingest = async (isQuiet: boolean, hasEngine: boolean, scenario: Scenario) => {
  const meters = scenario.connections * scenario.devicesPerConnection;
  const bench = await open(meters, scenario.devicesPerConnection > 1 ? scenario.connections : 0, hasEngine);
  if (isQuiet) await makeQuiet(bench.db);
  await bench.db.tx(appendRegistryChange);
  // The engine reloads all meters, which is not measured.
  await rest(SETTLE_MS);
  const before = await bench.figures();
  const result: LoadResult = await load(bench.port, scenario, SECONDS);
  const figures = await bench.figures();
  await bench.close();
  const cpuMs = figures && before ? (cpuOf(figures) - cpuOf(before)) / 1000 : 0;
  return {
    rate: result.rate,
    lagMs: figures?.lagMs ?? 0,
    askedMs: (figures?.askedMs ?? 0) - (before?.askedMs ?? 0),
    cpuMs,
  };
};

const benchRatio = async (name: string, isQuiet: boolean): Promise<void> => {
  const without: number[] = [];
  const withEngine: Awaited<ReturnType<typeof ingest>>[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    // In alternating order: the load of the machine affects both.
    const off = async () => without.push((await ingest(isQuiet, false, GATEWAYS)).rate);
    const on = async () => withEngine.push(await ingest(isQuiet, true, GATEWAYS));
    for (const run of pair % 2 === 0 ? [off, on] : [on, off]) await run();
  }
  const rate = median(withEngine.map((run) => run.rate));
  print({ name: `alarms-ingest-${name}-off`, value: median(without), unit: 'frames/s' });
  print({ name: `alarms-ingest-${name}-on`, value: rate, unit: 'frames/s' });
  print({ name: `alarms-ingest-${name}-ratio`, value: rate / median(without), unit: 'ratio', reach: '>= 0.95' });
  // These say more than the rate if other work runs beside.
  const aFrame = (ms: number, perSecond: number): number => (ms * 1000) / (perSecond * SECONDS);
  const cpu = median(withEngine.map((run) => aFrame(run.cpuMs, run.rate)));
  print({ name: `alarms-ingest-${name}-cpu`, value: cpu, unit: 'µs/frame of the engine' });
  const asked = median(withEngine.map((run) => aFrame(run.askedMs, run.rate)));
  print({ name: `alarms-ingest-${name}-asked`, value: asked, unit: 'µs/frame of waiting for the database' });
  const lag = Math.max(...withEngine.map(({ lagMs }) => lagMs));
  print({ name: `alarms-ingest-${name}-lag`, value: lag, unit: 'ms at the end of the load' });
};

/** Memory with many meters that send a frame a minute, a third of them beyond a bound; by the minute. */
const benchMemory = async (): Promise<void> => {
  const gateways = 200;
  const bench = await open(MANY, gateways, true, 60);
  const shape: Shape = {
    ...{ port: bench.port, connections: gateways, devicesPerConnection: MANY / gateways },
    ...{ inFlight: 20, seconds: 60, rate: MANY / 60 },
  };
  const used: Figures[] = [];
  let frames = 0;
  for (let minute = 1; minute <= MINUTES; minute++) {
    const loading = nextMessage<LoadResult>(startChild(here('generator.ts'), [JSON.stringify(shape)]));
    const { acknowledged } = await loading;
    frames += acknowledged;
    const figures = await bench.figures();
    if (!figures) continue;
    used.push(figures);
    print({ name: `alarms-memory-rss-${minute}`, value: figures.rss / MB, unit: `MB after ${frames} frames` });
    print({ name: `alarms-memory-heap-${minute}`, value: figures.heap / MB, unit: `MB, ${figures.lagMs} ms behind` });
  }
  await bench.close();
  const half = used.length >> 1;
  const most = (some: readonly Figures[]): number => Math.max(...some.map(({ rss }) => rss));
  const growth = most(used.slice(half)) - most(used.slice(0, half));
  print({ name: 'alarms-memory', value: most(used) / MB, unit: 'MB at 50,000 meters, at the most' });
  print({ name: 'alarms-memory-growth', value: growth / MB, unit: 'MB from the first half', reach: '<= 30' });
};

/** From PUBLISH of a value beyond a bound to the committed row, beside a thousand frames a second. */
const benchLatency = async (): Promise<void> => {
  const bench = await open(DEVICES.connections, 0, true);
  const { db } = bench;
  await db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release)
    select id, 'A001', 'CO2', 9000, 8000 from organization`);
  await db.tx(appendRegistryChange);
  const shape: Shape = {
    port: bench.port,
    connections: 1000,
    devicesPerConnection: 1,
    inFlight: 1,
    seconds: 60,
    rate: 1000,
  };
  const loading = nextMessage(startChild(here('generator.ts'), [JSON.stringify(shape)]));
  const code = `D${DEVICES.connections - 1}`;
  const login = { username: `${ORGANIZATION}:${code}`, password: SECRET };
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${bench.port}`, login);
  const seen = async (): Promise<number> => {
    const { rows } = await db.query<{ n: number }>(sql`select coalesce(sum(version), 0)::integer as n from alarm
      where meter_id = (select id from meter where code = ${code})`);
    return rows[0]?.n ?? 0;
  };
  await rest(5_000);
  const taken: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const before = await seen();
    const began = performance.now();
    device.publish(`airdeck/v1/${ORGANIZATION}/${code}/readings`, `{"readings":{"CO2":${i % 2 === 0 ? 9500 : 500}}}`, {
      qos: 1,
    });
    while ((await seen()) === before && performance.now() - began < 10_000) await rest(LOOK_MS);
    taken.push(performance.now() - began);
    await rest(200 + Math.random() * 200);
  }
  await device.endAsync(true);
  await loading;
  await bench.close();
  const sorted = taken.toSorted((a, b) => a - b);
  print({ name: 'alarms-publish-to-row-p50', value: quantile(sorted, 0.5), unit: 'ms' });
  print({ name: 'alarms-publish-to-row-p95', value: quantile(sorted, 0.95), unit: 'ms', reach: '<= 1000' });
};

export const ALARM_BENCHES = {
  'alarm-list': benchAlarmList,
  'alarm-live': benchAlarmLive,
  'alarm-burst': benchAlarmBurst,
  'alarm-delivery': benchDelivery,
  'alarms-latency': benchLatency,
  'alarms-memory': benchMemory,
  'alarms-ingest': () => benchRatio('quiet', true),
  'alarms-ingest-busy': () => benchRatio('busy', false),
};
