import { getAudit, getLoginCounts, getLogins } from '@airdeck/contract/record/routes';
import { type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { type DayRange, dayCount, type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Who } from '../../platform/http/who.ts';
import { inLanguage } from '../../registry/english-places-queries.ts';
import type { Registry } from '../../registry/registry.ts';
import { listAudit } from './audit-queries.ts';
import { countLogins, listLogins } from './login-queries.ts';

export interface RecordRoutesOptions {
  db: Db;
  registry: Registry;
}

const MAX_BUCKETS = 10_000;
/** At most, on the longest of days. */
const PER_DAY: Readonly<Record<BucketUnit, number>> = { hour: 25, day: 1, month: 1 / 28, year: 1 / 365 };

/** The days that were asked for, one of them or both. */
const daysOf = ({ startTime, endTime }: { startTime?: string | undefined; endTime?: string | undefined }) => {
  const from = startTime ?? '2000-01-01';
  const to = endTime ?? '2099-12-31';
  if (to < from) throw new Failure('INVALID_PARAMETER', { endTime: 'BEFORE_START' });
  return startTime === undefined && endTime === undefined ? null : { from, to };
};

/** What people did: who came in, and who changed what. Days are those of the asker's organization. */
export const addRecordRoutes = (http: Http, { db, registry }: RecordRoutesOptions): void => {
  const zoneOf = ({ organizationId }: Who): string =>
    registry.snapshot().organizations.get(organizationId)?.timeZone ?? 'UTC';
  const rangeOf = (who: Who, days: DayRange | null): TimeRange | null => days && timeRangeOf(days, zoneOf(who));

  addRoute(http, getLogins, async ({ query, request, scope, who }) => {
    const { rows, total } = await listLogins(db, scope, rangeOf(who, daysOf(query)), query);
    const content = (await inLanguage(db, languageOf(request, who), rows)).map(({ organization_id: _, ...row }) => ({
      ...row,
      login_time: row.login_time.toISOString(),
      logout_time: row.logout_time?.toISOString() ?? null,
    }));
    return pageAnswer(content, total, query.size);
  });

  addRoute(http, getLoginCounts, async ({ query, scope, who }) => {
    const { startTime: from, endTime: to, unit } = query;
    if (to < from) throw new Failure('INVALID_PARAMETER', { endTime: 'BEFORE_START' });
    if (dayCount({ from, to }) * PER_DAY[unit] > MAX_BUCKETS) throw new Failure('QUESTION_TOO_BIG');
    const zone = zoneOf(who);
    const buckets = bucketsOf(unit, from, to, zone).map(({ start, end }) => ({ start, end, logins: 0, failures: 0 }));
    let at = 0;
    for (const counted of await countLogins(db, scope, timeRangeOf({ from, to }, zone))) {
      const time = counted.start.getTime();
      // Both are in order.
      while (at < buckets.length - 1 && time >= (buckets[at]?.end ?? 0)) at++;
      const bucket = buckets[at];
      if (!bucket) break;
      bucket.logins += counted.logins;
      bucket.failures += counted.failures;
    }
    return {
      time_zone: zone,
      buckets: buckets.map(({ start, logins, failures }) => ({
        start: new Date(start).toISOString(),
        logins,
        failures,
      })),
    };
  });

  addRoute(http, getAudit, async ({ query, request, scope, who }) => {
    const { rows, total } = await listAudit(db, scope, rangeOf(who, daysOf(query)), query);
    const content = (await inLanguage(db, languageOf(request, who), rows)).map(({ organization_id: _, ...row }) => ({
      ...row,
      time: row.time.toISOString(),
    }));
    return pageAnswer(content, total, query.size);
  });
};
