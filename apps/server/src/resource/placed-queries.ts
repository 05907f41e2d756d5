import sql, { join, raw, type Sql } from 'sql-template-tag';
import { containsAny, equals } from '../platform/db/conditions.ts';
import type { ListParent } from '../platform/db/read-page.ts';
import type { Tables } from '../schema/tables.ts';

const ABOVE_METER = sql`left join organization o on o.id = m.organization_id left join office f on f.id = m.office_id
  left join department d on d.id = m.department_id`;

/** The meter as parent of a table with several rows for each. */
export const placedParent = (table: string, part: string): ListParent => ({
  from: sql`meter m ${ABOVE_METER}`,
  alias: 'm',
  id: 'm.id',
  rows: raw(`${table} ${part}`),
  column: `${part}.meter_id`,
});

/**
 * Joins a part of a meter to its meter `m`, department `d`, office `f` and organization `o`. All four always exist: the
 * joins are outer ones so that PostgreSQL can leave out those that a query does not use, such as a count.
 */
export const placedFrom = (part: string): Sql => sql`left join meter m on m.id = ${raw(part)}.meter_id ${ABOVE_METER}`;

/** Columns by which a scope reaches a meter `m`, or a part of it. */
export const PLACED_SCOPE = { organization: 'm.organization_id', place: { department: 'm.department_id' } };

/** Filter by part of a place name in either language. The places are found in a subquery, so no join is needed. */
export const placeNamed = (column: string, table: string, part: string | undefined): Sql[] =>
  part
    ? [
        sql`${raw(column)} = any(array(select p.id from ${raw(table)} p where ${join(containsAny(['p.name', 'p.name_en'], part))}))`,
      ]
    : [];

/** Filter by the name of a department, its office or its organization. There are few, so they are scanned once. */
export const departmentNamed =
  (column: string) =>
  (part: string): Sql =>
    sql`${raw(column)} in (select d.id from department d join office f on f.id = d.office_id
      join organization o on o.id = d.organization_id where ${join(containsAny(['o.name', 'o.name_en', 'f.name', 'f.name_en', 'd.name', 'd.name_en'], part))})`;

/** Whether a meter, or a place in which it is, is called so. */
export const meterNamed =
  (column: string) =>
  (part: string): Sql =>
    sql`${raw(column)} in (select m.id from meter m
      where ${join(containsAny(['m.name', 'm.name_en', 'm.code'], part, departmentNamed('m.department_id')))})`;

/** Order columns that all lists of meter parts share. */
export const PLACED_FIELDS = {
  organization_name: 'o.name',
  office_name: 'f.name',
  department_name: 'd.name',
  meter_name: 'm.name',
} as const;

/** The place of a part, as columns of its row. */
export type Placed = Pick<Tables['meter'], 'organization_id'> &
  Record<keyof typeof PLACED_FIELDS | 'organization_code' | 'meter_code', string>;

interface PlacedQuery {
  organizationName?: string | undefined;
  officeName?: string | undefined;
  departmentName?: string | undefined;
  meterName?: string | undefined;
  meterId?: number | undefined;
  organizationId?: number | undefined;
  officeId?: number | undefined;
  departmentId?: number | undefined;
}

export const placedConditions = (query: PlacedQuery): Sql[] => [
  ...placeNamed('m.organization_id', 'organization', query.organizationName),
  ...placeNamed('m.office_id', 'office', query.officeName),
  ...placeNamed('m.department_id', 'department', query.departmentName),
  ...containsAny(['m.name', 'm.name_en'], query.meterName),
  ...equals('m.id', query.meterId),
  ...equals('m.organization_id', query.organizationId),
  ...equals('m.office_id', query.officeId),
  ...equals('m.department_id', query.departmentId),
];
