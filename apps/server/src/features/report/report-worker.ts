import type { MonthlyQuery, MonthlyReport } from '@airdeck/contract/report/monthly';
import type { ReportFailure } from '@airdeck/contract/report/report';
import { recipientsOf } from '@airdeck/contract/report/schedule';
import type { YearlySheet } from '@airdeck/contract/report/yearly';
import type { Language } from '@airdeck/contract/user/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Scope } from '@airdeck/domain/policy/may';
import { dueMonth } from '@airdeck/domain/report/month';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Question } from '../../platform/questions/long-questions.ts';
import { localName, type Registry } from '../../registry/registry.ts';
import {
  claimReport,
  deleteOldReports,
  failReport,
  findReport,
  insertReport,
  type ReportMade,
  type ReportRow,
  requeueInterrupted,
  saveProgress,
  saveReport,
} from './report-queries.ts';
import { findRecipients, listSchedules } from './schedule-queries.ts';

const EVERY_MS = 3_000;
/** Records of measurements are kept for ten years. */
const KEPT_MS = 3_660 * DAY_MS;
const PROGRESS = { begun: 5, loaded: 60 } as const;

/** The data behind reports. */
export interface ReportSources {
  /** `question`: of a person who waits for it. */
  month(scope: Scope, language: Language, query: MonthlyQuery, question?: Question): Promise<MonthlyReport>;
  year(scope: Scope, language: Language, query: YearQuery): Promise<YearlySheet>;
}

export interface YearQuery {
  officeId: number;
  year: number;
  pack: string | null;
  entries: YearlySheet['entries'];
}

export interface ReportWorkerOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
  log: Log;
  /** The supervisor of this process. */
  holder: string;
  sources: ReportSources;
  /** Sends queued mails; null: the installation sends none. */
  sendMails: ((signal: AbortSignal) => Promise<void>) | null;
}

/** The report was canceled, or the process stops. */
class Canceled extends Error {
  override name = 'Canceled';
}

const reasonOf = (error: unknown): ReportFailure => {
  if (!(error instanceof Failure)) return 'OTHER';
  if (error.code === 'QUESTION_TOO_BIG') return 'TOO_BIG';
  return error.code === 'RESOURCE_NOT_FOUND' ? 'PLACE_GONE' : 'OTHER';
};

/** Makes requested reports one after the other, requests those of schedules, and sends mails. */
export const createReportWorker = (options: ReportWorkerOptions) => {
  const { db, registry, clock, log, holder, sources, sendMails } = options;
  let stopping = new AbortController();
  let cleanedOn = -1;

  const requestDue = async (): Promise<void> => {
    const snapshot = registry.snapshot();
    for (const schedule of await listSchedules(db)) {
      const office = snapshot.offices.get(schedule.office_id);
      if (office === undefined || office.organization.use !== 'Y') continue;
      const { organization } = office;
      const time = { day: schedule.send_day, hour: schedule.send_hour };
      const month = dueMonth(time, clock.now(), organization.timeZone, schedule.updated_time.getTime());
      if (month === null) continue;
      const { id: scheduleId, language } = schedule;
      const names = { organizationName: localName(organization, language), officeName: localName(office, language) };
      const added = { organizationId: organization.id, officeId: office.id, scheduleId, language, ...names } as const;
      await insertReport(db, { kind: 'MONTHLY', period: month, pack: null, entries: null, ...added }, clock.now());
    }
  };

  const make = async (row: ReportRow): Promise<ReportMade> => {
    const { id, language, office_id: officeId, pack, period } = row;
    const scope: Scope = { reach: 'own', organizationId: row.organization_id };
    const check = async (): Promise<void> => {
      if (stopping.signal.aborted || !(await saveProgress(db, id, PROGRESS.begun))) throw new Canceled();
    };
    const loaded = async (): Promise<void> => {
      await check();
      await saveProgress(db, id, PROGRESS.loaded);
    };
    await check();
    if (row.kind === 'MONTHLY') {
      const content = await sources.month(scope, language, { officeId, month: period, ...(pack !== null && { pack }) });
      await loaded();
      const { monthlyPdf } = await import('./pdf/monthly-pdf.ts');
      const bytes = await monthlyPdf(content, { language, check });
      const list = row.schedule_id === null ? undefined : await findRecipients(db, row.schedule_id);
      return { content, files: [{ format: 'pdf', bytes }], recipients: recipientsOf(list ?? '') };
    }
    if (row.entries === null) throw new Error('a yearly sheet has entries');
    const content = await sources.year(scope, language, { officeId, year: Number(period), pack, entries: row.entries });
    await loaded();
    const { yearlyPdf } = await import('./pdf/yearly-pdf.ts');
    const { yearlyXlsx } = await import('./yearly-xlsx.ts');
    const pdf = await yearlyPdf(content, { language, check });
    const xlsx = await yearlyXlsx(content, language);
    return {
      ...{ content, recipients: [] },
      files: [
        { format: 'pdf', bytes: pdf },
        { format: 'xlsx', bytes: xlsx },
      ],
    };
  };

  const work = async (id: number): Promise<void> => {
    const row = await findReport(db, { reach: 'all' }, id);
    if (row === undefined) return;
    try {
      await saveReport(db, id, await make(row), clock.now());
    } catch (error) {
      // A report of a process that stops is made again by the next one.
      if (error instanceof Canceled) return;
      const reason = reasonOf(error);
      log.error({ err: error, report: id, reason }, 'a report could not be made');
      await failReport(db, id, reason, clock.now());
    }
  };

  const clean = async (): Promise<void> => {
    const day = Math.floor(clock.now() / DAY_MS);
    if (day === cleanedOn) return;
    await deleteOldReports(db, clock.now() - KEPT_MS);
    cleanedOn = day;
  };

  /** Does everything that is due now. */
  const sweep = async (): Promise<void> => {
    const { signal } = stopping;
    await clean();
    await requeueInterrupted(db, holder);
    await requestDue();
    for (let id = await claimReport(db, holder, clock.now()); id; id = await claimReport(db, holder, clock.now())) {
      await work(id);
      if (signal.aborted) return;
    }
    await sendMails?.(signal);
  };

  const loop = createLoop(
    async () => {
      await sweep();
      return EVERY_MS;
    },
    (error) => {
      log.error({ err: error }, 'reports are not made; retrying');
      return EVERY_MS;
    },
  );
  return {
    start(): void {
      stopping = new AbortController();
      loop.start();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop.stop();
    },
    sweep,
  };
};
