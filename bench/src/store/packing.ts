import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import type { Db } from '@airdeck/server/platform/db/pool';
import type { MeterFrame } from '@airdeck/server/store/frames/frame-batch';
import type { FrameColumns } from '@airdeck/server/store/frames/frame-columns';
import { insertFrames } from '@airdeck/server/store/frames/frame-queries';
import { createPartition, listPartitions } from '@airdeck/server/store/frames/partition-queries';
import { decodeDay } from '@airdeck/server/store/packed/decode-day';
import { encodeDay } from '@airdeck/server/store/packed/encode-day';
import { createPacker } from '@airdeck/server/store/packed/packer';
import { readFrames } from '@airdeck/server/store/packed/read-frames-queries';
import pino from 'pino';
import { median, print } from '../figure.ts';
import { readSizes, settle } from '../history/dataset-queries.ts';
import { createWalk } from '../history/walk.ts';
import { readHotBytes } from './partition-queries.ts';

const METERS = Number(process.env.BENCH_METERS ?? 1000);
const MINUTES = 1440;
const CHANNELS = SENSOR_TYPES.map((type) => channelOf(type, 1));
const READINGS = METERS * MINUTES * CHANNELS.length;
const BATCH = 4_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY = Date.UTC(2026, 0, 1) / DAY_MS;
const LATER = (DAY + 5) * DAY_MS;
const ONE_DAY_TIMES = 100;

const meterIds = Array.from({ length: METERS }, (_, i) => i + 1);

/** All meters' minutes one after the other, as they arrive. */
function* batches(days: readonly number[][][]): Generator<MeterFrame[]> {
  let batch: MeterFrame[] = [];
  for (let minute = 0; minute < MINUTES; minute++) {
    for (const [i, columns] of days.entries()) {
      const ticks = columns.map((column) => column[minute] as number);
      batch.push({ meterId: i + 1, time: DAY * DAY_MS + minute * MINUTE_MS, channels: CHANNELS, ticks });
      if (batch.length === BATCH) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

const insertAll = async (db: Db, days: readonly number[][][]): Promise<void> => {
  await createPartition(db, DAY);
  const all = batches(days);
  const worker = async (): Promise<void> => {
    for (const batch of all) await db.tx((tx) => insertFrames(tx, batch));
  };
  await Promise.all([worker(), worker()]);
  // Autovacuum would have run by then.
  await settle(db);
};

const spanOf = (meterId: number) => ({ meterId, start: DAY * DAY_MS, end: (DAY + 1) * DAY_MS });

const seconds = (begin: number): number => (performance.now() - begin) / 1000;

/** The codec alone, on one core. */
const printCodec = (days: readonly FrameColumns[]): void => {
  const readings = days.length * MINUTES * CHANNELS.length;
  const encoded = days.map((day) => encodeDay(day, DAY));
  let begin = performance.now();
  for (const day of days) encodeDay(day, DAY);
  print({ name: 'packing-encode', value: readings / seconds(begin), unit: 'readings/s', reach: '>= 3000000' });
  begin = performance.now();
  for (const [i, blobs] of encoded.entries()) decodeDay(i, DAY, blobs);
  print({ name: 'packing-decode', value: readings / seconds(begin), unit: 'readings/s' });
  const bytes = encoded.flatMap((blobs) => [...blobs.values()]).reduce((sum, blob) => sum + blob.length, 0);
  print({ name: 'packing-blobs', value: bytes / readings, unit: 'bytes/reading' });
};

const printOneDay = async (db: Db, name: string): Promise<void> => {
  const times: number[] = [];
  for (let i = 0; i < ONE_DAY_TIMES; i++) {
    const begin = performance.now();
    await readFrames(db, [spanOf(meterIds[(i * 7_919) % METERS] ?? 1)], [CHANNELS[i % CHANNELS.length] ?? 0]);
    times.push(performance.now() - begin);
  }
  print({ name, value: median(times), unit: 'ms', reach: '<= 5' });
};

const packAll = async (db: Db): Promise<void> => {
  const log = pino({ level: 'error' }, pino.destination(2));
  const begin = performance.now();
  const isDone = await createPacker({ db, log, clock: { now: () => LATER }, hotDays: 2 }).pack();
  const took = seconds(begin);
  if (!isDone || (await listPartitions(db)).length > 0) throw new Error('the day was not packed and dropped');
  print({ name: 'packing', value: READINGS / took, unit: 'readings/s', reach: '>= 1000000' });
};

/** A day of the workload of 1,000 meters, stored as it arrives, then packed by the packer, fsync on. */
export const benchPacking = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  const log = pino({ level: 'error' }, pino.destination(2));
  const { db, close } = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason), isWorkshop: true });
  try {
    await migrate(db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
    const walk = createWalk(METERS);
    await insertAll(
      db,
      meterIds.map((_, i) => walk.next(i, MINUTES, 0)),
    );
    const samples = meterIds.filter((id) => id % 10 === 0).map(spanOf);
    const before = await readFrames(db, samples, null);
    print({ name: 'packing-hot-stored', value: (await readHotBytes(db)) / READINGS, unit: 'bytes/reading' });
    printCodec(before);
    await printOneDay(db, 'packing-day-hot');
    await packAll(db);
    await settle(db);
    const { packed } = await readSizes(db);
    print({ name: 'packing-stored', value: packed / READINGS, unit: 'bytes/reading', reach: '<= 1' });
    await printOneDay(db, 'packing-day-packed');
    if (!isDeepStrictEqual(await readFrames(db, samples, null), before)) throw new Error('it is not what was stored');
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
