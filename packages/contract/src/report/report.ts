import { z } from 'zod';
import { fileAnswer } from '../export-file.ts';
import { id, idText, instant, text } from '../field.ts';
import { route } from '../route.ts';
import { LANGUAGES } from '../user/schema.ts';
import { month, reportPack } from './monthly.ts';
import { newYearly } from './yearly.ts';

export const REPORT_KINDS = ['MONTHLY', 'YEARLY'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export const REPORT_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** Why no file was made. */
export const REPORT_FAILURES = ['INTERRUPTED', 'TOO_BIG', 'PLACE_GONE', 'OTHER'] as const;
export type ReportFailure = (typeof REPORT_FAILURES)[number];
export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Newest reports of a list. */
export const MAX_REPORTS = 100;
/** Reports of an organization that wait or are being made. */
export const MAX_OPEN_REPORTS = 20;

export const report = z.object({
  id,
  kind: z.enum(REPORT_KINDS),
  organization_name: text,
  office_id: id,
  office_name: text,
  /** `2026-10`, or `2026`. */
  period: text,
  report_language: z.enum(LANGUAGES),
  state: z.enum(REPORT_STATES),
  /** Percent. */
  progress: z.int(),
  reason: z.enum(REPORT_FAILURES).nullable(),
  scheduled: z.boolean(),
  requested_time: instant,
  ended_time: instant.nullable(),
  files: z.array(z.object({ format: z.enum(REPORT_FORMATS), bytes: z.int() })),
  /** Mails that were accepted, that wait, and that were given up. */
  mails: z.object({ sent: z.int(), waiting: z.int(), failed: z.int() }),
});
export type Report = z.infer<typeof report>;

export const reportsQuery = z.object({ officeId: idText.optional(), kind: z.enum(REPORT_KINDS).optional() });
export type ReportsQuery = z.output<typeof reportsQuery>;

const read = { action: 'read', entity: 'reports' } as const;
const create = { action: 'create', entity: 'reports' } as const;
const params = z.object({ id: idText });

export const listReports = route({
  method: 'GET',
  path: '/reports',
  access: read,
  summary: `Reports that were requested, newest first; at most ${MAX_REPORTS}`,
  query: reportsQuery,
  answer: z.object({ reports: z.array(report) }),
});

export const newMonthly = z.object({
  office_id: id,
  month,
  pack: reportPack.nullable().default(null),
  report_language: z.enum(LANGUAGES),
});
export type NewMonthly = z.output<typeof newMonthly>;

export const requestMonthly = route({
  method: 'POST',
  path: '/reports/monthly',
  access: create,
  summary: 'Requests the monthly report of an office as a file',
  body: newMonthly,
  answer: report,
});

export const requestYearly = route({
  method: 'POST',
  path: '/reports/yearly',
  access: create,
  summary: 'Requests the yearly sheet of an office as files',
  body: newYearly,
  answer: report,
});

export const cancelReport = route({
  method: 'POST',
  path: '/reports/:id/cancel',
  access: create,
  summary: 'Cancels a report that waits or is being made',
  params,
  answer: report,
});

export const getReportFile = route({
  method: 'GET',
  path: '/reports/:id/file',
  access: read,
  summary: 'The file of a report',
  params,
  query: z.object({ format: z.enum(REPORT_FORMATS).default('pdf') }),
  answer: fileAnswer,
});
