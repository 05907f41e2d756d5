import type { Language } from '@airdeck/contract/user/schema';
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage } from './language.ts';
import type { Who } from './who.ts';

/** The language of the requesting page, which may have been switched; otherwise the user's. */
export const languageOf = (request: FastifyRequest, who: Who): Language => {
  const header = request.headers['accept-language'];
  return header ? acceptedLanguage(header) : who.language;
};
