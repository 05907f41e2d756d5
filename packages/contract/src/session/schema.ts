import { z } from 'zod';
import { instant, knownPassword, line, loginId, organizationCode } from '../field.ts';
import { user } from '../user/schema.ts';
import { secondFactorCode } from '../user/second-factor.ts';

/**
 * The login form. Its fields are bounded, not checked for format: a wrong format is a wrong login, and
 * answers like one.
 */
export const credentials = z.object({
  code: line(64).min(1, 'REQUIRED'),
  id: line(64).min(1, 'REQUIRED'),
  password: knownPassword,
  /** Asked for by SECOND_FACTOR_REQUIRED. */
  otp: secondFactorCode.optional(),
});

/**
 * The same as a person types it: a malformed code or id is reported at its field before it is sent. Spaces around a
 * pasted code or id are removed; in a password they may be intended.
 */
export const loginForm = credentials.extend({
  code: z.string().trim().pipe(organizationCode),
  id: z.string().trim().pipe(loginId),
});

export type Credentials = z.infer<typeof credentials>;

export const session = z.object({ access_token: z.string(), expires_at: instant, user });

export type Session = z.infer<typeof session>;

/** One of a person's own sessions, while it lasts. */
export const ownSession = z.object({
  id: z.uuid(),
  login_time: instant,
  last_seen_time: instant,
  ip: z.string(),
  /** Whether it is the session of this request. */
  is_current: z.boolean(),
});

export type OwnSession = z.infer<typeof ownSession>;
