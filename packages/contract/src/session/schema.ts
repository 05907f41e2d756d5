import { z } from 'zod';
import type { FieldCode } from '../error/field-code.ts';
import { instant, knownPassword, line, loginId, organizationCode, secondFactorCode } from '../field.ts';
import { user } from '../user/schema.ts';

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

/** The errors of its fields. Login has their texts at once. */
export const LOGIN_FIELD_CODES = [
  'REQUIRED',
  'INVALID',
  'TOO_LONG',
  'ORGANIZATION_CODE',
  'LOGIN_ID',
  'CONTROL_CHARACTER',
] as const satisfies readonly FieldCode[];
export type LoginFieldCode = (typeof LOGIN_FIELD_CODES)[number];

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
