import { type AskedDays, FIRST_DAY, LAST_DAY } from '@airdeck/contract/asked-days';
import type { Scope } from '@airdeck/domain/policy/may';
import { timeRangeOf } from '@airdeck/domain/range';
import sql, { join, raw, type Sql } from 'sql-template-tag';

// Column names come from the program, never from input.

/** The columns by which a scope reaches a row. */
export interface ScopeColumns {
  organization: string;
  /** The person whom the row is about. Without it no row belongs to a person. */
  user?: string;
  /** Rows without an organization are visible to all users. */
  isShared?: boolean;
  /**
   * Where the row belongs: its office, its department or its meter, of which any may be null. Without one of them the
   * row is out of reach of people who are limited to places.
   */
  place?: { office?: string; department?: string; meter?: string };
}

type PlaceScope = Extract<Scope, { reach: 'places' }>;

/** Restricts a statement to rows in offices and departments. An office is also reached by its departments. */
const withinPlaces = ({ officeIds, departmentIds }: PlaceScope, place: NonNullable<ScopeColumns['place']>): Sql => {
  const [office, department, meter] = [place.office, place.department, place.meter].map((column) =>
    column === undefined ? undefined : raw(column),
  );
  const conditions = [
    office && sql`${office} = any(${officeIds}::integer[])`,
    office && sql`${office} in (select office_id from department where id = any(${departmentIds}::integer[]))`,
    department && sql`${department} = any(${departmentIds}::integer[])`,
    department && sql`${department} in (select id from department where office_id = any(${officeIds}::integer[]))`,
    meter &&
      sql`${meter} in (select id from meter
        where department_id = any(${departmentIds}::integer[]) or office_id = any(${officeIds}::integer[]))`,
  ];
  return sql`(${join(
    conditions.filter((condition) => condition !== undefined),
    ' or ',
  )})`;
};

/** Restricts a statement to the rows of a scope. */
export const withinScope = (scope: Scope, columns: ScopeColumns): Sql => {
  const organization = raw(columns.organization);
  const reached = (condition: Sql): Sql => (columns.isShared ? sql`coalesce(${condition}, true)` : condition);
  switch (scope.reach) {
    case 'all':
      return sql`true`;
    case 'some':
      return reached(sql`${organization} = any(${scope.organizationIds}::integer[])`);
    case 'own':
      return reached(sql`${organization} = ${scope.organizationId}`);
    case 'places':
      // A shared row has no place.
      return columns.place === undefined
        ? sql`false`
        : sql`${organization} = ${scope.organizationId} and ${withinPlaces(scope, columns.place)}`;
    case 'self':
      return columns.user === undefined
        ? sql`false`
        : sql`${organization} = ${scope.organizationId} and ${raw(columns.user)} = ${scope.userId}`;
  }
};

/** Restricts a statement to the organizations of a scope, for rows that concern all of an organization's people. */
export const withinOrganizations = (scope: Scope, column: string): Sql =>
  scope.reach === 'places' || scope.reach === 'self'
    ? sql`${raw(column)} = ${scope.organizationId}`
    : withinScope(scope, { organization: column });

/** LIKE pattern that matches texts containing `part` literally. */
export const partPattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Filter by a part of a text: literal, ignoring case. No condition for an empty part. Most searches are Hangul and
 * digits, which have no case; folding the text of every row would cost several times the search.
 */
export const contains = (column: string, part: string | undefined): Sql[] => {
  if (!part) return [];
  const pattern = partPattern(part);
  return part.toLowerCase() === part.toUpperCase()
    ? [sql`${raw(column)} like ${pattern}`]
    : [sql`lower(${raw(column)}) like lower(${pattern})`];
};

/** More words are compared as one: every word is looked for in every column. */
const MAX_WORDS = 8;

/** The words of a search; "·" separates the parts of a path on screen. */
export const wordsOf = (text: string): string[] => {
  const words = text.split(/[\s·]+/).filter(Boolean);
  return words.length <= MAX_WORDS ? words : [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')];
};

/** Filter by one value; no condition without a value. */
export const equals = (column: string, value: string | number | undefined): Sql[] =>
  value === undefined ? [] : [sql`${raw(column)} = ${value}`];

/** Filter by local days of a time zone, both included. No condition for an open end. */
export const withinDays = (column: string, { startTime, endTime }: AskedDays, timeZone: string): Sql[] => {
  if (startTime === undefined && endTime === undefined) return [];
  const { start, end } = timeRangeOf({ from: startTime ?? FIRST_DAY, to: endTime ?? LAST_DAY }, timeZone);
  return [
    ...(startTime === undefined ? [] : [sql`${raw(column)} >= ${new Date(start)}`]),
    ...(endTime === undefined ? [] : [sql`${raw(column)} < ${new Date(end)}`]),
  ];
};

/** Filter by a part of any of several texts, or by another condition. No condition for an empty part. */
export const containsAny = (
  columns: readonly string[],
  part: string | undefined,
  ...others: ((part: string) => Sql)[]
): Sql[] => {
  if (!part) return [];
  const conditions = [...columns.flatMap((column) => contains(column, part)), ...others.map((other) => other(part))];
  return [sql`(${join(conditions, ' or ')})`];
};

/** Filter by words: each of them is part of one of the texts, or meets another condition. No condition for no words. */
export const containsWords = (
  columns: readonly string[],
  text: string | undefined,
  ...others: ((part: string) => Sql)[]
): Sql[] => wordsOf(text ?? '').flatMap((word) => containsAny(columns, word, ...others));
