import { z } from 'zod';
import { exactLine, id, instant, name, stamps, text, yesNo } from '../field.ts';
import { isWebhookUrl } from '../notification/rule.ts';

/** The audit log, or the login history. */
export const STREAMED_RECORDS = ['AUDIT', 'LOGINS'] as const;
export type StreamedRecords = (typeof STREAMED_RECORDS)[number];

const MAX_URL = 2_000;
/** More waiting records are not counted. */
export const MAX_COUNTED_RECORDS = 10_000;

/** An https address, or http of this machine: the records name people. */
const isStreamUrl = (value: string): boolean =>
  isWebhookUrl(value) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?#]|$))/.test(value);

/** Fields that a person enters for an audit stream. */
export const auditStreamFields = z.object({
  name,
  url: exactLine(MAX_URL).min(1, { error: 'REQUIRED', abort: true }).refine(isStreamUrl, 'INVALID'),
  /** N: paused; its records wait. */
  use: yesNo.default('Y'),
});
export type AuditStreamFields = z.infer<typeof auditStreamFields>;

/** Without an organization it has the records of all, and of the installation. */
export const newAuditStream = auditStreamFields.extend({
  organization_id: id.nullable().default(null),
  records: z.enum(STREAMED_RECORDS).default('AUDIT'),
});
export type NewAuditStream = z.infer<typeof newAuditStream>;

export const auditStream = z.object({
  id,
  /** null: of the installation. */
  organization_id: id.nullable(),
  organization_name: text.nullable(),
  name: text,
  records: z.enum(STREAMED_RECORDS),
  url: text,
  use: yesNo,
  /** Records that are not sent yet, at most MAX_COUNTED_RECORDS. */
  waiting_records: z.int(),
  /** Records that retention deleted before they were sent. */
  skipped_records: z.int(),
  last_success_time: instant.nullable(),
  /** Why the last request failed; null: it was accepted. */
  last_error: text.nullable(),
  last_error_time: instant.nullable(),
  ...stamps,
});
export type AuditStream = z.infer<typeof auditStream>;

/** The secret leaves the server once. */
const secret = text;
export const addedAuditStream = auditStream.extend({ secret });
export type AddedAuditStream = z.infer<typeof addedAuditStream>;
export const auditStreamSecret = z.object({ secret });

export const auditStreamTest = z.object({ /** null: accepted. */ error: text.nullable() });
