import type { StreamedRecords } from '@airdeck/contract/audit-stream/schema';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { SERVER_IDENTITY } from '../../platform/db/server-identity.ts';
import type { Tables } from '../../schema/tables.ts';

/** The tables of the records, whose numbers are in one order. */
const TABLES: Readonly<Record<StreamedRecords, readonly string[]>> = {
  AUDIT: ['audit'],
  LOGINS: ['session', 'blocked_login'],
};

/** Number of the newest visible record, as an expression. */
export const lastNumber = (records: StreamedRecords): Sql =>
  records === 'AUDIT'
    ? sql`(select coalesce(max(id), 0) from audit)`
    : sql`(select greatest(0, (select max(login_number) from session), (select max(logout_number) from session),
        (select max(login_number) from blocked_login)))`;

/** All numbers up to `end` belong to records that are visible, or that never will be. */
export interface Settled {
  end: number;
  /** SERVER_IDENTITY */
  server: string;
}

export interface Writers extends Settled {
  /** The newest visible number, and the transactions that may still commit lower ones. */
  writers: string[];
}

/**
 * A number is assigned before its transaction commits, so record 7 can be visible before record 6. The transaction of
 * record 6 holds its lock of the table since before it took the number. Each lock that is seen after the newest number
 * may belong to such a transaction; when it is gone, no lower number can appear. The snapshot of the statement, from
 * which the newest number comes, is older than the locks. Numbers, unlike transaction ids, stay valid in a restored
 * database.
 */
export const readWriters = async (db: Db, records: StreamedRecords): Promise<Writers> => {
  const { rows } = await db.query<{ end: number; server: string; writers: string[] }>(sql`
    select ${lastNumber(records)} as end, ${SERVER_IDENTITY} as server, array(
      select distinct virtualtransaction from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = any(${TABLES[records]}::regclass[]::oid[])
        and database = (select oid from pg_database where datname = current_database())
    ) as writers`);
  return rows[0] ?? { end: 0, server: '', writers: [] };
};

/** Joins an organization's records to its stream `s`. */
const isOf = (alias: string): Sql =>
  sql`(s.organization_id is null or ${raw(alias)}.organization_id = s.organization_id)`;

/** Numbers of the records after the position of stream `s`, up to a limit for each table; null: those not settled too. */
export const waitingRecords = (limit: number, end: number | null = null): Sql => {
  const upTo = (column: string): Sql => (end === null ? sql`true` : sql`${raw(column)} <= ${end}::bigint`);
  return sql`
    (select a.id as number from audit a where s.records = 'AUDIT' and s.organization_id is null
      and a.id > s.position and ${upTo('a.id')} order by a.id limit ${limit})
    union all (select a.id from audit a where s.records = 'AUDIT' and a.organization_id = s.organization_id
      and a.id > s.position and ${upTo('a.id')} order by a.id limit ${limit})
    union all (select l.login_number from session l where s.records = 'LOGINS' and l.login_number > s.position
      and ${upTo('l.login_number')} and ${isOf('l')} order by l.login_number limit ${limit})
    union all (select l.logout_number from session l where s.records = 'LOGINS' and l.logout_number > s.position
      and ${upTo('l.logout_number')} and ${isOf('l')} order by l.logout_number limit ${limit})
    union all (select b.login_number from blocked_login b where s.records = 'LOGINS' and b.login_number > s.position
      and ${upTo('b.login_number')} and ${isOf('b')} order by b.login_number limit ${limit})
    limit ${limit}`;
};

/** The records after `position`, as far as they are settled. */
export interface Batch {
  organizationId: number | null;
  position: number;
  end: number;
  /** Maximum number of records. */
  max: number;
  /** Maximum bytes of recorded values in a batch, and of one record; larger values are left out. */
  maxBytes: number;
  maxRecordBytes: number;
}

type Audit = Tables['audit'];
export interface AuditRow
  extends Pick<Audit, 'id' | 'time' | 'user_id' | 'user_login' | 'token_name' | 'ip' | 'action' | 'entity'>,
    Pick<Audit, 'entity_id' | 'part_of'> {
  organization_code: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Whether the recorded values were too large. */
  is_cut: boolean;
}

const within = (organizationId: number | null, column: string): Sql =>
  organizationId === null ? sql`true` : sql`${raw(column)} = ${organizationId}`;

export const readAudit = async (tx: Tx, batch: Batch): Promise<AuditRow[]> => {
  const { rows } = await tx.query<AuditRow & Record<string, unknown>>(sql`
    with chosen as materialized (
      select a.id, coalesce(octet_length(a.before::text), 0) + coalesce(octet_length(a.after::text), 0) as bytes
      from audit a where a.id > ${batch.position} and a.id <= ${batch.end} and ${within(batch.organizationId, 'a.organization_id')}
      order by a.id limit ${batch.max}
    ), measured as (
      select id, bytes > ${batch.maxRecordBytes} as is_cut,
        sum(case when bytes > ${batch.maxRecordBytes} then 0 else bytes end) over (order by id) as total
      from chosen
    )
    select a.id, a.time, o.code as organization_code, a.user_id, a.user_login, a.token_name, a.ip, a.action, a.entity,
      a.entity_id, a.part_of, case when m.is_cut then null else a.before end as before,
      case when m.is_cut then null else a.after end as after, m.is_cut
    from measured m join audit a on a.id = m.id left join organization o on o.id = a.organization_id
    where m.total <= ${batch.maxBytes} order by a.id`);
  return rows;
};

export interface LoginRow {
  number: number;
  time: Date;
  event: 'LOGIN' | 'LOGOUT' | 'REFUSED';
  result: string | null;
  organization_code: string | null;
  user_id: number;
  user_login: string;
  user_name: string;
  ip: string;
}

export const readLogins = async (tx: Tx, { organizationId, position, end, max }: Batch): Promise<LoginRow[]> => {
  const { rows } = await tx.query<LoginRow & Record<string, unknown>>(sql`
    select l.number, l.time, l.event, l.result, o.code as organization_code, l.user_id, l.user_login, l.user_name, l.ip
    from (
      (select login_number as number, login_time as time, 'LOGIN' as event, 'OK' as result, organization_id, user_id,
        user_login, user_name, ip from session
        where login_number > ${position} and login_number <= ${end} and ${within(organizationId, 'organization_id')}
        order by login_number limit ${max})
      union all (select logout_number, logout_time, 'LOGOUT', null, organization_id, user_id, user_login, user_name, ip
        from session
        where logout_number > ${position} and logout_number <= ${end} and ${within(organizationId, 'organization_id')}
        order by logout_number limit ${max})
      union all (select login_number, time, 'REFUSED', result, organization_id, user_id, user_login, user_name, ip
        from blocked_login
        where login_number > ${position} and login_number <= ${end} and ${within(organizationId, 'organization_id')}
        order by login_number limit ${max})
    ) l left join organization o on o.id = l.organization_id order by l.number limit ${max}`);
  return rows;
};
