import type { ReportFailure, ReportFormat, ReportKind, ReportState } from '@airdeck/contract/report/report';
import type { YearlyEntries } from '@airdeck/contract/report/yearly';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join } from 'sql-template-tag';
import { equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

export interface ReportRow extends Record<string, unknown> {
  id: number;
  kind: ReportKind;
  organization_id: number;
  office_id: number;
  schedule_id: number | null;
  organization_name: string;
  office_name: string;
  period: string;
  language: Language;
  pack: string | null;
  entries: YearlyEntries | null;
  state: ReportState;
  progress: number;
  reason: ReportFailure | null;
  requested_time: Date;
  ended_time: Date | null;
  files: { format: ReportFormat; bytes: number }[];
  sent: number;
  waiting: number;
  failed: number;
}

const COLUMNS = sql`r.id, r.kind, r.organization_id, r.office_id, r.schedule_id, r.organization_name, r.office_name,
  r.period, r.language, r.pack, r.entries, r.state, r.progress, r.reason, r.requested_time, r.ended_time,
  coalesce((select jsonb_agg(jsonb_build_object('format', f.format, 'bytes', length(f.content)) order by f.format)
    from report_file f where f.report_id = r.id), '[]') as files, m.sent, m.waiting, m.failed`;
const FROM = sql`report r cross join lateral (
  select count(sent_time)::integer as sent, count(next_time)::integer as waiting,
    (count(*) filter (where sent_time is null and next_time is null))::integer as failed
  from report_mail where report_id = r.id) m`;
const SCOPE = { organization: 'r.organization_id', place: { office: 'r.office_id' } } as const;

export const listReportRows = async (
  db: Db,
  scope: Scope,
  { officeId, kind }: { officeId?: number | undefined; kind?: ReportKind | undefined },
  limit: number,
): Promise<ReportRow[]> => {
  const where = [withinScope(scope, SCOPE), ...equals('r.office_id', officeId), ...equals('r.kind', kind)];
  const { rows } = await db.query<ReportRow>(sql`
    select ${COLUMNS} from ${FROM} where ${join(where, ' and ')} order by r.id desc limit ${limit}`);
  return rows;
};

export const findReport = async (tx: Db | Tx, scope: Scope, id: number): Promise<ReportRow | undefined> => {
  const { rows } = await tx.query<ReportRow>(sql`
    select ${COLUMNS} from ${FROM} where r.id = ${id} and ${withinScope(scope, SCOPE)}`);
  return rows[0];
};

export interface NewReport {
  kind: ReportKind;
  organizationId: number;
  officeId: number;
  scheduleId: number | null;
  organizationName: string;
  officeName: string;
  period: string;
  language: Language;
  pack: string | null;
  entries: YearlyEntries | null;
}

/** Requests a report. undefined: the schedule has requested this month before. */
export const insertReport = async (tx: Db | Tx, added: NewReport, now: number): Promise<number | undefined> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into report (kind, organization_id, office_id, schedule_id, organization_name, office_name, period, language,
      pack, entries, requested_time)
    values (${added.kind}, ${added.organizationId}, ${added.officeId}, ${added.scheduleId}, ${added.organizationName},
      ${added.officeName}, ${added.period}, ${added.language}, ${added.pack},
      ${added.entries === null ? null : JSON.stringify(added.entries)}::jsonb, ${new Date(now)})
    on conflict (schedule_id, period) where schedule_id is not null do nothing returning id`);
  return rows[0]?.id;
};

/** Locks out other requests of an organization until the transaction ends, and counts its reports that are not done. */
export const countOpen = async (tx: Tx, organizationId: number): Promise<number> => {
  await tx.query(sql`select from organization where id = ${organizationId} for no key update`);
  const { rows } = await tx.query<{ count: number }>(sql`select count(*)::integer as count from report
    where organization_id = ${organizationId} and state in ('WAITING', 'RUNNING')`);
  return rows[0]?.count ?? 0;
};

/** Cancels a report that is not done; false: it has ended. */
export const cancelOpen = async (tx: Tx, id: number, now: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`update report set state = 'CANCELED', ended_time = ${new Date(now)}
    where id = ${id} and state in ('WAITING', 'RUNNING')`);
  return rowCount > 0;
};

export const findFile = async (db: Db, id: number, format: ReportFormat): Promise<Buffer | undefined> => {
  const { rows } = await db.query<{ content: Buffer }>(
    sql`select content from report_file where report_id = ${id} and format = ${format}`,
  );
  return rows[0]?.content;
};

/** The entries of the newest yearly sheet of an office. */
export const findLastEntries = async (db: Db, officeId: number): Promise<YearlyEntries | undefined> => {
  const { rows } = await db.query<{ entries: YearlyEntries }>(sql`
    select entries from report where office_id = ${officeId} and kind = 'YEARLY' and entries is not null
    order by id desc limit 1`);
  return rows[0]?.entries;
};

/** Takes the oldest waiting report for this process. */
export const claimReport = async (db: Db, holder: string, now: number): Promise<number | undefined> => {
  const { rows } = await db.query<{ id: number }>(sql`
    update report set state = 'RUNNING', holder = ${holder}, started_time = ${new Date(now)}, progress = 0
    where id = (select id from report where state = 'WAITING' order by id limit 1 for update skip locked)
    returning id`);
  return rows[0]?.id;
};

/** Saves the progress; false: the report was canceled. */
export const saveProgress = async (db: Db, id: number, progress: number): Promise<boolean> => {
  const { rowCount } = await db.query(
    sql`update report set progress = greatest(progress, ${progress}) where id = ${id} and state = 'RUNNING'`,
  );
  return rowCount > 0;
};

export interface ReportMade {
  content: object;
  files: readonly { format: ReportFormat; bytes: Buffer }[];
  recipients: readonly string[];
}

/** Saves a report with its files and queues its mails, unless it was canceled. */
export const saveReport = (db: Db, id: number, made: ReportMade, now: number): Promise<void> =>
  db.tx(async (tx) => {
    const { rowCount } = await tx.query(sql`
      update report set state = 'DONE', progress = 100, ended_time = ${new Date(now)},
        content = ${JSON.stringify(made.content)}::jsonb
      where id = ${id} and state = 'RUNNING'`);
    if (rowCount === 0) return;
    for (const { format, bytes } of made.files) {
      await tx.query(sql`insert into report_file (report_id, format, content) values (${id}, ${format}, ${bytes})`);
    }
    await tx.query(sql`insert into report_mail (report_id, email, next_time)
      select ${id}::integer, email, ${new Date(now)}::timestamptz from unnest(${[...made.recipients]}::text[]) as e (email)
      on conflict do nothing`);
  });

export const failReport = async (db: Db, id: number, reason: ReportFailure, now: number): Promise<void> => {
  await db.query(sql`update report set state = 'FAILED', reason = ${reason}, ended_time = ${new Date(now)}
    where id = ${id} and state = 'RUNNING'`);
};

/** Queues reports again whose process is gone, and those of `holder`, which makes none at this time. */
export const requeueInterrupted = async (db: Db, holder: string): Promise<void> => {
  await db.query(sql`
    update report set state = 'WAITING', holder = null, progress = 0
    where state = 'RUNNING' and (holder = ${holder} or not exists (
      select from process p where p.supervisor_id = report.holder and p.role = 'work'
        and p.seen_time > clock_timestamp() - interval '1 minute'))`);
};

/** Deletes reports whose time to keep is over. */
export const deleteOldReports = async (db: Db, before: number): Promise<void> => {
  await db.query(sql`delete from report where requested_time < ${new Date(before)}`);
};
