import { z } from 'zod';
import { instant } from '../field.ts';
import { user } from '../user/schema.ts';

/**
 * The login form. Its fields are bounded, not checked for format: a wrong format is a wrong login, and
 * answers like one.
 */
export const credentials = z.object({
  code: z.string().min(1, 'REQUIRED').max(64, 'TOO_LONG'),
  id: z.string().min(1, 'REQUIRED').max(64, 'TOO_LONG'),
  password: z.string().min(1, 'REQUIRED').max(256, 'TOO_LONG'),
});

export type Credentials = z.infer<typeof credentials>;

export const session = z.object({ access_token: z.string(), expires_at: instant, user });

export type Session = z.infer<typeof session>;
