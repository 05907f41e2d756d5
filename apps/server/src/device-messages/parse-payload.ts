import { MAX_MESSAGE_DEPTH } from '@airdeck/contract/protocol/message';
import type { z } from 'zod';

const SAMPLE_LENGTH = 200;
/**
 * Number of keys in objects and arrays; NaN when they are nested deeper than `depth`. The recursion stops there, and
 * JSON.parse does not recurse on the call stack, so deep nesting cannot overflow it.
 */
const countKeys = (value: object, depth: number): number => {
  if (depth === 0) return Number.NaN;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) count += countKeys(inner, depth - 1);
  }
  return count;
};

export interface ParsedJson {
  text: string;
  json: unknown;
  /** Number of keys at all depths. */
  keys: number;
}

/** Parses a device's payload as JSON; otherwise returns the reason and a sample. */
export const parseJson = (payload: Buffer): ParsedJson | { reason: 'NOT_JSON' | 'TOO_DEEP'; sample: string } => {
  const text = payload.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { reason: 'NOT_JSON', sample: text.slice(0, SAMPLE_LENGTH) };
  }
  const keys = typeof json === 'object' && json !== null ? countKeys(json, MAX_MESSAGE_DEPTH) : 0;
  return Number.isNaN(keys) ? { reason: 'TOO_DEEP', sample: text.slice(0, SAMPLE_LENGTH) } : { text, json, keys };
};

export type PayloadFault = 'NOT_JSON' | 'TOO_DEEP' | 'NOT_A_FRAME' | 'BAD_TIME';

/** Parses a device's JSON payload and validates it; otherwise returns the reason and a sample. */
export const parsePayload = <T extends z.ZodType>(
  schema: T,
  payload: Buffer,
): { value: z.output<T> } | { reason: PayloadFault; sample: string } => {
  const parsed = parseJson(payload);
  if ('reason' in parsed) return parsed;
  const result = schema.safeParse(parsed.json);
  if (result.success) return { value: result.data };
  const isTimeOnly = result.error.issues.every(({ path }) => path[0] === 'time');
  return { reason: isTimeOnly ? 'BAD_TIME' : 'NOT_A_FRAME', sample: parsed.text.slice(0, SAMPLE_LENGTH) };
};
