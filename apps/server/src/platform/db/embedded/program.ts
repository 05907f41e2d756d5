import type { SpawnOptions } from 'node:child_process';
import type { Identity } from './identity.ts';

/** How to run a cluster: the folder of PostgreSQL's programs, the cluster's folder, the uid (null: the server's). */
export type Installation = { bin: string; cluster: string; identity: Identity | null };

/** Runs in the cluster's folder with a minimal environment: PGDATA, LC_* or LD_* of the caller must not reach it. */
export function programOptions(
  cluster: string,
  identity: Identity | null,
): Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return identity ? { cwd: cluster, env, uid: identity.uid, gid: identity.gid } : { cwd: cluster, env };
}

/**
 * The cluster's folder as passed to PostgreSQL. It may be below a home that the other uid cannot enter; Linux lets a
 * process use its working directory nevertheless.
 */
export function clusterArgument(cluster: string, identity: Identity | null): string {
  return identity && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}
