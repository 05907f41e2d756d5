// The server side of the ingest bench, a separate process. `full`: the product's path of a reading; `rollups`: the same
// with concurrent rollups; `unfed`: without the feed; `consumed`: with consumers of the feed, the one that saves
// current values and an empty one. `bare`: the same broker with JSON.parse, an insert and the acknowledgement after
// COMMIT; `broker`: acknowledges at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSecret } from '@airdeck/server/device-messages/secret';
import { createDeviceAccess } from '@airdeck/server/features/device/device-access';
import { createIngest } from '@airdeck/server/features/ingestion/ingest';
import { createCurrentSaver } from '@airdeck/server/features/monitoring/current/save-current';
import { createFeed, type FeedWriter } from '@airdeck/server/feed/feed';
import { createBus } from '@airdeck/server/platform/bus';
import { systemClock } from '@airdeck/server/platform/clock';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import { createBroker } from '@airdeck/server/platform/mqtt/broker';
import type { BusEvents } from '@airdeck/server/registry/bus-events';
import { createRegistry } from '@airdeck/server/registry/registry';
import { createRollup } from '@airdeck/server/store/rollups/rollup';
import pino from 'pino';
import sql from 'sql-template-tag';
import { register } from '../register-queries.ts';
import { createBarePipe } from './bare-pipe.ts';
import { ORGANIZATION, SECRET } from './names.ts';

const [kind = 'full', meters = '0', gateways = '0'] = process.argv.slice(2);
/** Interval of measuring the consumer's lag. */
const LAG_MS = 100;
const log = pino({ level: 'error' }, pino.destination(2));
const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
const migrations = join(import.meta.dirname, '../../../apps/server/src/migrations');

const database = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason) });
await migrate(database.db, migrations);
await register(database.db, {
  organizationCode: ORGANIZATION,
  meters: Number(meters),
  gateways: Number(gateways),
  secretHash: hashSecret(SECRET),
});
const { db } = database;
const registry = createRegistry(db);
await registry.reload();
const bus = createBus<BusEvents>(log);
const product = createFeed({ db, log, random: Math.random, monotonic: () => performance.now() });
await product.start();
const feed: FeedWriter = kind === 'unfed' ? { append: async () => undefined, wake: () => undefined } : product;
const consumers = [
  createCurrentSaver(product),
  product.consume({ name: 'bench', kinds: ['frames'], handle: async () => undefined }),
];
const lags: number[] = [];
let watch: NodeJS.Timeout | undefined;
if (kind === 'consumed') {
  for (const consumer of consumers) await consumer.start();
  watch = setInterval(async () => {
    const all = await product.lag();
    lags.push(all.find(({ name }) => name === 'bench')?.lagMs ?? 0);
  }, LAG_MS);
}
const ingest = createIngest({ db, registry, bus, feed, clock: systemClock, log, random: Math.random });
await ingest.start();
const rollup = createRollup({ db, registry, bus, clock: systemClock, log, writer: ingest.writer });
if (kind === 'rollups') rollup.start();
const deviceAccess = createDeviceAccess({
  registry,
  clock: systemClock,
  monotonic: () => performance.now(),
  log,
  receivers: { readings: ingest.receive },
  reject: ingest.reject,
});
const bare = createBarePipe(db, registry);
const RECEIVE: Record<string, typeof deviceAccess.rules.receive> = {
  full: deviceAccess.rules.receive,
  rollups: deviceAccess.rules.receive,
  unfed: deviceAccess.rules.receive,
  consumed: deviceAccess.rules.receive,
  bare: bare.receive,
  broker: (_, __, done) => done(),
};
const receive = RECEIVE[kind] ?? deviceAccess.rules.receive;
const broker = createBroker({
  port: 0,
  host: '127.0.0.1',
  tls: null,
  maxPacketBytes: 65_536,
  rules: { ...deviceAccess.rules, receive },
  monotonic: () => performance.now(),
  log,
});
await broker.start();
process.send?.({ port: broker.port(), pid: process.pid, connection: database.engine?.connection });

process.on('message', async (message) => {
  if (message === 'count') {
    const { rows } = await db.query<{ count: number }>(sql`select count(*) as count from frame`);
    process.send?.({ rows: rows[0]?.count ?? 0, rss: process.memoryUsage.rss(), cpu: process.cpuUsage() });
  }
  if (message === 'dirty') {
    const { rows } = await db.query<{ hours: number }>(sql`select count(*) as hours from dirty_hour`);
    process.send?.({ hours: rows[0]?.hours ?? Number.NaN });
  }
  if (message === 'lags') process.send?.({ lags });
  if (message === 'stop') {
    clearInterval(watch);
    await broker.stop();
    deviceAccess.stop();
    for (const consumer of consumers) await consumer.stop();
    await ingest.stop();
    await rollup.stop();
    await product.stop();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  }
});
