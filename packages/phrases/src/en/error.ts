import type { ErrorCode } from '@airdeck/contract/error/code';
import { MAX_ROLLUP_ROWS, MAX_SERIES_POINTS, MAX_SORTED_ROWS } from '@airdeck/contract/history/bounds';
import { grouped } from '../grouped.ts';
import { loginTexts } from './login.ts';

/** What happened, and what to do about it. */
export const error: Record<ErrorCode, string> = {
  ...loginTexts.error,
  INVALID_PARAMETER: 'An item is not set correctly. Please check what you entered.',
  ERR_BAD_REQUEST: 'The request could not be processed. The item was not found or the request is malformed.',
  QUESTION_TOO_BIG: `This is more than can be shown at once. Choose a shorter period or fewer meters; at most ${grouped(MAX_ROLLUP_ROWS)} summary rows, ${grouped(MAX_SERIES_POINTS)} values in a graph, ${grouped(MAX_SORTED_ROWS)} rows ordered by a value.`,
  INVALID_FILE:
    'The file cannot be read. Please check that it is Excel (xlsx) or CSV, with the names of its columns in the first line.',
  FILE_TOO_BIG: 'The file is too big. Please split it into files of at most 10 MB and 100,000 rows.',
  INVALID_PASSWORD: 'The ID or password is wrong. Please check the organization code, ID and password.',
  SECOND_FACTOR_REQUIRED: 'Please enter the 6-digit code of your authenticator app.',
  INVALID_SECOND_FACTOR:
    'The code is wrong or was used before. Please wait for the next code of your authenticator app and enter it.',
  RETRY_COUNT_OVER: 'Login failed 5 times or more and the account is locked. Please contact the administrator.',
  INACTIVE_USER: 'This user is not active. Please contact the administrator.',
  USER_UNUSED: 'This user is disabled. Please contact the administrator.',
  NOT_SAME_PASSWORD: 'This does not match the current password. Please enter it again.',
  LINK_ENDED:
    'This link is no longer valid: its recipient or address has been removed or changed. Please log in to acknowledge the alarms.',
  BAD_CREDENTIALS: 'This link is wrong, was used before or has expired. Please ask for a new one.',
  INVALID_TOKEN: 'Your user token is not valid. Please log in again.',
  INVALID_SIGNATURE: 'Your user signature is not valid. Please log in again.',
  ACCESS_DENIED: 'You do not have permission for this. If you need it, please contact the administrator.',
  INVALID_CORS: 'This request comes from an origin that is not allowed (CORS). Please open Airdeck at its own address.',
  INVALID_HOST:
    'The demo does not answer under this name. Please open it at localhost, or start it with --host and the name.',
  RESOURCE_NOT_FOUND: 'The item was not found. It may have been deleted, or the address may have changed.',
  INVALID_VIEW: 'The monitoring item was not found. Please contact the administrator.',
  USER_NOT_FOUND: 'The user was not found. Please reload the list and check.',
  NOT_FOUND_ORGANIZATION: 'The organization was not found. Please reload the list and check.',
  NOT_FOUND_ORGANIZATION_CODE: 'The organization code was not found. Please check the code.',
  DUPLICATION_ID: 'This ID is already in use. Please choose another.',
  DUPLICATION_EMAIL: 'This e-mail is already in use. Please enter another.',
  DUPLICATION_ORGANIZATION_CODE: 'This organization code is already in use. Please enter another.',
  DUPLICATION_NAME: 'There is one with this name already. Please enter another name.',
  DUPLICATION_CODE: 'This code is already in use. Please enter another one.',
  DUPLICATION_METER_NAME: 'The department already has a meter with this name. Please enter another name.',
  DUPLICATION_METER_CODE: 'The organization already has a meter with this code. Please enter another code.',
  DUPLICATION_LOCALIZATION_SEQUENCE:
    'A sensor of this type already has this sequence number. Please enter another number.',
  DUPLICATION_AIR_PURIFIER: 'The meter already has a purifier with this name or number. Please enter another.',
  EDITED_MEANWHILE:
    'Someone else changed or deleted this while you were editing. Load it again, check the change, and enter yours again.',
  LOCKS_OUT:
    'This would lock yourself or a super administrator out. Ask another administrator, or use the command line.',
  BUILT_IN_ERROR: 'Built-in error codes cannot be deleted. If you do not need this one, set it to “Not in use”.',
  ALARM_HELD: 'A maintenance window holds this alarm. End the window to have it back.',
  WINDOW_STATE:
    'The maintenance window does not allow this now: a planned one can be changed and deleted, a running one can end at another time, and a past one is kept as it is.',
  ALARM_CLEARED: 'This alarm has been cleared already. Reload the list to see by whom.',
  METER_DISCONNECT: 'The meter cannot be reached. Please check its power and network.',
  DEVICE_UNUSED: 'The device is set as unused. Please check its settings.',
  DECODER_IN_USE: 'Doors or devices still use this decoder. Choose another driver for them first.',
  DECODER_UNAVAILABLE: 'The server cannot run decoders right now. Please try again in a moment.',
  TOO_MANY_REQUESTS: 'Too many requests. Please wait a moment and try again.',
  INTERNAL_SERVER_ERROR:
    'The server had a problem. Please try again in a moment; if it goes on, contact the administrator.',
  DATABASE_AWAY:
    'The server does not reach its database. Please try again in a moment, and check whether your last change was saved.',
  PASSWORD_LOGIN_OFF: 'This organization does not log in with passwords. Please use the button for single sign-on.',
  SSO_STATE: 'The single sign-on has expired, was used already, or was begun in another browser. Please start again.',
  SSO_DENIED:
    'The single sign-on was cancelled or refused. Please try again, and if it continues, contact those who run the single sign-on.',
  SSO_UNREACHABLE: 'The single sign-on server cannot be reached or does not answer. Please try again later.',
  SSO_SETUP:
    'The single sign-on is not set up correctly. Please ask the super administrator to check its client ID, secret and addresses.',
  SSO_ISSUER:
    'The issuer of the single sign-on server is not the one that was set. Please contact the super administrator.',
  SSO_AUDIENCE:
    'The answer of the single sign-on is meant for another service than Airdeck. Please contact the super administrator.',
  SSO_NONCE: 'The answer of the single sign-on does not belong to this login. Please start again.',
  SSO_EXPIRED:
    'The answer of the single sign-on has expired already. Please start again, and if it continues, ask the super administrator to check the clock of the server.',
  SSO_CLOCK:
    'The clocks of the single sign-on server and of Airdeck differ by more than 60 seconds. Please ask the super administrator to set them.',
  SSO_INVALID:
    'The signature or the content of the answer of the single sign-on is not valid. Please start again, and if it continues, contact the super administrator.',
  SSO_CLAIMS:
    'The single sign-on has no ID that can be used: 4 to 30 English letters, digits, periods, underscores or hyphens. Please contact the super administrator.',
  SSO_ORGANIZATION:
    'The organization of the single sign-on does not exist here, is not in use, or uses another single sign-on. Please contact the super administrator.',
  SSO_ROLE: 'The single sign-on gives you no role in Airdeck. Please contact the super administrator.',
  SSO_ACCOUNT:
    'An account with this ID exists, but it cannot be linked to the single sign-on. Please contact the super administrator.',
};
