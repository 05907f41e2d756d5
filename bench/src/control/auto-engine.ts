// The automatic mode as a separate process beside the server of the ingest bench.
import { randomUUID } from 'node:crypto';
import { createAutoEngine } from '@airdeck/server/features/control/auto/engine';
import { createFeed } from '@airdeck/server/feed/feed';
import { systemClock } from '@airdeck/server/platform/clock';
import { createDb, type DbOptions } from '@airdeck/server/platform/db/pool';
import { createRegistryFollower } from '@airdeck/server/registry/follow-registry';
import { createRegistry } from '@airdeck/server/registry/registry';
import pino from 'pino';

const connection = JSON.parse(process.argv[2] ?? '""') as DbOptions['connection'];
const log = pino({ level: 'error' }, pino.destination(2));
let asked = 0;
const db = createDb({
  connection,
  log,
  onQuery: (ms) => {
    asked += ms;
  },
});
const feed = createFeed({ db, log, random: Math.random, monotonic: () => performance.now() });
const registry = createRegistry(db);
const follower = createRegistryFollower({ feed, registry, onChanged: () => undefined });
const engine = createAutoEngine({ feed, registry, clock: systemClock, newId: randomUUID });
await feed.start();
await follower.start();
await engine.start();
process.send?.({});

process.on('message', async (message) => {
  if (message === 'figures') {
    const own = (await feed.lag()).find(({ name }) => name === 'auto-mode');
    process.send?.({ cpu: process.cpuUsage(), askedMs: asked, lagMs: own?.lagMs ?? 0, failed: own?.failed ?? 0 });
  }
  if (message === 'stop') {
    await engine.stop();
    await follower.stop();
    await feed.stop();
    await db.close();
    process.exit(0);
  }
});
