import type { ErrorCode } from '@airdeck/contract/error/code';
import type { ErrorAnswer } from '@airdeck/contract/error/schema';
import { errorText } from '@airdeck/phrases/error-text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/refusal.ts';
import { Failure } from './failure.ts';
import { acceptedLanguage } from './language.ts';
import { languageOf } from './request-language.ts';

/** The one place where an error becomes an answer. */
export function errorAnswerOf(error: unknown, request: FastifyRequest): ErrorAnswer {
  const failure = failureOf(error);
  if (failure.statusCode >= 500) request.log.error({ err: error }, 'request failed');
  const language = request.who
    ? languageOf(request, request.who)
    : acceptedLanguage(request.headers['accept-language']);
  return {
    code: failure.code,
    message: errorText(failure.code, language),
    errors: failure.errors,
    request_id: request.id,
  };
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The route's own answer may have had another content type.
  return reply
    .code(failureOf(error).statusCode)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorAnswerOf(error, request));
}

const failureOf = (error: unknown): Failure => (error instanceof Failure ? error : new Failure(codeOf(error)));

/** The client left while its answer was sent. */
const LEFT = 'ERR_STREAM_PREMATURE_CLOSE';

/** Fastify's own errors below 500 concern unreadable requests. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof Error && 'code' in error && error.code === LEFT) return 'ERR_BAD_REQUEST';
  if (isDatabaseAway(error)) return 'DATABASE_AWAY';
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? 'ERR_BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
}
