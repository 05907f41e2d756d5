// Three PostgreSQL under Patroni, three etcd, HAProxy, and two machines of Airdeck with all roles, on loopback, with the
// configuration of deploy/; meters send all the time. With --kill one part after another is taken down.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDb } from '@airdeck/server/platform/db/pool';
import pino from 'pino';
import sql from 'sql-template-tag';
import { killParts, waitUntilWhole } from './kills.ts';
import { startLedger } from './ledger.ts';
import { findPrograms } from './machine.ts';
import { type Cluster, CONSOLE, createCluster, DATABASE, FRONT, NODES, shareKeys } from './parts.ts';
import { statusOf, waitFor } from './wait.ts';

const HELP = `Usage: npm run cluster [-- --kill [--times 30]]

Starts an installation with two of everything on this machine, with the configuration files of deploy/.
  --kill       takes one part after another down, brings it back, and compares what was acknowledged with
               what is stored; ends by itself within 9 minutes, with status 1 if anything was lost
  --times N    how many are killed, 1 to 200 (30)`;

const START_MS = 120_000;
/** The kills begin no later than this after the start, so that everything ends within nine minutes. */
const KILLS_MS = 7 * 60_000;

const parse = (): { isKilling: boolean; times: number } | null => {
  const { values } = parseArgs({
    options: {
      kill: { type: 'boolean' },
      times: { type: 'string', default: '30' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1 || times > 200) throw new Error('--times takes 1 to 200.');
  return values.help ? null : { isKilling: values.kill === true, times };
};

const createDatabase = async (): Promise<void> => {
  const db = createDb({ connection: DATABASE.superuser, log: pino({ level: 'silent' }) });
  await db.query(sql`create role airdeck login password 'airdeck'`);
  await db.query(sql`create database airdeck owner airdeck`);
  await db.close();
};

const isPrimaryReached = async (): Promise<boolean> => {
  const answers = await Promise.all(NODES.map((node) => statusOf(`http://${node}:8008/primary`)));
  return answers.includes(200);
};

/** @throws Error where a program has one of the cluster's addresses */
const checkAddresses = async (): Promise<void> => {
  const urls = NODES.flatMap((node) => [`http://${node}:2379/health`, `http://${node}:8008/`]);
  const answers = await Promise.all(urls.map(async (url) => ((await statusOf(url)) === null ? [] : [url])));
  const taken = answers.flat();
  if (taken.length > 0) throw new Error(`A cluster runs already on this machine: ${taken.join(' ')} answer.`);
};

const startAll = async (cluster: Cluster, folder: string): Promise<void> => {
  const say = (text: string) => console.log(text);
  await checkAddresses();
  say('starting etcd and PostgreSQL …');
  for (const part of [...cluster.etcd, ...cluster.databases, cluster.proxy]) part.start();
  await waitFor('a PostgreSQL that may write', START_MS, isPrimaryReached);
  // HAProxy finds it with its next check.
  await waitFor('the database is created', START_MS, () =>
    createDatabase().then(
      () => true,
      () => false,
    ),
  );
  say('starting Airdeck …');
  for (const [i, server] of cluster.servers.entries()) {
    if (i > 0) shareKeys(folder);
    server.start();
    const isThere = async () => (await statusOf(`http://${NODES[i]}:8080/api/v1/health/ready`)) === 200;
    await waitFor(`${server.name} is ready`, START_MS, isThere);
  }
  say('waiting for both standbys …');
  await waitUntilWhole(cluster);
};

const printAddresses = ({ logs }: Cluster): void => {
  const login = readFileSync(join(logs, 'airdeck1.log'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('login: '));
  console.log(`
console    ${CONSOLE} (its certificate is its own)
devices    mqtt://${FRONT}:1883
database   ${DATABASE.url}
standbys   ${DATABASE.url.replace(':5432/', ':5433/')}
machines   ${NODES.join(' ')} (Airdeck on the first two)
output     ${logs}
${login ?? ''}
`);
};

const main = async (): Promise<number> => {
  const asked = parse();
  if (asked === null) {
    console.log(HELP);
    return 0;
  }
  const began = performance.now();
  const folder = join(tmpdir(), 'cluster');
  const cluster = createCluster(findPrograms(), folder);
  await startAll(cluster, folder);
  const ledger = await startLedger(`mqtt://${FRONT}:1883`, DATABASE.url);
  printAddresses(cluster);
  if (!asked.isKilling) {
    console.log('Meters are sending. Ctrl+C ends everything and removes it.');
    await new Promise(() => undefined);
  }
  let failure: string | null = null;
  try {
    await killParts(cluster, ledger, folder, { times: asked.times, untilMs: began + KILLS_MS });
  } catch (error) {
    failure = (error as Error).message;
  }
  await ledger.stop();
  const { stored, lost } = await ledger.compare(DATABASE.url);
  for (const key of lost.slice(0, 10)) console.log(`lost: ${key}`);
  if (failure !== null) console.log(`failed: ${failure}`);
  console.log(`${ledger.acknowledged()} acknowledged, ${stored} stored, ${lost.length} lost`);
  return lost.length > 0 || failure !== null ? 1 : 0;
};

try {
  process.exit(await main());
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
