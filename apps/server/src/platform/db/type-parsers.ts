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

/** @throws RangeError beyond ±2^53, where a number would silently change. */
function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer`);
  return value;
}

const N = 78;
const MINUS = 45;
const COMMA = 44;
const BRACE = 123;

/** '{1,NULL,-3}', digit by digit: rollups have millions of elements, and JSON takes twice as long. */
export function parseIntegerArray(text: string): unknown {
  const end = text.length - 1;
  if (text.charCodeAt(0) !== BRACE || text.charCodeAt(1) === BRACE) return parseNumberArray(text);
  const numbers: (number | null)[] = [];
  for (let at = 1; at < end; at++) {
    let code = text.charCodeAt(at);
    if (code === N) {
      numbers.push(null);
      at += 4;
      continue;
    }
    const isNegative = code === MINUS;
    if (isNegative) code = text.charCodeAt(++at);
    let value = 0;
    for (; at < end && code !== COMMA; code = text.charCodeAt(++at)) value = value * 10 + (code - 48);
    numbers.push(isNegative ? -value : value);
  }
  return numbers;
}

/** '{1,NULL,3.5}' or '{{1,2},{3,4}}' as JSON: several times faster than a general parser in JavaScript. */
export function parseNumberArray(text: string): unknown {
  const json = text.replaceAll('{', '[').replaceAll('}', ']').replaceAll('NULL', 'null');
  // Floats can have values that JSON lacks.
  if (/[NI]/.test(json)) return text.slice(1, -1).split(',').map(parseFloatOrNull);
  return JSON.parse(json);
}

function parseFloatOrNull(text: string): number | null {
  return text === 'NULL' ? null : Number(text);
}

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [oid.int8]: parseInteger,
  [oid.numeric]: Number,
  // A day has no time zone: as a Date it would be a different day in some zones.
  [oid.date]: (text) => text,
  [oid.int2Array]: parseIntegerArray,
  [oid.int4Array]: parseIntegerArray,
  [oid.int8Array]: parseIntegerArray,
  [oid.float4Array]: parseNumberArray,
  [oid.float8Array]: parseNumberArray,
};

/** JavaScript types of PostgreSQL's: int8 and numeric → number, date → 'YYYY-MM-DD', timestamptz → Date. */
export const types: CustomTypesConfig = {
  getTypeParser: (id, format) => (format !== 'binary' && parsers[id]) || pg.types.getTypeParser(id, format),
};
