import type { ErrorCode } from '@airdeck/contract/error/code';
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { Failure } from './failure.ts';
import { fieldErrors } from './field-errors.ts';

/** PostgreSQL's text type cannot store it, and no keyboard produces it. */
const NUL = '\u0000';

/**
 * Fastify's validator for a route that answers malformed address parameters with `notFound`: a malformed id addresses
 * nothing.
 */
export const compileValidator =
  (notFound: ErrorCode): FastifySchemaCompiler<unknown> =>
  ({ schema, httpPart }) =>
  (data) => {
    // A missing body is treated as an empty object, so each missing field is reported.
    const value = httpPart === 'body' ? (data ?? {}) : data;
    const result = z.core.safeParse(schema as z.core.$ZodType, value, { reportInput: true });
    if (httpPart === 'params') return result.success ? { value: result.data } : { error: new Failure(notFound) };
    const part = httpPart === 'querystring' ? 'query' : (httpPart ?? 'body');
    if (!result.success) return { error: new Failure('INVALID_PARAMETER', fieldErrors(result.error.issues, part)) };
    const path = findNul(result.data);
    if (path) return { error: new Failure('INVALID_PARAMETER', { [path.join('.') || part]: 'INVALID' }) };
    return { value: result.data };
  };

/** The path of the first text with a NUL character. */
function findNul(value: unknown, path: string[] = []): string[] | null {
  if (typeof value === 'string') return value.includes(NUL) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    if (key.includes(NUL)) return path;
    const found = findNul(item, [...path, key]);
    if (found) return found;
  }
  return null;
}
