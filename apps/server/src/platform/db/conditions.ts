import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, raw, type Sql } from 'sql-template-tag';

// Column names come from the program, never from input.

/**
 * Keeps a statement to the rows that a scope reaches: `organization` is the column of a row's organization, `user` that
 * of the person whom the row is about. Without such a column there are no rows of a person's own. Where rows are shared,
 * all users see those of no organization.
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

/** The pattern of LIKE for texts that have a part, which is taken literally. */
export const partPattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * A filter by a part of a text: literally, ignoring case. None when the text is empty. Most is looked for in
 * Hangul and digits, which have no case: to fold the text of every row would cost several times as much as to search it.
 */
export const contains = (column: string, part: string | undefined): Sql[] => {
  if (!part) return [];
  const pattern = partPattern(part);
  return part.toLowerCase() === part.toUpperCase()
    ? [sql`${raw(column)} like ${pattern}`]
    : [sql`lower(${raw(column)}) like lower(${pattern})`];
};

/** A filter by one value. None when none is given. */
export const equals = (column: string, value: string | number | undefined): Sql[] =>
  value === undefined ? [] : [sql`${raw(column)} = ${value}`];

/** A filter by a part of any of several texts, or of what else a row is found by. None when nothing is looked for. */
export const containsAny = (
  columns: readonly string[],
  part: string | undefined,
  ...others: ((part: string) => Sql)[]
): Sql[] => {
  if (!part) return [];
  const conditions = [...columns.flatMap((column) => contains(column, part)), ...others.map((other) => other(part))];
  return [sql`(${join(conditions, ' or ')})`];
};
