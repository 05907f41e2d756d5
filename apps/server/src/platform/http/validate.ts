import type { ErrorCode } from '@airdeck/contract/error/code';
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { Failure } from './failure.ts';
import { fieldErrors } from './field-errors.ts';

/** PostgreSQL's text cannot hold it, and no keyboard types it. */
const NUL = '\u0000';

/**
 * Fastify's validator for a route whose address, if its parameters are wrong, answers `notFound`: a malformed id is
 * the address of nothing.
 */
export const compileValidator =
  (notFound: ErrorCode): FastifySchemaCompiler<unknown> =>
  ({ schema, httpPart }) =>
  (data) => {
    // A missing body is one in which everything is missing.
    const value = httpPart === 'body' ? (data ?? {}) : data;
    const result = z.core.safeParse(schema as z.core.$ZodType, value, { reportInput: true });
    if (httpPart === 'params') return result.success ? { value: result.data } : { error: new Failure(notFound) };
    const part = httpPart === 'querystring' ? 'query' : (httpPart ?? 'body');
    if (!result.success) return { error: new Failure('INVALID_PARAMETER', fieldErrors(result.error.issues, part)) };
    const path = findNul(result.data);
    if (path) return { error: new Failure('INVALID_PARAMETER', { [path.join('.') || part]: 'INVALID' }) };
    return { value: result.data };
  };

/** The path to the first text with a NUL character. */
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
