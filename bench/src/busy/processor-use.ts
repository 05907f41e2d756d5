import { listLags } from '@airdeck/server/feed/consumer-queries';
import { createDb, type Db } from '@airdeck/server/platform/db/pool';
import pino from 'pino';
import sql from 'sql-template-tag';
import { timesBelow } from '../processes.ts';

/** Cost of a stretch of time. */
export interface Use {
  /** Processor time by part, ms: roles, `supervisor`, and PostgreSQL's processes by role or kind. */
  parts: Map<string, number>;
  walBytes: number;
  walFsyncs: number;
  seconds: number;
}

interface Snapshot {
  /** By process id. */
  times: ReturnType<typeof timesBelow>;
  backends: Map<number, string>;
  wal: { bytes: number; fsyncs: number };
  at: number;
}

/** PostgreSQL's processes by id: `db web` for a connection of the role, `db checkpointer` and the like otherwise. */
const listBackends = async (db: Db): Promise<Map<number, string>> => {
  const { rows } = await db.query<{ pid: number; name: string; type: string }>(sql`
    select pid, application_name as name, backend_type as type from pg_stat_activity`);
  return new Map(
    rows.map(({ pid, name, type }) => [
      pid,
      `db ${type === 'client backend' ? name.replace(/^airdeck (\w+).*/, '$1') : type}`,
    ]),
  );
};

const readWal = async (db: Db): Promise<Snapshot['wal']> => {
  const { rows } = await db.query<Snapshot['wal']>(sql`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::double precision as bytes,
      (select coalesce(sum(fsyncs), 0) from pg_stat_io where object = 'wal')::double precision as fsyncs`);
  return rows[0] ?? { bytes: Number.NaN, fsyncs: Number.NaN };
};

/** Attributes processor time to the parts of a running server, whose processes are descendants of `root`. */
export const watchUse = async (
  root: number,
  connection: string,
): Promise<{ take(): Promise<Use>; behindMs(consumer: string): Promise<number>; close(): Promise<void> }> => {
  const db = createDb({ connection, log: pino({ level: 'error' }), name: 'airdeck bench', size: 1 });
  const snapshot = async (): Promise<Snapshot> => ({
    backends: await listBackends(db),
    wal: await readWal(db),
    times: timesBelow(root),
    at: performance.now(),
  });
  let before = await snapshot();
  return {
    async take() {
      const after = await snapshot();
      const parts = new Map<string, number>();
      for (const [pid, { command, ms }] of after.times) {
        const role = / role (\w+)$/.exec(command)?.[1];
        const isDatabase = /(^|\/)postgres/.test(command);
        const name = role ?? (isDatabase ? (after.backends.get(pid) ?? 'db other') : 'supervisor');
        // The connection of this measurement.
        if (name === 'db bench') continue;
        parts.set(name, (parts.get(name) ?? 0) + ms - (before.times.get(pid)?.ms ?? 0));
      }
      const use: Use = {
        parts,
        walBytes: after.wal.bytes - before.wal.bytes,
        walFsyncs: after.wal.fsyncs - before.wal.fsyncs,
        seconds: (after.at - before.at) / 1000,
      };
      before = after;
      return use;
    },
    /** How far a consumer of the feed is behind: a process that does not keep up costs less than it should. */
    async behindMs(consumer) {
      return (await listLags(db)).find(({ name }) => name === consumer)?.lagMs ?? Number.NaN;
    },
    close: db.close,
  };
};
