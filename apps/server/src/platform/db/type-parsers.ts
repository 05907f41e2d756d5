import type { CustomTypesConfig } from 'pg';
import pg from 'pg';

const oid = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  int2Array: 1005,
  int4Array: 1007,
  int8Array: 1016,
  float4Array: 1021,
  float8Array: 1022,
} as const;

/** @throws RangeError beyond ±2^53, where a number would silently be another one. */
function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer`);
  return value;
}

/** '{1,NULL,3}' or '{{1,2},{3,4}}' as JSON: several times faster than a parser written in JavaScript. */
export function parseNumberArray(text: string): unknown {
  const json = text.replaceAll('{', '[').replaceAll('}', ']').replaceAll('NULL', 'null');
  // Floats may hold what JSON cannot say.
  if (/[NI]/.test(json)) return text.slice(1, -1).split(',').map(parseFloatOrNull);
  return JSON.parse(json);
}

function parseFloatOrNull(text: string): number | null {
  return text === 'NULL' ? null : Number(text);
}

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [oid.int8]: parseInteger,
  [oid.numeric]: Number,
  // A day has no time zone: as a Date it would be another day somewhere.
  [oid.date]: (text) => text,
  [oid.int2Array]: parseNumberArray,
  [oid.int4Array]: parseNumberArray,
  [oid.int8Array]: parseNumberArray,
  [oid.float4Array]: parseNumberArray,
  [oid.float8Array]: parseNumberArray,
};

/** What PostgreSQL's types become: int8 and numeric → number, date → 'YYYY-MM-DD', timestamptz → Date. */
export const types: CustomTypesConfig = {
  getTypeParser: (id, format) => (format !== 'binary' && parsers[id]) || pg.types.getTypeParser(id, format),
};
