import type { FieldCode } from '@airdeck/contract/error/field-code';

/** Errors of single fields, shown at the field. */
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
  CONTROL_CHARACTER:
    'Line breaks and invisible control characters are not allowed here. Delete the pasted text and type it instead.',
  PASSWORD: 'Use at least 8 characters with an uppercase letter, a lowercase letter, a digit and a special character.',
  SAME_PASSWORD: 'Choose a password that differs from the current one.',
  NOT_CONFIRMED: 'This does not match the new password.',
  LOCKS_OUT: 'This cannot be changed: it would lock yourself or a super administrator out.',
  PHONE: 'Enter a valid phone number.',
  EMAIL: 'Enter a valid e-mail address. Before the @ only English letters, digits and periods are allowed.',
  IP: 'Enter a valid IP address.',
  TIME_ZONE: 'Please choose a time zone from the list, such as Asia/Seoul.',
  TIME_OF_DAY: 'Enter a time from 0000 to 2359.',
  NOT_ASCENDING: 'The value must be larger than the one before it.',
  BEFORE_START: 'The end must be on or after the start.',
  FUTURE: 'The start must be today or earlier.',
  PAST: 'This day must be today or later. Grades of past days cannot be changed.',
  OTHER_TYPE: 'Only sensors of one type can be drawn together.',
  NOT_WITH_STEP: 'Months and years cannot be compared with earlier weeks.',
  NOT_FOUND: 'It is not registered. Please check the name or code.',
  DUPLICATE: 'It is registered already.',
  REPEATED: 'The file has this more than once.',
  FORMULA: 'Formulas are not imported. Please enter the value.',
  CERTIFICATE:
    'This is not a certificate in PEM format. Please paste it from “BEGIN CERTIFICATE” to “END CERTIFICATE”.',
  ADDRESS_REFUSED:
    'This is the address of the server itself, or one that no device can have. Please enter the address of the broker at the site.',
  END_BEFORE_START: 'The end must be later than the start.',
  OVERLAP: 'These times overlap.',
  BUILT_IN: 'The code and the device of a built-in error cannot be changed.',
};
