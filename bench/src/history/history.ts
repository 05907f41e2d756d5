import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startEngine } from '@airdeck/server/platform/db/embedded/engine';
import pino from 'pino';
import { ask as askChild, nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import { type Api, ask } from './ask.ts';
import { type Dataset, nameOf } from './dataset.ts';
import { listSensorIds, readSizes } from './dataset-queries.ts';
import { connect, loadDataset, readingsOf } from './load.ts';
import { questionsOf } from './questions.ts';
import { compareWithVictoria, type Medians } from './victoria.ts';

type Size = Pick<Dataset, 'meters' | 'days'>;

/** A month and a year of 10 and 100 meters, and a month of a thousand. BENCH_SIZES=10x31,… for a quick run. */
const SIZES: Size[] = (process.env.BENCH_SIZES ?? '10x31,10x365,100x31,100x365,1000x31').split(',').map((text) => {
  const [meters = 0, days = 0] = text.split('x').map(Number);
  return { meters, days };
});

/** Address of an empty VictoriaMetrics that is asked the same, such as http://127.0.0.1:8428. */
const VICTORIA = process.env.BENCH_VM;

const START_MS = 8_000;

/** Most bytes a reading may take, packed and with all rollups; a month of few meters has more of each table's beginnings. */
const MAX_PACKED = 0.54;
const MAX_WITH_ROLLUPS: Readonly<Record<string, number>> = { '100x365d': 0.6, '1000x31d': 0.7 };

/** One line of the growth table. */
type Line = Record<string, string>;

const printSizes = async (dataset: Dataset): Promise<Line> => {
  const db = connect(dataset);
  const { packed, rollups, total } = await readSizes(db);
  await db.close();
  const readings = readingsOf(dataset);
  const name = (what: string): string => `history-${nameOf(dataset)}-${what}`;
  const unit = 'bytes/reading';
  print({ name: name('readings'), value: readings, unit: 'readings' });
  print({ name: name('packed'), value: packed / readings, unit, reach: `<= ${MAX_PACKED}` });
  const reach = MAX_WITH_ROLLUPS[nameOf(dataset)];
  const both = (packed + rollups) / readings;
  print({ name: name('with-rollups'), value: both, unit, ...(reach ? { reach: `<= ${reach}` } : {}) });
  return {
    'M readings': (readings / 1e6).toFixed(0),
    'MB in all': (total / 1e6).toFixed(0),
    'B packed': (packed / readings).toFixed(2),
    'B with rollups': ((packed + rollups) / readings).toFixed(2),
  };
};

/** Prints the answers' times; `medians` takes those by question. */
const printAnswers = async (dataset: Dataset, medians: Map<string, Medians>): Promise<Line> => {
  const server = startChild(join(import.meta.dirname, 'server.ts'), [JSON.stringify(dataset)]);
  const api = await nextMessage<Api>(server);
  const db = connect(dataset);
  const sensorIds = await listSensorIds(db);
  await db.close();
  // Monitoring reads the last hours for its trends when it starts.
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  const line: Line = {};
  for (const question of questionsOf(dataset, sensorIds, () => askChild(server, 'later'))) {
    const { p50, p95, cold, rows, bytes } = await ask(api, question);
    medians.set(question.name, { cold, warm: p50 });
    const reach = question.reach[nameOf(dataset)];
    const name = (what: string): string => `history-${nameOf(dataset)}-${question.name}-${what}`;
    print({ name: name('cold-p50'), value: cold, unit: 'ms' });
    print({ name: name('p50'), value: p50, unit: 'ms' });
    print({ name: name('p95'), value: p95, unit: 'ms', ...(reach ? { reach: `<= ${reach}` } : {}) });
    print({ name: name('answer'), value: bytes / 1000, unit: `KB of JSON, ${rows} rows` });
    line[question.name] = `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
  }
  await stopChild(server);
  return line;
};

/** The same figures side by side, p50 / p95 in ms. */
const printTable = (columns: ReadonlyMap<string, Line>): void => {
  const names = [...columns.keys()];
  const rows = Object.keys([...columns.values()][0] ?? {});
  console.log(`| | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`);
  for (const row of rows)
    console.log(`| ${row} | ${names.map((name) => columns.get(name)?.[row] ?? '').join(' | ')} |`);
};

const measure = async (engine: Engine, size: Size): Promise<Line> => {
  const started = performance.now();
  const dataset = await loadDataset(engine, size);
  const seconds = (performance.now() - started) / 1000;
  print({ name: `history-${nameOf(size)}-load`, value: seconds, unit: 's' });
  const medians = new Map<string, Medians>();
  const line = { ...(await printSizes(dataset)), ...(await printAnswers(dataset, medians)) };
  if (VICTORIA !== undefined) await compareWithVictoria(VICTORIA, size, medians);
  return line;
};

/** History queries over HTTP, on sites of several sizes, each in a separate database. */
export const benchHistory = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  chmodSync(dataDir, 0o755);
  const log = pino({ level: 'error' }, pino.destination(2));
  const engine = await startEngine({ dataDir, log, onExit: (reason) => log.error(reason), isWorkshop: true });
  const columns = new Map<string, Line>();
  try {
    for (const size of SIZES) columns.set(`${size.meters} meters × ${size.days} days`, await measure(engine, size));
    printTable(columns);
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
