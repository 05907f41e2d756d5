import type { RunFailure, RunKind } from '@airdeck/contract/installation/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

export type RunRow = Omit<Tables['backup_run'], 'reason'> & { reason: RunFailure | null };

const COLUMNS = sql`id, kind, state, is_scheduled, requested_time, started_time, ended_time, holder, path, bytes, rows,
  meters, reason, detail, deleted_time`;

/** Requests a run, unless one of its kind waits or runs: then nothing is inserted. */
export const insertRun = async (tx: Tx, kind: RunKind, isScheduled: boolean, now: number): Promise<RunRow | null> => {
  const { rows } = await tx.query<RunRow>(sql`
    insert into backup_run (kind, is_scheduled, requested_time) values (${kind}, ${isScheduled}, ${new Date(now)})
    on conflict (kind) where state in ('WAITING', 'RUNNING') do nothing returning ${COLUMNS}`);
  return rows[0] ?? null;
};

export const listRuns = async (tx: Db | Tx, limit: number): Promise<RunRow[]> => {
  const { rows } = await tx.query<RunRow>(sql`select ${COLUMNS} from backup_run order by id desc limit ${limit}`);
  return rows;
};

/** Of each kind: the newest run, the newest that has ended, and the newest that succeeded. */
export interface LastRuns {
  last: RunRow | undefined;
  ended: RunRow | undefined;
  done: RunRow | undefined;
}

export const readLastRuns = async (tx: Db | Tx, kind: RunKind): Promise<LastRuns> => {
  const newest = async (states: readonly RunRow['state'][]): Promise<RunRow | undefined> => {
    const { rows } = await tx.query<RunRow>(sql`select ${COLUMNS} from backup_run
      where kind = ${kind} and state = any(${[...states]}::text[]) order by id desc limit 1`);
    return rows[0];
  };
  return {
    last: await newest(['WAITING', 'RUNNING', 'DONE', 'FAILED']),
    ended: await newest(['DONE', 'FAILED']),
    done: await newest(['DONE']),
  };
};

/** Takes the oldest waiting run for this process. */
export const claimRun = async (db: Db, holder: string, now: number): Promise<RunRow | null> => {
  const { rows } = await db.query<RunRow>(sql`
    update backup_run set state = 'RUNNING', holder = ${holder}, started_time = ${new Date(now)}
    where id = (select id from backup_run where state = 'WAITING' order by id limit 1 for update skip locked)
    returning ${COLUMNS}`);
  return rows[0] ?? null;
};

export const savePath = async (db: Db, id: number, path: string): Promise<void> => {
  await db.query(sql`update backup_run set path = ${path} where id = ${id}`);
};

/** The result of a run. */
export interface RunDone {
  /** Size of the file. */
  bytes: number;
  /** Of a drill: restored rows, and meters that were checked. */
  rows?: number;
  meters?: number;
}

/** Why a run failed, with a technical message. */
export interface RunFailed {
  reason: RunFailure;
  detail: string;
}

export const endRun = async (db: Db, id: number, done: RunDone, now: number): Promise<void> => {
  await db.query(sql`update backup_run set state = 'DONE', ended_time = ${new Date(now)}, bytes = ${done.bytes},
    rows = ${done.rows ?? null}, meters = ${done.meters ?? null} where id = ${id} and state = 'RUNNING'`);
};

export const failRun = async (db: Db, id: number, { reason, detail }: RunFailed, now: number): Promise<void> => {
  await db.query(sql`update backup_run set state = 'FAILED', ended_time = ${new Date(now)}, reason = ${reason},
    detail = ${detail} where id = ${id} and state = 'RUNNING'`);
};

/**
 * Ends runs whose process is gone, and those of `holder`, which runs none at this time; returns them. The process of a
 * run reports every second.
 */
export const failInterrupted = async (db: Db, holder: string, now: number): Promise<RunRow[]> => {
  const { rows } = await db.query<RunRow>(sql`
    update backup_run set state = 'FAILED', reason = 'INTERRUPTED', ended_time = ${new Date(now)}
    where state = 'RUNNING' and (holder = ${holder} or not exists (
      select from process p where p.supervisor_id = backup_run.holder and p.role = 'work'
        and p.seen_time > clock_timestamp() - interval '1 minute'))
    returning ${COLUMNS}`);
  return rows;
};

/** Files of backups that exist, newest first. */
export const listFiles = async (tx: Db | Tx): Promise<{ id: number; path: string }[]> => {
  const { rows } = await tx.query<{ id: number; path: string }>(sql`
    select id, path from backup_run where kind = 'BACKUP' and state = 'DONE' and deleted_time is null
      and path is not null order by id desc`);
  return rows;
};

export const markDeleted = async (db: Db, id: number, now: number): Promise<void> => {
  await db.query(sql`update backup_run set deleted_time = ${new Date(now)} where id = ${id}`);
};

/** Forgets old results; the newest of each kind stay. */
export const pruneRuns = async (db: Db, before: number): Promise<void> => {
  await db.query(sql`delete from backup_run r where ended_time < ${new Date(before)}
    and (kind = 'DRILL' or deleted_time is not null or state = 'FAILED')
    and exists (select from backup_run n where n.kind = r.kind and n.state = 'DONE' and n.id > r.id)`);
};
