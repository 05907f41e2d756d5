import { hasInvisible, MAX_NFC_GROWTH, toName } from './text-form.ts';

const MAX_NAME_LENGTH = 60;
/** UTF-16 code units of a name as it is entered; a longer one is refused before it is read. */
export const MAX_ENTERED_NAME = 2 * MAX_NFC_GROWTH * MAX_NAME_LENGTH;
const MIN_PASSWORD_LENGTH = 8;
const MAX_EMAIL_LENGTH = 254;
const MAX_EMAIL_LOCAL_LENGTH = 64;
const MIN_PHONE_DIGITS = 7;

// Without the m flag, `$` matches only at the very end, so all these patterns reject a trailing newline.
const ORGANIZATION_CODE = /^\d{8}$/;
const LOGIN_ID = /^[A-Za-z0-9._-]{4,30}$/;
const DEVICE_CODE = /^[A-Za-z0-9_-]{1,32}$/;
const PHONE = /^[\d +()-]{8,20}$/;
const TIME_OF_DAY = /^(?:[01]\d|2[0-3])[0-5]\d$/;
const EMAIL_LOCAL = /^[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*$/;
const EMAIL_DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
/** Characters that are special in markup, SQL or paths. */
const NOT_IN_NAME = /[<>"';\\/%]/;
/**
 * Control characters (C0, DEL, C1), line and paragraph separators, lone surrogates, and bidirectional control
 * characters, which can make one name look like another.
 */
const NOT_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const EACH_NOT_IN_LINE = new RegExp(NOT_IN_LINE, 'gu');

/** Exactly 8 digits. */
export function isOrganizationCode(value: string): boolean {
  return ORGANIZATION_CODE.test(value);
}

/** 4 to 30 characters: letters, digits, `.`, `_` or `-`. */
export function isLoginId(value: string): boolean {
  return LOGIN_ID.test(value);
}

/** 1 to 32 characters: letters, digits, `_` or `-`; safe as an MQTT topic level. */
export function isDeviceCode(value: string): boolean {
  return DEVICE_CODE.test(value);
}

/** A single line: no line breaks, control characters or bidirectional controls. */
export function isLine(value: string): boolean {
  return !NOT_IN_LINE.test(value);
}

/** Like `isLine`, but allows line breaks (LF). */
export function isLines(value: string): boolean {
  return isLine(value.replaceAll('\n', ''));
}

/** Replaces each character that a line cannot contain with a space. */
export function toLine(value: string): string {
  return value.replace(EACH_NOT_IN_LINE, ' ');
}

/**
 * A name in its stored form (`toName`): 1 to 60 characters (code points), without `< > " ' ; \ / %` and invisible
 * characters, and a line (`isLine`).
 */
export function isName(value: string): boolean {
  if (value.length === 0 || value.length > 2 * MAX_NAME_LENGTH || NOT_IN_NAME.test(value) || !isLine(value))
    return false;
  return [...value].length <= MAX_NAME_LENGTH && !hasInvisible(value) && value === toName(value);
}

/** Digits, spaces and `+ - ( )`, 8 to 20 characters, at least 7 of them digits. */
export function isPhone(value: string): boolean {
  return PHONE.test(value) && value.replace(/\D/g, '').length >= MIN_PHONE_DIGITS;
}

/** `local@domain`: the local part of English letters, digits and inner single periods. */
export function isEmail(value: string): boolean {
  if (value.length > MAX_EMAIL_LENGTH) return false;
  const at = value.indexOf('@');
  if (at < 1 || at > MAX_EMAIL_LOCAL_LENGTH) return false;
  return EMAIL_LOCAL.test(value.slice(0, at)) && EMAIL_DOMAIN.test(value.slice(at + 1));
}

/** HHmm, 0000 to 2359. */
export function isTimeOfDay(value: string): boolean {
  return TIME_OF_DAY.test(value);
}

export const PASSWORD_RULES = ['MIN_LENGTH', 'UPPERCASE', 'LOWERCASE', 'DIGIT', 'SPECIAL'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

const PASSWORD_CHECKS: Readonly<Record<PasswordRule, (value: string) => boolean>> = {
  MIN_LENGTH: (value) => [...value].length >= MIN_PASSWORD_LENGTH,
  UPPERCASE: (value) => /[A-Z]/.test(value),
  LOWERCASE: (value) => /[a-z]/.test(value),
  DIGIT: (value) => /\d/.test(value),
  SPECIAL: (value) => /[\p{P}\p{S}]/u.test(value),
};

/** The rules that a new password violates, in the order of PASSWORD_RULES; empty for a valid one. */
export function passwordIssues(value: string): PasswordRule[] {
  return PASSWORD_RULES.filter((rule) => !PASSWORD_CHECKS[rule](value));
}

/** Whether `zone` is an IANA time zone that this engine knows; offsets such as `+09:00` are not zones. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}
