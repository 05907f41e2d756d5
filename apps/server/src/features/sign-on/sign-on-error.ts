import type { ErrorCode } from '@airdeck/contract/error/code';
import { Failure } from '../../platform/http/failure.ts';

type Part = 'claim' | 'attribute' | 'error' | 'code';

/** A text property of an error or of one of its causes. */
const partOf = (error: unknown, part: Part): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const value = Reflect.get(error, part);
  return typeof value === 'string' ? value : partOf(Reflect.get(error, 'cause'), part);
};

/** Our own failure, which the library may have wrapped. */
const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof Failure) return error;
  return error instanceof Error ? failureOf(error.cause) : undefined;
};

/** By the claim of the identity token that is wrong. */
const CLAIMS: Readonly<Record<string, ErrorCode>> = {
  iss: 'SSO_ISSUER',
  aud: 'SSO_AUDIENCE',
  azp: 'SSO_AUDIENCE',
  nonce: 'SSO_NONCE',
  exp: 'SSO_EXPIRED',
  nbf: 'SSO_CLOCK',
};

/** By the error that the provider answers (RFC 6749, 4.1.2.1 and 5.2). */
const ANSWERS: Readonly<Record<string, ErrorCode>> = {
  invalid_grant: 'SSO_STATE',
  invalid_client: 'SSO_SETUP',
  unauthorized_client: 'SSO_SETUP',
  unsupported_response_type: 'SSO_SETUP',
  invalid_scope: 'SSO_SETUP',
  invalid_request: 'SSO_SETUP',
  server_error: 'SSO_UNREACHABLE',
  temporarily_unavailable: 'SSO_UNREACHABLE',
};

/** By the code of the library. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  OAUTH_TIMEOUT: 'SSO_UNREACHABLE',
  OAUTH_ABORT: 'SSO_UNREACHABLE',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'SSO_UNREACHABLE',
  OAUTH_RESPONSE_IS_NOT_JSON: 'SSO_UNREACHABLE',
  OAUTH_PARSE_ERROR: 'SSO_INVALID',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'SSO_INVALID',
  /** The provider does not accept the client's id or secret. */
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'SSO_SETUP',
  OAUTH_MISSING_SERVER_METADATA: 'SSO_SETUP',
  OAUTH_INVALID_SERVER_METADATA: 'SSO_SETUP',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'SSO_SETUP',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'SSO_SETUP',
};

/** The error code for the person who logs in, from an error of the library. */
export const signOnCodeOf = (error: unknown): ErrorCode => {
  const failure = failureOf(error);
  if (failure) return failure.code;
  const answered = partOf(error, 'error');
  if (answered !== undefined) return ANSWERS[answered] ?? 'SSO_DENIED';
  const claim = partOf(error, 'claim');
  if (claim !== undefined) return CLAIMS[claim] ?? 'SSO_INVALID';
  if (partOf(error, 'attribute') === 'issuer') return 'SSO_ISSUER';
  const code = partOf(error, 'code');
  if (code !== undefined && Object.hasOwn(CODES, code)) return CODES[code] ?? 'SSO_INVALID';
  // Only an unanswered request has no code of the library.
  return code?.startsWith('OAUTH_') ? 'SSO_INVALID' : 'SSO_UNREACHABLE';
};

const MAX_REASON = 200;

/** The message of an error, and the code that the provider answered, for the log. */
export const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return `${message} ${partOf(error, 'error') ?? partOf(error, 'claim') ?? ''}`.trim().slice(0, MAX_REASON);
};
