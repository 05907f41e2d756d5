import { getLoginCounts, getLogins } from '@airdeck/contract/record/routes';
import { timeRangeOf } from '@airdeck/domain/range';
import { withLocalizedNames } from '../../localization/localized-names-queries.ts';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Registry } from '../../registry/registry.ts';
import { addToPeriods, askedRange, emptyPeriods, timeZoneOf } from '../../resource/period-counts.ts';
import { countLogins, listLogins } from './login-history-queries.ts';

export interface LoginHistoryRoutesOptions {
  db: Db;
  registry: Registry;
}

/** Routes for logins and failed logins. Days are those of the viewer's organization. */
export const addLoginHistoryRoutes = (http: Http, { db, registry }: LoginHistoryRoutesOptions): void => {
  addRoute(http, getLogins, async ({ query, request, scope, who }) => {
    const language = languageOf(request, who);
    const { rows, total } = await listLogins(
      db,
      scope,
      askedRange(query, timeZoneOf(registry, who.organizationId)),
      query,
      language,
    );
    const content = (await withLocalizedNames(db, language, rows)).map(({ organization_id: _, ...row }) => ({
      ...row,
      login_time: row.login_time.toISOString(),
      logout_time: row.logout_time?.toISOString() ?? null,
    }));
    return pageAnswer(content, total, query.size);
  });

  addRoute(http, getLoginCounts, async ({ query, scope, who }) => {
    const days = { from: query.startTime, to: query.endTime };
    const zone = timeZoneOf(registry, who.organizationId);
    const periods = emptyPeriods(query.unit, days, zone, () => ({ logins: 0, failures: 0 }));
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
