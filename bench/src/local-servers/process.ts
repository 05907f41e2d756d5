// The process that connects to local servers at the bench's ports.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveProcess } from '@airdeck/server/features/health/health-queries';
import { createSiteConnections } from '@airdeck/server/features/local-server/site-connections';
import { systemClock } from '@airdeck/server/platform/clock';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import { loadSealKey } from '@airdeck/server/platform/installation-keys';
import { createPasswordSeal } from '@airdeck/server/platform/password-seal';
import { systemRandom } from '@airdeck/server/platform/random';
import pino from 'pino';
import { addLocalServers } from './local-server-queries.ts';
import type { Standing } from './local-servers.ts';

const ports = (process.argv[2] ?? '').split(',').map(Number);
const log = pino({ level: 'error' }, pino.destination(2));
const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
const database = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason) });
const { db } = database;
await migrate(db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
await addLocalServers(db, ports);

const holder = randomUUID();
const { key } = loadSealKey(dataDir, systemRandom);
let received = 0;
const sites = createSiteConnections({
  ...{ db, holder, log, keys: { key, earlier: [] }, clock: systemClock },
  seal: createPasswordSeal(key, systemRandom),
  isAllowed: () => true,
  monotonic: () => performance.now(),
  random: Math.random,
  receive(_, __, done) {
    received += 1;
    done();
  },
  tooBig: () => undefined,
  siteOf: () => null,
});
const live = () => saveProcess(db, { supervisorId: holder, role: 'devices' }, []);
await live();
const beat = setInterval(() => void live(), 1_000);

const standing = (): Standing => ({
  rss: process.memoryUsage().rss,
  connected: sites.connected(),
  received,
});
process.on('message', (question) => {
  if (question === 'start') sites.start();
  if (question === 'stop') void stop();
  else process.send?.(standing());
});
const stop = async (): Promise<void> => {
  clearInterval(beat);
  await sites.stop();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
};
process.send?.(standing());
