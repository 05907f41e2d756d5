import { ENTITIES } from '@airdeck/domain/policy/policies';
import { z } from 'zod';
import { id, instant, text } from '../field.ts';

/** How a login ended; all but OK are refusals. */
export const LOGIN_RESULTS = [
  'OK',
  'INVALID_PASSWORD',
  'INVALID_SECOND_FACTOR',
  'RETRY_COUNT_OVER',
  'USER_UNUSED',
  'INACTIVE_USER',
  'PASSWORD_LOGIN_OFF',
] as const;

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

/**
 * Changes, and access to personal data: `read` on a screen, `export` as a file. An imported file and a bulk edit are one
 * record with those of their rows behind it.
 */
export const COMBINED = ['import', 'bulk_edit'] as const;
export const CHANGES = ['create', 'write', 'delete', ...COMBINED] as const;
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
  /** Recorded values without secrets; ids of purifiers and places as their names today. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

/** A line of the audit log as a file. */
export const auditLine = z.object({
  id: z.int(),
  organization_id: z.int().nullable(),
  time: instant,
  user_login: text.nullable(),
  action: z.enum(AUDITED_ACTIONS),
  entity: z.enum(ENTITIES as [string, ...string[]]),
  name: text.nullable(),
  /** Field by field, in the language of the file. */
  changes: text,
  organization_name: text.nullable(),
  ip: text.nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;
