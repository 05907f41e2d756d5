import {
  isDeviceCode,
  isEmail,
  isLine,
  isLines,
  isLoginId,
  isName,
  isOrganizationCode,
  isPhone,
  isZone,
  MAX_ENTERED_NAME,
  passwordIssues,
  toLine,
} from '@airdeck/domain/field-rule';
import { isIpAddress } from '@airdeck/domain/ip-address';
import { hasInvisible, MAX_NFC_GROWTH, toName, toText } from '@airdeck/domain/text-form';
import { z } from 'zod';

/** Fields that several schemas share. A failed rule's message is a FieldCode. */
export const id = z
  .int({ error: ({ input }) => (input === undefined || input === null ? 'REQUIRED' : 'INVALID') })
  .positive('INVALID')
  .max(2_147_483_647, 'INVALID');
/** An id in a path or a query, where everything is text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'INVALID')
  .transform(Number)
  .pipe(id);
/** A text that may become shorter when it is composed; one that is longer than any such text is refused unread. */
const entered = (max: number) =>
  z.string().refine((value) => value.length <= MAX_NFC_GROWTH * max, { error: 'TOO_LONG', abort: true });
/** A text of one line, stored as it is: secrets, addresses and accounts of other systems, keys. */
export const exactLine = (max: number) =>
  z.string().max(max, { error: 'TOO_LONG', abort: true }).refine(isLine, 'CONTROL_CHARACTER');
/** A text of one line, composed and trimmed. Every text that a person enters is one, or `lines`, or `exactLine`. */
export const line = (max: number) =>
  entered(max).overwrite(toText).max(max, { error: 'TOO_LONG', abort: true }).refine(isLine, 'CONTROL_CHARACTER');
/** A text of one line that is not stored, such as a pasted search: what a line does not have becomes a space. */
export const unstoredLine = (max: number) =>
  entered(max)
    .overwrite((value) => toLine(value).normalize('NFC'))
    .max(max, 'TOO_LONG');
/** A text of several lines, composed and trimmed. Line ends of Windows become LF, tabs become spaces. */
export const lines = (max: number) =>
  entered(max)
    .overwrite((value) => toText(value.replace(/\r\n?/g, '\n').replaceAll('\t', ' ')))
    .max(max, { error: 'TOO_LONG', abort: true })
    .refine(isLines, 'CONTROL_CHARACTER');
/** A non-empty text; the rule after it is only checked for one. */
const given = z
  .string()
  .min(1, { error: 'REQUIRED', abort: true })
  .refine(isLine, { error: 'CONTROL_CHARACTER', abort: true });
/** A name, composed and with single spaces inside (`toName`). */
export const name = z
  .string()
  .refine((value) => value.length <= MAX_ENTERED_NAME, { error: 'NAME', abort: true })
  .refine(isLine, { error: 'CONTROL_CHARACTER', abort: true })
  .overwrite(toName)
  .min(1, { error: 'REQUIRED', abort: true })
  .refine((value) => !hasInvisible(value), { error: 'INVISIBLE_CHARACTER', abort: true })
  .refine(isName, 'NAME');
export const organizationCode = given.refine(isOrganizationCode, 'ORGANIZATION_CODE');
export const loginId = given.refine(isLoginId, 'LOGIN_ID');
export const deviceCode = given.refine(isDeviceCode, 'DEVICE_CODE');
export const email = z.string().max(254, 'TOO_LONG').refine(isEmail, 'EMAIL');
export const phone = z.string().refine(isPhone, 'PHONE');
const MAX_PASSWORD_LENGTH = 256;
/** An existing password: only its length is checked before it is hashed. It is never shown. */
export const knownPassword = z.string().min(1, 'REQUIRED').max(MAX_PASSWORD_LENGTH, 'TOO_LONG');
const MAX_CODE_LENGTH = 40;
/** A code of the authenticator or a recovery code. Only its length is checked: a wrong form is a wrong code. */
export const secondFactorCode = line(MAX_CODE_LENGTH).min(1, 'REQUIRED');
export const newPassword = given
  .max(MAX_PASSWORD_LENGTH, { error: 'TOO_LONG', abort: true })
  .refine((value) => passwordIssues(value).length === 0, 'PASSWORD');
export const yesNo = z.enum(['Y', 'N']);
export const ip = z.string().refine(isIpAddress, 'IP');
/** IANA name. */
export const timeZone = z.string().max(64, 'TOO_LONG').refine(isZone, 'TIME_ZONE');
/** How often a row was changed: who edits sends the version that they saw. */
export const version = z.int().positive().max(2_147_483_647);
/** A filter of a list: part of a name, matched literally and without regard to case. */
export const namePart = unstoredLine(60).optional();
/** ISO 8601 with offset. */
export const instant = z.iso.datetime({ offset: true });
/** When a row was made and changed, and how often; by the times its list can be ordered. */
export const stamps = { created_time: instant, updated_time: instant, version };
export const STAMP_ORDERS = ['created_time', 'updated_time'] as const;
export const day = z.iso.date();
export const description = line(2_000);
/** A name in a response. Names of old data are not validated. */
export const text = z.string();
/** Nothing in the answer but that it worked. */
export const done = z.object({}).strict();
