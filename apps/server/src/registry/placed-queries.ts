import sql, { join, raw, type Sql } from 'sql-template-tag';
import { contains, containsAny, equals } from '../platform/db/conditions.ts';

/**
 * Joins a part of a meter to its meter `m`, department `d`, office `f` and organization `o`. All of them are there: the
 * joins are outer ones because PostgreSQL leaves out those that a question does not need, such as how many there are.
 */
export const placedFrom = (part: string): Sql => sql`left join meter m on m.id = ${raw(part)}.meter_id
  left join organization o on o.id = m.organization_id left join office f on f.id = m.office_id
  left join department d on d.id = m.department_id`;

/** A filter by a part of the name of one kind of place. The places are found first: nothing needs to be joined for it. */
export const placeNamed = (column: string, table: string, part: string | undefined): Sql[] =>
  part
    ? [sql`${raw(column)} = any(array(select p.id from ${raw(table)} p where ${join(contains('p.name', part))}))`]
    : [];

/** Whether a department, its office or its organization is called so. They are few, and looked through once. */
export const departmentNamed =
  (column: string) =>
  (part: string): Sql =>
    sql`${raw(column)} in (select d.id from department d join office f on f.id = d.office_id
      join organization o on o.id = d.organization_id where ${join(containsAny(['o.name', 'f.name', 'd.name'], part))})`;

/** Whether a meter, or a place in which it is, is called so. */
export const meterNamed =
  (column: string) =>
  (part: string): Sql =>
    sql`${raw(column)} in (select m.id from meter m
      where ${join(containsAny(['m.name', 'm.code'], part, departmentNamed('m.department_id')))})`;

/** By what any list of parts can be ordered. */
export const PLACED_FIELDS = {
  organization_name: 'o.name',
  office_name: 'f.name',
  department_name: 'd.name',
  meter_name: 'm.name',
} as const;

interface PlacedQuery {
  organizationName?: string | undefined;
  officeName?: string | undefined;
  departmentName?: string | undefined;
  meterName?: string | undefined;
  meterId?: number | undefined;
}

export const placedConditions = (query: PlacedQuery): Sql[] => [
  ...placeNamed('m.organization_id', 'organization', query.organizationName),
  ...placeNamed('m.office_id', 'office', query.officeName),
  ...placeNamed('m.department_id', 'department', query.departmentName),
  ...contains('m.name', query.meterName),
  ...equals('m.id', query.meterId),
];
