import type { ErrorCode } from '@airdeck/contract/error/code';
import type { ErrorAnswer } from '@airdeck/contract/error/schema';
import { errorText } from '@airdeck/phrases/error-text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';
import { acceptedLanguage } from './language.ts';
import { languageOf } from './request-language.ts';

/** The one place where an error becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = error instanceof Failure ? error : new Failure(codeOf(error));
  if (failure.code === 'INTERNAL_SERVER_ERROR') request.log.error({ err: error }, 'request failed');
  const language = request.who
    ? languageOf(request, request.who)
    : acceptedLanguage(request.headers['accept-language']);
  const answer: ErrorAnswer = {
    code: failure.code,
    message: errorText(failure.code, language),
    errors: failure.errors,
    request_id: request.id,
  };
  // The route's own answer may have had another content type.
  return reply.code(failure.statusCode).header('content-type', 'application/json; charset=utf-8').send(answer);
}

/** Fastify's own errors below 500 concern unreadable requests. */
function codeOf(error: unknown): ErrorCode {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? 'ERR_BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
}
