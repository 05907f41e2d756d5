import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs of Debian's packages that the cluster runs. */
export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Folder of PostgreSQL's programs. */
  postgresBin: string;
}

const POSTGRES = '/usr/lib/postgresql';
const PLACES = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const PACKAGES = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', postgres: 'postgresql' };

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const placeOf = (name: string): string | null =>
  PLACES.map((place) => join(place, name)).find((path) => isProgram(path)) ?? null;

/** The newest PostgreSQL. */
const postgresBin = (): string | null => {
  try {
    const versions = readdirSync(POSTGRES).filter((name) => /^\d+$/.test(name));
    const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
    return newest === undefined ? null : join(POSTGRES, newest, 'bin');
  } catch {
    return null;
  }
};

/** @throws Error with the line that installs the missing packages */
export const findPrograms = (): Programs => {
  const found = {
    ...{ etcd: placeOf('etcd'), patroni: placeOf('patroni'), haproxy: placeOf('haproxy') },
    postgres: postgresBin(),
  };
  const missing = (Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]).filter((name) => found[name] === null);
  const { etcd, patroni, haproxy, postgres } = found;
  if (etcd === null || patroni === null || haproxy === null || postgres === null) {
    const packages = missing.map((name) => PACKAGES[name]).join(' ');
    throw new Error(`The cluster needs packages of Debian 12 or newer:\n\n  sudo apt-get install -y ${packages}\n`);
  }
  return { etcd, patroni, haproxy, postgresBin: postgres };
};

/** The user of PostgreSQL where the cluster is started by root, which PostgreSQL refuses; otherwise nothing. */
export const postgresUser = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres, who runs PostgreSQL.');
  return { uid: Number(uid), gid: Number(gid) };
};
