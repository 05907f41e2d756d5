import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { selfSigned } from '@airdeck/server/testing/self-signed';
import { type Programs, postgresUser } from './machine.ts';

const root = join(import.meta.dirname, '../../..');
const deploy = join(root, 'deploy');

/** Addresses on loopback that stand for machines, so that every program has its usual port. */
export const FRONT = '127.0.0.10';
export const CONSOLE = `https://${FRONT}:8443`;
export const NODES = ['127.0.0.11', '127.0.0.12', '127.0.0.13'] as const;
/** The machines that run Airdeck. */
const AIRDECK_NODES = NODES.slice(0, 2);
const KEYS = ['token.key', 'local-server.key', 'push.key'];

export const DATABASE = {
  url: `postgresql://airdeck:airdeck@${FRONT}:5432/airdeck`,
  superuser: `postgresql://postgres:cluster@${FRONT}:5432/postgres`,
};

/** A program of the cluster that can be killed and started again. */
export interface Part {
  name: string;
  start(): void;
  /** Kills it like a crash: at once, with everything that it has started. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Process id of one of its role processes; null: it is not there. */
  roleOf(role: string): number | null;
}

export interface Cluster {
  etcd: Part[];
  databases: Part[];
  proxy: Part;
  servers: Part[];
  /** Where the programs write their output. */
  logs: string;
}

interface Program {
  name: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  user?: { uid: number; gid: number } | null;
}

/** Processes below a process, itself included, from /proc. */
const descendants = (pid: number): number[] => {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const found: number[] = [];
  for (const waiting = [pid]; waiting.length > 0; ) {
    const next = waiting.pop() as number;
    found.push(next);
    waiting.push(...(children.get(next) ?? []));
  }
  return found;
};

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

export const killAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
};

const createPart = (logs: string, { name, command, args, env, user }: Program): Part => {
  let child: ChildProcess | null = null;
  const processes = (): number[] => (child?.pid === undefined ? [] : descendants(child.pid));
  return {
    name,
    start() {
      const output = openSync(join(logs, `${name}.log`), 'a');
      child = spawn(command, args, {
        cwd: root,
        stdio: ['ignore', output, output],
        env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
        ...user,
      });
      child.once('exit', (code) => {
        if (code) console.error(`${name} exited with ${code}: ${join(logs, `${name}.log`)}`);
      });
    },
    async kill() {
      const ended = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      killAll(processes());
      await ended;
      child = null;
    },
    async stop() {
      const ended = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child?.kill('SIGTERM');
      await ended;
      child = null;
    },
    roleOf: (role) => processes().find((pid) => commandOf(pid).includes(` role ${role} `)) ?? null,
  };
};

/** Addresses of deploy/haproxy.cfg, and those of this machine. Ports below 1024 need root. */
const HAPROXY_ADDRESSES: readonly (readonly [string, string])[] = [
  ['192.0.2.11:', `${NODES[0]}:`],
  ['192.0.2.12:', `${NODES[1]}:`],
  ['192.0.2.21:', `${NODES[0]}:`],
  ['192.0.2.22:', `${NODES[1]}:`],
  ...NODES.map((node, i) => [`192.0.2.3${i + 1}:`, `${node}:`] as const),
  ['bind :443 ', `bind ${FRONT}:8443 `],
  ['bind :80\n', `bind ${FRONT}:8080\n`],
  ['bind :', `bind ${FRONT}:`],
];

/** Writes deploy/haproxy.cfg with the addresses of this machine; returns its path. */
const writeHaproxyConfig = (folder: string): string => {
  const pem = join(folder, 'airdeck.pem');
  const { cert, key } = selfSigned();
  writeFileSync(pem, Buffer.concat([cert, key]), { mode: 0o600 });
  let text = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
    .replaceAll('/etc/haproxy/airdeck.pem', pem)
    // The limit of open files of this shell decides.
    .replace(/^ *maxconn .*\n/m, '');
  for (const [given, used] of HAPROXY_ADDRESSES) text = text.replaceAll(given, used);
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  return path;
};

