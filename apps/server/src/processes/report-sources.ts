import type { Visit } from '@airdeck/contract/report/monthly';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { timeRangeOf } from '@airdeck/domain/range';
import { findTotals, listDoubtfulSensors } from '../features/alarm/performance/alarm-performance-queries.ts';
import { type LoadExtras, loadMonth } from '../features/history/report/load-month.ts';
import { loadYear, loadYearForm } from '../features/history/report/load-year.ts';
import { readSnapshot } from '../features/history/request/snapshot-queries.ts';
import { readFilterLives } from '../features/purifier/filter-lives.ts';
import type { ReportRoutesOptions } from '../features/report/report-routes.ts';
import type { ReportSources } from '../features/report/report-worker.ts';
import type { Clock } from '../platform/clock.ts';
import type { ReadDb } from '../platform/db/standby-reads.ts';
import type { Question } from '../platform/questions/long-questions.ts';
import { questionDb } from '../platform/questions/question-db.ts';
import { localName, type Registry } from '../registry/registry.ts';
import type { RegistrySnapshot } from '../registry/snapshot.ts';
import { createRequestContext, type RequestContext } from '../resource/request-context.ts';

const SECONDS_OF_MINUTE = 60;

interface SourcesOptions {
  db: ReadDb;
  registry: Registry;
  clock: Clock;
}

/** The first due day of each purifier's filters. */
const filterDays = async (
  db: ReadDb,
  purifiers: Parameters<typeof readFilterLives>[1],
  now: number,
): Promise<Map<number, number | null>> => {
  const lives = await readFilterLives(db, purifiers, now);
  return new Map(
    lives.map(({ purifier_id, filters }) => {
      const days = filters.flatMap(({ days_left }) => days_left ?? []);
      return [purifier_id, days.length === 0 ? null : Math.min(...days)];
    }),
  );
};

/** Alarms, sensors in doubt and filters of an office, which other features know. */
const createExtras =
  (
    db: ReadDb,
    { language, now, snapshot }: { language: Language; now: number; snapshot: RegistrySnapshot },
  ): LoadExtras =>
  async (office, days) => {
    const { organization } = office;
    const { start, end } = timeRangeOf(days, organization.timeZone);
    const scope: Scope = {
      ...{ reach: 'places', organizationId: organization.id, officeIds: [office.id], departmentIds: [] },
    };
    const asked = { scope, organizationId: organization.id, from: new Date(start), to: new Date(end) };
    const totals = await findTotals(db, asked);
    const doubtful = await listDoubtfulSensors(db, asked);
    const purifiers = office.departments.flatMap(({ meters }) => meters.flatMap((meter) => meter.purifiers));
    return {
      alarms: {
        count: totals.alarms,
        acknowledged: totals.acknowledged,
        acknowledge_min: totals.acknowledge_s === null ? null : totals.acknowledge_s / SECONDS_OF_MINUTE,
      },
      doubtful: doubtful.map(({ kind, meter_id, meter_name, department_name, sensor_name }): Visit => {
        const meter = meter_id === null ? undefined : snapshot.meters.get(meter_id);
        return {
          meter_name: meter ? localName(meter, language) : (meter_name ?? ''),
          department_name: meter ? localName(meter.department, language) : (department_name ?? ''),
          ...{ reason: kind, completeness: null, sensor_name },
        };
      }),
      filterDays: await filterDays(db, purifiers, now),
    };
  };

/** The data behind reports, from the features that have them. */
export const createReportSources = ({
  db,
  registry,
  clock,
}: SourcesOptions): ReportSources & ReportRoutesOptions['sources'] => {
  const dbOf = (question: Question | undefined): ReadDb => (question ? questionDb(db, question) : db);
  const contextOf = (scope: Scope, language: Language, question?: Question): RequestContext =>
    createRequestContext({
      ...{ scope, language, now: clock.now(), snapshot: registry.snapshot(), work: question },
      read: (run) => readSnapshot(dbOf(question), run),
    });
  return {
    month(scope, language, query, question) {
      const context = contextOf(scope, language, question);
      return loadMonth(context, query, createExtras(dbOf(question), context));
    },
    year: (scope, language, query) => loadYear(contextOf(scope, language), query),
    yearForm: (scope, language, query) => loadYearForm(contextOf(scope, language), query),
  };
};
