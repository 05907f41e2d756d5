import { z } from 'zod';
import { ERROR_CODES } from './code.ts';

/** Body of every failed answer. `errors` names the fields that are wrong: field → code. */
export const errorAnswer = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  errors: z.record(z.string(), z.string()),
  request_id: z.string().optional(),
});

export type ErrorAnswer = z.infer<typeof errorAnswer>;
