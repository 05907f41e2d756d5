// The alarm engine as a separate process beside the server of the ingest bench.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createAlarms } from '@airdeck/server/features/alarm/alarms';
import { createFeed } from '@airdeck/server/feed/feed';
import { createBus } from '@airdeck/server/platform/bus';
import { systemClock } from '@airdeck/server/platform/clock';
import { createDb, type DbOptions } from '@airdeck/server/platform/db/pool';
import type { BusEvents } from '@airdeck/server/registry/bus-events';
import { createRegistryFollower } from '@airdeck/server/registry/follow-registry';
import { createRegistry } from '@airdeck/server/registry/registry';
import pino from 'pino';

const connection = JSON.parse(process.argv[2] ?? '""') as DbOptions['connection'];
const log = pino({ level: 'error' }, pino.destination(2));
// Garbage does not count as growth.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
let asked = 0;
const db = createDb({
  connection,
  log,
  onQuery: (ms) => {
    asked += ms;
  },
});
const monotonic = () => performance.now();
const feed = createFeed({ db, log, random: Math.random, monotonic });
const registry = createRegistry(db);
const follower = createRegistryFollower({ feed, registry, onChanged: () => undefined });
const alarms = createAlarms({
  ...{ db, feed, registry, clock: systemClock, monotonic, log, bus: createBus<BusEvents>(log) },
  disk: { isLow: () => false },
  areDevicesHeard: async () => true,
  installationTroubles: async () => [],
});
await feed.start();
await follower.start();
await alarms.start();
process.send?.({});

process.on('message', async (message) => {
  if (message === 'figures') {
    const own = (await feed.lag()).find(({ name }) => name === 'alarms');
    gc();
    process.send?.({
      rss: process.memoryUsage.rss(),
      heap: process.memoryUsage().heapUsed,
      cpu: process.cpuUsage(),
      askedMs: asked,
      lagMs: own?.lagMs ?? 0,
      failed: own?.failed ?? 0,
    });
  }
  if (message === 'stop') {
    await alarms.stop();
    await follower.stop();
    await feed.stop();
    await db.close();
    process.exit(0);
  }
});