/** The variables of deploy/etcd.env for a machine. */
const etcdEnv = (folder: string, i: number): Record<string, string> => {
  const host = NODES[i] as string;
  return {
    ETCD_NAME: `etcd${i + 1}`,
    ETCD_DATA_DIR: join(folder, `etcd${i + 1}`),
    ETCD_LISTEN_CLIENT_URLS: `http://${host}:2379`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${host}:2379`,
    ETCD_LISTEN_PEER_URLS: `http://${host}:2380`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${host}:2380`,
    ETCD_INITIAL_CLUSTER: NODES.map((node, at) => `etcd${at + 1}=http://${node}:2380`).join(),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_INITIAL_CLUSTER_TOKEN: 'airdeck',
    // All machines are this one, and its disk is shared with three databases.
    ETCD_HEARTBEAT_INTERVAL: '250',
    ETCD_ELECTION_TIMEOUT: '2500',
  };
};

/** Writes deploy/patroni.yml with the socket of a machine in a folder of its own; returns its path. */
const writePatroniConfig = (folder: string, i: number): string => {
  const path = join(folder, `patroni${i + 1}.yml`);
  const text = readFileSync(join(deploy, 'patroni.yml'), 'utf8');
  writeFileSync(path, text.replace('/run/postgresql', join(folder, `db${i + 1}`)));
  return path;
};

/** Data directory of a machine's PostgreSQL. */
export const dataPath = (folder: string, i: number): string => join(folder, `db${i + 1}`, 'data');

/** The variables of deploy/patroni.env for a machine. */
const patroniEnv = (folder: string, { postgresBin }: Programs, i: number): Record<string, string> => {
  const host = NODES[i] as string;
  return {
    PATRONI_NAME: `db${i + 1}`,
    PATRONI_ETCD3_HOSTS: NODES.map((node) => `${node}:2379`).join(),
    PATRONI_RESTAPI_LISTEN: `${host}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${host}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: dataPath(folder, i),
    PATRONI_POSTGRESQL_BIN_DIR: postgresBin,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: 'cluster',
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: 'cluster',
    PGPASSFILE: join(folder, `db${i + 1}`, 'pgpass'),
    HOME: join(folder, `db${i + 1}`),
  };
};

/** Machines share the keys: the second one gets those of the first before it starts. */
export const dataFolder = (folder: string, i: number): string => join(folder, `airdeck${i + 1}`);
export const shareKeys = (folder: string): void => {
  const [first, second] = [dataFolder(folder, 0), dataFolder(folder, 1)];
  mkdirSync(second, { recursive: true, mode: 0o700 });
  for (const key of KEYS) if (existsSync(join(first, key))) copyFileSync(join(first, key), join(second, key));
};

/** All parts, none of them started; their data lie below `folder`. */
export const createCluster = (programs: Programs, folder: string): Cluster => {
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const user = postgresUser();
  for (let i = 1; i <= NODES.length; i++) {
    const home = join(folder, `db${i}`);
    mkdirSync(home, { recursive: true });
    chmodSync(home, 0o700);
    if (user) chownSync(home, user.uid, user.gid);
  }
  const part = (program: Program) => createPart(logs, program);
  return {
    logs,
    etcd: NODES.map((_, i) =>
      part({ name: `etcd${i + 1}`, command: programs.etcd, args: [], env: etcdEnv(folder, i) }),
    ),
    databases: NODES.map((_, i) =>
      part({
        ...{ name: `db${i + 1}`, command: programs.patroni, args: [writePatroniConfig(folder, i)] },
        ...{ env: patroniEnv(folder, programs, i), user },
      }),
    ),
    proxy: part({
      ...{ name: 'haproxy', command: programs.haproxy, args: ['-db', '-f', writeHaproxyConfig(folder)] },
      env: {},
    }),
    servers: AIRDECK_NODES.map((host, i) =>
      part({
        name: `airdeck${i + 1}`,
        command: process.execPath,
        args: [join(root, 'apps/server/dist/main.js'), 'start', '--data', dataFolder(folder, i), '--host', host],
        env: {
          DATABASE_URL: DATABASE.url,
          AIRDECK_UPGRADE_BACKUPS: '0',
          // HAProxy's address towards the machines.
          AIRDECK_TRUSTED_PROXIES: '127.0.0.1',
          AIRDECK_METRICS_PORT: '9464',
          AIRDECK_METRICS_HOST: host,
        },
      }),
    ),
  };
};
