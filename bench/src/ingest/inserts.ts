import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import type { MeterFrame } from '@airdeck/server/store/frames/frame-batch';
import { insertFrames } from '@airdeck/server/store/frames/frame-queries';
import { createPartition } from '@airdeck/server/store/frames/partition-queries';
import pino from 'pino';
import { print } from '../figure.ts';

const FRAMES = 400_000;
const BATCH = 4_000;
const METERS = 10_000;
const CHANNELS = SENSOR_TYPES.map((type) => channelOf(type, 1));
const START = Date.UTC(2026, 0, 1);

const batch = (first: number): MeterFrame[] =>
  Array.from({ length: BATCH }, (_, i) => {
    const n = first + i;
    const ticks = CHANNELS.map((_, k) => (n * 7 + k * 31) % 5_000);
    return { meterId: (n % METERS) + 1, time: START + Math.floor(n / METERS) * 60_000, channels: CHANNELS, ticks };
  });

/** Inserts only: no broker, no JSON, two transactions at a time as in the product. */
export const benchInserts = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  const log = pino({ level: 'error' }, pino.destination(2));
  const database = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason) });
  try {
    await migrate(database.db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
    await createPartition(database.db, START / 86_400_000);
    const started = performance.now();
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < FRAMES) {
        const frames = batch(next);
        next += BATCH;
        await database.db.tx((tx) => insertFrames(tx, frames));
      }
    };
    await Promise.all([worker(), worker()]);
    const seconds = (performance.now() - started) / 1000;
    print({ name: 'inserts-alone', value: FRAMES / seconds, unit: 'frames/s' });
    print({ name: 'inserts-alone-readings', value: (FRAMES * CHANNELS.length) / seconds, unit: 'readings/s' });
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
