// The server side of the ingest bench, a process of its own: `full` is the product's way of a reading, `rollups` the
// same with rollups made meanwhile, `bare` the same broker with JSON.parse, an insert and the acknowledgement after
// COMMIT, `broker` acknowledges at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDoor } from '@airdeck/server/features/device/door';
import { hashSecret } from '@airdeck/server/features/device/secret';
import { createIngest } from '@airdeck/server/features/reading/ingest';
import { createBus } from '@airdeck/server/platform/bus';
import { systemClock } from '@airdeck/server/platform/clock';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import type { Db } from '@airdeck/server/platform/db/pool';
import { createBroker } from '@airdeck/server/platform/mqtt/broker';
import type { BusEvents } from '@airdeck/server/site/events';
import { createSite } from '@airdeck/server/site/site';
import { createRollup } from '@airdeck/server/store/rollups/rollup';
import pino from 'pino';
import sql from 'sql-template-tag';
import { createBarePipe } from './bare-pipe.ts';
import { ORGANIZATION, SECRET } from './names.ts';

const [kind = 'full', meters = '0', gateways = '0'] = process.argv.slice(2);
const log = pino({ level: 'error' }, pino.destination(2));
const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
const migrations = join(import.meta.dirname, '../../../apps/server/src/migrations');

const register = async (db: Db): Promise<void> => {
  const hash = hashSecret(SECRET);
  await db.tx(async (tx) => {
    await tx.query(sql`insert into organization (code, name) values (${ORGANIZATION}, 'Bench')`);
    await tx.query(sql`insert into office (organization_id, name) select id, 'Bench' from organization`);
    await tx.query(sql`insert into department (organization_id, office_id, name)
      select organization_id, id, 'Bench' from office`);
    await tx.query(sql`insert into meter (organization_id, office_id, department_id, name, code)
      select organization_id, office_id, d.id, 'Meter ' || i, 'D' || i
      from department d, generate_series(0, ${Number(meters) - 1}::integer) i`);
    await tx.query(sql`insert into sensor (meter_id, type, sequence, name)
      select id, t.type, 1, t.type
      from meter, unnest(array['PM10', 'PM2.5', 'PM1.0', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'HCHO']) as t(type)`);
    await tx.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
      select organization_id, code, 'DEVICE', id, ${hash} from meter`);
    await tx.query(sql`insert into device_credential (organization_id, code, kind, secret_hash)
      select id, 'GW' || i, 'GATEWAY', ${hash} from organization, generate_series(0, ${Number(gateways) - 1}::integer) i`);
  });
};

const database = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason) });
await migrate(database.db, migrations);
await register(database.db);
const { db } = database;
const site = createSite(db);
await site.reload();
const bus = createBus<BusEvents>(log);
const ingest = createIngest({ db, site, bus, clock: systemClock, log, random: Math.random });
await ingest.start();
const { writer, dirtyHours } = ingest;
const rollup = createRollup({ db, site, bus, clock: systemClock, log, writer, dirtyHours });
if (kind === 'rollups') rollup.start();
const nothing = (_: unknown, done: () => void): void => done();
const door = createDoor({
  site,
  monotonic: () => performance.now(),
  log,
  receivers: {
    readings: ingest.receive,
    status: nothing,
    other: nothing,
    purifierState: (_, __, done) => done(),
    throttled: (message) => ingest.reject(message, 'THROTTLED', ''),
  },
});
const bare = createBarePipe(db, site);
const RECEIVE: Record<string, typeof door.rules.receive> = {
  full: door.rules.receive,
  rollups: door.rules.receive,
  bare: bare.receive,
  broker: (_, __, done) => done(),
};
const receive = RECEIVE[kind] ?? door.rules.receive;
const broker = createBroker({
  port: 0,
  host: '127.0.0.1',
  tls: null,
  maxPacketBytes: 65_536,
  rules: { ...door.rules, receive },
  log,
});
await broker.start();
process.send?.({ port: broker.port(), pid: process.pid });

process.on('message', async (message) => {
  if (message === 'count') {
    const { rows } = await db.query<{ count: number }>(sql`select count(*) as count from frame`);
    process.send?.({ rows: rows[0]?.count ?? 0, rss: process.memoryUsage.rss() });
  }
  if (message === 'dirty') {
    const { rows } = await db.query<{ hours: number }>(sql`select count(*) as hours from dirty_hour`);
    process.send?.({ hours: rows[0]?.hours ?? Number.NaN });
  }
  if (message === 'stop') {
    await broker.stop();
    door.stop();
    await ingest.stop();
    await rollup.stop();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  }
});
