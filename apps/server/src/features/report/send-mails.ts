import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { MailError, type Mailer } from '../../platform/mail.ts';
import { claimMails, type DueMail, findMailContent, markMailFailed, markMailSent } from './mail-queries.ts';

export interface ReportMailOptions {
  db: Db;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  publicUrl: string;
}

const LEASE_MS = 2 * MINUTE_MS;
const AT_ONCE = 4;
/** Retries after 1, 2, 4 … minutes: the last one about four hours after the first try. */
const MAX_TRIES = 9;

const fileName = (office: string, month: string): string => `${office.replace(/[^\p{L}\p{N} _-]/gu, '')} ${month}.pdf`;

/** Sends the mails of scheduled reports: at least once each, as a mail whose result was not saved is sent again. */
export const createReportMails = ({ db, clock, log, mailer, publicUrl }: ReportMailOptions) => {
  const send = async (due: DueMail): Promise<void> => {
    const found = await findMailContent(db, due.report_id);
    if (found === undefined) return markMailFailed(db, due, 'NO_REPORT', null);
    const { language, content, file } = found;
    // The texts are loaded with the first mail.
    const { Words } = await import('./words.ts');
    const words = new Words(language);
    const { mail, monthly } = words.texts.airReport;
    const { office_name: office, month, office_id: id } = content;
    const text = [
      words.sentence(content),
      `${monthly.share} ${words.percent(content.share_of_valid)} · ${monthly.completeness} ${words.percent(content.completeness)}`,
      [monthly.toDo, ...words.toDo(content).map((line) => `- ${line}`)].join('\n'),
      `${mail.more}\n${publicUrl}/current/current/reports?office=${id}&month=${month}`,
      words.texts.airReport.method.notice,
    ].join('\n\n');
    try {
      await mailer.deliver({
        ...{ to: due.email, text, subject: words.fill(mail.subject, { office, month: words.month(month) }) },
        attachments: [{ filename: fileName(office, month), content: file, contentType: 'application/pdf' }],
      });
    } catch (error) {
      const known = error instanceof MailError ? error : null;
      if (known === null) log.error({ err: error }, 'sending a report failed');
      const isOver = known?.isFinal === true || due.tries >= MAX_TRIES;
      const again = isOver ? null : clock.now() + MINUTE_MS * 2 ** (due.tries - 1);
      return markMailFailed(db, due, known?.message ?? 'ERROR', again);
    }
    await markMailSent(db, due, clock.now());
  };

  /** Sends everything that is due. */
  return async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const due = await claimMails(db, clock.now(), LEASE_MS, AT_ONCE);
      if (due.length === 0 || signal.aborted) return;
      await Promise.all(due.map(send));
    }
  };
};
