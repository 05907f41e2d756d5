import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { Failure } from '../../platform/http/failure.ts';
import { parseBody } from '../../platform/http/parse-body.ts';
import type { Fields } from './types.ts';

const MAX_FIELDS = 32;
const jsonFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const checked = (pairs: readonly (readonly [string, string])[]): Fields => {
  const fields = new Map(pairs);
  // Which of two values of a field was meant is unknown.
  if (pairs.length > MAX_FIELDS || fields.size < pairs.length) throw new Failure('ERR_BAD_REQUEST');
  return fields;
};

/** @throws Failure ERR_BAD_REQUEST for other text than UTF-8, a repeated field or too many of them. */
export const readForm = (bytes: Buffer): Fields => {
  if (!isUtf8(bytes)) throw new Failure('ERR_BAD_REQUEST');
  return checked([...new URLSearchParams(bytes.toString('utf8'))]);
};

/** @throws Failure ERR_BAD_REQUEST for invalid JSON, nested values, a repeated field or too many of them. */
export const readJson = (bytes: Buffer): Fields => {
  const { success, data } = jsonFields.safeParse(parseBody(bytes));
  if (!success) throw new Failure('ERR_BAD_REQUEST');
  return checked(Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
};
