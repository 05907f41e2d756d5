import { type AuditQuery, exportAudit, getAudit } from '@airdeck/contract/record/routes';
import { auditLine } from '@airdeck/contract/record/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Sql } from 'sql-template-tag';
import { addResourceExport, type ResourceExportOptions } from '../../export/resource-export.ts';
import { withLocalizedNames } from '../../localization/localized-names-queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { askedRange, timeZoneOf } from '../../resource/period-counts.ts';
import { AUDIT, type AuditFilters, type AuditRow, auditFilters, listAudit } from './audit-log-queries.ts';
import { auditLineOf, createChangeText, fieldsLike } from './change-text.ts';
import { createRecordedNames } from './recorded-names.ts';

type Asked = AuditFilters & Parameters<typeof askedRange>[0];

/** Keeps what was created last: all rows of a file ask for the same, and formats are expensive to create. */
const lastUsed = <T>(create: (language: Language, timeZone: string) => T) => {
  let last: { key: string; made: T } | undefined;
  return (language: Language, timeZone: string): T => {
    const key = `${language} ${timeZone}`;
    if (last?.key !== key) last = { key, made: create(language, timeZone) };
    return last.made;
  };
};

/** Routes for changes and their authors, as a list and as a file. Days are those of the viewer's organization. */
export const addAuditLogRoutes = (http: Http, options: ResourceExportOptions & { clock: Clock }): void => {
  const { db, registry, clock } = options;
  const filtersOf = (query: Asked, language: Language, zone: string): Sql[] =>
    auditFilters(query, askedRange(query, zone, clock.now()), fieldsLike(query.search, language));
  const textFor = lastUsed(createChangeText);

  addRoute(http, getAudit, async ({ query, request, scope, who }) => {
    const language = languageOf(request, who);
    const conditions = filtersOf(query, language, timeZoneOf(registry, who.organizationId));
    const { rows, total } = await listAudit(db, scope, conditions, query, language);
    const named = rows.map(createRecordedNames(registry.snapshot(), language));
    const content = (await withLocalizedNames(db, language, named)).map(
      ({ organization_id: _, user_id: __, ...row }) => ({
        ...row,
        time: row.time.toISOString(),
      }),
    );
    return pageAnswer(content, total, query.size);
  });

  addResourceExport(
    http,
    options,
    { export: exportAudit, read: { answer: auditLine } },
    {
      ...{ table: 'audit', alias: 'a', list: AUDIT, scope: { organization: 'a.organization_id' } },
      filters: (query: AuditQuery, language, zone) => filtersOf(query, language, zone),
      present: (row: AuditRow, language, timeZone) =>
        auditLineOf(createRecordedNames(registry.snapshot(), language)(row), textFor(language, timeZone)),
    },
  );
};
