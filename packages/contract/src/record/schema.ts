import { z } from 'zod';
import { id, instant, text } from '../field.ts';

/** How a login ended; all but OK are refusals. */
export const LOGIN_RESULTS = ['OK', 'INVALID_PASSWORD', 'RETRY_COUNT_OVER', 'USER_UNUSED', 'INACTIVE_USER'] as const;

export const loginRecord = z.object({
  /** Unique among all records. */
  id: text,
  /** null: the organization was deleted. */
  organization_name: text.nullable(),
  user_id: id,
  /** Values of that time, also of a user who was deleted since. */
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

/** Changes, and access to personal data: `read` on a screen, `export` as a file. */
export const CHANGES = ['create', 'write', 'delete'] as const;
export const ACCESSES = ['read', 'export'] as const;
export const AUDITED_ACTIONS = [...CHANGES, ...ACCESSES] as const;

export const auditRecord = z.object({
  id: z.int(),
  time: instant,
  organization_name: text.nullable(),
  /** null: the command line. */
  user_login: text.nullable(),
  ip: text.nullable(),
  action: z.enum(AUDITED_ACTIONS),
  entity: text,
  /** null: it was a list. */
  entity_id: z.int().nullable(),
  /** Name of the entity at that time. */
  name: text.nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRecord = z.infer<typeof auditRecord>;
