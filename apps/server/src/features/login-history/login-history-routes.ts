import { exportLogins, getLoginCounts, getLogins, type LoginsQuery } from '@airdeck/contract/record/routes';
import { type LoginRecord, loginRecord } from '@airdeck/contract/record/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { timeRangeOf } from '@airdeck/domain/range';
import type { NoteAccess } from '../../audit/access-log.ts';
import { addResourceExport, type ResourceExportOptions } from '../../export/resource-export.ts';
import { withLocalizedNames } from '../../localization/localized-names-queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { addToPeriods, askedRange, emptyPeriods, timeZoneOf } from '../../resource/period-counts.ts';
import { countLogins, LOGIN_SCOPE, LOGINS, type LoginRow, listLogins, loginFilters } from './login-history-queries.ts';

export interface LoginHistoryRoutesOptions extends ResourceExportOptions {
  clock: Clock;
  noteAccess: NoteAccess;
}

const presentLogin = ({ organization_id: _, login_time, logout_time, ...row }: LoginRow): LoginRecord => ({
  ...row,
  login_time: login_time.toISOString(),
  logout_time: logout_time?.toISOString() ?? null,
});

/** Routes for logins and failed logins. Days are those of the viewer's organization. */
export const addLoginHistoryRoutes = (http: Http, options: LoginHistoryRoutesOptions): void => {
  const { db, registry, clock, noteAccess } = options;
  addRoute(http, getLogins, async ({ query, request, scope, who }) => {
    const language = languageOf(request, who);
    const { rows, total } = await listLogins(
      db,
      scope,
      askedRange(query, timeZoneOf(registry, who.organizationId), clock.now()),
      query,
      language,
    );
    const content = (await withLocalizedNames(db, language, rows)).map(presentLogin);
    return pageAnswer(content, total, query.size);
  });

  addResourceExport(
    http,
    options,
    { export: exportLogins, read: { answer: loginRecord } },
    {
      ...{ table: 'session', alias: 't', list: LOGINS, scope: LOGIN_SCOPE },
      filters: (query: LoginsQuery, _: Language, zone) => loginFilters(query, askedRange(query, zone, clock.now())),
      // The names of organizations are found by their ids.
      present: (row: LoginRow) => ({ ...presentLogin(row), organization_id: row.organization_id }),
    },
    { entity: 'login_history', noteAccess },
  );

  addRoute(http, getLoginCounts, async ({ query, scope, who }) => {
    const days = { from: query.startTime, to: query.endTime };
    const zone = timeZoneOf(registry, who.organizationId);
    const periods = emptyPeriods(query.unit, days, { timeZone: zone, now: clock.now() }, () => ({
      logins: 0,
      failures: 0,
    }));
    addToPeriods(periods, await countLogins(db, scope, timeRangeOf(days, zone)), (counts, { logins, failures }) => {
      counts.logins += logins;
      counts.failures += failures;
    });
    return {
      time_zone: zone,
      buckets: periods.map(({ start, counts }) => ({ start: new Date(start).toISOString(), ...counts })),
    };
  });
};
