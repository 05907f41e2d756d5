import sql from 'sql-template-tag';
import type { Tx } from './pool.ts';

export interface PrimaryState {
  cluster: string;
  timeline: number;
  /** By its clock, epoch ms. */
  now: number;
  /** End of the WAL on its disk, which includes every acknowledged commit. */
  position: bigint;
}

export interface StandbyState {
  cluster: string;
  isInRecovery: boolean;
  /** End of the replayed WAL. */
  replayed: bigint;
  /** Time of the last replayed commit, by the primary's clock, epoch ms. Each process commits once a second. */
  replayedAt: number | null;
}

const only = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (!row) throw new Error('the server gave no answer');
  return row;
};

/** Fails on a standby. */
export const lookAtPrimary = async (tx: Tx): Promise<PrimaryState> => {
  const { rows } = await tx.query<{ cluster: string; timeline: number; now: Date; position: string }>(sql`
    select (select system_identifier from pg_control_system())::text as cluster,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
      clock_timestamp() as now,
      (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as position`);
  const { cluster, timeline, now, position } = only(rows);
  return { cluster, timeline, now: now.getTime(), position: BigInt(position) };
};

/** A server that is no standby has replayed nothing. */
export const lookAtStandby = async (tx: Tx): Promise<StandbyState> => {
  const { rows } = await tx.query<{
    cluster: string;
    isInRecovery: boolean;
    replayed: string | null;
    replayedAt: Date | null;
  }>(sql`
    select (select system_identifier from pg_control_system())::text as cluster,
      pg_is_in_recovery() as "isInRecovery",
      (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as replayed,
      pg_last_xact_replay_timestamp() as "replayedAt"`);
  const { cluster, isInRecovery, replayed, replayedAt } = only(rows);
  return { cluster, isInRecovery, replayed: BigInt(replayed ?? 0), replayedAt: replayedAt?.getTime() ?? null };
};
