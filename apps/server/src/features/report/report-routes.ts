import { getMonthlyReport } from '@airdeck/contract/report/monthly';
import {
  cancelReport,
  getReportFile,
  listReports,
  MAX_OPEN_REPORTS,
  MAX_REPORTS,
  type Report,
  requestMonthly,
  requestYearly,
} from '@airdeck/contract/report/report';
import { getYearlyForm, type YearlyForm, yearlyEntries } from '@airdeck/contract/report/yearly';
import type { Language } from '@airdeck/contract/user/schema';
import { isoTimeOrNull, localDay } from '@airdeck/domain/calendar';
import type { Scope } from '@airdeck/domain/policy/may';
import { insertAudit } from '../../audit/audit-queries.ts';
import { contentDisposition } from '../../export/file-name.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { addLongRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Editor } from '../../platform/http/who.ts';
import { localName, type Registry } from '../../registry/registry.ts';
import type { Office } from '../../registry/snapshot.ts';
import { reachesPlace } from '../../registry/visible-organizations.ts';
import {
  cancelOpen,
  countOpen,
  findFile,
  findLastEntries,
  findReport,
  insertReport,
  listReportRows,
  type NewReport,
  type ReportRow,
} from './report-queries.ts';
import type { ReportSources } from './report-worker.ts';

export interface ReportRoutesOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
  sources: Pick<ReportSources, 'month'> & {
    yearForm(
      scope: Scope,
      language: Language,
      query: { officeId: number; year: number },
    ): Promise<Omit<YearlyForm, 'entries'>>;
  };
}

/** Requests of one address: each costs a second of a server. */
const PER_MINUTE = 30;
const MEDIA = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const present = (row: ReportRow): Report => ({
  ...{ id: row.id, kind: row.kind, organization_name: row.organization_name, office_id: row.office_id },
  ...{ office_name: row.office_name, period: row.period, report_language: row.language, state: row.state },
  ...{ progress: row.progress, reason: row.reason, scheduled: row.schedule_id !== null, files: row.files },
  requested_time: row.requested_time.toISOString(),
  ended_time: isoTimeOrNull(row.ended_time?.getTime() ?? null),
  mails: { sent: row.sent, waiting: row.waiting, failed: row.failed },
});

type Requested = Pick<NewReport, 'kind' | 'period' | 'language' | 'pack' | 'entries'>;

/** Monthly reports on screen, and reports as files, which the role `work` makes. */
export const addAirReportRoutes = (http: Http, { db, registry, clock, sources }: ReportRoutesOptions): void => {
  const officeIn = (scope: Scope, id: number): Office => {
    const office = registry.snapshot().offices.get(id);
    if (office === undefined || !reachesPlace(scope, office)) throw new Failure('RESOURCE_NOT_FOUND');
    return office;
  };
  const rowOf = async (tx: Db | Tx, scope: Scope, id: number): Promise<ReportRow> => {
    const row = await findReport(tx, scope, id);
    if (row === undefined) throw new Failure('RESOURCE_NOT_FOUND');
    return row;
  };
  const note = (tx: Tx, editor: Editor, action: 'create' | 'write', row: ReportRow, after: object): Promise<void> => {
    const entry = { action, entity: 'reports', entityId: row.id, organizationId: row.organization_id } as const;
    return insertAudit(tx, editor, [{ ...entry, before: null, after }], clock.now());
  };

  const request = async (scope: Scope, editor: Editor, officeId: number, asked: Requested): Promise<Report> => {
    const office = officeIn(scope, officeId);
    const { organization } = office;
    const today = localDay(clock.now(), organization.timeZone);
    if (asked.period > today.slice(0, asked.period.length)) {
      throw new Failure('INVALID_PARAMETER', { [asked.kind === 'MONTHLY' ? 'month' : 'year']: 'FUTURE' });
    }
    return db.tx(async (tx) => {
      if ((await countOpen(tx, organization.id)) >= MAX_OPEN_REPORTS) throw new Failure('TOO_MANY_REQUESTS');
      const names = {
        organizationName: localName(organization, asked.language),
        officeName: localName(office, asked.language),
      };
      const place = { organizationId: organization.id, officeId, scheduleId: null };
      const id = await insertReport(tx, { ...asked, ...names, ...place }, clock.now());
      const row = await rowOf(tx, scope, id ?? 0);
      await note(tx, editor, 'create', row, { kind: row.kind, office_name: row.office_name, period: row.period });
      return present(row);
    });
  };

  addLongRoute(
    http,
    getMonthlyReport,
    ({ query, scope, who, request: asked, question }) => sources.month(scope, languageOf(asked, who), query, question),
    { perMinute: PER_MINUTE },
  );

  addRoute(
    http,
    getYearlyForm,
    async ({ query, scope, who, request: asked }) => {
      const form = await sources.yearForm(scope, languageOf(asked, who), query);
      return { ...form, entries: (await findLastEntries(db, query.officeId)) ?? yearlyEntries.parse({}) };
    },
    { perMinute: PER_MINUTE },
  );

  addRoute(http, listReports, async ({ query, scope }) => ({
    reports: (await listReportRows(db, scope, query, MAX_REPORTS)).map(present),
  }));

  addRoute(
    http,
    requestMonthly,
    ({ body: { office_id, month, pack, report_language: language }, scope, editor }) =>
      request(scope, editor, office_id, { kind: 'MONTHLY', period: month, language, pack, entries: null }),
    { perMinute: PER_MINUTE },
  );

  addRoute(
    http,
    requestYearly,
    ({ body: { office_id, year, pack, report_language: language, entries }, scope, editor }) =>
      request(scope, editor, office_id, { kind: 'YEARLY', period: String(year), language, pack, entries }),
    { perMinute: PER_MINUTE },
  );

  addRoute(http, cancelReport, ({ params: { id }, scope, editor }) =>
    db.tx(async (tx) => {
      const row = await rowOf(tx, scope, id);
      if (await cancelOpen(tx, id, clock.now())) await note(tx, editor, 'write', row, { state: 'CANCELED' });
      return present(await rowOf(tx, scope, id));
    }),
  );

  addRoute(
    http,
    getReportFile,
    async ({ params: { id }, query: { format }, scope, reply }) => {
      const row = await rowOf(db, scope, id);
      const file = await findFile(db, id, format);
      if (file === undefined) throw new Failure('RESOURCE_NOT_FOUND');
      const name = contentDisposition(`${row.office_name} ${row.period}`, format);
      return reply.type(MEDIA[format]).header('content-disposition', name).send(file);
    },
    { isFile: true },
  );
};
