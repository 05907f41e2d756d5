import type { MonthlyReport } from '@airdeck/contract/report/monthly';
import type { Language } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

export interface DueMail extends Record<string, unknown> {
  report_id: number;
  email: string;
  tries: number;
}

/** Takes mails that are due; others do not take them for the time of the lease. */
export const claimMails = async (db: Db, now: number, leaseMs: number, limit: number): Promise<DueMail[]> => {
  const { rows } = await db.query<DueMail>(sql`
    update report_mail m set tries = m.tries + 1, next_time = ${new Date(now + leaseMs)}
    from (select report_id, email from report_mail where next_time <= ${new Date(now)} order by next_time
      limit ${limit} for update skip locked) due
    where m.report_id = due.report_id and m.email = due.email returning m.report_id, m.email, m.tries`);
  return rows;
};

export interface MailContent extends Record<string, unknown> {
  language: Language;
  content: MonthlyReport;
  file: Buffer;
}

export const findMailContent = async (db: Db, reportId: number): Promise<MailContent | undefined> => {
  const { rows } = await db.query<MailContent>(sql`
    select r.language, r.content, f.content as file from report r
    join report_file f on f.report_id = r.id and f.format = 'pdf' where r.id = ${reportId}`);
  return rows[0];
};

export const markMailSent = async (db: Db, { report_id, email }: DueMail, now: number): Promise<void> => {
  await db.query(sql`update report_mail set sent_time = ${new Date(now)}, next_time = null, last_error = null
    where report_id = ${report_id} and email = ${email}`);
};

/** null: it is given up. */
export const markMailFailed = async (
  db: Db,
  { report_id, email }: DueMail,
  error: string,
  again: number | null,
): Promise<void> => {
  await db.query(sql`update report_mail set next_time = ${again === null ? null : new Date(again)}, last_error = ${error}
    where report_id = ${report_id} and email = ${email}`);
};
