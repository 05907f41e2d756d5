import type { SpawnOptions } from 'node:child_process';
import type { Identity } from './identity.ts';

/** What runs a cluster: the folder of PostgreSQL's programs, the cluster's folder, the uid (null: the server's). */
export type Installation = { bin: string; cluster: string; identity: Identity | null };

/** Stands in the cluster's folder, in a bare environment: PGDATA, LC_* or LD_* of the caller must not reach it. */
export function programOptions(
  cluster: string,
  identity: Identity | null,
): Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return identity ? { cwd: cluster, env, uid: identity.uid, gid: identity.gid } : { cwd: cluster, env };
}

/**
 * The cluster's folder as PostgreSQL gets it. Root may keep it below a home that the other uid cannot pass
 * through; Linux lets a process reach the folder it stands in all the same.
 */
export function clusterArgument(cluster: string, identity: Identity | null): string {
  return identity && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}
