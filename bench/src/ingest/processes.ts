import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSecret } from '@airdeck/server/device-messages/secret';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import { aDataDir, roleProcesses, type ServerProcess, startServer } from '@airdeck/server/testing/server-process';
import type { LoadResult } from '@airdeck/simulator/load/run-load';
import pino from 'pino';
import { nextMessage, startChild } from '../child.ts';
import { print } from '../figure.ts';
import { holdProcesses } from '../processor-share.ts';
import { register } from '../register-queries.ts';
import type { Shape } from './generator.ts';
import { here } from './ingest.ts';
import { ORGANIZATION, SECRET } from './names.ts';

const SHARE = 0.15;
/** For each process. */
const LOAD = { connections: 50, devicesPerConnection: 50, inFlight: 20 };
const WARM_UP_S = 5;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const REACHES = new Map([
  [2, '>= 1.8'],
  [4, '>= 3.3'],
]);
const MOST = 4;

/** Acknowledged frames a second of all servers together. */
const load = async (servers: readonly ServerProcess[], seconds: number): Promise<number> => {
  const results = await Promise.all(
    servers.map(({ mqttUrl }, at) => {
      const shape: Shape = {
        ...{ ...LOAD, seconds, port: Number(new URL(mqttUrl).port), firstConnection: at * LOAD.connections },
      };
      return nextMessage<LoadResult>(startChild(here('generator.ts'), [JSON.stringify(shape)]));
    }),
  );
  const lost = results.flatMap(({ errors }) => Object.keys(errors));
  if (lost.length > 0) throw new Error(`connections were lost: ${lost.join(', ')}`);
  return results.reduce((sum, { rate }) => sum + rate, 0);
};

/** One, two and four `devices` processes on one database, each held to a share of a core, so that none waits for the others' core. */
export const benchIngestProcesses = async (): Promise<void> => {
  const log = pino({ level: 'error' }, pino.destination(2));
  // Before the database starts, so that a machine that cannot do it says so at once.
  holdProcesses('airdeck-try', SHARE).remove();
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  const database = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason) });
  const { host = '', user = '', password = '', database: name = '' } = database.engine?.connection ?? {};
  const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}`;
  await migrate(database.db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
  await register(database.db, {
    organizationCode: ORGANIZATION,
    ...{ meters: MOST * LOAD.connections * LOAD.devicesPerConnection, gateways: MOST * LOAD.connections },
    secretHash: hashSecret(SECRET),
  });

  const measure = async (count: number): Promise<number> => {
    const folder = aDataDir();
    const servers: ServerProcess[] = [];
    for (let i = 0; i < count; i++) {
      const place = ['start', '--data', folder.path, '--database-url', url, '--host', '127.0.0.1'];
      servers.push(await startServer([...place, '--roles', 'devices', '--mqtt-port', '0']));
    }
    // Code that is not compiled yet would take a held process its whole share for minutes.
    await load(servers, WARM_UP_S);
    const held = servers.map((server, at) => {
      const group = holdProcesses(`airdeck-devices-${at}`, SHARE);
      for (const pid of roleProcesses(server).values()) group.add(pid);
      return group;
    });
    const rate = await load(servers, SECONDS);
    // Killed, they would leave their roles without a parent, and the time of these would count as that of something else.
    await Promise.all(servers.map((server) => server.stop()));
    for (const group of held) group.remove();
    folder.remove();
    return rate;
  };

  let one = Number.NaN;
  for (const count of [1, 2, MOST]) {
    const rate = await measure(count);
    if (count === 1) one = rate;
    print({ name: `ingest-processes-${count}`, value: rate, unit: 'frames/s' });
    const reach = REACHES.get(count);
    if (reach) print({ name: `ingest-processes-${count}-ratio`, value: rate / one, unit: 'times one process', reach });
  }
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
};
