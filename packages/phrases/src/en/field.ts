import type { FieldCode } from '@airdeck/contract/error/field-code';

/** What is wrong with one field, shown at that field. */
export const field: Record<FieldCode, string> = {
  REQUIRED: 'This is a required field.',
  INVALID: 'This value is not valid.',
  UNKNOWN_FIELD: 'This field is not known.',
  TOO_LONG: 'The maximum length is exceeded.',
  TOO_SHORT: 'This is shorter than the minimum length.',
  TOO_SMALL: 'This is less than the smallest value allowed.',
  TOO_LARGE: 'This is more than the largest value allowed.',
  ORGANIZATION_CODE: 'Enter an organization code of exactly 8 digits.',
  LOGIN_ID: 'Enter an ID of 4 to 30 English letters, digits, periods, underscores or hyphens.',
  DEVICE_CODE: 'Enter a device code of 1 to 32 English letters, digits, underscores or hyphens.',
  NAME: 'Enter a name of up to 60 characters without < > " \' ; \\ / %.',
  PASSWORD: 'Use at least 8 characters with an uppercase letter, a lowercase letter, a digit and a special character.',
  PHONE: 'Enter a valid phone number.',
  EMAIL: 'Enter a valid e-mail address. Before the @ only English letters, digits and periods are allowed.',
  IP: 'Enter a valid IP address.',
  TIME_ZONE: 'Please choose a time zone of the list, such as Asia/Seoul.',
  TIME_OF_DAY: 'Enter a time from 0000 to 2359.',
  NOT_ASCENDING: 'The value must be larger than the one before it.',
  BEFORE_START: 'The end must be on or after the start.',
  FUTURE: 'The start must be today or earlier.',
  PAST: 'This day must be today or later. The past cannot be graded anew.',
  OTHER_TYPE: 'Only sensors of one type can be drawn together.',
  NOT_WITH_STEP: 'Months and years cannot be compared with earlier weeks.',
};
