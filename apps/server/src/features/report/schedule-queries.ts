import {
  MAX_SCHEDULES,
  type NewReportSchedule,
  type REPORT_SCHEDULE_ORDERS,
  type ReportSchedule,
  type ReportScheduleFields,
  type ReportSchedulesQuery,
} from '@airdeck/contract/report/schedule';
import type { Language } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

/** @throws Failure INVALID_PARAMETER beyond MAX_SCHEDULES */
const checkCount = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.query(sql`select from organization where id = ${organizationId} for no key update`);
  const { rowCount } = await tx.query(sql`
    select from report_schedule where organization_id = ${organizationId} limit ${MAX_SCHEDULES + 1}`);
  if (rowCount > MAX_SCHEDULES) throw new Failure('INVALID_PARAMETER', { office_id: 'TOO_LONG' });
};

export const reportScheduleTable: ResourceTable<
  Timestamped<ReportSchedule>,
  ReportSchedule,
  NewReportSchedule,
  ReportScheduleFields,
  ReportSchedulesQuery,
  (typeof REPORT_SCHEDULE_ORDERS)[number]
> = {
  entity: 'report_schedules',
  table: 'report_schedule',
  alias: 's',
  list: {
    columns: sql`s.id, s.organization_id, o.name as organization_name, s.office_id, f.name as office_name, s.send_day,
      s.send_hour, s.recipients as report_recipients, s.language as report_language, s.use, s.created_time,
      s.updated_time, s.version`,
    from: sql`report_schedule s join organization o on o.id = s.organization_id join office f on f.id = s.office_id`,
    fields: {
      organization_name: 'o.name',
      office_name: naturalOrder('f.name'),
      send_day: 's.send_day',
      created_time: 's.created_time',
      updated_time: 's.updated_time',
    },
    order: ['o.name', naturalOrder('f.name'), 's.id'],
  },
  scope: { organization: 's.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'f.name', 'f.name_en', 's.recipients'], query.search),
    ...equals('s.organization_id', query.organizationId),
    ...equals('s.office_id', query.officeId),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'office_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number; organization_id: number }>(sql`
      insert into report_schedule (organization_id, office_id, send_day, send_hour, recipients, language, use)
      select f.organization_id, f.id, ${added.send_day}, ${added.send_hour}, ${added.report_recipients},
        ${added.report_language}, ${added.use} from office f
      where f.id = ${added.office_id} and ${withinScope(scope, { organization: 'f.organization_id' })}
      returning id, organization_id`);
    const [row] = rows;
    if (row !== undefined) await checkCount(tx, row.organization_id);
    return row?.id;
  },
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
      update report_schedule set send_day = ${edited.send_day}, send_hour = ${edited.send_hour},
        recipients = ${edited.report_recipients}, language = ${edited.report_language}, use = ${edited.use},
        version = version + 1, updated_time = now() where id = ${id}`);
    return rowCount > 0;
  },
};

export interface ScheduleRow extends Record<string, unknown> {
  id: number;
  organization_id: number;
  office_id: number;
  send_day: number;
  send_hour: number;
  language: Language;
  updated_time: Date;
}

/** Schedules in use. */
export const listSchedules = async (db: Db): Promise<ScheduleRow[]> => {
  const { rows } = await db.query<ScheduleRow>(sql`
    select id, organization_id, office_id, send_day, send_hour, language, updated_time from report_schedule
    where use = 'Y' order by id`);
  return rows;
};

/** The recipients of a schedule as it is now; undefined: it is deleted or out of use. */
export const findRecipients = async (db: Db, id: number): Promise<string | undefined> => {
  const { rows } = await db.query<{ recipients: string }>(
    sql`select recipients from report_schedule where id = ${id} and use = 'Y'`,
  );
  return rows[0]?.recipients;
};
