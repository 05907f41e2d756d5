import { isEmail } from '@airdeck/domain/field-rule';
import { z } from 'zod';
import { id, idText, lines, namePart, STAMP_ORDERS, stamps, text, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { LANGUAGES } from '../user/schema.ts';

export const MAX_SCHEDULES = 200;
export const MAX_REPORT_RECIPIENTS = 20;
const MAX_RECIPIENTS_TEXT = 2_000;
const LAST_DAY = 28;
const LAST_HOUR = 23;

/** Addresses of a schedule, without repetitions. */
export const recipientsOf = (list: string): string[] => [...new Set(list.split(/[\s,;]+/).filter(Boolean))];

const recipients = lines(MAX_RECIPIENTS_TEXT)
  .refine((list) => recipientsOf(list).length > 0, { error: 'REQUIRED', abort: true })
  .refine((list) => recipientsOf(list).every(isEmail), 'EMAIL')
  .refine((list) => recipientsOf(list).length <= MAX_REPORT_RECIPIENTS, 'TOO_LONG');

/** The monthly report of an office by mail. */
export const reportScheduleFields = z.object({
  /** Of the month after, on the organization's clock. */
  send_day: z.int('INVALID').min(1, 'TOO_SMALL').max(LAST_DAY, 'TOO_LARGE').default(1),
  send_hour: z.int('INVALID').min(0, 'TOO_SMALL').max(LAST_HOUR, 'TOO_LARGE').default(8),
  report_recipients: recipients,
  report_language: z.enum(LANGUAGES).default('ko'),
  use: yesNo.default('Y'),
});
export type ReportScheduleFields = z.output<typeof reportScheduleFields>;
export const newReportSchedule = reportScheduleFields.extend({ office_id: id });
export type NewReportSchedule = z.output<typeof newReportSchedule>;

export const reportSchedule = z.object({
  id,
  organization_id: id,
  organization_name: text,
  office_id: id,
  office_name: text,
  send_day: z.int(),
  send_hour: z.int(),
  report_recipients: text,
  report_language: z.enum(LANGUAGES),
  use: yesNo,
  ...stamps,
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const REPORT_SCHEDULE_ORDERS = ['organization_name', 'office_name', 'send_day', ...STAMP_ORDERS] as const;
export const reportSchedulesQuery = listQuery(REPORT_SCHEDULE_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  officeId: idText.optional(),
});
export type ReportSchedulesQuery = z.infer<typeof reportSchedulesQuery>;

export const reportSchedules = resource({
  path: '/report-schedules',
  entity: 'report_schedules',
  what: ['a schedule of reports', 'schedules of reports'],
  item: reportSchedule,
  added: newReportSchedule,
  edited: reportScheduleFields,
  query: reportSchedulesQuery,
});
