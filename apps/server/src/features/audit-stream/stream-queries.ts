import type { AUDIT_STREAM_ORDERS, AuditStreamsQuery } from '@airdeck/contract/audit-stream/routes';
import {
  type AuditStream,
  type AuditStreamFields,
  MAX_COUNTED_RECORDS,
  type NewAuditStream,
} from '@airdeck/contract/audit-stream/schema';
import sql from 'sql-template-tag';
import type { Clock } from '../../platform/clock.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import type { Tables } from '../../schema/tables.ts';
import { lastNumber, waitingRecords } from './record-queries.ts';

type Row = Timestamped<Omit<AuditStream, 'last_success_time' | 'last_error_time'>> & {
  last_success_time: Date | null;
  last_error_time: Date | null;
};

/** A new stream with the secret that the server made for it. */
export type StreamWithSecret = NewAuditStream & { secret: string };

const check = ({ url }: AuditStreamFields): void => {
  if (!URL.canParse(url)) throw new Failure('INVALID_PARAMETER', { url: 'INVALID' });
};

export interface AuditStreamTableOptions {
  clock: Clock;
  seal: PasswordSeal;
}

export const createAuditStreamTable = ({
  clock,
  seal,
}: AuditStreamTableOptions): ResourceTable<
  Row,
  AuditStream,
  StreamWithSecret,
  AuditStreamFields,
  AuditStreamsQuery,
  (typeof AUDIT_STREAM_ORDERS)[number]
> => ({
  entity: 'audit_streams',
  table: 'audit_stream',
  alias: 's',
  list: {
    columns: sql`s.id, s.organization_id, o.name as organization_name, s.name, s.records, s.url, s.use,
      (select count(*) from (${waitingRecords(MAX_COUNTED_RECORDS)}) w) as waiting_records, s.skipped_count as skipped_records,
      s.last_success_time, s.last_error, s.last_error_time, s.created_time, s.updated_time, s.version`,
    from: sql`audit_stream s left join organization o on o.id = s.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('s.name'),
      records: 's.records',
      last_success_time: 's.last_success_time',
      use: 's.use',
      created_time: 's.created_time',
      updated_time: 's.updated_time',
    },
    order: ['o.name nulls first', naturalOrder('s.name'), 's.id'],
  },
  scope: { organization: 's.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 's.name', 's.url'], query.search),
    ...equals('s.organization_id', query.organizationId),
    ...equals('s.records', query.records),
    ...equals('s.use', query.use),
  ],
  present: (row) => ({
    ...presentTimestamps(row),
    last_success_time: row.last_success_time?.toISOString() ?? null,
    last_error_time: row.last_error_time?.toISOString() ?? null,
  }),
  passing: ['waiting_records', 'skipped_records', 'last_success_time', 'last_error', 'last_error_time'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    check(added);
    const { organization_id: organizationId } = added;
    if (organizationId === null && scope.reach !== 'all') return undefined;
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into audit_stream (organization_id, name, records, url, secret, use, position, next_time)
      select ${organizationId}::integer, ${added.name}, ${added.records}, ${added.url},
        ${seal.seal(added.secret)}::bytea, ${added.use}, ${lastNumber(added.records)}, ${new Date(clock.now())}
      where ${organizationId}::integer is null or exists (select from organization o where o.id = ${organizationId}
        and ${withinScope(scope, { organization: 'o.id' })})
      returning id`);
    return rows[0]?.id;
  },
  // An edit may have repaired the address, so the next request does not wait.
  update: async (tx, { id }, edited) => {
    check(edited);
    const { rowCount } = await tx.query(sql`
      update audit_stream set name = ${edited.name}, url = ${edited.url}, use = ${edited.use},
        next_time = ${new Date(clock.now())}, version = version + 1, updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
});

export const saveSecret = async (tx: Tx, id: number, secret: Buffer): Promise<void> => {
  await tx.query(sql`update audit_stream set secret = ${secret}::bytea, updated_time = now() where id = ${id}`);
};

/** The receiver of a stream, and the sender as a message names it. */
export type StreamTarget = Pick<
  Tables['audit_stream'],
  'id' | 'name' | 'records' | 'url' | 'secret' | 'skipped_count'
> & {
  organization_code: string | null;
  organization_name: string | null;
};

export const findTarget = async (db: Db, id: number): Promise<StreamTarget | undefined> => {
  const { rows } = await db.query<StreamTarget>(sql`
    select s.id, s.name, s.records, s.url, s.secret, s.skipped_count, o.code as organization_code,
      o.name as organization_name
    from audit_stream s left join organization o on o.id = s.organization_id where s.id = ${id}`);
  return rows[0];
};

/** Ends the wait after a failure. */
export const sendSoon = async (db: Db, id: number, now: number): Promise<void> => {
  await db.query(sql`update audit_stream set next_time = ${new Date(now)} where id = ${id}`);
};
