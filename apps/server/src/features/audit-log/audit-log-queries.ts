import type { AUDIT_ORDERS, AuditQuery } from '@airdeck/contract/record/routes';
import { type AuditRecord, CHANGES } from '@airdeck/contract/record/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import type { TimeRange } from '@airdeck/domain/range';
import sql, { raw, type Sql } from 'sql-template-tag';
import { localizedList } from '../../localization/localized-names-queries.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type ListSource, readPage } from '../../platform/db/read-page.ts';

export type AuditFilters = Pick<AuditQuery, 'search' | 'entity' | 'action' | 'partOf'>;

export type AuditRow = Omit<AuditRecord, 'time'> & {
  time: Date;
  organization_id: number | null;
  user_id: number | null;
  token_name: string | null;
};

/** The display name of a row of any entity. */
const NAME = `coalesce(a.after->>'name', a.before->>'name', a.after->>'login', a.before->>'login', a.after->>'code',
  a.before->>'code', a.after->>'gateway', a.after->>'file_name', left(coalesce(a.after->>'content', a.before->>'content'), 80))`;

export const AUDIT: ListSource<(typeof AUDIT_ORDERS)[number]> = {
  columns: sql`a.id, a.time, a.organization_id, o.name as organization_name, a.user_id, a.user_login,
    a.token_name, a.ip, a.action, a.entity, a.entity_id,
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

/** Changes of one of these fields. A field of a record that has only one side counts when it is there. */
const changed = (fields: readonly string[]): Sql => sql`a.action = 'write' and exists (
  select from unnest(${[...fields]}::text[]) f
  where coalesce(a.before->f, 'null') is distinct from coalesce(a.after->f, 'null'))`;

/** `range`: the requested days; `fields`: those whose label the search text is a part of. */
export const auditFilters = (query: AuditFilters, range: TimeRange | null, fields: readonly string[]): Sql[] => [
  ...(range ? [sql`a.time >= ${new Date(range.start)} and a.time < ${new Date(range.end)}`] : []),
  ...containsWords(
    ['o.name', 'o.name_en', 'a.user_login', 'a.token_name', 'a.ip', NAME],
    query.search,
    ...(fields.length > 0 ? [() => changed(fields)] : []),
  ),
  ...equals('a.entity', query.entity),
  ...equals('a.part_of', query.partOf),
  query.action === undefined ? sql`a.action = any(${[...CHANGES]})` : sql`a.action = ${query.action}`,
];

/**
 * Leaves out the rows behind an imported file or a bulk edit, unless they are asked for. A viewer who does not see the
 * file, since it has rows of other organizations too, sees its rows.
 */
const withoutParts = ({ search, partOf }: AuditFilters, scope: Scope): Sql[] => {
  if (partOf !== undefined || search) return [];
  if (scope.reach === 'all') return [sql`a.part_of is null`];
  const isSeen = withinScope(scope, { organization: 'p.organization_id' });
  return [sql`(a.part_of is null or not exists (select from audit p where p.id = a.part_of and ${isSeen}))`];
};

export const listAudit = (db: Db, scope: Scope, conditions: readonly Sql[], query: AuditQuery, language: Language) =>
  readPage<AuditRow, keyof typeof AUDIT.fields>(
    db,
    localizedList(AUDIT, language),
    [withinScope(scope, { organization: 'a.organization_id' }), ...withoutParts(query, scope), ...conditions],
    query,
  );
