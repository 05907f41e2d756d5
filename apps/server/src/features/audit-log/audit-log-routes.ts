import { getAudit } from '@airdeck/contract/record/routes';
import { withLocalizedNames } from '../../localization/localized-names-queries.ts';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Registry } from '../../registry/registry.ts';
import { askedRange, timeZoneOf } from '../../resource/period-counts.ts';
import { listAudit } from './audit-log-queries.ts';

export interface AuditLogRoutesOptions {
  db: Db;
  registry: Registry;
}

/** Routes for changes and their authors. Days are those of the viewer's organization. */
export const addAuditLogRoutes = (http: Http, { db, registry }: AuditLogRoutesOptions): void => {
  addRoute(http, getAudit, async ({ query, request, scope, who }) => {
    const language = languageOf(request, who);
    const { rows, total } = await listAudit(
      db,
      scope,
      askedRange(query, timeZoneOf(registry, who.organizationId)),
      query,
      language,
    );
    const content = (await withLocalizedNames(db, language, rows)).map(({ organization_id: _, ...row }) => ({
      ...row,
      time: row.time.toISOString(),
    }));
    return pageAnswer(content, total, query.size);
  });
};
