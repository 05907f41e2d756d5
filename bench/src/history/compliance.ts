import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { hashSecret } from '@airdeck/server/device-messages/secret';
import { startEngine } from '@airdeck/server/platform/db/embedded/engine';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { createDb } from '@airdeck/server/platform/db/pool';
import pino from 'pino';
import { ask as askChild, nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import { register } from '../register-queries.ts';
import { type Api, ask } from './ask.ts';
import { type Dataset, NOW, ZONE } from './dataset.ts';
import { createDatabase } from './dataset-queries.ts';
import { connect } from './load.ts';
import type { Watched } from './watch.ts';
import { addYear, YEAR_DAYS } from './year.ts';

const METERS = Number(process.env.BENCH_METERS ?? 1_000);
const TIMES = Number(process.env.BENCH_TIMES ?? 5);
const REACH_MS = 3_000;
const MOST_DELAY_MS = 20;
const START_MS = 8_000;

/** Verdicts of a year of all meters, by several packs of limits. */
export const benchCompliance = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  chmodSync(dataDir, 0o755);
  const log = pino({ level: 'error' }, pino.destination(2));
  const engine = await startEngine({ dataDir, log, onExit: (reason) => log.error(reason), isWorkshop: true });
  try {
    const home = createDb({ connection: engine.connection, log });
    await createDatabase(home, 'bench_compliance');
    await home.close();
    const dataset: Dataset = {
      ...{ meters: METERS, days: YEAR_DAYS },
      connection: { ...engine.connection, database: 'bench_compliance' },
    };
    const db = connect(dataset);
    await migrate(db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
    const secretHash = hashSecret('bench');
    await register(db, { organizationCode: '10000001', meters: METERS, gateways: 0, secretHash });
    await addYear(db, localDay(NOW, ZONE));
    await db.close();
    const server = startChild(join(import.meta.dirname, 'server.ts'), [JSON.stringify(dataset)]);
    const api = await nextMessage<Api>(server);
    await new Promise((resolve) => setTimeout(resolve, START_MS));
    const last = addDays(localDay(NOW, ZONE), -1);
    const year = `startTime=${addDays(last, 1 - YEAR_DAYS)}&endTime=${last}`;
    for (const pack of ['KR_INDOOR_AIR', 'WHO_2021', 'EN_16798_1', 'WELL']) {
      await askChild(server, 'watch');
      const { p50, p95, rows, bytes } = await ask(api, {
        ...{ name: pack, times: TIMES, dayOfUse: 0, reach: {} },
        path: () => `/history/compliance?pack=${pack}&level=department&${year}`,
        rowsOf: (answer) =>
          (answer as { places: { verdicts: unknown[] }[] }).places.flatMap((each) => each.verdicts).length,
      });
      const { delayMostMs, rssGrowth } = await askChild<Watched>(server, 'watched');
      const name = (what: string): string => `compliance-${METERS}x${YEAR_DAYS}d-${pack}-${what}`;
      print({ name: name('p50'), value: p50, unit: 'ms', reach: `<= ${REACH_MS}` });
      print({ name: name('p95'), value: p95, unit: 'ms' });
      print({ name: name('delay-most'), value: delayMostMs, unit: 'ms', reach: `<= ${MOST_DELAY_MS}` });
      print({ name: name('memory'), value: rssGrowth / 1e6, unit: 'MB more RSS' });
      print({ name: name('answer'), value: bytes / 1000, unit: `KB of JSON, ${rows} verdicts` });
    }
    await stopChild(server);
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
