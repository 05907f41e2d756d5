import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, localDay, weekdayOf } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { hashSecret } from '@airdeck/server/device-messages/secret';
import { startEngine } from '@airdeck/server/platform/db/embedded/engine';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { createDb, type Db } from '@airdeck/server/platform/db/pool';
import { markDays } from '@airdeck/server/store/rollups/day-queries';
import { saveDays } from '@airdeck/server/store/rollups/rollup-queries';
import { type DayRow, INDEX_CHANNEL } from '@airdeck/server/store/rollups/rollup-rows';
import pino from 'pino';
import { ask as askChild, nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import { register } from '../register-queries.ts';
import { type Api, ask } from './ask.ts';
import { addFacility, copyRollups } from './compliance-queries.ts';
import { type Dataset, NOW, ZONE } from './dataset.ts';
import { createDatabase, listMeterIds, settle } from './dataset-queries.ts';
import { connect, packHours, rollUpDays } from './load.ts';
import type { Watched } from './watch.ts';

const METERS = Number(process.env.BENCH_METERS ?? 1_000);
const DAYS = 365;
/** Meters with a year of their own; the others are copies of them. */
const ORIGINALS = 20;
const TIMES = Number(process.env.BENCH_TIMES ?? 5);
const REACH_MS = 3_000;
const MOST_DELAY_MS = 20;
const START_MS = 8_000;
const PER_HOUR = 60;
const HOURS = 24;

/** Reproducible numbers of 0 to 1 for a meter's day. */
const chance = (...parts: number[]): number => {
  let hash = 2_166_136_261;
  for (const part of parts) hash = Math.imul(hash ^ part, 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
};

/**
 * Hourly means of a building in use: CO2 rises on weekdays, on a third of them above 1,000 ppm, and falls at night; fine
 * dust follows the outdoor air from day to day; the rest keeps still.
 */
const meanAt = (type: SensorType, meter: number, day: number, weekday: number, hour: number): number => {
  const inUse = weekday < 5 && hour >= 9 && hour < 18 ? Math.sin(((hour - 8) / 10) * Math.PI) : 0;
  const dust = 8 + 50 * chance(day, 1) ** 2 + 6 * chance(meter, day, 2);
  switch (type) {
    case 'CO2':
      return 430 + inUse * (250 + 500 * chance(meter, day, 3));
    case 'PM10':
      return 1.6 * dust;
    case 'PM2.5':
      return dust;
    case 'PM1.0':
      return 0.8 * dust;
    case 'HCHO':
      return 0.012 + 0.03 * chance(meter, day, 4);
    case 'TEMPERATURE':
      return 21 + 3 * chance(day, 5);
    case 'HUMIDITY':
      return 35 + 25 * chance(day, 6);
  }
};

/** One channel's day. Each fiftieth day lacks some hours. */
const dayRow = (meterId: number, type: SensorType, day: string, number: number, place: number): DayRow => {
  const scale = 10 ** SENSOR_TYPE_INFO[type].digits;
  const lacks = chance(place, number, 7) < 0.02 ? 4 : HOURS;
  const weekday = weekdayOf(day);
  const row: DayRow = { meter_id: meterId, day, channel: channelOf(type, 1), count: [], sum: [], min: [], max: [] };
  for (let hour = 0; hour < HOURS; hour++) {
    const isMissing = hour >= lacks && hour < lacks + 6;
    const ticks = Math.round(meanAt(type, place, number, weekday, hour) * scale);
    row.count.push(isMissing ? null : PER_HOUR);
    row.sum.push(isMissing ? null : ticks * PER_HOUR);
    row.min.push(isMissing ? null : Math.round(ticks * 0.97));
    row.max.push(isMissing ? null : Math.round(ticks * 1.03));
  }
  return row;
};

/** Hours are packed by the days of the index. */
const indexRow = (meterId: number, day: string): DayRow => {
  const tenths = new Array<number>(HOURS).fill(500);
  const count = new Array<number>(HOURS).fill(PER_HOUR);
  return { meter_id: meterId, day, channel: INDEX_CHANNEL, count, sum: tenths, min: tenths, max: tenths };
};

const loadYear = async (db: Db): Promise<void> => {
  await register(db, { organizationCode: '10000001', meters: METERS, gateways: 0, secretHash: hashSecret('bench') });
  const first = (await listMeterIds(db)).slice(0, ORIGINALS);
  const today = localDay(NOW, ZONE);
  for (let number = 1; number <= DAYS; number++) {
    const day = addDays(today, -number);
    const rows = first.flatMap((meterId, place) => [
      ...SENSOR_TYPES.map((type) => dayRow(meterId, type, day, number, place)),
      indexRow(meterId, day),
    ]);
    await db.tx(async (tx) => {
      await saveDays(tx, rows);
      await markDays(
        tx,
        first.map((meterId) => ({ meterId, day })),
      );
    });
  }
  await rollUpDays(db);
  await packHours(db);
  await copyRollups(db, first);
  await addFacility(db);
  await settle(db);
};

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
      ...{ meters: METERS, days: DAYS },
      connection: { ...engine.connection, database: 'bench_compliance' },
    };
    const db = connect(dataset);
    await migrate(db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
    await loadYear(db);
    await db.close();
    const server = startChild(join(import.meta.dirname, 'server.ts'), [JSON.stringify(dataset)]);
    const api = await nextMessage<Api>(server);
    await new Promise((resolve) => setTimeout(resolve, START_MS));
    const last = addDays(localDay(NOW, ZONE), -1);
    const year = `startTime=${addDays(last, 1 - DAYS)}&endTime=${last}`;
    for (const pack of ['KR_INDOOR_AIR', 'WHO_2021', 'EN_16798_1', 'WELL']) {
      await askChild(server, 'watch');
      const { p50, p95, rows, bytes } = await ask(api, {
        ...{ name: pack, times: TIMES, dayOfUse: 0, reach: {} },
        path: () => `/history/compliance?pack=${pack}&level=department&${year}`,
        rowsOf: (answer) =>
          (answer as { places: { verdicts: unknown[] }[] }).places.flatMap((each) => each.verdicts).length,
      });
      const { delayMostMs, rssGrowth } = await askChild<Watched>(server, 'watched');
      const name = (what: string): string => `compliance-${METERS}x${DAYS}d-${pack}-${what}`;
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
