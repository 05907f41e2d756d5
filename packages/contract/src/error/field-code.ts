/** What can be wrong with one field of a request; the values of `errors` in an error answer. */
export const FIELD_CODES = [
  'REQUIRED',
  'INVALID',
  'UNKNOWN_FIELD',
  'TOO_LONG',
  'TOO_SHORT',
  'TOO_SMALL',
  'TOO_LARGE',
  'ORGANIZATION_CODE',
  'LOGIN_ID',
  'DEVICE_CODE',
  'NAME',
  'PASSWORD',
  'SAME_PASSWORD',
  'NOT_CONFIRMED',
  'LOCKS_OUT',
  'PHONE',
  'EMAIL',
  'IP',
  'TIME_ZONE',
  'TIME_OF_DAY',
  'NOT_ASCENDING',
  'BEFORE_START',
  'FUTURE',
  'PAST',
  'OTHER_TYPE',
  'NOT_WITH_STEP',
  'NOT_FOUND',
  'DUPLICATE',
  'REPEATED',
  'FORMULA',
] as const;

export type FieldCode = (typeof FIELD_CODES)[number];

export const isFieldCode = (text: string): text is FieldCode => (FIELD_CODES as readonly string[]).includes(text);
