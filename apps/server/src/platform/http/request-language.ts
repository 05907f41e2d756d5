import type { Language } from '@airdeck/contract/user/schema';
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage } from './language.ts';
import type { Who } from './who.ts';

/** The language of the page that asks, which may have been switched; else the user's. */
export const languageOf = (request: FastifyRequest, who: Who): Language => {
  const header = request.headers['accept-language'];
  return header ? acceptedLanguage(header) : who.language;
};
