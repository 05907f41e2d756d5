import type { StreamedRecords } from '@airdeck/contract/audit-stream/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { SERVER_IDENTITY } from '../../platform/db/server-identity.ts';
import type { Tables } from '../../schema/tables.ts';
import { type Settled, waitingRecords } from './record-queries.ts';

export const listStreamedRecords = async (db: Db): Promise<StreamedRecords[]> => {
  const { rows } = await db.query<{ records: StreamedRecords }>(
    sql`select distinct records from audit_stream where use = 'Y'`,
  );
  return rows.map(({ records }) => records);
};

export interface ClaimOptions extends Settled {
  records: StreamedRecords;
  now: number;
  claim: string;
  /** How long the claim keeps other processes from sending for the same stream. */
  leaseMs: number;
  /** Longest wait of a failed stream. A later time was set by a clock that has been corrected since. */
  maxWaitMs: number;
}

export type Claimed = Pick<Tables['audit_stream'], 'id' | 'organization_id' | 'position' | 'failures'>;

/** Claims a stream that is due and has settled records; streams that failed come last. */
export const claimStream = async (tx: Tx, options: ClaimOptions): Promise<Claimed | undefined> => {
  const { records, end, server, claim } = options;
  const now = new Date(options.now);
  const until = new Date(options.now + options.leaseMs);
  const latest = new Date(options.now + options.maxWaitMs);
  const { rows } = await tx.query<Claimed>(sql`
    update audit_stream set claim = ${claim}::uuid, claimed_until = ${until} where id = (
      select s.id from audit_stream s
      where s.use = 'Y' and s.records = ${records} and s.position < ${end}::bigint and ${SERVER_IDENTITY} = ${server}
        and (s.next_time <= ${now} or s.next_time > ${latest})
        and (s.claimed_until is null or s.claimed_until <= ${now} or s.claimed_until > ${until})
        and exists (${waitingRecords(1, end)})
      order by s.failures > 0, s.next_time, s.id limit 1 for update of s skip locked)
    returning id, organization_id, position, failures`);
  return rows[0];
};

/** Moves streams without waiting records forward, so that a later look for records is short. */
export const moveIdle = async (
  db: Db,
  { records, end, server, now, behind }: Settled & { records: StreamedRecords; now: number; behind: number },
): Promise<void> => {
  await db.query(sql`
    update audit_stream set position = ${end} where id in (
      select s.id from audit_stream s
      where s.use = 'Y' and s.records = ${records} and s.position < ${end - behind}::bigint
        and ${SERVER_IDENTITY} = ${server} and (s.claimed_until is null or s.claimed_until <= ${new Date(now)})
        and not exists (${waitingRecords(1, end)}) for update of s skip locked)`);
};

export const markAccepted = async (
  db: Db,
  { id, claim, position, now }: { id: number; claim: string; position: number; now: number },
): Promise<void> => {
  await db.query(sql`
    update audit_stream set position = ${position}, last_success_time = ${new Date(now)}, last_error = null, failures = 0,
      next_time = ${new Date(now)}, claim = null, claimed_until = null
    where id = ${id} and claim = ${claim}::uuid`);
};

/** The position stays: the same records are sent again. */
export const markFailed = async (
  db: Db,
  { id, claim, error, now, again }: { id: number; claim: string; error: string; now: number; again: number },
): Promise<void> => {
  await db.query(sql`
    update audit_stream set failures = failures + 1, last_error = ${error}, last_error_time = ${new Date(now)},
      next_time = ${new Date(again)}, claim = null, claimed_until = null
    where id = ${id} and claim = ${claim}::uuid`);
};
