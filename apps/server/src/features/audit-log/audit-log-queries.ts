import type { AUDIT_ORDERS, AuditQuery } from '@airdeck/contract/record/routes';
import { type AuditRecord, CHANGES } from '@airdeck/contract/record/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import type { TimeRange } from '@airdeck/domain/range';
import sql, { raw } from 'sql-template-tag';
import { localizedList } from '../../localization/localized-names-queries.ts';
import { containsAny, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type ListSource, readPage } from '../../platform/db/read-page.ts';

type AuditRow = Omit<AuditRecord, 'time'> & { time: Date; organization_id: number | null };

/** The display name of a row of any entity. */
const NAME = `coalesce(a.after->>'name', a.before->>'name', a.after->>'login', a.before->>'login', a.after->>'code',
  a.before->>'code')`;

const AUDIT: ListSource<(typeof AUDIT_ORDERS)[number]> = {
  columns: sql`a.id, a.time, a.organization_id, o.name as organization_name, a.user_login, a.ip, a.action, a.entity, a.entity_id,
    ${raw(NAME)} as name, a.before, a.after`,
  from: sql`audit a left join organization o on o.id = a.organization_id`,
  fields: {
    time: 'a.time',
    organization_name: 'o.name',
    user_login: 'a.user_login',
    action: 'a.action',
    entity: 'a.entity',
  },
  order: ['a.id desc'],
};

export const listAudit = (db: Db, scope: Scope, range: TimeRange | null, query: AuditQuery, language: Language) =>
  readPage<AuditRow, keyof typeof AUDIT.fields>(
    db,
    localizedList(AUDIT, language),
    [
      withinScope(scope, { organization: 'a.organization_id' }),
      ...(range ? [sql`a.time >= ${new Date(range.start)} and a.time < ${new Date(range.end)}`] : []),
      ...containsAny(['o.name', 'o.name_en', 'a.user_login', 'a.ip', NAME], query.search),
      ...equals('a.entity', query.entity),
      query.action === undefined ? sql`a.action = any(${[...CHANGES]})` : sql`a.action = ${query.action}`,
    ],
    query,
  );
