import type { z } from 'zod';

const SAMPLE_LENGTH = 200;

/** A device's JSON payload, checked by its schema; or why it cannot be read, with a sample of it. */
export const parsePayload = <T extends z.ZodType>(
  schema: T,
  payload: Buffer,
): { value: z.output<T> } | { reason: 'NOT_JSON' | 'NOT_A_FRAME'; sample: string } => {
  const text = payload.toString('utf8');
  const sample = text.slice(0, SAMPLE_LENGTH);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { reason: 'NOT_JSON', sample };
  }
  const result = schema.safeParse(json);
  return result.success ? { value: result.data } : { reason: 'NOT_A_FRAME', sample };
};
