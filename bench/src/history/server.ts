// The queried server, a separate process: HTTP, sessions, monitoring and history assembled as in the product, over a
// dataset that ends now. Nothing is measured or rolled up meanwhile, so that the open hour stays newer than its rollup,
// as usual while meters report.
import { randomBytes, randomUUID } from 'node:crypto';
import { Exports } from '@airdeck/server/export/exports';
import { createHistory } from '@airdeck/server/features/history/history';
import { createMonitoring } from '@airdeck/server/features/monitoring/monitoring';
import { Sessions } from '@airdeck/server/features/session/sessions';
import { createTokens } from '@airdeck/server/features/session/token';
import { createFeed } from '@airdeck/server/feed/feed';
import { createBus } from '@airdeck/server/platform/bus';
import { createDb } from '@airdeck/server/platform/db/pool';
import { primaryReads } from '@airdeck/server/platform/db/standby-reads';
import { createHttp } from '@airdeck/server/platform/http/create-http';
import type { BusEvents } from '@airdeck/server/registry/bus-events';
import { createRegistry } from '@airdeck/server/registry/registry';
import pino from 'pino';
import { type Dataset, NOW } from './dataset.ts';
import { addUser } from './dataset-queries.ts';
import { type Watched, watch } from './watch.ts';

const { connection } = JSON.parse(process.argv[2] ?? '{}') as Dataset;
/** Longer than the cache of week averages. */
const LATER_MS = 16_000;
const DAY_MS = 86_400_000;

const log = pino({ level: 'error' }, pino.destination(2));
const db = createDb({ connection, log });
const started = Date.now();
let later = 0;
let watched: (() => Watched) | null = null;
const clock = { now: () => NOW + Date.now() - started + later };
const bus = createBus<BusEvents>(log);
const registry = createRegistry(db);
await registry.reload();
const feed = createFeed({ db, log, random: Math.random, monotonic: () => performance.now() });
const tokens = createTokens(randomBytes(32), clock);
const lasts = { idleMs: DAY_MS, absoluteMs: DAY_MS };
const sessions = new Sessions({ db, bus, clock, log, tokens, newId: randomUUID, ...lasts });
const http = await createHttp({
  log,
  tls: null,
  version: 'bench',
  authenticate: (token) => sessions.authenticate(token),
});
const devices = {
  listTroubles: async () => [],
  listShelved: async () => [],
  listOpenAirAlarms: async () => [],
  readFilterLives: async () => [],
};
const monitoring = createMonitoring({ db, registry, bus, feed, clock, log, hold: (id) => sessions.hold(id), devices });
monitoring.addRoutes(http);
createHistory({ reads: primaryReads(db), registry, clock, exports: new Exports(clock) }).addRoutes(http);
await sessions.start();
await monitoring.start();
await http.listen({ port: 0, host: '127.0.0.1' });
const { accessToken } = await sessions.open(await addUser(db), '127.0.0.1');
const address = http.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0, token: accessToken });

// The parent process has exited.
process.on('disconnect', () => process.exit(1));
process.on('message', async (message) => {
  if (message === 'later') {
    later += LATER_MS;
    process.send?.({});
  }
  if (message === 'watch') {
    watched = watch();
    process.send?.({});
  }
  if (message === 'watched') process.send?.(watched?.());
  if (message === 'stop') {
    await monitoring.stop();
    await http.close();
    await sessions.stop();
    await db.close();
    process.exit(0);
  }
});
