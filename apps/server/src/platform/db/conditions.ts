import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, raw, type Sql } from 'sql-template-tag';

// Column names come from the program, never from input.

/**
 * Restricts a statement to the rows of a scope: `organization` is the column of a row's organization, `user` that of
 * the person whom the row is about. Without a `user` column no row belongs to a person. Shared rows, those without an
 * organization, are visible to all users.
 */
export const withinScope = (
  scope: Scope,
  columns: { organization: string; user?: string; isShared?: boolean },
): Sql => {
  switch (scope.reach) {
    case 'all':
      return sql`true`;
    case 'own':
      return columns.isShared
        ? sql`coalesce(${raw(columns.organization)} = ${scope.organizationId}, true)`
        : sql`${raw(columns.organization)} = ${scope.organizationId}`;
    case 'self':
      return columns.user === undefined ? sql`false` : sql`${raw(columns.user)} = ${scope.userId}`;
  }
};

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

/** Filter by one value; no condition without a value. */
export const equals = (column: string, value: string | number | undefined): Sql[] =>
  value === undefined ? [] : [sql`${raw(column)} = ${value}`];

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
