import { z } from 'zod';
import { id, instant, text } from '../field.ts';

/** How a login ended; what is no OK let nobody in. */
export const LOGIN_RESULTS = ['OK', 'INVALID_PASSWORD', 'RETRY_COUNT_OVER', 'USER_UNUSED', 'INACTIVE_USER'] as const;

export const loginRecord = z.object({
  /** Unique among all records. */
  id: text,
  organization_name: text,
  user_id: id,
  user_login: text,
  user_name: text,
  ip: text,
  login_time: instant,
  /** null: the session is open, or there was none. */
  logout_time: instant.nullable(),
  result: z.enum(LOGIN_RESULTS),
});
export type LoginRecord = z.infer<typeof loginRecord>;

/** Buckets that hold a login; those between them are empty. */
export const loginCounts = z.object({
  time_zone: text,
  buckets: z.array(z.object({ start: instant, logins: z.int(), failures: z.int() })),
});

export const AUDITED_ACTIONS = ['create', 'write', 'delete'] as const;

export const auditRecord = z.object({
  id: z.int(),
  time: instant,
  organization_name: text.nullable(),
  /** null: the command line. */
  user_login: text.nullable(),
  ip: text.nullable(),
  action: z.enum(AUDITED_ACTIONS),
  entity: text,
  entity_id: z.int(),
  /** What it was called, then and afterwards. */
  name: text.nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRecord = z.infer<typeof auditRecord>;
