import { type FieldCode, isFieldCode } from '@airdeck/contract/error/field-code';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Enough to mark a form; a nonsense body does not get a list as long as itself. */
const MOST = 50;

/**
 * Zod's issues as field → code. A field is a path such as `sensors.0.type`; an issue with the whole input uses `part`.
 * A rule's own message wins if it is a FieldCode.
 */
export function fieldErrors(issues: readonly Issue[], part: string): Record<string, FieldCode> {
  const entries = issues.flatMap((issue): [string, FieldCode][] => {
    const path = issue.path.map(String);
    if (issue.code === 'invalid_union' && path.length === 0)
      return Object.entries(fieldErrors(nearest(issue.errors), part));
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => [[...path, key].join('.'), 'UNKNOWN_FIELD']);
    }
    return [[path.join('.') || part, fieldCode(issue)]];
  });
  // Reports the first issue of a field.
  return Object.fromEntries(entries.slice(0, MOST).reverse());
}

/** Of a union's alternatives the one with the fewest issues is reported: the client most likely meant that one. */
const nearest = (options: readonly (readonly Issue[])[]): readonly Issue[] =>
  options.toSorted((a, b) => countOf(a) - countOf(b))[0] ?? [];

const countOf = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);

function fieldCode(issue: Issue): FieldCode {
  if (isFieldCode(issue.message)) return issue.message;
  if (issue.input === undefined || issue.input === null) return 'REQUIRED';
  switch (issue.code) {
    case 'too_big':
      return isCounted(issue.origin) ? 'TOO_LONG' : 'TOO_LARGE';
    case 'too_small':
      return isCounted(issue.origin) ? 'TOO_SHORT' : 'TOO_SMALL';
    default:
      return 'INVALID';
  }
}

const isCounted = (origin: string): boolean => origin === 'string' || origin === 'array';
