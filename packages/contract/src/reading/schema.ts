import { z } from 'zod';
import { instant, text } from '../field.ts';

/** Reason for rejecting a reading; the rest of its frame is stored. */
export const REJECTIONS = [
  'NOT_A_NUMBER',
  'UNKNOWN_TYPE',
  'UNKNOWN_UNIT',
  'OUT_OF_RANGE',
  'REPEATED_KEY',
  'CONFLICT',
  'TOO_MANY',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** Reason for rejecting a whole frame or message. */
export const MESSAGE_REJECTIONS = [
  'NOT_JSON',
  'TOO_DEEP',
  'NOT_A_FRAME',
  'BAD_TIME',
  'TOO_OLD',
  'REFUSED',
  'THROTTLED',
  'QUARANTINE_FULL',
  'UNKNOWN_PURIFIER',
  'UNKNOWN_SENSOR',
  'UNKNOWN_CODE',
  'NOT_SUPPORTED',
  'FAILED',
] as const;
export type MessageRejection = (typeof MESSAGE_REJECTIONS)[number];

const REASONS = [...REJECTIONS, ...MESSAGE_REJECTIONS] as const;
/** Reason in a stored row: a newer version may have written reasons that this version does not have. */
export const rejectionReason = (stored: string): (typeof REASONS)[number] =>
  REASONS.find((reason) => reason === stored) ?? 'FAILED';

/** Bad readings of one device, counted: one row per key and reason. */
export const rejection = z.object({
  organization_name: text,
  device_code: text,
  /** Key of the reading as the device wrote it; empty when the whole message was bad. */
  key: text,
  reason: z.enum(REASONS),
  count: z.int(),
  first_time: instant,
  last_time: instant,
  /** The last one, as it came, cut to 200 characters. */
  sample: text,
});

export type RejectionRow = z.infer<typeof rejection>;

/** Why a frame waits. */
export const QUARANTINE_REASONS = ['UNREGISTERED', 'FUTURE', 'BEFORE_2020', 'OLD'] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

export const quarantined = z.object({
  organization_name: text,
  device_code: text,
  reason: z.enum(QUARANTINE_REASONS),
  measured_time: instant.nullable(),
  received_time: instant,
  readings: z.record(z.string(), z.number()),
});
export type Quarantined = z.infer<typeof quarantined>;
