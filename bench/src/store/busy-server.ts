// The whole product, its supervisor in this process, on a database with closed days that wait to be packed.

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { hashSecret } from '@airdeck/server/device-messages/secret';
import { createAlarmPacker } from '@airdeck/server/features/alarm/blocks/alarm-packer';
import { systemClock } from '@airdeck/server/platform/clock';
import { parseConfig } from '@airdeck/server/platform/config/config';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import { createDb } from '@airdeck/server/platform/db/pool';
import { createSupervisor } from '@airdeck/server/start/supervisor';
import type { MeterFrame } from '@airdeck/server/store/frames/frame-batch';
import { insertFrames } from '@airdeck/server/store/frames/frame-queries';
import { createPartition } from '@airdeck/server/store/frames/partition-queries';
import pino from 'pino';
import { type Administered, addAdministered } from '../administration/administered-queries.ts';
import { addAlarms, addLocalUsers, makeQuiet } from '../alarms/past-queries.ts';
import { ZONE } from '../history/dataset.ts';
import { addDemoUser, countPacked, listMeterIds, settle } from '../history/dataset-queries.ts';
import { createWalk } from '../history/walk.ts';
import { addYear } from '../history/year.ts';
import { ORGANIZATION, SECRET } from '../ingest/names.ts';
import { register } from '../register-queries.ts';
import { registerScale } from '../scale/scale-queries.ts';

export interface BusyShape {
  meters: number;
  gateways: number;
  purifiers?: number;
  /** Number of meters with closed days, and number of these days. */
  oldMeters: number;
  oldDays: number;
  /** The 300,000 meters of the bench `scale`, with bounds that little of the load exceeds, instead of `meters`. */
  isScale?: boolean;
  /** Other registered rows. */
  administered?: Administered;
  /** A year of rollups of all meters, up to yesterday. */
  hasYear?: boolean;
  /** Alarms of two years. */
  alarms?: { past: number; open: number };
}

const {
  meters,
  gateways,
  purifiers = 0,
  oldMeters,
  oldDays,
  isScale = false,
  hasYear = false,
  administered,
  alarms,
} = JSON.parse(process.argv[2] ?? '{}') as BusyShape;
const root = join(import.meta.dirname, '../../..');
const DAY_MS = 86_400_000;
const MINUTES = 1440;
const BATCH = 4_000;
const CHANNELS = SENSOR_TYPES.map((type) => channelOf(type, 1));

const log = pino({ level: 'error' }, pino.destination(2));
const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
chmodSync(dataDir, 0o755);
const places = ['--port', '0', '--mqtt-port', '0', '--metrics-port', '0', '--host', '127.0.0.1', '--data', dataDir];
const config = parseConfig('demo', places, {});
const database = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason), isWorkshop: true });
// Preparing a large database takes longer than a request may.
const connection = database.engine?.connection ?? '';
const db = createDb({ connection, log, name: 'airdeck bench', statementTimeout: 0 });
await migrate(db, join(root, 'apps/server/src/migrations'));
const secretHash = hashSecret(SECRET);
if (isScale) {
  await registerScale(db, secretHash);
  await makeQuiet(db);
} else await register(db, { organizationCode: ORGANIZATION, meters, gateways, purifiers, secretHash });
if (hasYear) await addYear(db, localDay(systemClock.now(), ZONE));
if (administered) await addAdministered(db, administered);
await addDemoUser(db);
await addLocalUsers(db, ORGANIZATION);
if (alarms) {
  await addAlarms(db, alarms);
  // A running server does that all along.
  await createAlarmPacker({ db, log }).pack();
}

/** A UTC day of minutes, as it arrived. */
const insertDay = async (ids: readonly number[], day: number): Promise<void> => {
  const walk = createWalk(ids.length);
  const columns = ids.map((_, place) => walk.next(place, MINUTES, 0));
  await createPartition(db, day);
  let batch: MeterFrame[] = [];
  const flush = async (): Promise<void> => {
    const frames = batch;
    batch = [];
    await db.tx((tx) => insertFrames(tx, frames));
  };
  for (let minute = 0; minute < MINUTES; minute++) {
    for (const [place, meterId] of ids.entries()) {
      const ticks = (columns[place] ?? []).map((column) => column[minute] as number);
      batch.push({ meterId, time: day * DAY_MS + minute * 60_000, channels: CHANNELS, ticks });
      if (batch.length === BATCH) await flush();
    }
  }
  if (batch.length > 0) await flush();
};

const ids = (await listMeterIds(db)).slice(0, oldMeters);
const newestOld = Math.floor(systemClock.now() / DAY_MS) - config.hotDays - 1;
for (let i = 0; i < oldDays; i++) await insertDay(ids, newestOld - i);
await settle(db);

const supervisor = createSupervisor({
  config,
  program: join(root, 'apps/server/dist/main.js'),
  log,
  onGivenUp: (error) => {
    throw error;
  },
});
// Packing begins with it.
const ports = await supervisor.start({
  connection,
  supervisorId: randomUUID(),
  certificate: null,
  mqttCertificate: null,
  version: 'bench',
  migrations: join(root, 'apps/server/src/migrations'),
  consoleFolder: join(root, 'apps/web/dist'),
});
process.send?.({ port: ports.http, mqttPort: ports.mqtt, newestOld, connection });

/** Event loop delay of the web process since the last call, ms: maximum and 99th percentile. */
const held = async (): Promise<{ held: number; p99: number }> => {
  const text = await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text();
  const msOf = (quantile: string): number => {
    const line = new RegExp(`^airdeck_event_loop_delay_seconds\\{quantile="${quantile}",role="web"\\} (\\S+)$`, 'm');
    return Number(line.exec(text)?.[1] ?? Number.NaN) * 1_000;
  };
  return { held: msOf('1'), p99: msOf('0.99') };
};

process.on('disconnect', () => process.exit(1));
process.on('message', async (message) => {
  if (message === 'packed') process.send?.({ packed: await countPacked(db) });
  if (message === 'held') process.send?.(await held());
  if (message === 'stop') {
    await supervisor.stop();
    await db.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  }
});
