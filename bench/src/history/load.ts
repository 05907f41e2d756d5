import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { addDays, hoursOfDay, localDay } from '@airdeck/domain/calendar';
import { hashSecret } from '@airdeck/server/device-messages/secret';
import type { Engine } from '@airdeck/server/platform/db/embedded/engine';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { createDb, type Db } from '@airdeck/server/platform/db/pool';
import { createRegistry } from '@airdeck/server/registry/registry';
import { markDirty } from '@airdeck/server/store/frames/frame-queries';
import { dropFormerKey } from '@airdeck/server/store/packed/former-key';
import { createHourPacker } from '@airdeck/server/store/rollups/pack-hours';
import { rollDays } from '@airdeck/server/store/rollups/rollup-days';
import { rollHours } from '@airdeck/server/store/rollups/rollup-hours';
import { loadDays, takeMarks } from '@airdeck/server/store/rollups/rollup-queries';
import pino from 'pino';
import { nextMessage, startChild } from '../child.ts';
import { register } from '../register-queries.ts';
import { type Dataset, firstMinute, NOW, nameOf, ZONE } from './dataset.ts';
import { createDatabase, freeMonths, listMeterIds, makeDays, openHour, settle } from './dataset-queries.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PARTS = 2;
const DAYS_AT_ONCE = 2_000;
/** Meter-days whose rollups the product rebuilds for comparison. */
const SAMPLES = 24;
const migrations = join(import.meta.dirname, '../../../apps/server/src/migrations');

export const connect = ({ connection }: Dataset): Db =>
  createDb({ connection, log: pino({ level: 'silent' }), statementTimeout: 0 });

/** Cells of days, computed by the product. */
export const rollUpDays = async (db: Db): Promise<void> => {
  const registry = createRegistry(db);
  await registry.reload();
  // Autovacuum does it between days. Here all days follow each other, and the table would keep a version of each month for
  // every step, depending on how fast the machine is.
  while ((await db.tx((tx) => rollDays(tx, registry.snapshot(), null, DAYS_AT_ONCE))) > 0) await freeMonths(db);
};

/** Hours of closed blocks, packed by the product. */
export const packHours = async (db: Db): Promise<void> => {
  const packer = createHourPacker(db);
  while (await packer.pack(NOW));
};

/**
 * Lets the product rebuild some meter-days' hours from their readings. @throws Error if the result differs from the
 * loaded rows: the figures would then be meaningless.
 */
const verify = async (db: Db, { days }: Dataset): Promise<void> => {
  const registry = createRegistry(db);
  await registry.reload();
  const meterIds = await listMeterIds(db);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const meterId = meterIds[(sample * 7_919) % meterIds.length] ?? 0;
    const day = addDays(localDay(NOW, ZONE), -((sample * 31) % days));
    const load = async () =>
      (await db.tx((tx) => loadDays(tx, [{ meterId, day }]))).toSorted((a, b) => a.channel - b.channel);
    const before = await load();
    const hours = hoursOfDay(day, ZONE).map((hour) => ({ meterId, hour }));
    await db.tx((tx) => markDirty(tx, hours));
    const marks = await db.tx((tx) => takeMarks(tx, hours));
    await db.tx((tx) => rollHours(tx, registry.snapshot(), marks));
    if (before.length === 0 || !isDeepStrictEqual(before, await load())) {
      throw new Error(`the rollups of meter ${meterId}, ${day} are not what the product makes of its readings`);
    }
  }
};

/** Creates a database with a dataset in the engine. */
export const loadDataset = async (engine: Engine, size: Pick<Dataset, 'meters' | 'days'>): Promise<Dataset> => {
  const name = `bench_${nameOf(size)}`;
  const home = createDb({ connection: engine.connection, log: pino({ level: 'silent' }) });
  await createDatabase(home, name);
  await home.close();
  const dataset = { ...size, connection: { ...engine.connection, database: name } };
  const db = connect(dataset);
  try {
    await migrate(db, migrations);
    // The packer does it once it has started, as no older process is left.
    await dropFormerKey(db);
    await register(db, {
      organizationCode: '10000001',
      meters: size.meters,
      gateways: 0,
      secretHash: hashSecret('bench'),
    });
    await makeDays(db, [Math.floor(NOW / DAY_MS)]);
    const parts = Array.from({ length: PARTS }, (_, part) =>
      startChild(join(import.meta.dirname, 'load-part.ts'), [JSON.stringify({ ...dataset, part, parts: PARTS })]),
    );
    await Promise.all(parts.map((child) => nextMessage(child)));
    await verify(db, dataset);
    const [hour, day] = [Math.floor(NOW / HOUR_MS) * HOUR_MS, localDay(NOW, ZONE)];
    await openHour(db, hour, { day, place: hoursOfDay(day, ZONE).indexOf(hour) });
    await rollUpDays(db);
    await packHours(db);
    await settle(db);
  } finally {
    await db.close();
  }
  return dataset;
};

export const readingsOf = ({ meters, days }: Pick<Dataset, 'meters' | 'days'>): number =>
  ((NOW - firstMinute(days)) / 60_000) * meters * 7;
