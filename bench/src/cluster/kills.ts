import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../figure.ts';
import type { Ledger } from './ledger.ts';
import { type Cluster, CONSOLE, dataPath, killAll, NODES, type Part } from './parts.ts';
import { statusOf, waitFor } from './wait.ts';

/** Longest time from a kill until everything is back. */
const BACK_MS = 90_000;
const PAGE = `${CONSOLE}/api/v1/health/ready`;

/** How long something took after each kill of a kind, ms. */
interface Row {
  kind: string;
  kills: number;
  /** The next acknowledgement of any meter, of every meter, and the last page that failed. */
  any: number[];
  all: number[];
  page: number[];
}

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

/** Node of the PostgreSQL that may write, and of those that follow it in step. */
const databaseNodes = async (): Promise<{ primary: number[]; standbys: number[] }> => {
  const answers = await Promise.all(
    NODES.map(async (node) => ({
      isPrimary: (await statusOf(`http://${node}:8008/primary`)) === 200,
      isStandby: (await statusOf(`http://${node}:8008/replica?lag=1MB`)) === 200,
    })),
  );
  const where = (key: 'isPrimary' | 'isStandby') => answers.flatMap((each, i) => (each[key] ? [i] : []));
  return { primary: where('isPrimary'), standbys: where('isStandby') };
};

const hasSyncStandby = async (): Promise<boolean> => {
  const answers = await Promise.all(NODES.map((node) => statusOf(`http://${node}:8008/sync`)));
  return answers.includes(200);
};

/** A part of the cluster that does not answer yet; null: there is none. */
const missingPart = async (cluster: Cluster): Promise<string | null> => {
  const { primary, standbys } = await databaseNodes();
  if (primary.length !== 1) return `${primary.length} primaries`;
  if (standbys.length !== NODES.length - 1) return `${standbys.length} standbys`;
  if (!(await hasSyncStandby())) return 'no synchronous standby';
  for (const [i, { name }] of cluster.etcd.entries()) {
    if ((await statusOf(`http://${NODES[i]}:2379/health`)) !== 200) return name;
  }
  for (const [i, { name }] of cluster.servers.entries()) {
    if ((await statusOf(`http://${NODES[i]}:8080/api/v1/health/ready`)) !== 200) return name;
  }
  return (await statusOf(PAGE)) === 200 ? null : cluster.proxy.name;
};

/** Waits until all parts answer, so that the next kill meets all of them. */
export const waitUntilWhole = async (cluster: Cluster): Promise<void> => {
  let missing: string | null = null;
  const isWhole = async () => {
    missing = await missingPart(cluster);
    return missing === null;
  };
  await waitFor('every part answers', BACK_MS, isWhole).catch((error: Error) => {
    throw new Error(`${error.message}: ${missing}`);
  });
};

/** Kills something; returns how it is brought back. Parts that are restarted by others come back by themselves. */
type Kill = (i: number) => Promise<() => void>;

const wholePart = (part: Part): Promise<() => void> => part.kill().then(() => () => part.start());

/** Kills a PostgreSQL like a crash; its Patroni lives. */
const killPostgres = (folder: string, node: number): void => {
  const [pid = ''] = readFileSync(join(dataPath(folder, node), 'postmaster.pid'), 'utf8').split('\n');
  killAll([Number(pid)]);
};

const killsOf = (cluster: Cluster, folder: string): Record<string, Kill> => {
  const itself = () => undefined;
  const role =
    (name: string): Kill =>
    async (i) => {
      const pid = at(cluster.servers, i).roleOf(name);
      if (pid === null) throw new Error(`there is no process of ${name}`);
      killAll([pid]);
      return itself;
    };
  return {
    'PostgreSQL, primary': async () => {
      const { primary } = await databaseNodes();
      killPostgres(folder, primary[0] ?? 0);
      return itself;
    },
    devices: role('devices'),
    'PostgreSQL, standby': async (i) => {
      const { standbys } = await databaseNodes();
      killPostgres(folder, at(standbys, i));
      return itself;
    },
    web: role('web'),
    HAProxy: () => wholePart(cluster.proxy),
    work: role('work'),
    'etcd node': (i) => wholePart(at(cluster.etcd, i)),
    'machine of Airdeck': (i) => wholePart(at(cluster.servers, i)),
    'machine of the primary': async () => {
      const { primary } = await databaseNodes();
      const part = cluster.databases[primary[0] ?? 0] as Part;
      killPostgres(folder, primary[0] ?? 0);
      await part.kill();
      return () => part.start();
    },
  };
};

/** Parts that others replace are brought back only when the others have done so. */
const isReplaced = (kind: string): boolean => kind === 'machine of the primary' || kind === 'machine of Airdeck';

const measure = async (row: Row, kill: () => Promise<() => void>, ledger: Ledger): Promise<void> => {
  const bringBack = await kill();
  const begin = performance.now();
  if (!isReplaced(row.kind)) bringBack();
  const since = () => performance.now() - begin;
  let [any, all]: (number | null)[] = [null, null];
  let page = 0;
  let isServed = false;
  await waitFor(`meters and pages go on after a kill of ${row.kind}`, BACK_MS, async () => {
    const heard = ledger.isHeardSince(begin);
    if (heard.any) any ??= since();
    if (heard.all) all ??= since();
    isServed = (await statusOf(PAGE)) === 200;
    if (!isServed) page = since();
    return any !== null && all !== null && isServed;
  }).catch((error: Error) => {
    throw new Error(`${error.message} (a meter: ${any !== null}, all meters: ${all !== null}, pages: ${isServed})`);
  });
  if (isReplaced(row.kind)) bringBack();
  row.kills++;
  row.any.push(any ?? 0);
  row.all.push(all ?? 0);
  row.page.push(page);
};

const seconds = (times: readonly number[]): string =>
  times.length === 0 ? '' : `${(median(times) / 1000).toFixed(1)} / ${(Math.max(...times) / 1000).toFixed(1)}`;

const printTable = (rows: readonly Row[]): void => {
  console.log('\nAfter a kill, seconds, median / longest:\n');
  console.log(
    '| killed | times | next acknowledgement | every meter again | last failed page |\n|---|---|---|---|---|',
  );
  for (const { kind, kills, any, all, page } of rows) {
    console.log(`| ${kind} | ${kills} | ${seconds(any)} | ${seconds(all)} | ${seconds(page)} |`);
  }
};

/** Takes one part after another down and brings it back, until so many are killed or the time is over. */
export const killParts = async (
  cluster: Cluster,
  ledger: Ledger,
  folder: string,
  { times, untilMs }: { times: number; untilMs: number },
): Promise<void> => {
  const kills = Object.entries(killsOf(cluster, folder));
  const rows = kills.map(([kind]): Row => ({ kind, kills: 0, any: [], all: [], page: [] }));
  try {
    for (let i = 0; i < times && performance.now() < untilMs; i++) {
      await waitUntilWhole(cluster);
      const [kind, kill] = at(kills, i);
      const round = Math.floor(i / kills.length);
      console.log(`kill ${i + 1} of ${times}: ${kind}`);
      await measure(at(rows, i), () => kill(round), ledger);
    }
    await waitUntilWhole(cluster);
  } finally {
    printTable(rows);
  }
};
